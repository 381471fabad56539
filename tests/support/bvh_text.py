"""Small BVH files as text, so that a test shows only what is odd about its own."""

from pathlib import Path

from supple.io import registry
from supple.io.options import DEFAULT_READ

SIX = "Xposition Yposition Zposition Zrotation Yrotation Xrotation"
THREE = "Zrotation Yrotation Xrotation"


def joint(name, offset="0 10 0", channels=THREE, inside="End Site\n{\nOFFSET 0 5 0\n}", kind="JOINT"):
    """A joint block; ``channels`` may be ``""`` for none."""
    listed = f"CHANNELS {len(channels.split())} {channels}\n" if channels else ""
    return f"{kind} {name}\n{{\nOFFSET {offset}\n{listed}{inside}\n}}\n"


def root(inside, name="Hips", offset="0 0 0", channels=SIX):
    return joint(name, offset, channels, inside, "ROOT")


def motion(rows, frame_time="0.01", frames=None):
    count = len(rows) if frames is None else frames
    return f"MOTION\nFrames: {count}\nFrame Time: {frame_time}\n" + "".join(row + "\n" for row in rows)


ROW = "1 2 3 10 20 30 40 50 60"
ARM = "HIERARCHY\n" + root(joint("Arm"))  # 9 channels


def read_text(folder: Path, text, options=DEFAULT_READ):
    """Write a file and read it."""
    path = folder / "clip.bvh"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return registry.read(path, options)
