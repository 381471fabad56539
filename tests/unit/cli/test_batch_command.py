"""``supple batch`` as a person uses it: trees, options of verbs, recipes, resuming, exit codes."""

import json
import os
from importlib.util import find_spec

import pytest
from support.batch_jobs import Inline
from support.command_line import run
from support.datasets import manifest_without_times
from support.motions import human_skeleton, smooth_motion
from support.processes import nothing_is_left as nothing_is_left

import supple
from supple.batch import locking, memory
from supple.batch.manifest import read_entries
from supple.cli import batch
from supple.cli.batch_job import compact
from supple.cli.batch_verbs import VERBS, modules_of
from supple.io import registry


@pytest.fixture
def takes(tmp_path, monkeypatch):
    """A tree of three small clips and a broken one, in the current folder."""
    monkeypatch.chdir(tmp_path)
    for k, name in enumerate(("walks/a.bvh", "walks/b.bvh", "left/c.bvh")):
        path = tmp_path / "takes" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        supple.write(smooth_motion(human_skeleton(), 20 + k), path)
    (tmp_path / "takes/left/bad.bvh").write_text("no motion")
    return tmp_path


@pytest.fixture
def inline(monkeypatch):
    """No other processes: these tests are about everything else."""
    monkeypatch.setattr(batch, "_pool", lambda *given: Inline())


def lines(folder):
    return {e.clip: e for _, e in read_entries(folder / "manifest.jsonl")}


def test_a_verb_on_a_tree_in_workers_of_its_own(takes, capsys):
    code, out, err = run(capsys, "batch", "trim", "takes", "cut", "--jobs", 2, "--frames", "2:12", "--suffix", "glb")
    assert code == 1
    assert {line.split()[0] for line in out.splitlines()} == {"ok", "failed"}
    assert "3 ok" in err
    assert "1 failed" in err
    assert "starts with HIERARCHY" in err
    assert supple.read("cut/walks/b.glb").frames == 10
    assert lines(takes / "cut")["left/bad.bvh"].error.startswith("left/bad.bvh:1: ")
    assert lines(takes / "cut")["walks/a.bvh"].metrics["clip"]["height_m"] == pytest.approx(1.7, abs=0.2)


def test_resume_does_what_is_left_and_json_says_so(takes, inline, capsys):
    words = ("batch", "convert", "takes", "out", "--units", "m", "--json")
    assert run(capsys, *words, "--include", "walks/*")[0] == 0
    code, out, err = run(capsys, *words, "--resume")
    told = json.loads(out)
    assert code == 1
    assert (told["clips"], told["ok"], told["failed"], told["done_before"]) == (4, 3, 1, 2)
    assert told["causes"][0]["count"] == 1
    assert "walks/a.bvh" not in err
    assert supple.read("out/left/c.bvh").provenance.unit_scale == 1.0


def test_a_changed_document_redoes_all_that_names_it(takes, inline, capsys):
    (takes / "names.toml").write_text('format = 1\n[names]\nHips = "pelvis"\n')
    words = ("batch", "rename", "takes", "out", "--names", "names.toml", "--exclude", "bad*")
    assert run(capsys, *words)[0] == 0
    assert "done now" in run(capsys, *words, "--resume")[2]
    (takes / "names.toml").write_text('format = 1\n[names]\nHips = "root"\n')
    assert "3 done now" in run(capsys, *words, "--resume")[2]
    assert supple.read("out/walks/a.bvh").skeleton.names[0] == "root"


def test_a_recipe_does_steps_in_a_row_for_the_clips_that_they_are_for(takes, inline, capsys):
    (takes / "recipe.toml").write_text(
        'format = 1\n[[step]]\nverb = "trim"\noptions = "--frames 2:12"\n[[step]]\nverb = "mirror"\nonly = ["left/*"]\n'
        '[[step]]\nverb = "check"\n'
    )
    code, _, err = run(capsys, "batch", "run", "recipe.toml", "takes", "out", "--exclude", "bad.bvh")
    assert code == 0, err
    told = lines(takes / "out")
    assert set(told["walks/a.bvh"].metrics) == {"clip", "1 trim", "2 check"}
    assert set(told["left/c.bvh"].metrics) == {"clip", "1 trim", "2 mirror", "3 check"}
    assert supple.read("out/left/c.bvh").frames == 10
    expected = supple.mirror(supple.trim(supple.read("takes/left/c.bvh"), 2, 12).motion).motion
    positions = supple.world_pose(supple.read("out/left/c.bvh")).positions
    assert positions == pytest.approx(supple.world_pose(expected).positions, abs=1e-6)
    assert told["left/c.bvh"].written.keys() == {"left/c.bvh"}


