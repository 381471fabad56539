"""What a worker may take: a share of the machine, or of the container that it runs in."""

from contextlib import nullcontext

import pytest

from supple.batch import memory

GB = 1 << 30


@pytest.fixture
def groups(tmp_path, monkeypatch):
    """A machine of 16 GB, and a place for its groups of processes."""
    monkeypatch.setattr(memory, "memory_bytes", lambda: 16 * GB)
    monkeypatch.setattr(memory, "_GROUPS", tmp_path)
    monkeypatch.setattr(memory, "_OWN_GROUPS", tmp_path / "own")
    return tmp_path


def test_workers_share_three_quarters_of_the_machine(groups):
    assert memory.share_mb(1) == 12 * 1024
    assert memory.share_mb(4) == 3 * 1024
    assert memory.share_mb(1000) == 512


@pytest.mark.parametrize(
    ("own", "file"), [("0::/a/b", "a/memory.max"), ("4:cpu,memory:/a/b\n1:cpu:/", "memory/a/b/memory.limit_in_bytes")]
)
def test_a_container_has_less(groups, own, file):
    (groups / "own").write_text(own)
    (groups / file).parent.mkdir(parents=True)
    (groups / file).write_text(str(4 * GB))
    assert memory.share_mb(2) == 1536
    (groups / file).write_text("max")
    assert memory.share_mb(2) == 6 * 1024


def test_where_nobody_can_tell_there_is_no_bound(groups, monkeypatch):
    monkeypatch.setattr(memory, "memory_bytes", lambda: None)
    assert memory.share_mb(2) is None


@pytest.mark.parametrize(("left", "fits"), [(None, True), (3000, True), (1500, False)])
def test_a_clip_that_surely_does_not_fit_is_refused_before_it_is_read(tmp_path, monkeypatch, left, fits):
    (tmp_path / "walk.bvh").write_bytes(b"1" * 1000)
    (tmp_path / "walk.npz").write_bytes(b"1" * 1000)  # what this unfolds to cannot be known
    monkeypatch.setattr(memory, "_left", lambda: left)
    memory.refuse_too_large(tmp_path / "walk.npz")
    with nullcontext() if fits else pytest.raises(MemoryError, match="walk.bvh: 0 MB of text take"):
        memory.refuse_too_large(tmp_path / "walk.bvh")
