"""C3D: the captures of optical labs, with force plates and analog channels."""

from supple.io.formats import Format, later

FORMAT = Format(
    name="c3d", title="C3D capture", suffixes=(".c3d",), single=True, read=later("supple.io.c3d.reader", "read")
)
