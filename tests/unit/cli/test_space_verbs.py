"""The verbs of space and skeleton as a person types them."""

import json

import msgspec
import numpy as np
import pytest
from support.command_line import run
from support.motions import smooth_motion

import supple
from supple.core.motion import Motion
from supple.core.pose import world_pose
from supple.core.skeleton import Skeleton
from supple.recipes.walk import walking


@pytest.fixture
def walk(tmp_path):
    path = tmp_path / "walk.bvh"
    supple.write(walking(2.0), path)
    return path


def test_mirrored_twice_is_the_file_again(capsys, walk, tmp_path):
    once, twice = tmp_path / "once.bvh", tmp_path / "twice.bvh"
    assert run(capsys, "mirror", walk, "-o", once)[0] == 0
    assert run(capsys, "mirror", once, "-o", twice)[0] == 0
    a, b = (world_pose(supple.read(path)).positions for path in (walk, twice))
    np.testing.assert_allclose(a, b, atol=1e-6)
    assert np.abs(world_pose(supple.read(once)).positions - a).max() > 0.1


def test_in_place_and_back_through_files(capsys, walk, tmp_path):
    still, back = tmp_path / "still.bvh", tmp_path / "back.bvh"
    assert run(capsys, "inplace", walk, "-o", still, "--with-heading")[0] == 0
    assert (tmp_path / "still.root.csv").read_text().startswith("frame,time_s,x_m")
    assert run(capsys, "inplace", still, "-o", back, "--back", tmp_path / "still.root.csv")[0] == 0
    a, b = (world_pose(supple.read(path)).positions for path in (walk, back))
    np.testing.assert_allclose(a, b, atol=2e-6)


def test_many_clips_find_their_curves_in_a_folder(capsys, walk, tmp_path):
    other = tmp_path / "other.bvh"
    supple.write(walking(1.0), other)
    assert run(capsys, "inplace", walk, other, "-o", tmp_path / "still")[0] == 0
    still = sorted((tmp_path / "still").glob("*.bvh"))
    assert run(capsys, "inplace", *still, "-o", tmp_path / "back", "--back", tmp_path / "still")[0] == 0
    for path in (walk, other):
        back = supple.read(tmp_path / "back" / path.name)
        np.testing.assert_allclose(back.root_positions, supple.read(path).root_positions, atol=2e-6)


def test_a_curve_needs_a_file_to_stand_beside(capsys, walk):
    code, _, err = run(capsys, "inplace", walk, "-o", "-")
    assert code == 1
    assert ".root.csv" in err


def test_up_and_units_are_those_of_the_written_file(capsys, walk, tmp_path):
    assert run(capsys, "orient", walk, "-o", tmp_path / "z.bvh", "--up", "z")[0] == 0
    assert supple.read(tmp_path / "z.bvh").provenance.up == "z"
    assert run(capsys, "scale-units", walk, "-o", tmp_path / "m.bvh", "--units", "m", "--json")[0] == 0
    assert supple.read(tmp_path / "m.bvh").provenance.unit_scale == 1.0


def test_a_grounded_walk_stands_at_the_height_asked_for(capsys, walk, tmp_path):
    lifted = supple.read(walk)
    supple.write(lifted.with_root_positions(lifted.root_positions + [0.0, 0.5, 0.0]), tmp_path / "up.bvh")
    code, out, _ = run(capsys, "floor", tmp_path / "up.bvh", "-o", tmp_path / "down.bvh", "--json")
    assert code == 0
    assert "down by 5" in json.loads(out)["clips"][0]["notes"][0]
    low = world_pose(supple.read(tmp_path / "down.bvh")).positions[..., 1].min()
    assert abs(low - world_pose(supple.read(walk)).positions[..., 1].min()) < 0.005


