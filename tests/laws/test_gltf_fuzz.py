"""Any change to a good glTF document is read or refused with words; nothing else."""

import contextlib
import copy

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.gltf_files import animate, chain, save

from supple.core.motion import Motion
from supple.errors import FileError
from supple.io.registry import read


def good():
    document = chain(5)
    turn = np.float32([[0, 0, 0, 1], [0.6, 0, 0, 0.8], [0, 0.6, 0, 0.8]])
    animate(document, 1, "rotation", [0.0, 0.1, 0.2], turn)
    animate(document, 0, "translation", [0.0, 0.1, 0.2], np.eye(3))
    animate(document, 2, "scale", [0.0, 0.1], np.ones((6, 3)), "CUBICSPLINE")
    document["asset"]["extras"] = {"supple": {"frame_time": 0.1, "rest_rows": 1}}
    document["nodes"][4]["extras"] = {"supple": {"end_site": True}}
    document["nodes"][3] |= {"matrix": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0.3, 0, 1]}
    return document


def places(value, way=()):
    """Every place in the document, as the keys that lead there."""
    found = [way]
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, below in entries:
        found += places(below, (*way, key))
    return found


PLACES = [way for way in places(good()) if way]
numbers = st.sampled_from([-1, 0, 1, 2, 3, 7, 255, 5121, 5123, 2**31, 2**63, 0.5, -0.5, 1e-30, 1e11, 1e38, 1e300])
values = numbers | st.sampled_from([None, True, "", "VEC3", "STEP", "x.bin", "data:;base64,AAAA", [], {}, [0], [[]]])
changes = st.lists(st.tuples(st.sampled_from(PLACES), st.none() | values, st.booleans()), min_size=1, max_size=4)


def changed(document, way, value, delete):
    at = document
    for key in way[:-1]:
        if not isinstance(at, (dict, list)) or (key not in at if isinstance(at, dict) else key >= len(at)):
            return
        at = at[key]
    if (isinstance(at, dict) and way[-1] in at) or (
        isinstance(at, list) and isinstance(way[-1], int) and way[-1] < len(at)
    ):
        if delete:
            del at[way[-1]]
        else:
            at[way[-1]] = copy.deepcopy(value)


@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(changes)
def test_changed_documents_are_read_or_refused(tmp_path, listed):
    document = good()
    for way, value, delete in listed:
        changed(document, way, value, delete)
    with contextlib.suppress(FileError):
        assert isinstance(read(save(document, tmp_path / "changed.gltf")), Motion)
