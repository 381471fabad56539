"""Constraints on one effector join in time and space."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from supple.constraints.curves.activity import activity
from supple.constraints.curves.consistency import Stretch, joined, overlap_sets

FRAMES = np.arange(80.0)
OWN = np.stack([0.05 * FRAMES, 0 * FRAMES, 0 * FRAMES], axis=-1)  # a point that moves along x


def stretch(first, last, priority, height, effector=0):
    """Up to a height and back, frames first to last inclusive."""
    lift = activity(FRAMES, (first, first + (last - first) / 3, last - (last - first) / 3, last))
    return Stretch(effector, priority, first, last + 1, OWN + np.outer(lift, [0.0, height, 0.3 * height]))


def result(stretches):
    """The path of the strongest piece in every frame, as a strict solver would give it."""
    out, level = OWN.copy(), np.full(len(OWN), 99)
    for piece in joined(stretches):
        for f in range(piece.start, piece.stop):
            s = stretches[piece.source]
            if s.priority < level[f]:
                out[f], level[f] = s.path[f] + piece.offset[f - piece.start], s.priority
    return out


def naive(stretches):
    out = OWN.copy()
    for s in sorted(stretches, key=lambda s: -s.priority):
        out[s.start : s.stop] = s.path[s.start : s.stop]
    return out


def jumps(path):
    return np.linalg.norm(np.diff(path, axis=0), axis=-1)


CASES = {
    "later weaker": (1, 2, (10, 40), (40, 60)),
    "later stronger": (2, 1, (10, 30), (30, 60)),
    "equal": (1, 1, (10, 35), (35, 60)),
}


@pytest.mark.parametrize(("early", "late", "first", "second"), CASES.values(), ids=CASES.keys())
def test_the_case_of_figure_5_8(early, late, first, second):
    both = [stretch(10, 40, early, 1.0), stretch(30, 60, late, -0.7)]
    a, b = joined(both)
    assert ((a.start, a.stop - 1), (b.start, b.stop - 1)) == (first, second)
    frame = second[0]
    meet_a, meet_b = both[0].path[frame] + a.offset[-1], both[1].path[frame] + b.offset[0]
    assert_allclose(meet_a, meet_b, rtol=0, atol=1e-12)
    if early == late:
        assert_allclose(meet_a, 0.5 * (both[0].path[frame] + both[1].path[frame]), rtol=0, atol=1e-12)
    path = result(both)
    assert jumps(path).max() < 0.2
    assert jumps(path)[40] < 0.15  # from frame 40 to 41
    assert np.abs(np.diff(path, 2, axis=0)).max() < 0.05  # and velocity joins too


def test_without_joining_it_jumps():
    both = [stretch(10, 40, 1, 1.0), stretch(30, 60, 2, -0.7)]
    assert jumps(naive(both))[40] > 0.7


def test_the_stronger_one_is_not_changed():
    both = [stretch(10, 40, 1, 1.0), stretch(30, 60, 2, -0.7)]
    assert not joined(both)[0].offset.any()


def test_a_weaker_one_around_a_stronger_one_is_cut_in_two():
    pieces = joined([stretch(10, 70, 2, 1.0), stretch(30, 40, 1, -0.5)])
    assert [(p.source, p.start, p.stop - 1) for p in pieces] == [(0, 10, 30), (0, 40, 70), (1, 30, 40)]


def test_a_weaker_one_inside_a_stronger_one_goes():
    assert [p.source for p in joined([stretch(10, 70, 1, 1.0), stretch(30, 40, 2, -0.5)])] == [0]


def test_equals_one_inside_the_other_and_of_one_span():
    pieces = joined([stretch(10, 60, 1, 1.0), stretch(10, 40, 1, -0.5)])
    assert [(p.source, p.start, p.stop - 1) for p in pieces] == [(0, 40, 60), (1, 10, 40)]
    twins = joined([stretch(10, 60, 1, 1.0), stretch(10, 60, 1, -0.5)])
    assert [(p.source, p.start, p.stop - 1) for p in twins] == [(0, 10, 60), (1, 10, 60)]
    assert not any(p.offset.any() for p in twins)


def test_other_effectors_do_not_matter():
    both = [stretch(10, 40, 1, 1.0), stretch(30, 60, 2, -0.7, effector=1)]
    assert [(p.start, p.stop - 1) for p in joined(both)] == [(10, 40), (30, 60)]


def test_a_gap_in_a_set_is_closed_and_one_between_sets_is_not():
    gap = [stretch(10, 30, 1, 1.0), stretch(50, 70, 2, 1.0)]
    assert [(p.start, p.stop - 1) for p in joined(gap)] == [(10, 30), (50, 70)]
    bridged = [*gap, stretch(25, 55, 3, 0.5, effector=1)]
    assert [(p.start, p.stop - 1) for p in joined(bridged)] == [(10, 30), (30, 70), (25, 55)]


def test_overlaps_through_others_are_one_set():
    assert overlap_sets([(0, 10), (20, 30), (8, 22), (40, 50)]) == ((0, 1, 2), (3,))
    assert overlap_sets([(0, 10), (10, 20)]) == ((0,), (1,))  # they share no frame
    assert overlap_sets([]) == ()


@given(st.lists(st.tuples(st.integers(0, 40), st.integers(1, 12)), max_size=8))
def test_sets_are_the_connected_parts_of_the_graph_of_overlaps(items):
    spans = [(a, a + n) for a, n in items]
    label = list(range(len(spans)))
    for _ in spans:
        for i, a in enumerate(spans):
            for j, b in enumerate(spans):
                if a[0] < b[1] and b[0] < a[1]:
                    label[i] = label[j] = min(label[i], label[j])
    wanted = {tuple(i for i, x in enumerate(label) if x == y) for y in label}
    assert set(overlap_sets(spans)) == wanted


@given(st.lists(st.tuples(st.integers(0, 60), st.integers(6, 19), st.integers(1, 3)), min_size=1, max_size=5))
def test_pieces_of_one_effector_share_at_most_a_frame(items):
    stretches = [stretch(a, a + n, p, 1.0) for a, n, p in items]
    pieces = joined(stretches)
    spans = sorted({(p.start, p.stop) for p in pieces})  # twins of one span may both stay
    assert all(later[0] >= earlier[1] - 1 for earlier, later in pairwise(spans))
    assert all(np.isfinite(p.offset).all() and p.stop > p.start for p in pieces)


@given(st.lists(st.tuples(st.integers(0, 50), st.integers(6, 25), st.integers(1, 3)), min_size=2, max_size=5))
def test_pieces_that_share_a_frame_agree_there(items):
    stretches = [stretch(a, a + n, p, 1.0 + k) for k, (a, n, p) in enumerate(items)]
    pieces = sorted((p for p in joined(stretches) if p.stop - p.start > 1), key=lambda p: p.start)
    spans = [(p.start, p.stop) for p in pieces]
    for a, b in pairwise(pieces):
        if a.stop - 1 == b.start and spans.count((a.start, a.stop)) == spans.count((b.start, b.stop)) == 1:
            end, begin = (
                stretches[a.source].path[b.start] + a.offset[-1],
                stretches[b.source].path[b.start] + b.offset[0],
            )
            assert_allclose(end, begin, rtol=0, atol=1e-12)
