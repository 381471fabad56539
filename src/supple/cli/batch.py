"""``supple batch``: a verb on a whole folder of clips."""

from __future__ import annotations

import os
from enum import StrEnum
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand

import supple
from supple.cli import batch_run, options
from supple.cli.batch_verbs import VERBS, clip_suffixes, modules_of, suffixes_aside, target_of
from supple.errors import SuppleError, UsageError

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from supple.batch.dataset import Work
    from supple.batch.recipe import Step

NAME = "batch"
SETTINGS = {  # the verb's own options go through
    "allow_extra_args": True,
    "ignore_unknown_options": True,
    "help_option_names": ["--help"],  # were -h among them, it would be found inside of -owalk.bvh
}
_RECIPE = "run"
EXAMPLES = f"""Examples:

`supple batch check takes checked`

`supple batch clean takes cleaned --jobs 4 --floor 0`

`supple batch clean takes cleaned --resume`

`supple batch convert takes glb --suffix glb --include 'walks/*' --exclude '*_test.bvh'`

`supple batch run recipe.toml takes done --engine ray --address auto`

Verbs: {", ".join(VERBS)}.
"""


class Command(TyperCommand):
    """A command without options of one letter: a word such as ``-owalk.bvh`` is the verb's, with all of its letters."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the words; -h asks for help where it stands alone."""
        return super().parse_args(ctx, ["--help" if word == "-h" else word for word in args])


class Engine(StrEnum):
    """Who does the work."""

    LOCAL = "local"
    RAY = "ray"


