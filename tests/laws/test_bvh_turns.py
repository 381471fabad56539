"""Angles to rotations in compiled code: the same bits as with NumPy, for any layout, size of angle and leap."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.shared import files, needs_data

from supple.io import registry
from supple.io.bvh.angles import compiled_rotations, plain_rotations
from supple.io.bvh.layout import Channel, Node, width

ORDERS = [order for count in range(4) for order in permutations(range(3), count)]
_angle = st.one_of(
    st.floats(-180, 180),
    st.sampled_from([0.0, -0.0, 90.0, 180.0, -180.0, 360.0, 720.0, -720.0, 1440.0, 1440.5, 0.5, 1.5, 1e-300]),
    st.floats(-1e6, 1e6),
    st.floats(-1e300, 1e300),
)


def nodes_of(orders):
    place = tuple(Channel("position", k) for k in range(3))
    turns = [tuple(Channel("rotation", k) for k in order) for order in orders]
    return tuple(
        Node(f"j{j}", f"j{j}", j - 1, (0.0, 0.0, 0.0), (place if j == 0 else ()) + mine) for j, mine in enumerate(turns)
    )


def same_bits(nodes, values):
    plain, compiled = plain_rotations(nodes, values), compiled_rotations(nodes, values)
    assert plain.tobytes() == compiled.tobytes()


@given(st.data(), st.lists(st.sampled_from(ORDERS), min_size=1, max_size=5), st.integers(1, 6))
def test_any_layout_and_any_angles(data, orders, frames):
    nodes = nodes_of(orders)
    numbers = st.lists(_angle, min_size=width(nodes), max_size=width(nodes))
    same_bits(nodes, np.array(data.draw(st.lists(numbers, min_size=frames, max_size=frames))))


@given(st.integers(0, 2**32 - 1))
def test_many_leaps_between_hemispheres(seed):
    rng = np.random.default_rng(seed)
    nodes = nodes_of(ORDERS)
    same_bits(nodes, rng.choice([0.0, 90.0, 180.0, 270.0, -180.0, 12.3, 359.9], size=(40, width(nodes))))


@needs_data
@pytest.mark.parametrize("name", ["cmu-bvh/02_01.bvh", "cmu-bvh/01_01.bvh", "other-bvh/video2bvh/cxk.bvh"])
def test_real_files(name):
    record = registry.read(files(name)[0]).provenance.native
    same_bits(record.nodes, record.values)
