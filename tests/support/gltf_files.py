"""Small glTF files made by hand, right or wrong."""

import base64
import json
import struct

import numpy as np

TYPES = {1: "SCALAR", 2: "VEC2", 3: "VEC3", 4: "VEC4", 16: "MAT4"}
COMPONENTS = {"int8": 5120, "uint8": 5121, "int16": 5122, "uint16": 5123, "uint32": 5125, "float32": 5126}


def chain(count=3, **document):
    """A document with a chain of ``count`` joints, each 0.4 m above the last."""
    nodes = [{"name": f"joint{k}", "children": [k + 1], "translation": [0.0, 0.4, 0.0]} for k in range(count)]
    del nodes[-1]["children"]
    return {
        "asset": {"version": "2.0"}, "nodes": nodes, "skins": [{"joints": list(range(count))}], "accessors": [],
        "bufferViews": [], "buffers": [], **document,
    }  # fmt: skip


def add(document, array, **extra):
    """Put an array into the document with a buffer of its own; the number of its accessor."""
    array = np.asarray(array)
    array = array[:, None] if array.ndim == 1 else array
    document["buffers"].append({"byteLength": array.nbytes, "uri": data_uri(array.tobytes())})
    document["bufferViews"].append({"buffer": len(document["buffers"]) - 1, "byteLength": array.nbytes})
    record = {"bufferView": len(document["bufferViews"]) - 1, "componentType": COMPONENTS[array.dtype.name],
              "count": len(array), "type": TYPES[array.shape[1]]}  # fmt: skip
    document["accessors"].append(record | extra)
    return len(document["accessors"]) - 1


def animate(document, node, path, times, values, interpolation="LINEAR", clip=0, **extra):
    """Add one channel."""
    clips = document.setdefault("animations", [])
    while len(clips) <= clip:
        clips.append({"name": f"clip{len(clips)}", "channels": [], "samplers": []})
    times, values = np.asarray(times, np.float32), np.asarray(values)
    values = values if values.dtype.name in COMPONENTS else values.astype(np.float32)
    sampler = {"input": add(document, times), "output": add(document, values, **extra), "interpolation": interpolation}
    clips[clip]["samplers"].append(sampler)
    clips[clip]["channels"].append(
        {"sampler": len(clips[clip]["samplers"]) - 1, "target": {"node": node, "path": path}}
    )
    return document


def data_uri(data):
    return "data:application/octet-stream;base64," + base64.b64encode(data).decode()


def save(document, path):
    path.write_text(json.dumps(document))
    return path


def glb(document, binary=b"", *, magic=b"glTF", version=2, length=None, json_length=None):
    """The bytes of a GLB, with a header that may lie."""
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    binary += b"\0" * (-len(binary) % 4)
    body = struct.pack("<I4s", len(text) if json_length is None else json_length, b"JSON") + text
    if binary:
        body += struct.pack("<I4s", len(binary), b"BIN\0") + binary
    return magic + struct.pack("<II", version, 12 + len(body) if length is None else length) + body
