"""Bodies: the source's tables, cones against a Monte-Carlo integral, and documents of them."""

import numpy as np
import pytest
from support.motions import human_skeleton

from supple.core.body.masses import body_mass
from supple.core.body.rest_pose import rest_pose
from supple.core.roles import find_roles
from supple.dynamics.actors import ACTORS, DEMO, DEMO_MASS, NOT_FROM_CIRCUMFERENCES, PAIRED
from supple.dynamics.body import actor_body, average_body
from supple.dynamics.cones import cone, cone_volume, stacked
from supple.dynamics.inertias import body_inertias
from supple.errors import DocumentError, InvalidValueError
from supple.io.documents.body import parse_body
from supple.recipes.physics.bodies import body_document, body_of


def _count(name):
    return 2 if name in PAIRED else 1


@pytest.mark.parametrize("actor", "ABCD")
def test_masses_of_the_four_people_are_those_that_the_source_prints(actor):
    person = ACTORS[actor]
    own = {n: cone_volume(r.length, r.first, r.second) for n, r in person.rows.items()}
    listed = {n for n in own if (actor, n) in NOT_FROM_CIRCUMFERENCES}
    assert {n for n in own if abs(own[n] / person.rows[n].volume - 1.0) > 2e-3} <= listed
    used = {n: person.rows[n].volume if n in listed else own[n] for n in own}
    whole = sum(_count(n) * v for n, v in used.items())
    for name, volume in used.items():
        assert person.mass * volume / whole == pytest.approx(person.rows[name].mass, abs=1e-3)
    body = actor_body(actor)
    assert body.segments["thigh"].mass == pytest.approx(person.rows["thigh"].mass, abs=1e-3)
    assert sum(_count(n) * s.mass for n, s in body.segments.items()) == pytest.approx(person.mass)


@pytest.mark.parametrize("motion", [0, 1])
def test_masses_of_the_demo_are_those_that_the_source_prints(motion):
    volumes = {n: cone_volume(row[motion], row[2], row[3]) for n, row in DEMO.items()}
    whole = sum(_count(n) * v for n, v in volumes.items())
    for name, row in DEMO.items():
        assert DEMO_MASS * volumes[name] / whole == pytest.approx(row[4 + motion], abs=1e-5)


def test_inertia_of_a_cone_is_its_integral():
    length, first, second, mass = 0.46, 0.63, 0.30, 3.4
    rng = np.random.default_rng(1)
    a, b = first / (2 * np.pi), second / (2 * np.pi)
    p = rng.uniform([-a, 0.0, -a], [a, length, a], size=(2_000_000, 3))
    p = p[np.hypot(p[:, 0], p[:, 2]) <= a + (b - a) * p[:, 1] / length]
    drawn = mass * (np.mean(np.sum(p * p, axis=1)) * np.eye(3) - p.T @ p / len(p))
    solid = cone(length, first, second, mass)
    np.testing.assert_allclose(solid.about_joint().diagonal(), drawn.diagonal(), rtol=1e-2)
    assert solid.centre == pytest.approx(p[:, 1].mean(), rel=1e-2)


def test_two_halves_stacked_are_the_whole():
    whole = cone(0.4, 0.6, 0.4, 5.0)
    first, second = cone_volume(0.2, 0.6, 0.5), cone_volume(0.2, 0.5, 0.4)
    share = first / (first + second)
    halves = stacked([cone(0.2, 0.6, 0.5, 5.0 * share), cone(0.2, 0.5, 0.4, 5.0 * (1.0 - share))])
    np.testing.assert_allclose(halves, whole, rtol=1e-12)


def test_a_figure_has_the_mass_and_the_inertia_of_its_body():
    skeleton = human_skeleton()
    roles = find_roles(skeleton, rest_pose(skeleton).positions[None])
    inertias = body_inertias(skeleton, roles, average_body(1.75, 70.0))
    assert inertias.mass == pytest.approx(70.0)
    np.testing.assert_allclose(inertias.masses, body_mass(skeleton, roles, 70.0).masses, rtol=1e-12)
    np.testing.assert_allclose(inertias.centres, body_mass(skeleton, roles, 70.0).centres, atol=1e-12)
    assert (np.linalg.eigvalsh(inertias.inertias[inertias.masses > 0.0]) > 0.0).all()
    loaded = body_inertias(skeleton, roles, average_body(1.75, 70.0), [("left_wrist", 5.0, (0.1, 0.0, 0.0))])
    assert loaded.mass == pytest.approx(75.0)
    thigh = inertias.inertias[skeleton.index("LeftUpLeg")]
    assert 0.05 < thigh[0, 0] < 0.3  # people's thighs have about 0.15 kg m2
    assert thigh[1, 1] < 0.3 * thigh[0, 0]


def test_a_body_is_read_as_it_was_written():
    for body in (actor_body("B"), average_body(1.6, 55.0)):
        again = body_of(parse_body(body_document(body), "body.toml"))
        assert again.mass == pytest.approx(body.mass)
        for name, segment in body.segments.items():
            np.testing.assert_allclose(np.hstack(again.segments[name]), np.hstack(segment), rtol=1e-8)
        assert again.strength == pytest.approx(body.strength, rel=1e-5)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[person]\nmass_kg = 0.0", "person.mass_kg must lie between 0"),
        ("[segment.thigh]\nmass_kg = -3.0", "segment.thigh.mass_kg must lie between 0"),
        ("[segment.tail]\nmass_kg = 3.0", "there is no segment 'tail'"),
        ("[strength]\nhip = 3.0", "hip_nm"),
        ("[measure.foot]\nlength_m = 0.2", "circumference_m is missing"),
        ("[person]\nmass_kg = nan", "mass_kg"),
    ],
)
def test_a_body_that_nobody_has_is_refused(text, says):
    with pytest.raises(DocumentError, match=says):
        parse_body(f"format = 1\n{text}", "body.toml")


def test_a_body_without_weight_is_refused():
    with pytest.raises(InvalidValueError, match="mass"):
        average_body(1.7, 0.0)
