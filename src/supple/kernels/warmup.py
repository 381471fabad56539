"""Compile kernels now, so that nothing waits later: several modules at a time, each in a process of its own."""

from __future__ import annotations

import importlib
import pkgutil
import signal
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context

from supple.kernels.cache import SOURCES, compiled_from, is_disabled, mark_complete

_PACKAGE = "supple.kernels."
_NOT_KERNELS = {"cache", "dof_kinds", "fitting.kinds", "jit", "limit_kinds", "posing.slots", "task_kinds", "warmup"}
_MOST = 8  # processes: each takes half a gigabyte, and no more modules than that are ever ready at once
_WORTH_IT = 4  # modules: to start another compiler takes as long as one of them

Told = Callable[[str], None]


def modules() -> list[str]:
    """The names of all kernel modules."""
    found = pkgutil.walk_packages([str(SOURCES)], prefix=_PACKAGE)  # it imports folders by these names
    names = (entry.name.removeprefix(_PACKAGE) for entry in found if not entry.ispkg)
    return sorted(name for name in names if name not in _NOT_KERNELS)


def compile_everything(progress: Told = lambda name: None, processes: int = 1) -> int:
    """Compile all kernel modules; returns how many there are. ``progress`` is told the name of each that begins."""
    names = modules()
    compile_modules(names, progress, processes)
    mark_complete()
    return len(names)


def compile_modules(names: Sequence[str], progress: Told = lambda name: None, processes: int = 1) -> None:
    """Compile what some modules declare, several at a time in so many ``processes``."""
    processes, told = min(processes, _MOST), set[str]()

    def begin(name: str) -> None:
        if name not in told:  # once, also where it is begun again
            told.add(name)
            progress(name)

    if processes > 1 and len(names) >= _WORTH_IT and not is_disabled():
        try:
            return _in_processes(names, processes, begin)
        except (BrokenProcessPool, OSError, NotImplementedError, ImportError):
            pass  # one was killed, as for want of memory, or this machine gives none: what is left takes this one alone
    for name in names:
        begin(name)
        _compile(name)
    return None


def _in_processes(names: Sequence[str], processes: int, begin: Told) -> None:
    """Compile each module once all that it is made of are there, so that nothing is compiled twice.

    Those that many others are made of come first, or these would wait for them in the end. ``begin`` is told of the
    ``names`` alone, not of what they bring along.
    """
    every = set(modules()) & set().union(*map(compiled_from, names))
    needed = {name: compiled_from(name) & every - {name} for name in sorted(every)}
    users = {name: sum(name in needs for needs in needed.values()) for name in needed}
    running: dict[Future[None], str] = {}
    with ProcessPoolExecutor(processes, get_context("spawn"), initializer=_end_in_silence) as pool:
        while needed or running:
            ready = sorted((name for name, needs in needed.items() if not needs), key=lambda name: -users[name])
            for name in ready[: processes - len(running)]:
                if name in names:
                    begin(name)
                del needed[name]
                running[pool.submit(_compile, name)] = name
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                future.result()
                done = running.pop(future)
                for needs in needed.values():
                    needs.discard(done)


def _end_in_silence() -> None:
    """Ctrl-C ends this process without a word: the one that a person started tells of it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _compile(name: str) -> None:
    """Importing a module compiles what it declares, or loads it."""
    importlib.import_module(_PACKAGE + name)
