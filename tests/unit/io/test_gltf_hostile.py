"""glTF files that are broken, lie or mean harm: each is refused with words, quickly."""

import json
import time
import tracemalloc

import numpy as np
import pytest
from support.gltf_files import add, animate, chain, data_uri, glb, save

from supple.errors import FileError
from supple.io.options import ReadOptions
from supple.io.registry import read

QUARTER = np.float32([[0, 0, 0, 1], [0, 0, np.sqrt(0.5), np.sqrt(0.5)]])


def refuses(document, tmp_path, match):
    with pytest.raises(FileError, match=match):
        read(save(document, tmp_path / "wrong.gltf"))


def turning(**extra):
    return animate(chain(), 1, "rotation", [0.0, 0.5], QUARTER, **extra)


@pytest.mark.parametrize(
    ("data", "match"),
    [
        (b"", "empty"),
        (b"glTF", "cut short"),
        (b"RIFF" + b"\0" * 30, "starts with the letters glTF"),
        (glb(chain(), magic=b"glTf"), "starts with the letters glTF"),
        (glb(chain(), version=1), "version 1"),
        (glb(chain(), length=10**9), "cut short: its header states 1000000000"),
        (glb(chain(), length=2**32 - 1), "cut short"),
        (glb(chain(), json_length=2**31), "states 2147483648 bytes"),
        (glb(chain(), length=19), "first chunk"),
        (glb(chain(), b"x" * 100)[:-40], "cut short"),
        (b"glTF\x02\0\0\0\x18\0\0\0\x04\0\0\0BIN\0abcd", "first chunk of the GLB is not JSON"),
    ],
    ids=lambda v: None if isinstance(v, bytes) else v[:20],
)
def test_containers_that_lie(data, match, tmp_path):
    path = tmp_path / "wrong.glb"
    path.write_bytes(data)
    with pytest.raises(FileError, match=match):
        read(path)


@pytest.mark.parametrize(
    ("text", "match"),
    [
        ("[" * 100_000, "nested too deeply|cannot be read|Expected `object`"),
        ('{"asset":{"version":"2.0"},"x":' + "[" * 100_000 + "]" * 100_000 + "}", "nested too deeply"),
        ('{"asset":', "cannot be read"),
        ("[]", "Expected `object`"),
        ("{}", "missing required field `asset`"),
        ('{"asset":{"version":"1.0"}}', "version '1.0'"),
        ('{"asset":{"version":"2.0"},"nodes":[{"translation":[NaN,0,0]}]}', "cannot be read"),
        ('{"asset":{"version":"2.0"},"nodes":[{"translation":[1e999,0,0]}]}', "out of range"),
        ('{"asset":{"version":"2.0"},"nodes":[{"matrix":[1,2]}]}', "length >= 16"),
        ('{"asset":{"version":"2.0"},"skins":[{"joints":[-1]}]}', ">= 0"),
    ],
    ids=lambda v: v[:30],
)
def test_texts_that_are_no_gltf(text, match, tmp_path):
    path = tmp_path / "wrong.gltf"
    path.write_text(text)
    with pytest.raises(FileError, match=match):
        read(path)


def test_no_skin_is_said(tmp_path):
    refuses(chain(skins=[]), tmp_path, "holds no skinned skeleton")
    refuses(chain(skins=[{"joints": []}]), tmp_path, "holds no skinned skeleton")


def test_a_figure_that_is_not_there(tmp_path):
    path = save(turning(), tmp_path / "one.gltf")
    with pytest.raises(FileError, match="no figure 3; the file has 1"):
        read(path, ReadOptions(figure=3))


@pytest.mark.parametrize(
    ("nodes", "match"),
    [
        ([{"children": [0]}], "cycle"),
        ([{"children": [1]}, {"children": [2]}, {"children": [0]}], "cycle"),
        ([{"children": [2]}, {"children": [2]}, {}], "two parents"),
        ([{"children": [7]}], "child 7"),
    ],
)
def test_nodes_that_are_no_tree(nodes, match, tmp_path):
    refuses(chain(nodes=nodes, skins=[{"joints": [0]}]), tmp_path, match)


