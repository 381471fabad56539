"""Acclaim skeletons (.asf) and the motions that belong to them (.amc)."""

from supple.io.formats import Format, later

FORMAT = Format(
    name="acclaim",
    title="Acclaim skeleton and motion (ASF/AMC)",
    suffixes=(".amc", ".asf"),
    single=True,
    read=later("supple.io.acclaim.reader", "read"),
    encode=later("supple.io.acclaim.writer", "encode"),
    keeps=(
        "the skeleton file as it was, where the skeleton is unchanged",
        "the file's own angles, where the pose is unchanged",
        "degrees of freedom and limits",
        "rest rows, and frame time to the digits of a comment, which only Supple reads",
    ),
    drops=(
        "the frame time for other programs: Acclaim files state none, and CMU's 120 frames per second are assumed",
        "local axes of the rest pose: Acclaim's rest rotations are all none (positions stay the same)",
        "turns that a bone's degrees of freedom cannot make (nearest turn written)",
        "spaces in names",
        "joints that start elsewhere than at their parent's tip: they hang on bones named *_link that are added",
    ),
)
