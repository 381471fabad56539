"""Outputs are made aside, and nobody hears of it."""

import json
import sys

from supple.batch.staging import put_in_place, staging, without_staging


def test_the_folder_aside_is_gone_from_words_and_from_json(tmp_path):
    folder = tmp_path / "a (copy) ü"
    with staging(folder) as aside:
        said = f"{aside / '0' / 'a.bvh'}: cut off; see {aside / 'b.bvh'} in {folder}."
    assert without_staging(said, folder) == f"a.bvh: cut off; see b.bvh in {folder}."
    told = json.loads(without_staging(json.dumps({"note": said}, ensure_ascii=False), folder))
    assert told == {"note": f"a.bvh: cut off; see b.bvh in {folder}."}


def test_files_get_their_place_with_their_sizes(tmp_path):
    with staging(tmp_path) as aside:
        (aside / "a.bvh").write_text("abc")
        assert put_in_place([aside], tmp_path / "deep/er") == {tmp_path / "deep/er/a.bvh": 3}
    assert (tmp_path / "deep/er/a.bvh").read_text() == "abc"
    assert not aside.exists()


def test_outputs_may_lie_deeper_than_calls_may(tmp_path):
    deep = tmp_path.joinpath(*["d"] * 300)
    with staging(tmp_path) as aside:
        (aside / "a.bvh").write_text("abc")
        before = sys.getrecursionlimit()
        sys.setrecursionlimit(250)
        try:
            written = put_in_place([aside], deep)
        finally:
            sys.setrecursionlimit(before)
    assert written == {deep / "a.bvh": 3}