def test_diff_tells_joints_frames_and_its_code(capsys, walk, tmp_path):
    code, out, _ = run(capsys, "diff", walk, walk, "--exit-code")
    assert (code, out.strip()) == (0, "no difference")
    motion = supple.read(walk)
    rotations = motion.rotations.copy()
    rotations[10:20, motion.skeleton.index("LeftForeArm")] = (1.0, 0.0, 0.0, 0.0)
    supple.write(motion.with_rotations(rotations), tmp_path / "other.bvh")
    code, out, _ = run(capsys, "diff", walk, tmp_path / "other.bvh")
    assert code == 0
    assert "LeftForeArm" in out
    assert "frames that differ: 10:20" in out
    code, out, _ = run(capsys, "diff", walk, tmp_path / "other.bvh", "--json", "--exit-code", "--frames", "5:15")
    assert code == 3
    assert json.loads(out)["clips"][0]["spans"] == [[5, 10]]


def test_diff_tells_of_many_a_line_each(capsys, walk, tmp_path):
    slow = tmp_path / "slow.bvh"
    supple.write(walking(1.0, speed=1.0), slow)
    code, out, _ = run(capsys, "diff", walk, walk, slow, "--exit-code")
    assert code == 3
    title, same, other, *_ = out.splitlines()
    assert "worst mm" in title
    assert same.split() == [str(walk)[-37:] if len(str(walk)) <= 40 else f"...{str(walk)[-37:]}", "no", "difference"]
    assert "slow.bvh" in other
    assert run(capsys, "diff", walk, walk, slow, "--plot", tmp_path / "maps")[0] == 0
    assert sorted(path.name for path in (tmp_path / "maps").iterdir()) == ["slow.png", "walk.png"]


def test_diff_asks_whether_contacts_are_those_of_the_clip(capsys, walk, tmp_path):
    motion = supple.read(walk)
    found = supple.detect(motion)
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    supple.write_contacts(good, found)
    supple.write_contacts(
        bad, supple.Contacts(fps=found.fps, contacts=(msgspec.structs.replace(found.contacts[0], stop=10_000),))
    )
    assert run(capsys, "diff", walk, walk, "--contacts", good, "--contacts", good, "--exit-code")[0] == 0
    code, _, err = run(capsys, "diff", walk, walk, "--contacts", good, "--contacts", bad)
    assert code == 1
    assert "bad.json" in err
    assert "10000" in err


@pytest.mark.parametrize("suffix", ["png", "svg"])
def test_diff_draws_a_map_and_never_over_another_file(capsys, walk, tmp_path, suffix):
    supple.write(supple.mirror(supple.read(walk)).motion, tmp_path / "other.bvh")
    plot = tmp_path / f"map.{suffix}"
    words = ("diff", walk, tmp_path / "other.bvh", "--plot", plot)
    assert run(capsys, *words)[0] == 0
    assert plot.stat().st_size > 5000
    before = plot.read_bytes()
    assert run(capsys, *words)[0] == 1
    assert plot.read_bytes() == before


def test_diff_of_equal_clips_can_be_drawn(capsys, walk, tmp_path):
    assert run(capsys, "diff", walk, walk, "--plot", tmp_path / "same.png")[0] == 0


def test_join_takes_the_upper_body(capsys, walk, tmp_path):
    mirrored, out = tmp_path / "mirrored.bvh", tmp_path / "joined.bvh"
    supple.write(supple.mirror(supple.read(walk)).motion, mirrored)
    assert run(capsys, "join", mirrored, walk, "-o", out, "--upper")[0] == 0
    joined = supple.read(out)
    foot, hand = (joined.skeleton.index(name) for name in ("LeftFoot", "LeftHand"))
    a, b = world_pose(joined).positions, world_pose(supple.read(walk)).positions
    np.testing.assert_allclose(a[:, foot], b[:, foot], atol=1e-6)
    assert np.abs(a[:, hand] - b[:, hand]).max() > 0.1


def test_one_upper_body_goes_onto_many_legs(capsys, walk, tmp_path):
    other = tmp_path / "other.bvh"
    supple.write(walking(1.0, speed=1.0), other)
    assert run(capsys, "join", walk, walk, other, "-o", tmp_path / "out")[0] == 0
    assert supple.read(tmp_path / "out" / "other.bvh").frames == 60
    assert run(capsys, "diff", walk, tmp_path / "out" / "walk.bvh", "--exit-code")[0] == 0