def test_a_changed_step_redoes_only_its_clips(takes, inline, capsys):
    text = 'format = 1\n[[step]]\nverb = "trim"\noptions = "--frames 2:12"\n[[step]]\nverb = "{}"\nonly = ["left/*"]\n'
    words = ("batch", "run", "recipe.toml", "takes", "out", "--exclude", "bad.bvh", "--resume")
    for verb, done in (("mirror", 3), ("check", 1)):
        (takes / "recipe.toml").write_text(text.format(verb))
        assert f"{done} done now" in run(capsys, *words)[2]


def test_the_recipe_to_start_from_is_sound(capsys):
    from supple.batch.recipe import parsed

    code, text, _ = run(capsys, "print", "recipe")
    assert code == 0
    assert [step.verb for step in parsed(text, "recipe", tuple(VERBS))] == ["floor", "clean", "mirror", "metrics"]


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["fly", "takes", "out"], 2, "no verb 'fly'"),
        (["trim", "--frames", "1:5", "takes", "out"], 2, "come after OUT_DIR"),
        (["trim", "takes", "out", "--frame", "1:5"], 2, "No such option"),
        (["trim", "takes", "out", "--from", "soon"], 2, "moment"),
        (["check", "takes", "takes/out"], 2, "inside the input folder"),
        (["check", "takes", "takes"], 2, "replace their own inputs"),
        (["check", "nowhere", "out"], 2, "no such folder"),
        (["check", "takes", "out", "--include", "*.fbx"], 2, "no clip"),
        (["check", "takes", "out", "--address", "auto"], 2, "--engine ray"),
        (["convert", "takes", "out", "--suffix", "c3d"], 2, "cannot be written"),
        (["convert", "takes", "out", "--suffix", "xyz"], 2, "cannot be written"),
        (["clean", "takes", "out", "--floor", "abc"], 2, "--floor abc"),
        (["clean", "takes", "out", "--report", "page.html"], 2, "every clip would write this file"),
        (["clean", "takes", "out", "--roles", "roles.toml"], 2, "--roles roles.toml: there is no such file"),
        (["edit", "takes", "out", "edit.toml"], 2, "edit.toml: there is no such file"),
        (["clean", "takes", "out", "-o", "one.bvh"], 2, "leave out -o"),
        (["clean", "takes", "out", "-oone.bvh"], 2, "leave out -o"),  # with an h, which asks for help elsewhere
        (["check", "takes", "out", "takes/walks/a.bvh"], 2, "one at a time; leave out takes/walks/a.bvh"),
        (["check", "takes", "out", "--force", "--resume"], 2, "give one of them"),
        (["run", "recipe.toml", "takes"], 2, "three paths"),
        (["run", "recipe.toml", "takes", "out"], 2, "cannot be read"),
    ],
)
def test_wrong_use_is_told_before_anything_is_done(takes, inline, capsys, words, code, said):
    got, _, err = run(capsys, "batch", *words)
    assert got == code
    assert said in " ".join(err.replace("│", " ").split())
    assert not (takes / "out" / "walks").exists()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("format = 1", "no [[step]]"),
        ('format = 1\n[[step]]\nverb = "fly"', "no verb 'fly'"),
        ('format = 1\n[[step]]\nverb = "trim"\noptions = 3', "options = 3"),
        ('format = 1\n[[step]]\nverb = "trim"\noptions = "\'"', "quotation"),
        ('format = 1\n[[step]]\nverb = "trim"\nwhen = 1', "no key 'when'"),
        ('format = 2\n[[step]]\nverb = "trim"', "format = 2"),
        ("format = ", "not TOML"),
    ],
)
def test_a_wrong_recipe_is_told_with_its_place(takes, inline, capsys, text, said):
    (takes / "recipe.toml").write_text(text)
    code, _, err = run(capsys, "batch", "run", "recipe.toml", "takes", "out")
    assert code == 2
    assert said in err


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("--zzz", "No such option: --zzz"),
        ("--dry-run", "nothing would be done by mirror --dry-run"),
        ("--roles gone.toml", "--roles gone.toml: there is no such file"),
    ],
)
def test_a_wrong_option_of_a_recipe_is_told_with_its_step(takes, inline, capsys, options, said):
    step = '[[step]]\nverb = "mirror"\n'
    (takes / "recipe.toml").write_text(f'format = 1\n{step}{step}{step}options = "{options}"\n')
    code, _, err = run(capsys, "batch", "run", "recipe.toml", "takes", "out")
    assert code == 2
    assert err.startswith(f"supple: recipe.toml, step 3 (mirror): {said}")
    assert not (takes / "out").exists()


