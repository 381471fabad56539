"""Runs over a folder: what is done stays done, what changed is done again, and nothing else."""

import os

import pytest
from support.batch_jobs import Copying, Inline

from supple.batch.dataset import Tally, Work, run_tree, survey
from supple.batch.locking import locked
from supple.batch.manifest import Entry, Manifest, Run, read_entries
from supple.batch.planning import Tree
from supple.errors import FileError, UsageError

TEXTS = {"a/1.bvh": "one", "a/2.bvh": "two", "b/bad.bvh": "bad", "b/3.bvh": "almost"}


class Set:
    """A small data set, and runs on it."""

    def __init__(self, folder):
        self.source, self.target, self.log = folder / "in", folder / "out", folder / "log"
        self.target.mkdir()
        for name, text in TEXTS.items():
            self.write(name, text)

    def write(self, name, text):
        (self.source / name).parent.mkdir(parents=True, exist_ok=True)
        (self.source / name).write_text(text)

    def run(self, options=lambda name: "o", version="1", full="", verb="copy", exclude=(), **how):
        """Which clips were done, and the tally; by a run with these options."""
        self.log.write_text("")
        tree = Tree(source=self.source, target=self.target, suffixes=(".bvh", ".txt"), exclude=exclude,
                    target_of=lambda path: path.with_suffix(".bvh"))  # fmt: skip
        job = Copying(self.target, self.log, full)
        run = Run(run=verb, steps=(("copy",),), input="in")
        work, tally = Work(tree=tree, run=run, job=job, options=options, version=version, **how), Tally()
        list(run_tree(work, Inline(), tally))
        return self.log.read_text().split(), tally

    def lines(self):
        return {e.clip: e for _, e in read_entries(self.target / "manifest.jsonl")}

    def outputs(self):
        return {p.relative_to(self.target).as_posix(): p.read_text() for p in self.target.rglob("*.bvh")}


@pytest.fixture
def clips(tmp_path):
    return Set(tmp_path)


def test_a_run_writes_outputs_and_a_line_for_each_clip(clips):
    done, tally = clips.run()
    assert sorted(done) == sorted(TEXTS)
    assert dict(tally.all) == {"ok": 2, "failed": 1, "not_met": 1}
    assert clips.outputs() == {"a/1.bvh": "ONE", "a/2.bvh": "TWO", "b/3.bvh": "ALMOST"}
    assert [(n, e.status) for n, e in clips.lines().items()] == [
        ("a/1.bvh", "ok"), ("a/2.bvh", "ok"), ("b/3.bvh", "not_met"), ("b/bad.bvh", "failed"),
    ]  # fmt: skip
    assert clips.lines()["a/1.bvh"].written == {"a/1.bvh": 3}
    assert clips.lines()["b/bad.bvh"].error.endswith("this is bad.")
    assert not list(clips.target.glob(".supple-batch/*"))


def test_the_same_is_not_done_twice(clips):
    clips.run()
    before = (clips.target / "manifest.jsonl").read_bytes()
    done, tally = clips.run(resume=True)
    assert done == []
    assert dict(tally.all) == {"ok": 2, "failed": 1, "not_met": 1}
    assert (clips.target / "manifest.jsonl").read_bytes() == before


def test_what_changed_is_done_again_and_nothing_else(clips):
    clips.run()
    clips.write("a/2.bvh", "2")
    clips.write("b/new.bvh", "new")
    os.utime(clips.source / "a/1.bvh")  # touched, not changed
    (clips.target / "b/3.bvh").unlink()
    done, _ = clips.run(resume=True)
    assert sorted(done) == ["a/2.bvh", "b/3.bvh", "b/new.bvh"]
    assert clips.outputs()["a/2.bvh"] == "2"


def test_a_changed_option_redoes_what_it_touches(clips):
    clips.run()
    assert sorted(clips.run(options=lambda name: "p" if name.startswith("b/") else "o", resume=True)[0]) == [
        "b/3.bvh", "b/bad.bvh",
    ]  # fmt: skip
    assert len(clips.run(resume=True, version="2")[0]) == 4


def test_failures_of_the_clip_itself_stay_unless_asked(clips):
    clips.run()
    assert clips.run(resume=True)[0] == []
    assert clips.run(resume=True, retry=True)[0] == ["b/bad.bvh"]


def test_a_clip_that_now_fails_leaves_no_old_output(clips):
    clips.run()
    clips.write("a/1.bvh", "bad")
    clips.run(resume=True)
    assert "a/1.bvh" not in clips.outputs()


