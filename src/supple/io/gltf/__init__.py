"""glTF 2.0: a skinned skeleton with animation, as one ``.glb`` or as ``.gltf``."""

from supple.io.formats import Format, later

FORMAT = Format(
    name="gltf",
    title="glTF 2.0",
    suffixes=(".glb", ".gltf"),
    read=later("supple.io.gltf.reader", "read"),
    encode=later("supple.io.gltf.writer", "encode"),
    skins=True,
    keeps=(
        "names, bone lengths and rest pose exactly",
        "rotations and paths as 32-bit numbers (about a micrometre on a person)",
        "the frame time, end sites, degrees of freedom, limits and rest rows (in extras that other programs ignore)",
    ),
    drops=(
        "digits beyond 32-bit numbers, in rotations and paths",
        "meshes, materials and cameras of the glTF file a motion was read from: a plain body or a given skin is drawn",
        "scale of joints: it is folded into the bones' lengths",
    ),
)
