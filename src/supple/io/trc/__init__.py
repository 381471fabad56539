"""TRC: Motion Analysis' and OpenSim's table of markers."""

from supple.io.formats import Format, later

FORMAT = Format(
    name="trc", title="TRC marker table", suffixes=(".trc",), single=True, read=later("supple.io.trc.reader", "read")
)