def test_a_run_that_is_there_is_wrong_use_and_stays(takes, inline, capsys):
    words = ("batch", "convert", "takes", "out", "--exclude", "bad*")
    assert run(capsys, *words)[0] == 0
    before = (takes / "out/manifest.jsonl").read_bytes()
    code, _, err = run(capsys, *words)
    assert (code, "a run was here before. Go on with --resume" in err) == (2, True)
    code, _, err = run(capsys, "batch", "check", "takes", "out", "--resume")
    assert (code, "this is a run of convert, not of check" in err) == (2, True)
    assert (takes / "out/manifest.jsonl").read_bytes() == before


def test_a_folder_that_cannot_be_written_is_an_error_of_the_machine(takes, inline, capsys):
    (takes / "out" / locking.NAME).mkdir(parents=True)  # which stops root, too
    code, _, err = run(capsys, "batch", "check", "takes", "out")
    assert (code, "the folder cannot be written" in err) == (1, True)


def test_a_link_to_nothing_says_where_it_leads(takes, inline, capsys):
    (takes / "takes/walks/lost.bvh").symlink_to("../gone/walk.bvh")
    code, out, _ = run(capsys, "batch", "check", "takes", "out", "--include", "walks/*")
    assert code == 1
    assert "walks/lost.bvh: this is a link to '../gone/walk.bvh', which is not there." in out
    assert lines(takes / "out")["walks/a.bvh"].status == "ok"


@pytest.mark.parametrize("word", ["--dry-run", "--help", "-h"])
def test_a_step_that_does_nothing_is_refused(takes, inline, capsys, word):
    (takes / "recipe.toml").write_text(f'format = 1\n[[step]]\nverb = "mirror"\noptions = "{word}"')
    code, _, err = run(capsys, "batch", "run", "recipe.toml", "takes", "out")
    assert code == 2
    assert f"nothing would be done by mirror {word}" in err


def test_a_dry_run_lists_and_does_nothing(takes, capsys):
    code, out, _ = run(capsys, "batch", "convert", "takes", "out", "--suffix", "glb", "--dry-run", "--json")
    assert code == 0
    assert [c["clip"] for c in json.loads(out)["clips"]][:2] == ["left/bad.bvh", "left/c.bvh"]
    assert not (takes / "out").exists()


def test_an_output_folder_that_cannot_be_made_is_told(takes, inline, capsys):
    (takes / "file").write_text("")
    code, _, err = run(capsys, "batch", "check", "takes", "file/out")
    assert code == 1
    assert "the folder cannot be made" in err


def test_no_clip_is_taken_for_an_option(takes, inline, capsys, monkeypatch):
    (takes / "takes/walks/a.bvh").rename(takes / "takes/walks/--frames.bvh")
    monkeypatch.chdir(takes / "takes/walks")
    code, _, err = run(capsys, "batch", "trim", ".", "../../cut", "--frames", "2:12")
    assert code == 0, err
    assert supple.read(takes / "cut/--frames.bvh").frames == 10


def test_a_line_of_the_manifest_does_not_grow_with_the_clip():
    facts = {"place": [1.0, 2.0, 3.0], "angles": [0.5] * 1000, "names": ["a"] * 9, "spans": [{"start": 1}] * 7}
    assert compact(facts) == {"place": [1.0, 2.0, 3.0], "angles": 1000, "names": ["a"] * 5, "spans": 7}


def test_a_second_run_on_the_same_folder_is_refused(takes, inline, capsys):
    from supple.batch.locking import locked

    (takes / "out").mkdir()
    with locked(takes / "out"):
        code, _, err = run(capsys, "batch", "check", "takes", "out")
    assert code == 1
    assert "another run works in this folder" in err


