"""Biovision hierarchy (BVH): the joint tree and its channels, then one row of numbers per frame."""

from supple.io.formats import Format, later

FORMAT = Format(
    name="bvh",
    title="Biovision hierarchy (BVH)",
    suffixes=(".bvh",),
    read=later("supple.io.bvh.reader", "read"),
    encode=later("supple.io.bvh.writer", "encode"),
    stream=later("supple.io.bvh.streaming", "stream"),
    encode_stream=later("supple.io.bvh.writer", "encode_stream"),
    streams_with=lambda options: options.unit_scale is None and options.up is None,  # its own numbers are copied
    keeps=(
        "names, offsets, end sites and channel layout of a BVH file, also after joints were renamed",
        "the file's own numbers wherever the pose is unchanged, angles beyond 360 degrees included",
        "the frame time as it was written",
        "bones that stretch, as position channels",
    ),
    drops=(
        "joint limits, and axes of hinges of motion that was not read from BVH",
        "how many leading frames are a rest pose: it is decided anew on reading",
        "rest rotations: the zero pose of a BVH file has none",
        "units and up axis, which the format cannot state",
        "further figures of a file with several roots",
        "names of end sites, and the root's place in the rest pose, of motion that was not read from BVH",
    ),
)
