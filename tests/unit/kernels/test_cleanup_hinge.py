"""The knee of a limb that is cleaned: its length, its bend, its damping."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from support.slow_limbs import DAMPING_FROM, angle_for, bent, damped, inner_angle
from support.tolerances import ALGEBRA

from supple.kernels.cleanup import hinge

QUADRATURE = {"rtol": 0.0, "atol": 1e-10}  # Simpson's rule with 4000 steps, across a corner of the third derivative


def bones(seed):
    """Two bones and an axis that is at right angles to neither."""
    rng = np.random.default_rng(seed)
    axis = rng.normal(size=3)
    return rng.normal(size=3), rng.normal(size=3), axis / np.linalg.norm(axis)


@pytest.mark.parametrize("seed", range(200))
def test_a_knee_off_the_bones_reaches_every_length_exactly(seed):
    upper, lower, axis = bones(seed)
    c, p, bend = hinge.hinge_of(tuple(upper), tuple(lower), tuple(axis))
    assert_allclose(np.pi - bend, inner_angle(upper, lower, axis), **ALGEBRA)
    shortest, longest = hinge.length_at(np.pi, c, p), hinge.length_at(0.0, c, p)
    for share in (0.1, 0.5, 0.9):
        wanted = shortest + share * (longest - shortest)
        to = hinge.bend_for(wanted**2, c, p)
        assert_allclose(np.pi - to, angle_for(upper, lower, axis, wanted), **ALGEBRA)
        assert_allclose(np.linalg.norm(upper + bent(lower, axis, to - bend)), wanted, **ALGEBRA)


@pytest.mark.parametrize("start_deg", [30.0, 120.0, 140.0, 170.0, 180.0])
@pytest.mark.parametrize("stop_deg", [60.0, 134.0, 150.0, 180.0])
def test_damping_is_the_integral(start_deg, stop_deg):
    start, stop = np.radians([start_deg, stop_deg])
    by = hinge.damped_angle(stop, DAMPING_FROM) - hinge.damped_angle(start, DAMPING_FROM)
    assert_allclose(start + by, damped(start, stop), **QUADRATURE)


def test_damping_ends_half_way_between_its_start_and_straight():
    assert_allclose(np.degrees(hinge.damped_angle(np.pi, DAMPING_FROM)), 157.5, **ALGEBRA)
    assert hinge.damped_angle(4.0, DAMPING_FROM) == hinge.damped_angle(np.pi, DAMPING_FROM)


def equal_limb(angle_deg, length):
    """Bend and scale of a limb of two bones of length 1 at an inner angle, for a wanted length."""
    bend = np.pi - np.radians(angle_deg)
    return hinge.bend_and_scale(length, 2.0, 1.0, bend, 0.03, DAMPING_FROM)


def test_a_leg_that_is_stretched_out_fully_scales_by_two_percent():
    _, scale = equal_limb(135.0, 2.0)
    assert 1.015 < scale < 1.021


@pytest.mark.parametrize(("angle_deg", "target_deg"), [(178.0, 90.0), (180.0, 60.0), (135.0, 180.0), (170.0, 178.0)])
def test_stretch_is_bounded_and_the_length_is_met(angle_deg, target_deg):
    length = 2.0 * np.sin(0.5 * np.radians(target_deg))
    bend, scale = equal_limb(angle_deg, length)
    assert 0.97 <= scale <= 1.03
    assert_allclose(scale * 2.0 * np.cos(0.5 * bend), length, **ALGEBRA)


def test_what_is_out_of_reach_is_approached_with_a_straight_leg_of_the_largest_stretch():
    assert equal_limb(150.0, 2.2) == (0.0, 1.03)
    assert hinge.bend_and_scale(2.2, 2.0, 1.0, 0.5, 0.0, DAMPING_FROM) == (0.0, 1.0)


def test_the_bound_of_the_stretch_does_not_jump():
    lengths = np.linspace(1.0, 2.1, 20001)
    found = np.array([equal_limb(172.0, length) for length in lengths])
    slope = np.abs(np.diff(found, axis=0)).max(axis=0) / (lengths[1] - lengths[0])
    assert slope[1] < 1.1
    assert np.abs(np.diff(found[:, 0])).max() < 0.02  # bending starts like a square root where a straight leg is left


@pytest.mark.parametrize("stretch", [0.0, 0.03])
@pytest.mark.parametrize("bend", [-0.1, 0.0, 1e-9, 0.4])
def test_a_leg_of_the_right_length_keeps_its_bend(bend, stretch):
    length = np.sqrt(2.0 + 2.0 * np.cos(bend))
    assert hinge.bend_and_scale(length, 2.0, 1.0, bend, stretch, DAMPING_FROM) == (bend, 1.0)


@pytest.mark.parametrize("angle_deg", [100.0, 150.0, 179.0])
def test_a_rigid_leg_never_bends_backward(angle_deg):
    bends = [
        hinge.bend_and_scale(v, 2.0, 1.0, np.pi - np.radians(angle_deg), 0.0, 2.0)[0] for v in (0.1, 1.0, 2.0, 3.0)
    ]
    assert min(bends) >= 0.0


@pytest.mark.parametrize("bend", [-0.15, 0.0, 0.1, 0.8])
def test_a_limb_on_its_way_comes_to_the_exact_bend_as_it_has_to(bend):
    own, exact = np.sqrt(2.0 + 2.0 * np.cos(bend)), 0.9
    length = np.sqrt(2.0 + 2.0 * np.cos(exact))
    assert_allclose(hinge.eased_bend(length, 2.0, 1.0, bend, exact, 1.0), exact, **ALGEBRA)
    assert_allclose(hinge.eased_bend(own, 2.0, 1.0, bend, abs(bend), 0.0), bend, **ALGEBRA)


@pytest.mark.parametrize("bend", [-0.15, 0.0, 0.02])
def test_a_nearly_straight_limb_on_its_way_does_not_pop(bend):
    lengths = np.sqrt(2.0 + 2.0 * np.cos(bend)) - np.linspace(0.0, 0.02, 201)
    found = np.array([hinge.eased_bend(v, 2.0, 1.0, bend, hinge.bend_for(v * v, 2.0, 1.0), 0.0) for v in lengths])
    exact = np.array([hinge.bend_for(v * v, 2.0, 1.0) for v in lengths])
    assert np.abs(np.diff(found)).max() < 1e-3
    assert np.abs(np.diff(exact)).max() > (0.01 if bend == 0.0 else 2e-3 if bend > 0.0 else 1e-4)
    assert hinge.eased_bend(2.5, 2.0, 1.0, bend, 0.0, 0.0) == min(bend, 0.0)
