"""``supple warmup``: compile everything now, so that nothing waits later."""

from __future__ import annotations

import time

from supple.cli import say
from supple.cli.compiling import counting

NAME = "warmup"
EXAMPLES = """Examples:

`supple warmup`
"""


def command() -> None:
    """Compile all kernels into the user's cache, once per version, on all cores."""
    from supple.kernels.cache import is_compiled

    if is_compiled():
        say.note("kernels are compiled already")
        return
    say.note("compiling kernels, once for this version; this takes some minutes ...")
    start = time.perf_counter()
    from supple.core.machine import cores
    from supple.kernels.warmup import compile_everything, modules

    with counting(len(modules())) as begin:
        count = compile_everything(begin, cores())
    say.note(f"compiled {count} kernel modules in {time.perf_counter() - start:.0f} s")