def command(
    ctx: typer.Context,
    verb: Annotated[str, typer.Argument(metavar="VERB", help="A verb, or run for a recipe, which then comes next.")],
    source: Annotated[Path, typer.Argument(metavar="[RECIPE] IN_DIR", help="A folder of clips.")],
    target: Annotated[
        Path, typer.Argument(metavar="OUT_DIR [OPTIONS OF VERB]", help="Where outputs go, in the same folders.")
    ],
    jobs: Annotated[int | None, typer.Option("--jobs", min=1, help="Workers; as many as there are cores.")] = None,
    engine: Annotated[Engine, typer.Option("--engine", help="This machine, or a cluster of Ray.")] = Engine.LOCAL,
    address: Annotated[
        str | None, typer.Option("--address", metavar="RAY", help="The cluster: auto, host:6379 or ray://host:10001.")
    ] = None,
    memory: Annotated[
        int | None,
        typer.Option("--memory", metavar="MB", min=1, help="What a clip may take; three quarters of all, by the jobs."),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on: what is done and unchanged stays.")] = False,
    retry: Annotated[bool, typer.Option("--retry", help="With --resume: try again what failed, too.")] = False,
    include: Annotated[
        list[str] | None, typer.Option("--include", metavar="GLOB", help="Only clips of such paths or names.")
    ] = None,
    exclude: Annotated[
        list[str] | None, typer.Option("--exclude", metavar="GLOB", help="No clips of such paths or names.")
    ] = None,
    suffix: Annotated[
        str | None, typer.Option("--suffix", metavar="SUFFIX", help="Format of the outputs; else that of each input.")
    ] = None,
    json: options.Json = False,
    force: Annotated[bool, typer.Option("--force", help="Begin anew where a run was before.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say which clips there are, do nothing.")] = False,
) -> None:
    """Do one thing with every clip of a folder, and write down what came of each.

    OUT_DIR gets the outputs in the folders of their inputs, and manifest.jsonl with a line for each clip. A run that
    was stopped, however hard, goes on with --resume: the same file with the same options is not done twice. Options
    of the verb come after OUT_DIR. `supple report OUT_DIR -o report.html` makes a page of it.

    Exit code 0: every clip is ok; 3: every clip is done, but not everything is met in some; 1: some clips failed,
    or the run could not go on (OUT_DIR cannot be written, or another run works in it); 2: wrong use, nothing was done
    (also no such folder or recipe, no clip that fits, OUT_DIR inside IN_DIR, a run that is there already).
    """
    if force and resume:
        raise typer.BadParameter("--resume goes on with a run and --force begins anew; give one of them.")
    recipe = source if verb == _RECIPE else None
    steps, source, target = _asked(verb, source, target, ctx.args)
    work = _work(verb, steps, source, target, _suffix(suffix), include, exclude,
                 resume=resume, retry=retry, force=force)  # fmt: skip
    if dry_run:
        batch_run.show(work, json)
        return
    _prepare(steps, recipe)
    if engine is Engine.LOCAL and address is not None:
        raise typer.BadParameter("--address belongs to --engine ray.")
    batch_run.run(work, partial(_pool, engine, jobs, address, memory, modules_of(step.verb for step in steps)), json)


def _asked(verb: str, source: Path, target: Path, words: list[str]) -> tuple[tuple[Step, ...], Path, Path]:
    """The steps and the two folders that a command line names."""
    import shlex

    from supple.batch.recipe import Step, read_recipe

    for path in (source, target):
        if str(path).startswith("-"):
            raise typer.BadParameter(f"options of the verb come after OUT_DIR; found {path} before it.")
    if verb != _RECIPE:
        if verb not in VERBS:
            raise typer.BadParameter(f"there is no verb {verb!r} for folders. Known: {', '.join(VERBS)}, {_RECIPE}.")
        return (Step(verb, shlex.join(words)),), source, target
    if len(words) != 1:
        raise typer.BadParameter("a recipe needs three paths: supple batch run RECIPE.toml IN_DIR OUT_DIR.")
    try:
        return read_recipe(source, tuple(VERBS)), target, Path(words[0])
    except SuppleError as error:  # a recipe is what is asked for, as much as options are
        raise UsageError(str(error)) from None


def _suffix(text: str | None) -> str | None:
    from supple.io.registry import formats

    if text is None:
        return None
    suffix = f".{text.lower().removeprefix('.')}"
    writable = [ending for entry in formats() if entry.encode for ending in entry.suffixes]
    if suffix not in writable:
        raise typer.BadParameter(f"--suffix {text}: this cannot be written. Known: {' '.join(writable)}")
    return suffix


def _work(
    verb: str,
    steps: tuple[Step, ...],
    source: Path,
    target: Path,
    suffix: str | None,
    include: list[str] | None,
    exclude: list[str] | None,
    **how: bool,
) -> Work:
    from supple.batch.dataset import Work
    from supple.batch.digests import options_hash
    from supple.batch.manifest import Run
    from supple.batch.planning import Tree, check_folders
    from supple.cli.batch_job import VerbJob

    check_folders(source, target)
    maker = next((s.verb for s in steps if VERBS[s.verb].makes == "motion"), steps[-1].verb)
    whole = Path(os.path.abspath(source))  # no clip may be taken for an option, as -x.bvh of this folder would be
    tree = Tree(
        source=whole, target=target, suffixes=clip_suffixes(maker), aside=suffixes_aside(maker),
        include=tuple(include or ()), exclude=tuple(exclude or ()),
        target_of=partial(target_of, verb=maker, suffix=suffix),
    )  # fmt: skip
    hashed = lru_cache(maxsize=64)(options_hash)

    def options(name: str) -> str:
        words = tuple(step.words_for(name) for step in steps if step.is_for(name))
        return hashed((*words, (suffix or "",)))

    run = Run(run=verb, steps=tuple(step.words for step in steps), input=str(source.resolve()))
    job = VerbJob(steps, target)
    return Work(tree=tree, run=run, job=job, options=options, version=supple.__version__, **how)


def _prepare(steps: tuple[Step, ...], recipe: Path | None) -> None:
    """Refuse wrong options before anything is done, and compile once what every worker needs."""
    from supple.cli.batch_options import check_options, check_recipe
    from supple.cli.compiling import announce

    if recipe is None:
        check_options(*steps)  # a verb of the command line: one step
    else:
        check_recipe(recipe, steps)
    announce(*dict.fromkeys(name for step in steps for name in VERBS[step.verb].kernels))


def _pool(engine: Engine, jobs: int | None, address: str | None, memory: int | None, preload: list[str]) -> Executor:
    if engine is Engine.RAY:
        from supple.batch.ray_pool import RayPool

        return RayPool(address, jobs, memory_mb=memory, preload=preload)
    from supple.batch.local_pool import LocalPool
    from supple.batch.memory import share_mb
    from supple.core.machine import cores

    jobs = jobs or cores()
    return LocalPool(jobs, memory_mb=memory or share_mb(jobs), preload=preload)
