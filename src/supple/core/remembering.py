"""Results that are kept by which very values they were made of: for values that never change and are used again."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


def by_identity(most: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Keep the last results of a function of frozen values, which need not have a hash.

    Equal values that are not the same are worked on anew. Arguments are given by position; what is raised is not kept.
    """

    def keeping(function: Callable[P, R]) -> Callable[P, R]:
        held: OrderedDict[tuple[int, ...], tuple[tuple[Any, ...], R]] = OrderedDict()
        lock = threading.Lock()

        @wraps(function)
        def kept(*args: P.args, **_: P.kwargs) -> R:
            key = tuple(map(id, args))
            with lock:
                if key in held:
                    held.move_to_end(key)
                    return held[key][1]
            result = function(*args)  # type: ignore[call-arg]
            with lock:
                held[key] = (args, result)  # which keeps the arguments alive: their identity is not given away
                while len(held) > most:
                    held.popitem(last=False)
            return result

        return kept

    return keeping
