"""Lines of a manifest: whole or not there, found again by the name of their clip, and of a known format."""

import os

import pytest

from supple.batch.index import Index
from supple.batch.manifest import Entry, Manifest, Run, encoded, read_entries, read_run, write_sorted
from supple.batch.names import path_of, text_of
from supple.errors import FileError

RUN = Run(run="clean", steps=(("clean", "--floor", "0"),), input="takes")


def line(clip, status="ok", **more):
    return Entry(
        clip=clip, input=None, options="o", version="v", status=status, seconds=1.0, written={}, metrics={}, **more
    )


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "manifest.jsonl"
    manifest = Manifest(path)
    for entry in (RUN, line("a"), line("ü/b", "failed", error="bad"), line("a", "not_met")):
        manifest.append(entry)
    manifest.close()
    return path


def test_lines_come_back(path):
    assert read_run(path) == RUN
    assert [(e.clip, e.status) for _, e in read_entries(path)] == [("a", "ok"), ("ü/b", "failed"), ("a", "not_met")]


@pytest.mark.parametrize("cut", [1, 20, 200])
def test_a_torn_last_line_is_forgotten_and_the_next_one_is_whole(path, cut):
    size = path.stat().st_size
    os.truncate(path, size - cut)
    left = [e.clip for _, e in read_entries(path)]
    manifest = Manifest(path)
    manifest.append(line("c"))
    manifest.close()
    assert [e.clip for _, e in read_entries(path)] == [*left, "c"]
    assert left in (["a", "ü/b"], ["a"])


def test_the_last_line_of_a_clip_counts(path):
    index = Index(path)
    assert index.entry("a").status == "not_met"
    assert index.entry("ü/b").error == "bad"
    assert index.entry("c") is None


def test_an_empty_manifest_has_no_clips(tmp_path):
    (tmp_path / "m").write_bytes(encoded(RUN))
    assert Index(tmp_path / "m").entry("a") is None
    assert list(Index(tmp_path / "m").places(["a"])) == []


def test_in_order_each_clip_stands_once(path):
    write_sorted(path, RUN, Index(path).places(["ü/b", "gone"]))
    assert [(e.clip, e.status) for _, e in read_entries(path)] == [("ü/b", "failed"), ("a", "not_met")]
    assert read_run(path) == RUN


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b'{"format":2,"run":"x","steps":[],"input":""}\n', "format 2 .* is not known"),
        (b"\xff\xfe nonsense\n", "no line of a manifest"),
        (b'{"run":"clean"}\n', "no line of a manifest"),
    ],
)
def test_another_version_or_no_manifest_at_all_is_refused_with_words(tmp_path, text, said):
    (tmp_path / "m").write_bytes(text)
    with pytest.raises(FileError, match=said) as error:
        read_run(tmp_path / "m")
    assert "--force" in str(error.value)


def test_a_line_that_does_not_fit_on_the_disk_leaves_nothing(path, monkeypatch):
    before = path.read_bytes()
    manifest, write = Manifest(path), os.write
    monkeypatch.setattr(os, "write", lambda handle, data: write(handle, data[:10]))
    with pytest.raises(FileError, match="--resume"):
        manifest.append(line("d"))
    monkeypatch.undo()
    manifest.close()
    assert path.read_bytes() == before


@pytest.mark.parametrize("name", ["../other.bvh", "/etc/other.bvh", "a/../../other.bvh"])
def test_a_strangers_manifest_cannot_name_outputs_elsewhere(path, name):
    """Outputs are removed by these names."""
    with open(path, "ab") as stream:
        stream.write(encoded(line("c")).replace(b'"written":{}', b'"written":{"%s":1}' % name.encode()))
    with pytest.raises(FileError, match="not inside the output folder"):
        list(read_entries(path))


def test_what_is_no_text_is_written_down_all_the_same(path):
    manifest = Manifest(path)
    manifest.append(line("c", "failed", error="a\udcff.bvh: half \ud800 a letter"))
    manifest.close()
    assert Index(path).entry("c").error == "a\\udcff.bvh: half \\ud800 a letter"
    assert text_of(path_of("a/\\xff.bvh")) == "a/\\xff.bvh"
    assert path_of("a/\\xff.bvh").name == "\udcff.bvh"
