"""FBX, read with the library ufbx: skeletons and their takes."""

from supple.io.formats import Format, later

FORMAT = Format(
    name="fbx",
    title="Autodesk FBX (extra `fbx`)",
    suffixes=(".fbx",),
    read=later("supple.io.fbx.reader", "read"),
)