def test_not_met_is_code_three(takes, inline, capsys):
    """A wish out of reach is solved, but not met."""
    (takes / "edit.toml").write_text(
        'format = 1\n[[constraint]]\nname = "far"\nkind = "position"\neffector = "left_wrist"\n'
        'recruit = "left_shoulder"\n'
        "goals = [{ at = [0.0, 9.0, 0.0] }]\n"
    )
    words = ("batch", "edit", "takes", "out", "edit.toml", "--include", "a.bvh")
    code, out, err = run(capsys, *words)
    assert code == 3
    assert out.startswith("not met  walks/a.bvh")
    assert "1 x not met: far misses by " in err
    (why,) = lines(takes / "out")["walks/a.bvh"].metrics["why"]
    assert why.startswith("far misses by ")
    assert (takes / "out/walks/a.bvh").exists()


def test_captures_become_motions_and_motions_get_forces(takes, inline, capsys):
    from supple.recipes.demo_markers import captured, trc_text

    (takes / "takes" / "take.trc").write_text(trc_text(captured(supple.walking(0.6), gap=None)))
    code, _, _ = run(capsys, "batch", "markers", "takes", "moving")
    assert code == 0
    assert set(lines(takes / "moving")) == {"take.trc"}  # the motions beside it are none of its business
    assert (takes / "moving" / "take.bvh").is_file()
    assert run(capsys, "batch", "dynamics", "moving", "forces")[0] in (0, 3)
    assert lines(takes / "forces")["take.bvh"].metrics


def test_each_clip_may_have_a_document_of_its_own(takes, inline, capsys):
    words = ("--include", "walks/*")
    assert run(capsys, "batch", "detect", "takes", "found", *words)[0] == 0
    assert (takes / "found/walks/a.contacts.json").exists()
    given = ("--contacts", "found/{clip}.contacts.json", *words)
    code, _, err = run(capsys, "batch", "metrics", "takes", "measured", *given)
    assert code == 0, err
    (takes / "found/walks/b.contacts.json").write_text((takes / "found/walks/b.contacts.json").read_text() + "\n")
    assert "1 done now" in run(capsys, "batch", "metrics", "takes", "measured", *given, "--resume")[2]


def test_clips_are_given_to_another_figure(takes, inline, capsys):
    supple.write(supple.walking(seconds=0.5), "other.bvh")
    code, _, err = run(capsys, "batch", "retarget", "takes", "out", "--to", "other.bvh", "--include", "walks/a.bvh")
    assert code in (0, 3), err
    assert supple.read("out/walks/a.bvh").skeleton.names == supple.read("other.bvh").skeleton.names


def test_a_manifest_of_another_version_is_not_gone_on_with(takes, inline, capsys):
    (takes / "out").mkdir()
    (takes / "out/manifest.jsonl").write_text('{"format":7}\n{"format":7}\n')
    code, _, err = run(capsys, "batch", "check", "takes", "out", "--resume")
    assert code == 1
    assert "format 7 of a manifest is not known" in err
    assert run(capsys, "batch", "check", "takes", "out", "--force", "--exclude", "bad.bvh")[0] == 0


def test_what_differs_from_run_to_run_does_not_stand_in_the_manifest(takes, inline, capsys):
    """A second step that reads, or fails with, what the first has written aside."""
    (takes / "recipe.toml").write_text(
        'format = 1\n[[step]]\nverb = "trim"\noptions = "--frames 2:12"\n'
        '[[step]]\nverb = "trim"\noptions = "--frames 50:60"\nonly = ["left/*"]\n[[step]]\nverb = "check"\n'
    )
    for name in ("one", "two"):
        assert run(capsys, "batch", "run", "recipe.toml", "takes", name)[0] == 1
        assert lines(takes / name)["left/c.bvh"].status == "failed"
    assert manifest_without_times(takes / "one") == manifest_without_times(takes / "two")
    assert ".supple-batch" not in (takes / "one/manifest.jsonl").read_text()


def test_every_module_that_workers_load_first_is_there():
    """One that is missing would only make them slow, without a word."""
    assert [name for name in modules_of(VERBS) if find_spec(name) is None] == []


def test_every_verb_of_a_batch_is_a_command():
    from supple.cli.app import app

    assert set(VERBS) <= {command.name for command in app.registered_commands}


def test_names_cannot_speak_to_the_terminal(takes, inline, capsys):
    (takes / "takes/a\nfailed \x1b[2J.bvh").write_text("no motion")
    out = run(capsys, "batch", "check", "takes", "out")[1]
    assert "\x1b" not in out
    assert "failed   a\\nfailed \\x1b[2J.bvh" in out
    assert len(out.splitlines()) == 5


