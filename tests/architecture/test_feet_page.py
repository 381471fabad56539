"""The page on feet: its commands run in their order, its document is one, its pictures are there."""

import re
import shlex
from pathlib import Path

from supple.cli import main
from supple.io.documents.contacts import parse_contacts

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "feet.md").read_text()


def test_commands_of_the_page_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    lines = re.findall(r"^\$ supple ([^#\n]+)", PAGE, flags=re.MULTILINE)
    assert len(lines) >= 4
    for line in lines:
        assert main(shlex.split(line)) == 0, line


def test_the_document_of_the_page_is_valid():
    (text,) = re.findall(r"```json\n(.*?)```", PAGE, flags=re.DOTALL)
    assert parse_contacts(text).contacts[0].fixed


def test_metrics_of_the_page_are_those_that_there_are():
    from dataclasses import fields

    from supple.recipes.measures.change import Change
    from supple.recipes.measures.common import Common
    from supple.recipes.metrics import Metrics

    text = (ROOT / "docs" / "metrics.md").read_text()
    named = set(re.findall(r"`([a-z_0-9.]+)`", text))
    own = {field.name for field in fields(Metrics)} - {"common", "change"}
    assert own | {field.name for field in fields(Common)} <= named
    assert {f"change.{field.name}" for field in fields(Change)} <= named