def test_an_output_that_became_that_of_another_clip_stays(clips):
    clips.write("a/1.txt", "text")
    clips.run(exclude=("1.bvh",))
    assert clips.outputs()["a/1.bvh"] == "TEXT"
    clips.run(resume=True)
    assert clips.lines()["a/1.txt"].status == "failed"
    assert clips.outputs()["a/1.bvh"] == "ONE"


def test_a_full_disk_ends_the_run_and_resume_ends_it_as_if_nothing_had_been(clips, tmp_path):
    with pytest.raises(FileError, match=r"disk is full.*--resume"):
        clips.run(full="a/2.bvh")
    assert clips.run(resume=True)[1].all.total() == 4
    undisturbed = Set(tmp_path / "other") if (tmp_path / "other").mkdir() is None else None
    undisturbed.run()
    assert clips.outputs() == undisturbed.outputs()
    assert _timeless(clips) == _timeless(undisturbed)


def _timeless(clips):
    """The lines of a manifest in their order, without times."""
    return [(e.clip, e.input.sha256, e.options, e.status, e.written, e.metrics) for e in clips.lines().values()]


def test_a_run_of_before_is_neither_overwritten_nor_mixed_with_another(clips):
    clips.run()
    with pytest.raises(UsageError, match="--resume, or begin anew with --force"):
        clips.run()
    with pytest.raises(UsageError, match="a run of copy, not of clean"):
        clips.run(verb="clean", resume=True)
    assert len(clips.run(force=True)[0]) == 4


def test_files_of_others_are_not_replaced(clips):
    (clips.target / "a").mkdir()
    (clips.target / "a/1.bvh").write_text("precious")
    _, tally = clips.run()
    assert tally.all["failed"] == 2
    assert clips.outputs()["a/1.bvh"] == "precious"
    assert "exists already" in clips.lines()["a/1.bvh"].error


def test_two_runs_at_once_are_refused(clips):
    with locked(clips.target), pytest.raises(FileError, match="another run works in this folder"):
        clips.run()


def test_what_killed_workers_left_behind_is_swept(clips):
    (clips.target / ".supple-batch/abc").mkdir(parents=True)
    clips.run()
    assert not (clips.target / ".supple-batch").exists()


def test_a_survey_counts_before_anything_is_done(clips):
    (clips.source / "a/up").symlink_to("..")
    count, notes = survey(Tree(source=clips.source, target=clips.target, suffixes=(".bvh",)))
    assert count == 4
    assert [note.name for note in notes] == ["a/up/"]


def test_the_driver_does_not_grow_with_the_manifest(tmp_path):
    """Sixteen bytes a line, however long the lines are."""
    import tracemalloc

    from supple.batch.index import Index

    manifest = Manifest(tmp_path / "m")
    manifest.append(Run(run="clean", steps=(), input=""))
    for k in range(5000):
        manifest.append(
            Entry(clip=f"folder/{k}.bvh", input=None, options="o", version="1", status="ok", seconds=0.0, written={},
                  metrics={"words": "x" * 500})
        )  # fmt: skip
    manifest.close()
    tracemalloc.start()
    index = Index(tmp_path / "m")
    kept, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert index.entry("folder/4321.bvh").metrics == {"words": "x" * 500}
    assert kept < 5000 * 16 + 50_000


def test_files_of_others_that_are_called_manifest_stay(clips):
    for text in ('{"other": 1}\n', '{"other": 1}', "clips"):
        (clips.target / "manifest.jsonl").write_text(text)
        with pytest.raises(FileError, match="no (line of a )?manifest"):
            clips.run()
        assert (clips.target / "manifest.jsonl").read_text() == text


def test_a_manifest_that_was_cut_in_its_first_line_is_begun_anew(clips):
    (clips.target / "manifest.jsonl").write_text('{"format":1,"ru')
    assert len(clips.run()[0]) == len(TEXTS)


def test_clips_whose_names_are_no_text_are_done_once(clips):
    try:
        clips.write("a/\udcff.bvh", "three")
        clips.write("a/bad\udcff.bvh", "bad")
    except (OSError, UnicodeError):
        pytest.skip("this disk has no such names")
    clips.run()
    assert clips.lines()["a/\\xff.bvh"].status == "ok"
    assert clips.lines()["a/bad\\xff.bvh"].status == "failed"
    assert clips.run(resume=True)[0] == []
