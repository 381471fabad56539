"""Ray as an executor: the same job on all nodes of a cluster that somebody else set up."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

from supple.errors import FileError, MissingExtraError

_ATTEMPTS = 3  # more tries of a clip whose worker or node died
_PATIENCE = 5.0  # [s]
_LONGEST = 300  # characters of what Ray says


class RayPool(Executor):
    """Tasks of Ray, one core each; Ray repeats those whose node dies.

    ``address`` is that of a cluster (``auto``: the one that runs here, ``host:6379``, ``ray://host:10001``); without
    one a small cluster of this machine is started, with ``jobs`` cores. Files have to be seen by all nodes under the
    same paths.
    """

    def __init__(self, address: str | None = None, jobs: int | None = None) -> None:
        os.environ.setdefault("RAY_BACKEND_LOG_LEVEL", "error")  # it would warn of what is told in words here
        _knock(address)
        try:
            import ray
        except ImportError:
            raise MissingExtraError("--engine ray", "batch") from None
        self._ray, self._tasks = ray, {}  # type: ignore[var-annotated]
        self._started = not ray.is_initialized()
        if self._started:
            _connect(ray, address, jobs)
        self._max_workers = jobs or int(ray.cluster_resources().get("CPU", 1))

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Do this on any node."""
        if fn not in self._tasks:
            self._tasks[fn] = self._ray.remote(max_retries=_ATTEMPTS, num_cpus=1)(fn)
        future: Future[Any] = self._tasks[fn].remote(*args, **kwargs).future()
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leave the cluster; one that was started here ends."""
        if self._started and self._ray.is_initialized():
            self._ray.shutdown()


def _connect(ray: Any, address: str | None, jobs: int | None) -> None:
    quiet = {"log_to_driver": False, "logging_level": "error", "configure_logging": True}
    try:
        if address is None:
            ray.init(num_cpus=jobs, include_dashboard=False, **quiet)
        else:
            ray.init(address=address, **quiet)
    except (ConnectionError, ValueError, RuntimeError) as error:
        said = " ".join(str(error).split())[:_LONGEST]
        hint = "Where its nodes have a token, set RAY_AUTH_MODE and RAY_AUTH_TOKEN here as there."
        raise FileError(f"--address {address}", f"the cluster of Ray does not let us in: {said}. {hint}") from None


def _knock(address: str | None) -> None:
    """Tell at once where nobody is at ``host:port``; Ray itself would try for minutes."""
    host, _, port = (address or "").rpartition(":")
    if not host or "/" in host or not port.isdigit():
        return
    try:
        socket.create_connection((host, int(port)), _PATIENCE).close()
    except (OSError, OverflowError) as error:
        reason = f"no cluster of Ray answers: {error}. Start one with ray start --head."
        raise FileError(f"--address {address}", reason) from None
