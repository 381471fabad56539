"""Supple's own lossless arrays in NumPy's container."""

from supple.io.formats import Format, later

FORMAT = Format(
    name="npz",
    title="Supple arrays (NumPy npz)",
    suffixes=(".npz",),
    single=True,
    read=later("supple.io.npz_reader", "read"),
    encode=later("supple.io.npz_writer", "encode"),
    encode_stream=later("supple.io.npz_writer", "encode_stream"),
    keeps=("every number, bit by bit", "degrees of freedom and limits", "rest rows", "where the motion came from"),
    drops=("the layout of the text file a motion was read from",),
)
