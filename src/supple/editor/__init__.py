"""The window on a session: a server on this machine, and what it and its page say to each other.

The page connects to ``ws://127.0.0.1:PORT/TOKEN/socket`` and gets ``welcome``. From then on both send JSON of the types
in :mod:`supple.editor.messages` (``type`` tells which; ``web/src/messages.ts`` is made of them), and the server sends
binary frames with poses (:mod:`supple.editor.poses`).

- Every message of the page has a ``request``, a number that grows. It is answered by ``done`` or ``failed`` with
  the same number; what it asked for comes before that, but for ``preview`` and ``start``, which are only begun then.
- ``do``, ``undo``, ``redo``: when ``done`` comes, the change is on the disk (``safe``), or ``trouble`` says why it is
  not. Every page then gets ``changed`` with the whole document; nothing else changes what a page shows of it.
- ``preview`` has edits that are tried and not done, and the frame under the playhead; ``edits: []`` shows the document.
  Frames come in pieces, each followed by a ``report``: the one under the playhead, then around it, then all in which
  something is asked, then all that changed and smooth in time (``final``). A frame that is not in the newest piece nor
  in one before it is the source's; ``final`` replaces all pieces. A newer preview of a page ends its older one, whose
  number then may never be answered by ``final``. Send the next one when the first piece is there, not at every pointer
  event. After ``changed``, ask for a preview without edits.
- ``show`` sends a clip's own motion in blocks from the playhead outwards, with ``figure`` before them.
- ``start`` runs an action: ``progress``, then ``proposed`` and its frames; ``accept`` makes it one edit; ``dismiss`` or
  ``cancel`` forgets it. One action runs at a time for all pages.
- ``compare`` bends the open clip by the solver that is not its own: its frames, then ``compared``.
- The body of a clip that came with one is at ``GET /TOKEN/skin/CLIP``, as the GLB file that it came in.
- A file that is dropped on the page is sent by ``POST /TOKEN/upload?name=walk.bvh`` and comes into the bin.
- After a lost connection: connect again, take the document of ``welcome``, and show it. There is nothing to merge.

A pose frame is: the length of its header (uint32, little endian), the header (JSON of ``PoseHeader``), blanks up to a
multiple of four, then 32-bit floats: world positions (frames, joints, 3) [m], then world rotations (frames, joints, 4)
w x y z.
"""
