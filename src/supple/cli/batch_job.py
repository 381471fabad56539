"""What a worker does with one clip: the verb's own command, in this process, with its words and facts kept."""

from __future__ import annotations

import contextlib
import io
import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from supple.batch.memory import refuse_too_large
from supple.batch.names import text_of
from supple.batch.running import NotWrittenError, failed
from supple.batch.staging import put_in_place, staging, without_staging
from supple.cli.batch_verbs import CONTACTS, VERBS
from supple.cli.batch_why import reasons
from supple.errors import FileError, SuppleError, UsageError

if TYPE_CHECKING:
    from supple.batch.dataset import Made
    from supple.batch.digests import Stamp
    from supple.batch.manifest import Status
    from supple.batch.planning import Clip
    from supple.batch.recipe import Step
    from supple.core.streams import Stream
    from supple.io.formats import Content

_KEPT_WORDS = 5  # notes of one kind that stand in the manifest
_KEPT_NUMBERS = 20  # a place, a box or a matrix, but not the frames of a clip
_TIMES = ("seconds", "iterations")  # what differs from run to run, or means nothing to a data set
_PLACES = (  # the line has them already
    *("input", "file", "files", "clips", "written", "verb", "format", "ok", "not_kept", "flaws"),
)
_CODES: dict[int, Status] = {0: "ok", 3: "not_met"}


@dataclass(frozen=True, slots=True)
class VerbJob:
    """Steps to be done with a clip, one after another; only the last motion is kept."""

    steps: tuple[Step, ...]
    folder: Path  # where outputs go

    def __call__(self, clip: Clip) -> Made:
        """Do the steps that are for this clip, and tell."""
        from supple.batch.dataset import Made
        from supple.batch.digests import stamp_of

        try:
            stamp = stamp_of(clip.source)
        except OSError as error:
            raise FileError(clip.source, _unreadable(clip.source, error)) from None
        try:
            return self._made(clip, stamp)
        except (OSError, MemoryError, UsageError):  # not the clip's own fault
            raise
        except Exception as error:  # the same file would fail in the same way
            told = failed(clip, error)
            said = without_staging(told.error or "", self.folder)
            return Made(status="failed", input=stamp, error=said, cause=told.cause)

    def _made(self, clip: Clip, stamp: Stamp) -> Made:
        from supple.batch.dataset import Made
        from supple.io.noticing import noticing

        with staging(self.folder) as aside, noticing(clip.source, _about, before=refuse_too_large) as seen:
            facts, status, made = _through(self._own_steps(clip), clip, aside, self.folder)
            written = {} if clip.target is None or status == "failed" else put_in_place(made, clip.target.parent)
        error = facts.pop("error", None)
        return Made(
            status=status,
            input=stamp,
            metrics={**(seen[0] if seen else {}), **facts},
            written={text_of(path.relative_to(self.folder)): size for path, size in written.items()},
            error=error,
            cause=None if error is None else "FileError",
        )

    def _own_steps(self, clip: Clip) -> list[Step]:
        return [step for step in self.steps if step.is_for(clip.name)]


def _unreadable(path: Path, error: OSError) -> str:
    if isinstance(error, FileNotFoundError) and path.is_symlink():  # the name itself is there for all to see
        led = f"this is a link to {os.readlink(path)!r}, which is not there."
        return f"{led} Put the file there, or leave the link out with --exclude."
    return f"the file cannot be read: {error.strerror or error}."


def _through(steps: list[Step], clip: Clip, aside: Path, folder: Path) -> tuple[dict[str, Any], Status, list[Path]]:
    """All steps of a clip: their facts, the worst status, and the folders with what is to be kept."""
    motions = [k for k, step in enumerate(steps) if VERBS[step.verb].makes == "motion"]
    source, worst = clip.source, "ok"
    facts: dict[str, Any] = {}
    kept: list[Path] = []
    for k, step in enumerate(steps):
        out = _output(step, clip, aside / str(k))
        told, status = _said(words_of(step.words_for(clip.name), source, out), out, folder)
        facts.update(told if len(steps) == 1 else {f"{k + 1} {step.verb}": told})
        if status == "failed":
            return {**facts, "error": told["error"]}, status, []
        worst = "not_met" if status == "not_met" else worst
        if out is not None:
            source = out if k in motions else source
            kept += [out.parent] if k in motions[-1:] or k not in motions else []
    return facts, worst, kept  # type: ignore[return-value]


