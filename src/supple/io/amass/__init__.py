"""AMASS: motions as poses of the body models SMPL, SMPL-H and SMPL-X in NumPy's container."""

from supple.io.formats import Format, later

FORMAT = Format(
    name="amass",
    title="AMASS poses (SMPL, SMPL-H, SMPL-X)",
    suffixes=(".amass.npz",),
    single=True,
    read=later("supple.io.amass.reader", "read"),
    encode=later("supple.io.amass.writer", "encode"),
    keeps=(
        "every rotation vector and place of an AMASS file whose pose is unchanged",
        "the rate, betas, gender and kind of body model",
        "the places of the joints, in an array that other programs ignore",
    ),
    drops=(
        "joints that SMPL does not have: what they turn is folded into the joints below them",
        "fingers and face of motion that was not read from AMASS, names, end sites, degrees of freedom and limits",
        "bones that stretch, and how many leading frames are a rest pose",
        "soft tissue (dmpls) and markers of the AMASS file a motion was read from",
    ),
)
