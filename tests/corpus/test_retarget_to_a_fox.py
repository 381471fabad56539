"""A person's walk on a figure with four legs: done, and told."""

from support.shared import DATA, needs_data

import supple
from supple.io.options import ReadOptions


@needs_data
def test_a_walk_on_two_legs_given_to_four_is_told():
    fox = supple.read(DATA / "gltf/Fox/Fox.glb", ReadOptions(unit_scale=0.01))
    walk = supple.walking(seconds=2.0)
    assert any("on all fours" in note for note in supple.retarget(walk, fox).report.notes)
    assert not any("on all fours" in note for note in supple.retarget(walk, walk).report.notes)