@pytest.mark.parametrize("verb", ["convert", "check"])
def test_a_clip_that_needs_too_much_memory_is_named_and_tried_again(takes, inline, capsys, monkeypatch, verb):
    bounded = registry._bounded

    def short_of_memory(content):
        if content.frames == 21:
            raise MemoryError
        return bounded(content)

    monkeypatch.setattr(registry, "_bounded", short_of_memory)
    words = ("batch", verb, "takes", "out", "--include", "walks/*")
    code, out, _ = run(capsys, *words)
    assert code == 1
    assert "walks/b.bvh: reading this file needs more memory than there is" in out
    assert "--memory" in out
    monkeypatch.undo()
    monkeypatch.chdir(takes)
    monkeypatch.setattr(batch, "_pool", lambda *given: Inline())
    assert run(capsys, *words, "--resume")[0] == 0


@pytest.mark.parametrize(
    ("words", "fits"),
    [
        (("check",), True),
        (("convert",), True),
        (("convert", "--suffix", "npz"), True),
        (("convert", "--suffix", "glb"), False),
        (("convert", "--up", "z"), False),
        (("trim", "--frames", "0:5"), False),
    ],
)
def test_only_what_streams_may_be_larger_than_memory(takes, inline, capsys, monkeypatch, words, fits):
    monkeypatch.setattr(registry, "LARGE", 0)
    monkeypatch.setattr(memory, "_left", lambda: 1000)
    verb, *options = words
    code, out, _ = run(capsys, "batch", verb, "takes", "out", *options, "--include", "walks/*")
    assert code == (0 if fits else 1)
    assert ("MB of text take at least" in out) is not fits


def test_nothing_is_started_for_a_folder_without_clips(takes, monkeypatch, capsys):
    monkeypatch.setattr(batch, "_pool", lambda *given: pytest.fail("workers were started"))
    (takes / "empty").mkdir()
    code, _, err = run(capsys, "batch", "check", "empty", "out")
    assert code == 2
    assert "there is no clip in this folder" in err


def test_a_run_that_is_stopped_before_its_first_clip_does_not_speak_of_results(takes, inline, capsys, monkeypatch):
    def interrupted(tree):
        raise KeyboardInterrupt

    monkeypatch.setattr("supple.batch.dataset.survey", interrupted)
    code, _, err = run(capsys, "batch", "check", "takes", "out")
    assert code == 130
    assert "stopped before any clip was done" in err
    assert "--resume" not in err
    assert not (takes / "out").exists()


def test_a_resumed_run_says_that_others_failed_before(takes, inline, capsys):
    run(capsys, "batch", "convert", "takes", "out")
    _, out, err = run(capsys, "batch", "convert", "takes", "out", "--resume")
    assert out == ""
    assert "1 that failed or are not met since an earlier run" in err


def test_a_pipe_among_clips_is_left_out_and_the_summary_says_so(takes, inline, capsys):
    os.mkfifo(takes / "takes/walks/pipe.bvh")
    code, out, err = run(capsys, "batch", "check", "takes", "seen", "--include", "walks/*", "--json")
    told = json.loads(out)
    assert (code, told["clips"], told["left_out"]) == (0, 2, ["walks/pipe.bvh"])
    assert "1 left out" in err


def test_captures_that_a_verb_does_not_take_are_told_once(takes, inline, capsys):
    for name in ("left/run.c3d", "walks/run.trc", "walks/jump.C3D", "walks/.hidden.c3d"):
        (takes / "takes" / name).write_text("a capture")
    code, out, err = run(capsys, "batch", "convert", "takes", "out", "--exclude", "bad*", "--json")
    told = json.loads(out)
    assert (code, told["clips"]) == (0, 3)
    assert sorted(told["left_out"]) == ["left/run.c3d", "walks/jump.C3D", "walks/run.trc"]
    assert "2 .c3d, 1 .trc left out: convert does not take such files" in err
    assert "supple batch markers" in err
    assert err.count(".trc") == 1


def test_a_folder_of_captures_alone_says_what_is_for_them(takes, inline, capsys):
    (takes / "only").mkdir()
    (takes / "only/run.c3d").write_text("a capture")
    code, _, err = run(capsys, "batch", "clean", "only", "out")
    assert code == 2
    assert "1 .c3d left out" in err
    assert "supple batch markers" in err
    assert not (takes / "out").exists()