def test_joints_that_are_not_there(tmp_path):
    refuses(chain(skins=[{"joints": [0, 99]}]), tmp_path, "joint 99")


@pytest.mark.parametrize(
    ("place", "key", "value", "match"),
    [
        ("accessors", "count", 2**31, "needs .* bytes for 2147483648 entries"),
        ("accessors", "byteOffset", 8, "needs 40 bytes for 2 entries"),
        ("accessors", "componentType", 5130, "component type 5130"),
        ("accessors", "type", "VEC3", "must be of type VEC4"),
        ("accessors", "bufferView", 50, "buffer view 50"),
        ("bufferViews", "byteLength", 10**12, "ends at byte 1000000000000"),
        ("bufferViews", "byteOffset", 10**12, "ends at byte"),
        ("bufferViews", "byteStride", 2**40, "stride of 1099511627776"),
        ("bufferViews", "byteStride", 2, "stride of 2 bytes"),
        ("bufferViews", "buffer", 9, "buffer 9"),
    ],
)
def test_arrays_beyond_their_bytes(place, key, value, match, tmp_path):
    document = turning()
    document[place][-1][key] = value
    refuses(document, tmp_path, match)


def test_an_array_without_bytes_is_not_allocated(tmp_path):
    document = turning()
    document["accessors"][-1] = {"count": 2**40, "componentType": 5126, "type": "VEC4"}
    refuses(document, tmp_path, "far larger than the file")


def test_sparse_entries_outside(tmp_path):
    document = turning()
    add(document, np.array([[5]], np.uint16))
    add(document, np.float32([[0, 0, 0, 1]]))
    document["accessors"][1]["sparse"] = {
        "count": 1, "indices": {"bufferView": 2, "componentType": 5123}, "values": {"bufferView": 3}
    }  # fmt: skip
    refuses(document, tmp_path, "replaces entry 5, but has only 2")


@pytest.mark.parametrize(
    ("times", "values", "match"),
    [
        ([0.0, np.nan], QUARTER, "not finite"),
        ([0.0, np.inf], QUARTER, "not finite"),
        ([0.0, 0.5], QUARTER * np.float32(np.nan), "not finite"),
        ([0.5, 0.0], QUARTER, "must rise"),
        ([0.0, 0.5, 1.0], QUARTER, "3 key times and 2 values"),
        ([], np.zeros((0, 4)), "has no keys"),
    ],
)
def test_keys_that_make_no_sense(times, values, match, tmp_path):
    refuses(animate(chain(), 1, "rotation", times, values), tmp_path, match)


def test_an_interpolation_nobody_knows(tmp_path):
    refuses(turning(interpolation="BEZIER"), tmp_path, "BEZIER")


@pytest.mark.parametrize(
    "uri",
    ["../secret.bin", "/etc/passwd", "http://example.org/a.bin", "file:///etc/passwd", "sub/../../secret.bin",
     "%2e%2e/secret.bin", "C:\\a.bin", "..\\secret.bin", "a\x00b", "link.bin"],
)  # fmt: skip
def test_buffers_outside_the_folder_are_not_opened(uri, tmp_path):
    (tmp_path / "secret.bin").write_bytes(QUARTER.tobytes())
    folder = tmp_path / "inside"
    folder.mkdir()
    (folder / "link.bin").symlink_to(tmp_path / "secret.bin")
    document = turning()
    document["buffers"][-1]["uri"] = uri
    refuses(document, folder, "outside the folder|only files in the folder")


@pytest.mark.parametrize(
    ("uri", "match"),
    [
        ("missing.bin", "'missing.bin' that holds buffer 1 is missing"),
        ("x" * 5000, "is missing"),
        (".", "is missing"),
        ("data:application/octet-stream;base64,%%%", "base64"),
        ("data:text/plain,hello", "without base64"),
        (data_uri(b"short"), "buffer 1 has 5"),
    ],
)
def test_buffers_that_are_not_there(uri, match, tmp_path):
    document = turning()
    document["buffers"][-1]["uri"] = uri
    refuses(document, tmp_path, match)


