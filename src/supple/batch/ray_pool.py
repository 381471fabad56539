"""Ray as an executor: the same job on all nodes of a cluster that somebody else set up."""

from __future__ import annotations

import importlib
import os
import socket
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from functools import cache, partial
from typing import Any

from supple.batch.local_pool import WorkerDiedError
from supple.errors import FileError, MissingExtraError

_ATTEMPTS = 3  # more tries of a clip whose worker or node died
_DEAD = ("WorkerCrashedError", "OutOfMemoryError", "NodeDiedError", "LocalRayletDiedError")  # as Ray calls it
_PATIENCE = 5.0  # [s]
_LONGEST = 300  # characters of what Ray says


class RayPool(Executor):
    """Tasks of Ray, one core each; Ray repeats those whose node dies.

    ``address`` is that of a cluster (``auto``: the one that runs here, ``host:6379``, ``ray://host:10001``); without
    one a small cluster of this machine is started, with ``jobs`` cores. On one that is there ``jobs`` is how many clips
    :func:`supple.batch.run` has done at a time. Files have to be seen by all nodes under the same paths. ``memory_mb``
    bounds what a clip may take beyond what its worker has loaded (on Linux); None is the share of a core in three
    quarters of its node. ``preload`` names modules that every worker loads before.
    """

    def __init__(
        self,
        address: str | None = None,
        jobs: int | None = None,
        *,
        memory_mb: int | None = None,
        preload: Sequence[str] = (),
    ) -> None:
        os.environ.setdefault("RAY_BACKEND_LOG_LEVEL", "error")  # it would warn of what is told in words here
        _knock(address)
        try:
            import ray
        except ImportError:
            raise MissingExtraError("--engine ray", "batch") from None
        self._ray, self._first = ray, (memory_mb, tuple(preload))
        self._started = not ray.is_initialized()
        if self._started:
            _connect(ray, address, jobs)
        self._task = ray.remote(max_retries=_ATTEMPTS, num_cpus=1)(in_bounds)
        self._max_workers = jobs or int(ray.cluster_resources().get("CPU", 1))
        self.ahead = jobs  # a cluster begins at once whatever it is given: none may wait there

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Do this on any node."""
        future: Future[Any] = Future()
        self._task.remote(self._first, fn, *args, **kwargs).future().add_done_callback(partial(_hand_over, future))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leave the cluster; one that was started here ends."""
        if self._started and self._ray.is_initialized():
            self._ray.shutdown()


def in_bounds(first: tuple[int | None, tuple[str, ...]], fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
    """What a worker on a node does: load what it needs and bound itself before its first clip, then the clip."""
    _begin_once(*first)
    return fn(*args, **kwargs)


@cache
def _begin_once(memory_mb: int | None, preload: tuple[str, ...]) -> None:
    from supple.batch.memory import bound, share_mb

    for name in ("supple.batch.one_thread", *preload):
        importlib.import_module(name)
    if (megabytes := memory_mb or share_mb(_workers_here())) is not None:
        bound(megabytes)


def _hand_over(future: Future[Any], done: Future[Any]) -> None:
    """Give what came from Ray to the one who waits, with our own words where a worker is gone."""
    if not future.set_running_or_notify_cancel():
        return
    error = done.exception()
    if error is None:
        future.set_result(done.result())
    else:
        future.set_exception(WorkerDiedError.after(_ATTEMPTS + 1) if type(error).__name__ in _DEAD else error)


def _workers_here() -> int:
    """How many workers this node may have at a time: one for each core that Ray gives out."""
    import ray

    here = ray.get_runtime_context().get_node_id()
    cores = next((node["Resources"].get("CPU", 1) for node in ray.nodes() if node["NodeID"] == here), 1)
    return max(1, int(cores))


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
