"""The page on batches: its commands run, its verbs are those that there are, and its recipe is the one in the code."""

import re
import shlex
from pathlib import Path

from support.batch_jobs import Inline

import supple
from supple.batch.recipe import parsed
from supple.cli import batch, main
from supple.cli.batch_verbs import VERBS

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "batch.md").read_text()
COMMANDS = re.findall(r"^\$ supple ([^#\n]+)", PAGE, flags=re.MULTILINE)
(RECIPE,) = re.findall(r"```toml\n(.*?)```", PAGE, flags=re.DOTALL)


def test_commands_of_the_page_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(batch, "_pool", lambda *given: Inline())
    for name in ("walks/a.bvh", "left/b.bvh"):
        (tmp_path / "takes" / name).parent.mkdir(parents=True)
        supple.write(supple.walking(seconds=1.5), tmp_path / "takes" / name)
    (tmp_path / "recipe.toml").write_text(RECIPE)
    assert len(COMMANDS) == 4
    for line in COMMANDS:
        assert main(shlex.split(line)) in (0, 3), line
    assert (tmp_path / "done/left/b.bvh").exists()
    assert "<h1>takes</h1>" in (tmp_path / "report.html").read_text()


def test_the_page_names_every_verb_and_only_options_that_there_are(capsys):
    told = PAGE.partition("These verbs go:")[2].partition("\n\n")[0]
    assert set(re.findall(r"`([a-z-]+)`", told)) == set(VERBS)
    assert main(["batch", "--help"]) == 0
    known = capsys.readouterr().out
    table = re.findall(r"^\| `(--[a-z-]+)", PAGE, flags=re.MULTILINE)
    assert len(table) >= 8
    assert [option for option in table if option not in known] == []


def test_the_recipe_of_the_page_is_read():
    assert [step.verb for step in parsed(RECIPE, "page", tuple(VERBS))] == ["floor", "clean", "mirror", "metrics"]