def _output(step: Step, clip: Clip, aside: Path) -> Path | None:
    """Where a step writes: aside, under the name that it will have."""
    makes = VERBS[step.verb].makes
    if clip.target is None or makes == "nothing":
        return None
    aside.mkdir()
    name = clip.target.name
    return aside / (f"{clip.target.stem}{CONTACTS}" if makes == "contacts" and not name.endswith(CONTACTS) else name)


def words_of(step: Sequence[str], source: Path, out: Path | None) -> list[str]:
    """The command line of a step, given as its verb and options."""
    from supple.cli.clean import spelled_out

    verb, *options = step
    named = [] if out is None else [*VERBS[verb].out, str(out), "--force"]
    if verb == "convert":  # whose output stands right after its input
        return [verb, str(source), *named, *options, "--json"]
    return spelled_out([verb, str(source), *options, *named, "--json"])


@cache
def commands() -> Any:
    """All verbs; to put them together takes longer than to convert a small clip."""
    from typer.main import get_command

    from supple.cli.app import app

    return get_command(app)


def _said(words: list[str], out: Path | None, folder: Path) -> tuple[dict[str, Any], Status]:
    """Run the command of a step; what it says as JSON, without what does not belong into a manifest."""
    told, aside = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(told), contextlib.redirect_stderr(aside):
        try:
            code = commands().main(args=words, prog_name="supple", standalone_mode=False) or 0
        except SuppleError as error:
            if out is not None and isinstance(error, FileError) and Path(error.path).parent == out.parent:
                raise NotWrittenError(f"{out.name}: {error.message}") from None
            raise
        except Exception as error:
            if hasattr(error, "format_message"):  # the command line's own way to say that it was used wrongly
                raise UsageError(f"{words[0]}: {error.format_message()}") from None
            raise
    facts = _facts(without_staging(told.getvalue(), folder), missed=_CODES.get(code) == "not_met")
    if facts.pop("too_large", False):
        raise MemoryError(facts["error"])
    if code not in _CODES:
        lines = without_staging(aside.getvalue(), folder).strip().splitlines()
        facts["error"] = facts.get("error") or (lines[-1] if lines else f"the command ended with code {code}.")
        return facts, "failed"
    return facts, _CODES[code]


def _facts(text: str, *, missed: bool) -> dict[str, Any]:
    """What a verb says as JSON; with ``missed`` also why not everything is met."""
    from supple.plots.dataset_report.causes import WHY

    try:
        facts = json.loads(text)
    except ValueError:
        return {}
    one = facts.get("clips") or facts.get("files")  # verbs that take many files tell of this one alone
    facts = {**facts, **one[0]} if isinstance(one, list) and len(one) == 1 and isinstance(one[0], dict) else facts
    small = compact({key: value for key, value in facts.items() if key not in _PLACES})
    return {**small, WHY: reasons(facts)} if missed else small


def compact(facts: dict[str, Any]) -> dict[str, Any]:
    """Facts for a manifest: numbers and words as they are, long lists as their length."""
    small: dict[str, Any] = {}
    for key, value in facts.items():
        if key in _TIMES or value == [] or value is None:
            continue
        if isinstance(value, dict):
            small[key] = compact(value)
        elif isinstance(value, list) and all(isinstance(item, str) for item in value):
            small[key] = value[:_KEPT_WORDS]
        elif isinstance(value, list) and not _are_few_numbers(value):
            small[key] = len(value)
        else:
            small[key] = round(value, 6) if isinstance(value, float) else value
    return small


def _are_few_numbers(values: list[Any]) -> bool:
    return len(values) <= _KEPT_NUMBERS and all(isinstance(item, float | int) for item in values)


def _about(content: Content | Stream) -> dict[str, Any]:
    """What a report wants to know of the clip as it was read; nothing where that fails, for it is not the job."""
    from supple.plots.dataset_report.clip_facts import clip_facts

    try:
        return {"clip": clip_facts(content)}
    except SuppleError:
        return {}
