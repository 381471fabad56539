"""What every small verb promises at the terminal: many inputs or ``-``, ``--frames``, ``--json``, ``--dry-run``."""

import json

import pytest
from support.command_line import give_input, run

import supple
from supple.cli.app import app
from supple.plots.viewer.server import ViewServer

# What comes before the inputs, what comes after them, and what a result is called.
VERBS = {
    "trim": ([], ["--from", "2f"], "bvh"),
    "resample": ([], ["--fps", "30"], "bvh"),
    "concat": ([], [], "bvh"),
    "loop": ([], ["--cycle", "3:20", "--no-feet"], "bvh"),
    "smooth": ([], ["--hz", "8", "--no-feet"], "bvh"),
    "mirror": ([], [], "bvh"),
    "floor": ([], ["--lowest"], "bvh"),
    "orient": ([], ["--heading", "0"], "bvh"),
    "inplace": ([], ["--steady"], "bvh"),
    "rename": ([], ["--to", "unreal"], "bvh"),
    "prune": ([], ["--drop", "end-sites"], "bvh"),
    "scale-units": ([], ["--factor", "2"], "bvh"),
    "diff": (["{first}"], [], "png"),
    "join": (["{first}"], [], "bvh"),
    "view": ([], ["--no-contacts", "--no-open"], None),
    "render": ([], ["--strip", "2", "--size", "64x48"], "png"),
}
WRITING = [verb for verb, (_, _, suffix) in VERBS.items() if suffix]
LISTED = {"diff": "clips", "view": "clips", "render": "pictures"}  # where the JSON has a fact for each input
FRAMES = 30  # of an input


@pytest.fixture
def clips(tmp_path):
    """Two clips of one figure, and a third that verbs of two may take first."""
    paths = [tmp_path / f"{name}.bvh" for name in ("one", "two", "first")]
    for number, path in enumerate(paths):
        supple.write(supple.walking(seconds=FRAMES / 60, speed=1.0 + 0.2 * number), path)
    return paths


def words(verb, clips, inputs, *more):
    before, after, _ = VERBS[verb]
    return verb, *(word.format(first=clips[2]) for word in before), *inputs, *after, *more


def output(verb, place):
    """The words that say where a result goes."""
    if VERBS[verb][2] is None:
        return []
    return ["--plot" if verb == "diff" else "-o", place]


def facts(verb, out):
    """One fact for each input; verbs that make one clip of all have one."""
    told = json.loads(out)
    return [told] if verb == "concat" else told[LISTED.get(verb, "clips")]


def test_all_small_verbs_are_here():
    everyday = {command.name for command in app.registered_commands} & {
        name.replace("_", "-") for name, home in supple._HOME.items() if home.startswith("recipes.everyday.")
    }
    assert everyday | {"view", "render"} == set(VERBS)


@pytest.mark.parametrize("verb", VERBS)
def test_many_inputs_and_a_bad_one_among_them(verb, clips, tmp_path, capsys):
    bad = tmp_path / "bad.bvh"
    bad.write_text("no motion")
    suffix = VERBS[verb][2]
    dry = [] if suffix else ["--dry-run"]
    for inputs in (clips[:2], [clips[0], bad, clips[1]]):
        place = tmp_path / (f"made{len(inputs)}" + ".bvh" * (verb == "concat"))
        code, out, err = run(capsys, *words(verb, clips, inputs, *output(verb, place), "--json", *dry))
        assert code == (1 if bad in inputs else 0), err
        assert ("bad.bvh" in err) == (bad in inputs)
        if verb == "concat":  # all or nothing
            assert bad in inputs or json.loads(out)["frames"] == 2 * FRAMES
        else:
            assert ["error" in fact for fact in facts(verb, out)] == [path == bad for path in inputs]
            assert [fact["input"] for fact in facts(verb, out)] == [str(path) for path in inputs]
        if suffix and code == 0:
            made = [place] if verb == "concat" else [place / f"{path.stem}.{suffix}" for path in inputs]
            assert all(path.stat().st_size for path in made)


@pytest.mark.parametrize("verb", VERBS)
def test_standard_input_once(verb, clips, tmp_path, capsys, monkeypatch):
    give_input(monkeypatch, clips[0].read_bytes())
    code, out, err = run(capsys, *words(verb, clips, ["-"], *output(verb, tmp_path / "out.png"), "--dry-run", "--json"))
    if VERBS[verb][2] == "bvh":  # a picture is no motion
        assert code == 1
        give_input(monkeypatch, clips[0].read_bytes())
        code, out, err = run(
            capsys, *words(verb, clips, ["-"], *output(verb, tmp_path / "out.bvh"), "--dry-run", "--json")
        )
    assert code == 0, err
    assert [fact["input"] for fact in facts(verb, out)] == ["-"]
    code, _, err = run(capsys, *words(verb, clips, ["-", "-"], *output(verb, tmp_path / "out"), "--dry-run"))
    assert code == 2
    assert "once" in err


@pytest.mark.parametrize("verb", VERBS)
def test_a_part_by_its_frames(verb, clips, tmp_path, capsys):
    asked = words(verb, clips, clips[:1], *output(verb, tmp_path / f"part.{VERBS[verb][2]}"), "--json", "--dry-run")
    whole, part = (facts(verb, run(capsys, *asked, *more)[1])[0]["frames"] for more in ((), ("--frames", "2:25")))
    assert part != whole or verb == "loop"  # the cycle is as long, wherever its clip begins
    code, _, err = run(capsys, *asked, "--frames", "10:99")
    assert code == 1
    assert "0:30" in err
    assert run(capsys, *asked, "--frames", "9:9")[0] == 2


@pytest.mark.parametrize("verb", WRITING)
def test_a_dry_run_tells_and_writes_nothing(verb, clips, tmp_path, capsys):
    before = sorted(tmp_path.iterdir())
    place = output(verb, tmp_path / f"made.{VERBS[verb][2]}")
    code, out, err = run(capsys, *words(verb, clips, clips[:1], *place, "--dry-run", "--json"))
    assert code == 0, err
    assert "would write" in err
    assert sorted(tmp_path.iterdir()) == before
    assert facts(verb, out)[0]["written"] == []
    code, out, _ = run(capsys, *words(verb, clips, clips[:1], *place, "--json"))
    assert code == 0
    assert facts(verb, out)[0]["written"][0] == str(place[1])
    assert place[1].exists()


def test_a_dry_run_of_the_viewer_opens_no_page(clips, capsys, monkeypatch):
    monkeypatch.setattr(ViewServer, "run", lambda self: pytest.fail("it serves"))
    code, out, err = run(capsys, "view", *clips[:2], "--dry-run", "--frames", "5:20")
    assert (code, out) == (0, "")
    assert err.count("would show 15 frames at 60 fps") == 2
