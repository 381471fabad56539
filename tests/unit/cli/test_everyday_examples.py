"""The examples in the help of every small verb are run as they stand, one after another, in an empty folder."""

import re
import shlex
from pathlib import Path
from pkgutil import iter_modules

import pytest

import supple
from supple.cli import main
from supple.cli.app import app
from supple.recipes import everyday
from supple.recipes.samples import sample, sample_names

EVERYDAY = {module.name.replace("_", "-") for module in iter_modules(everyday.__path__)}
EXAMPLES = {
    command.name: re.findall(r"`supple ([^`]+)`", command.epilog)
    for command in app.registered_commands
    if command.name in EVERYDAY
}
MOTIONS = (".bvh", ".glb")
OUTPUTS = ("-o", "--out", "--plot")

# Documents that examples read; a motion that an example names and that is not there is the sample of its name,
# or the walk.
DOCUMENTS = {
    "walk.contacts.json": lambda path: supple.write_contacts(path, supple.detect(sample("walk"))),
}


def words_of(example: str) -> list[str]:
    """The words of a command line, after what it reads was made and what it writes was taken away."""
    words = shlex.split(example)
    written = {words[k + 1] for k, word in enumerate(words) if word in OUTPUTS}
    for word in words[1:]:
        path = Path(word)
        if word in written and path.is_file():
            path.unlink()
        elif word not in written and not path.exists():
            _make(path)
    return words


def _make(path: Path) -> None:
    if path.name in DOCUMENTS:
        DOCUMENTS[path.name](path)
    elif path.suffix in MOTIONS:
        supple.write(sample(path.stem if path.stem in sample_names() else "walk"), path)


@pytest.mark.parametrize("verb", sorted(EXAMPLES))
def test_a_verb_has_two_examples_and_they_run(verb, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert len(EXAMPLES[verb]) >= 2
    for example in EXAMPLES[verb]:
        words = words_of(example)
        assert words[0] == verb
        code = main(words)
        assert code == 0, f"supple {example}: {capsys.readouterr().err}"
        for k, word in enumerate(words):
            if word in OUTPUTS and words[k + 1] != "-" and "--dry-run" not in words:
                assert Path(words[k + 1]).exists(), f"supple {example} has not written {words[k + 1]}"


def test_every_small_verb_that_python_has_is_a_command():
    assert "trim" in EXAMPLES
    public = {name for name, home in supple._HOME.items() if home.startswith("recipes.everyday.") and name.islower()}
    assert {name.replace("_", "-") for name in public} <= set(EXAMPLES)