def test_compressed_views_are_named(tmp_path):
    document = turning()
    document["bufferViews"][-1]["extensions"] = {"EXT_meshopt_compression": {"buffer": 1}}
    refuses(document, tmp_path, "EXT_meshopt_compression")


@pytest.mark.parametrize(
    "node",
    [
        {"translation": [1e308, 0, 0]},
        {"rotation": [1e200, 0, 0, 1]},
        {"scale": [1e11, 1e11, 1e11]},
        {"scale": [1e11, 1e10, 1e11]},
        {"scale": [1e-12, 1e12, 1e-3]},
        {"matrix": [1e300] * 16},
    ],
)
def test_numbers_beyond_all_bounds(node, tmp_path):
    document = chain(60, nodes=[n | node for n in chain(60)["nodes"]])
    refuses(document, tmp_path, "beyond all bounds")
    for key in ("translation", "scale"):
        moved = animate(chain(), 1, key, [0.0, 0.5], np.float32([[3e38] * 3] * 2))
        refuses(moved, tmp_path, "beyond bounds")


@pytest.mark.parametrize(
    "node", [{"rotation": [0, 0, 0, 0]}, {"scale": [0, 0, 0]}, {"scale": [0, 1, 1]}, {"matrix": [0] * 16}]
)
def test_degenerate_nodes_are_read(node, tmp_path):
    document = animate(chain(3), 0, "rotation", [0.0, 0.5], QUARTER)
    document["nodes"][1] |= node
    assert np.isfinite(read(save(document, tmp_path / "flat.gltf")).rotations).all()


def test_too_many_joints(tmp_path):
    refuses(chain(10_001), tmp_path, "10001 joints")


def measured(path):
    tracemalloc.start()
    started = time.process_time()
    try:
        read(path)
    except FileError:
        pass
    finally:
        spent, peak = time.process_time() - started, tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    return spent, peak


def a_year():
    return animate(chain(), 1, "translation", [0.0, 0.013, 3e7], np.zeros((3, 3)))


def wide_and_long():
    """Many joints times many keys: a product that the file's size does not pay for."""
    document = chain(3000)
    return animate(document, 1, "translation", np.arange(100_000) / 60.0, np.ones((100_000, 3), np.uint8))


def one_array_for_all():
    """Thousands of channels that share one long array."""
    document = animate(chain(3000), 0, "rotation", np.arange(20_000) / 60.0, np.ones((20_000, 4)))
    clip = document["animations"][0]
    clip["channels"] = [{"sampler": 0, "target": {"node": n, "path": "rotation"}} for n in range(3000)]
    return document


def overlapping_arrays():
    document = animate(chain(3000), 0, "rotation", np.arange(20_000) / 60.0, np.ones((20_000, 4)))
    clip = document["animations"][0]
    document["accessors"] += [document["accessors"][1]] * 3000
    clip["samplers"] = [{"input": 0, "output": 1 + n} for n in range(3000)]
    clip["channels"] = [{"sampler": n, "target": {"node": n, "path": "rotation"}} for n in range(3000)]
    return document


def many_skins():
    document = chain(10_000)
    document["skins"] = [{"joints": [k, k + 1]} for k in range(9_999)]
    return document


@pytest.mark.parametrize("make", [a_year, wide_and_long, one_array_for_all, overlapping_arrays, many_skins])
def test_no_file_takes_long_or_much(make, tmp_path):
    path = tmp_path / "greedy.gltf"
    path.write_text(json.dumps(make()))
    spent, peak = measured(path)
    size = path.stat().st_size
    assert peak < 20 * size + 64e6
    assert spent < 2.0 * max(size / 1e6, 1.0) * 4  # tracing memory slows it, and machines are shared


def test_a_year_between_keys_is_sampled_coarsely_and_said(tmp_path):
    motion = read(save(a_year(), tmp_path / "year.gltf"))
    assert any("frames/s instead" in w for w in motion.provenance.warnings)
