"""Laws of geometric detection: where the world is, when time starts and which way it runs do not matter."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from support.moving_frames import Track, posed

from supple.core import quaternions
from supple.core.pose import WorldPose
from supple.detect.geometric import GeometricSettings, Template, detect_geometric

numbers = st.integers(0, 10_000)
vectors = st.tuples(*[st.floats(-3.0, 3.0)] * 3)


def scene(seed):
    """Still, hinge, ball and travel in a random order, a little noisy."""
    track, rng = Track(seed), np.random.default_rng(seed)
    for kind in rng.permutation(["still", "hinge", "ball", "travel", "still"]):
        frames = int(rng.integers(6, 25))
        if kind == "still":
            track.still(frames, 0.0007, 0.1)
        elif kind == "hinge":
            track.hinge(rng.normal(size=3) * 0.2, rng.normal(size=3), 0.06 * frames, frames, noise=1e-4)
        elif kind == "ball":
            track.ball(rng.normal(size=3) * 0.2, frames, noise=1e-4)
        else:
            track.travel(track.end + rng.normal(size=3), frames, lift=0.2, turn=rng.normal(size=3), swing=0.5)
    return track


def told(found):
    return [(g.kind, g.start, g.stop) for g in found]


def templates_of(track):
    return [Template("space", a, b) for a, b in track.spans("still")[:1]]


@settings(max_examples=25, deadline=None)
@given(numbers, vectors, vectors, st.booleans())
def test_a_moved_and_turned_world_has_the_same_constraints_moved_and_turned(seed, shift, turn, with_templates):
    track = scene(seed)
    pose, skeleton = posed(track)
    q, shift = quaternions.exp(np.array(turn)), 10.0 * np.array(shift)
    moved = WorldPose(quaternions.rotate(q, pose.positions) + shift, quaternions.multiply(q, pose.rotations))
    shown = templates_of(track) if with_templates else []
    here, there = (detect_geometric(p, skeleton, 25.0, "a", templates=shown) for p in (pose, moved))
    assert told(here) == told(there)
    for a, b in zip(here, there, strict=True):
        if a.kind == "line":  # any point of the line would do, but both take that nearest to the joint
            np.testing.assert_allclose(quaternions.rotate(q, np.array(a.direction)), b.direction, atol=1e-5)
        np.testing.assert_allclose(quaternions.rotate(q, np.array(a.origin_m)) + shift, b.origin_m, atol=1e-5)


@settings(max_examples=25, deadline=None)
@given(numbers, st.integers(1, 40))
def test_the_first_frame_does_not_matter(seed, late):
    """With templates; automatic thresholds are learned from the frames that there are."""
    track = scene(seed)
    pose, skeleton = posed(track)
    padded = WorldPose(
        *(np.concatenate([array[:1].repeat(late, axis=0), array]) for array in (pose.positions, pose.rotations))
    )
    template = templates_of(track)[0]
    here = detect_geometric(pose, skeleton, 25.0, "a", templates=[template])
    later = Template("space", template.start + late, template.end + late)
    there = detect_geometric(padded, skeleton, 25.0, "a", templates=[later], first_frame=late)
    assert [(kind, a + late, b + late) for kind, a, b in told(here)] == told(there)
    assert [g.origin_m for g in here] == [g.origin_m for g in there]


@settings(max_examples=25, deadline=None)
@given(numbers)
def test_spaces_are_the_same_when_time_runs_backwards(seed):
    """Lines and points are joined in the order of time, and need not be."""
    track = scene(seed)
    pose, skeleton = posed(track)
    back = WorldPose(pose.positions[::-1], pose.rotations[::-1])
    frames = len(pose.positions)

    def spaces(p):
        return [(g.start, g.stop) for g in detect_geometric(p, skeleton, 25.0, "a") if g.kind == "space"]

    assert spaces(pose) == sorted((frames - b, frames - a) for a, b in spaces(back))


@settings(max_examples=25, deadline=None)
@given(numbers, st.floats(0.3, 4.0))
def test_a_larger_figure_has_the_same_constraints(seed, size):
    pose, skeleton = posed(scene(seed))
    large = WorldPose(size * pose.positions, pose.rotations)
    one = detect_geometric(pose, skeleton, 25.0, "a", settings=GeometricSettings(size_m=1.75))
    other = detect_geometric(large, skeleton, 25.0, "a", settings=GeometricSettings(size_m=1.75 * size))
    assert told(one) == told(other)


@settings(max_examples=40, deadline=None)
@given(numbers, st.sampled_from([20.0, 25.0, 60.0, 120.0]))
def test_constraints_are_in_order_and_never_overlap(seed, fps):
    pose, skeleton = posed(scene(seed))
    found = detect_geometric(pose, skeleton, fps, "a")
    edges = [frame for g in found for frame in (g.start, g.stop)]
    assert edges == sorted(edges)
    assert all(0 <= g.start < g.stop <= len(pose.positions) for g in found)
    assert all(np.isfinite(g.origin_m).all() for g in found)
