"""``supple warmup``: compile everything now, so that nothing waits later."""

from __future__ import annotations

import time

from supple.cli import say

NAME = "warmup"
EXAMPLES = """Examples:

`supple warmup`
"""


def command() -> None:
    """Compile all kernels into the user's cache, once per version."""
    from supple.kernels.cache import is_compiled

    if is_compiled():
        say.note("kernels are compiled already")
        return
    say.note("compiling kernels, once ...")
    start = time.perf_counter()
    from supple.kernels.warmup import compile_everything

    count = compile_everything(lambda name: say.note(f"  {name}"))
    say.note(f"compiled {count} kernel modules in {time.perf_counter() - start:.0f} s")
