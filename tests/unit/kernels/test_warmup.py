"""Kernels are compiled several at a time, each after what it is made of."""

from concurrent.futures.process import BrokenProcessPool

import numba
import pytest
from support.fresh import run_python

from supple.kernels import warmup
from supple.kernels.cache import compiled_from

NAMES = ["euler", "quat", "fk", "swing_twist", "rotvec"]
SEVERAL = f"""
from supple.kernels.cache import is_compiled
from supple.kernels.warmup import compile_modules
told = []
compile_modules({NAMES}, told.append, processes=2)
print(*told, is_compiled("euler", "fk", "swing_twist", "rotvec"))
"""


@pytest.mark.slow
@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="the compiler is off")
def test_several_processes_fill_one_cache_and_begin_with_what_others_need(tmp_path):
    *told, compiled = run_python(SEVERAL, SUPPLE_CACHE_DIR=tmp_path).split()
    assert compiled == "True"
    assert sorted(told) == sorted(NAMES)
    assert told.index("quat") < told.index("euler")
    assert told.index("rotvec") < told.index("swing_twist")


@pytest.mark.parametrize("trouble", [BrokenProcessPool("killed"), OSError(38, "no semaphores"), NotImplementedError()])
def test_what_other_processes_did_not_do_is_compiled_by_this_one(monkeypatch, trouble):
    told, compiled = [], []

    def killed(names, processes, begin):
        begin(names[0])
        raise trouble

    monkeypatch.setattr(warmup, "_in_processes", killed)
    monkeypatch.setattr(warmup, "_compile", compiled.append)
    monkeypatch.setattr(warmup, "is_disabled", lambda: False)
    warmup.compile_modules(NAMES, told.append, processes=2)
    assert told == compiled == NAMES


def test_few_modules_start_no_process(monkeypatch):
    compiled = []
    monkeypatch.setattr(warmup, "_in_processes", lambda *_: pytest.fail("to start one takes longer"))
    monkeypatch.setattr(warmup, "_compile", compiled.append)
    warmup.compile_modules(NAMES[:2], processes=8)
    assert compiled == NAMES[:2]


def test_a_module_is_compiled_from_what_it_imports_through_others():
    assert {"quat", "euler", "jit"} <= compiled_from("euler")
    assert {"posing.clip", "posing.evaluate", "fk"} <= compiled_from("posing.clip")