BARE = Skeleton(("root", "a", "b"), [-1, 0, 1], np.eye(3))


@pytest.fixture
def bare(tmp_path):
    path = tmp_path / "bare.bvh"
    supple.write(smooth_motion(BARE, 5), path)
    return path


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["mirror", "{bare}"], "no left and right"),
        (["orient", "{bare}", "--heading", "0"], "no left and right"),
        (["orient", "{walk}", "--heading", "nan"], "nan"),
        (["rename", "{walk}", "--map", "Hisp=x"], "Hips"),
        (["rename", "{walk}", "--map", "Neck=Head"], "both be called"),
        (["rename", "{walk}", "--names", "{tmp}/none.csv"], "no such file"),
        (["rename", "{walk}", "--strip", "rig:"], "begins with 'rig:'"),
        (["prune", "{walk}", "--drop", "Hips"], "fall apart"),
        (["prune", "{walk}", "--drop", "LeftHnad"], "LeftHand"),
        (["scale-units", "{walk}", "--factor", "-1"], "factor"),
        (["inplace", "{walk}", "--back", "{tmp}/none.csv"], "no such file"),
        (["join", "{bare}", "{walk}"], "different skeletons"),
        (["join", "{walk}", "{walk}", "--start", "99"], "never meet"),
        (["floor", "{walk}", "--height", "nan"], "nan"),
        (["mirror", "{walk}", "--frames", "500:600"], "not inside"),
    ],
)
def test_what_cannot_be_done_is_told_and_nothing_is_written(capsys, walk, bare, tmp_path, words, said):
    out = tmp_path / "out.bvh"
    filled = [word.format(bare=bare, walk=walk, tmp=tmp_path) for word in words]
    code, _, err = run(capsys, *filled, "-o", out)
    assert code == 1
    assert said in err
    assert not out.exists()
    assert not (tmp_path / "out.root.csv").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["orient", "{walk}"], "--heading"),
        (["orient", "{walk}", "--heading", "0", "--face", "x"], "give one"),
        (["orient", "{walk}", "--position", "1"], "X,Z"),
        (["orient", "{walk}", "--up", "w"], "no axis"),
        (["rename", "{walk}"], "--to"),
        (["rename", "{walk}", "--map", "Hips"], "OLD=NEW"),
        (["rename", "{walk}", "--map", "Hips=a", "--map", "Hips=b"], "twice"),
        (["prune", "{walk}"], "--keep"),
        (["scale-units", "{walk}"], "--units"),
        (["inplace", "{walk}", "--steady", "--with-heading"], "straight"),
        (["inplace", "{walk}", "--back", "x.csv", "--steady"], "leave out"),
        (["join", "{walk}", "{walk}", "--upper", "--from", "spine"], "give one"),
        (["join", "-", "-"], "once"),
    ],
)
def test_wrong_uses_are_told(capsys, walk, tmp_path, words, said):
    code, _, err = run(capsys, *(word.format(walk=walk) for word in words), "-o", tmp_path / "out.bvh")
    assert code == 2
    assert said in " ".join(err.replace("│", " ").split())


def test_diff_refuses_what_it_cannot_compare(capsys, walk, bare):
    code, _, err = run(capsys, "diff", walk, bare)
    assert code == 1
    assert "neither names" in err
    assert run(capsys, "diff", walk, walk, "--plot", "map.txt")[0] == 1
    assert run(capsys, "diff", walk, walk, "--contacts", walk)[0] == 2


def test_a_python_program_gets_the_same(walk):
    motion = supple.read(walk)
    assert isinstance(supple.mirror(motion).motion, Motion)
    assert supple.diff(motion, motion).is_empty
    still = supple.inplace(motion)
    np.testing.assert_allclose(
        still.curve.put_back(still.motion).motion.root_positions, motion.root_positions, atol=1e-12
    )
