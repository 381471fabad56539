"""Compiled code: one compilation per kernel, a cache that is the user's own and never stale."""

import ast
import os
import re
import shutil
import stat
import subprocess
import sys
import time
from pathlib import Path

import numba
import numpy as np
import pytest
from support.fresh import SOURCES, run_python

from supple.kernels import cache, euler, fk, jit, warmup

POSE = """
import numpy as np
from supple.kernels import fk
positions, turned = np.zeros((1, 2, 3)), np.zeros((1, 2, 4))
still = np.tile([1.0, 0.0, 0.0, 0.0], (1, 2, 1))
fk.pose_clip(np.zeros((1, 3)), still, np.ones((2, 3)), np.array([-1, 0]), positions, turned)
print(positions[0, 1, 0])
"""
pytestmark = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="the compiler is off")
FOLDER = "from supple.kernels.cache import cache_folder; print(cache_folder())"
posix = pytest.mark.skipif(not hasattr(os, "getuid"), reason="Windows has no owners and modes of this kind")


@pytest.fixture
def package(tmp_path):
    """A copy of the package that a test may edit."""
    shutil.copytree(SOURCES, tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path / "src"


def test_read_only_and_writable_arrays_share_one_compilation():
    axes, out = np.eye(3), np.zeros(4)
    sealed = np.eye(3)
    sealed.flags.writeable = False
    euler.to_quat(np.zeros(3), axes, out)
    euler.to_quat(np.zeros(3), sealed, out)
    assert len(euler.to_quat.signatures) == 1


def test_a_strided_array_is_refused():
    with pytest.raises(TypeError):
        euler.to_quat(np.zeros(6)[::2], np.eye(3), np.zeros(4))
    assert len(euler.to_quat.signatures) == 1


def test_a_sealed_array_cannot_be_written():
    sealed = np.zeros(4)
    sealed.flags.writeable = False
    with pytest.raises(TypeError):
        euler.to_quat(np.zeros(3), np.eye(3), sealed)


def test_every_kernel_releases_the_lock_and_is_kept_on_disk():
    for name in warmup.modules():
        __import__(f"supple.kernels.{name}")
    found = [
        value
        for name in warmup.modules()
        for value in vars(sys.modules[f"supple.kernels.{name}"]).values()
        if isinstance(value, numba.core.dispatcher.Dispatcher)
    ]
    assert len(found) > 20
    assert all(value.targetoptions["nogil"] for value in found)
    assert all(str(cache.cache_folder()) in value.stats.cache_path for value in found)


def test_other_packages_keep_their_cache(tmp_path):
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(tmp_path)
    try:
        jit.kernel()(lambda x: x)
        assert str(tmp_path) == numba.config.CACHE_DIR
    finally:
        numba.config.CACHE_DIR = before


def test_only_kernels_know_the_compiler():
    outside = [p for p in (SOURCES / "supple").rglob("*.py") if p.parent.name != "kernels"]
    assert not [p.name for p in outside if re.search(r"^\s*(import|from) numba", p.read_text(), re.MULTILINE)]


def test_asking_whether_kernels_are_compiled_does_not_load_the_compiler(tmp_path):
    code = "import sys; from supple.kernels.cache import is_compiled; print(is_compiled(), 'numba' in sys.modules)"
    assert run_python(code, SUPPLE_CACHE_DIR=tmp_path) == "False False"


def test_one_module_is_known_to_be_compiled_once_it_was_used(tmp_path):
    run_python(POSE, SUPPLE_CACHE_DIR=tmp_path)
    ask = "from supple.kernels.cache import is_compiled as c; print(c('fk'), c('rotvec'), c('fk', 'rotvec'), c())"
    assert run_python(ask, SUPPLE_CACHE_DIR=tmp_path) == "True False False False"


WARM_UP = """
from supple.kernels.warmup import compile_everything, modules
names = []
print(compile_everything(names.append, processes=2) == len(modules()) == len(names) > 5)
"""
POSE = (
    "import numpy as np; from supple.kernels import fk; out = np.zeros((1, 3)), np.zeros((1, 4)); "
    "fk.pose_frame(np.array([1.0, 2.0, 3.0]), np.array([[1.0, 0, 0, 0]]), np.zeros((1, 3)), np.array([-1]), *out); "
    "print(out[0][0, 0])"
)
ASK = "from supple.kernels.cache import is_compiled; print(is_compiled())"


def test_nothing_is_marked_as_compiled_when_the_compiler_is_off(tmp_path):
    assert run_python(WARM_UP, SUPPLE_CACHE_DIR=tmp_path, NUMBA_DISABLE_JIT="1") == "True"
    assert run_python(ASK, SUPPLE_CACHE_DIR=tmp_path) == "False"
    assert run_python(ASK, SUPPLE_CACHE_DIR=tmp_path, NUMBA_DISABLE_JIT="1") == "True"


@pytest.mark.slow
def test_everything_is_compiled_once_and_then_starts_at_once(tmp_path):
    start = time.perf_counter()
    assert run_python(WARM_UP, SUPPLE_CACHE_DIR=tmp_path) == "True"
    middle = time.perf_counter()
    assert run_python(ASK, SUPPLE_CACHE_DIR=tmp_path) == "True"
    assert run_python(WARM_UP, SUPPLE_CACHE_DIR=tmp_path) == "True"
    assert time.perf_counter() - middle < 0.5 * (middle - start)


def test_kernels_run_uncompiled(tmp_path):
    assert run_python(POSE, SUPPLE_CACHE_DIR=tmp_path, NUMBA_DISABLE_JIT="1") == "1.0"
    assert not list(tmp_path.rglob("*.nbi"))


@pytest.mark.slow
def test_all_kinematics_hold_uncompiled():
    """Kernels are plain Python too, for debugging and coverage."""
    tests = [str(Path(__file__).with_name(f"test_{name}.py")) for name in ("jacobian_kernels", "hinge_chains")]
    settings = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *tests]
    done = subprocess.run(command, env=settings, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout


def test_an_edited_callee_is_compiled_again(package, tmp_path):
    """numba itself would keep the old code: the caller's file is unchanged."""
    callee = package / "supple" / "kernels" / "quat.py"
    code = (
        "import numpy as np; from supple.kernels import euler; out = np.zeros((1, 3)); "
        "euler.hinge_axes(np.array([1.0, 0, 0, 0]), np.zeros(1), np.ones((1, 3)), np.zeros(4), out); print(out[0, 0])"
    )
    assert run_python(code, package, SUPPLE_CACHE_DIR=tmp_path / "cache") == "1.0"
    assert run_python(code, package, SUPPLE_CACHE_DIR=tmp_path / "cache") == "1.0"
    text = callee.read_text()
    assert "out[0] = vx + " in text
    callee.write_text(text.replace("out[0] = vx + ", "out[0] = 10.0 + vx + "))
    assert run_python(code, package, SUPPLE_CACHE_DIR=tmp_path / "cache") == "11.0"


def test_an_edit_leaves_alone_what_it_does_not_touch(package):
    ask = "from supple.kernels.cache import module_folder as m; print(*(m(n).name for n in {names}), sep=';')"
    names = ["quat", "euler", "cleanup.hinge", "posing.meet", "curvature"]
    before = run_python(ask.format(names=names), package).split(";")
    _edit(package / "supple" / "kernels" / "cleanup" / "hinge.py")
    (package / "supple" / "kernels" / "newcomer.py").write_text("from supple.kernels.jit import dense\n")
    after = run_python(ask.format(names=names), package).split(";")
    assert [a == b for a, b in zip(before, after, strict=True)] == [True, True, False, True, True]
    _edit(package / "supple" / "kernels" / "quat.py")
    last = run_python(ask.format(names=names), package).split(";")
    assert [a == b for a, b in zip(after, last, strict=True)] == [False, False, True, False, True]


def _edit(path):
    path.write_text(path.read_text() + "\nEDITED = 1\n")


def test_the_cache_knows_every_import_of_a_kernel():
    """Those it cannot see would leave stale code: all are whole lines of one form."""
    for path in cache.SOURCES.rglob("*.py"):
        names = {
            node.module if isinstance(node, ast.ImportFrom) else node.names[0].name
            for node in ast.walk(ast.parse(path.read_text()))
            if isinstance(node, ast.Import | ast.ImportFrom)
        }
        ours = {name for name in names if name is None or name.startswith("supple")}
        assert len(ours) <= len({found[0] for found in cache._IMPORT.findall(path.read_text())}), path


def test_nothing_is_written_beside_the_sources(package, tmp_path):
    before = sorted(package.rglob("*"))
    run_python(POSE, package, SUPPLE_CACHE_DIR=tmp_path / "cache")
    assert sorted(package.rglob("*")) == before


def test_two_processes_at_once_do_not_disturb_each_other(tmp_path):
    settings = {**os.environ, "PYTHONPATH": str(SOURCES), "SUPPLE_CACHE_DIR": str(tmp_path)}
    both = [
        subprocess.Popen([sys.executable, "-c", POSE], env=settings, stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    assert [process.communicate(timeout=120)[0].strip() for process in both] == ["1.0", "1.0"]
    assert run_python(POSE, SUPPLE_CACHE_DIR=tmp_path) == "1.0"


def test_the_cache_is_in_the_users_folder(tmp_path):
    if not sys.platform.startswith("linux"):
        pytest.skip("other systems have other folders")
    folder = run_python(FOLDER, SUPPLE_CACHE_DIR=None, XDG_CACHE_HOME=None, HOME=tmp_path)
    assert folder.startswith(str(tmp_path / ".cache" / "supple"))


def test_a_home_that_cannot_be_written_falls_back_on_the_temporary_folder(tmp_path):
    home = tmp_path / "home"  # a file, which stops root as well
    home.write_text("")
    folder = run_python(FOLDER, SUPPLE_CACHE_DIR=None, XDG_CACHE_HOME=None, HOME=home, TMPDIR=tmp_path)
    assert folder.startswith(str(tmp_path / "supple-"))
    assert run_python(POSE, SUPPLE_CACHE_DIR=None, XDG_CACHE_HOME=None, HOME=home, TMPDIR=tmp_path) == "1.0"


@posix
def test_a_folder_that_others_can_write_is_not_trusted(tmp_path):
    usual = Path(run_python(FOLDER, SUPPLE_CACHE_DIR=tmp_path / "cache", TMPDIR=tmp_path))
    assert stat.S_IMODE(usual.stat().st_mode) == 0o700
    usual.chmod(0o777)
    other = Path(run_python(FOLDER, SUPPLE_CACHE_DIR=tmp_path / "cache", TMPDIR=tmp_path))
    assert other.parent.parent == tmp_path
    assert other.parent.name.startswith("supple-")
    other.parent.chmod(0o777)
    last = Path(run_python(FOLDER, SUPPLE_CACHE_DIR=tmp_path / "cache", TMPDIR=tmp_path))
    assert last.name.startswith("supple-kernels-")
    assert stat.S_IMODE(last.stat().st_mode) == 0o700


@posix
def test_a_link_in_the_temporary_folder_is_not_followed(tmp_path):
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    (tmp_path / f"supple-{os.getuid()}").symlink_to(tmp_path / "elsewhere")
    folder = Path(run_python(FOLDER, SUPPLE_CACHE_DIR="/dev/null/cache", TMPDIR=tmp_path))
    assert folder.name.startswith("supple-kernels-")


def test_caches_that_nobody_uses_are_removed(tmp_path):
    old, young = tmp_path / "kernels-old", tmp_path / "kernels-young"
    for folder in (old, young):
        folder.mkdir()
    os.utime(old, (0, 0))
    run_python(FOLDER, SUPPLE_CACHE_DIR=tmp_path)
    assert (old.exists(), young.exists()) == (False, True)


def test_compiled_modules_that_nobody_uses_are_removed(tmp_path):
    old = Path(run_python(FOLDER, SUPPLE_CACHE_DIR=tmp_path)) / "quat-old"
    old.mkdir()
    os.utime(old, (0, 0))
    assert run_python(POSE, SUPPLE_CACHE_DIR=tmp_path) == "1.0"
    assert not old.exists()


def test_settings_of_the_compiler_do_not_share_a_cache(tmp_path):
    plain = run_python(FOLDER, SUPPLE_CACHE_DIR=tmp_path)
    assert run_python(FOLDER, SUPPLE_CACHE_DIR=tmp_path, NUMBA_BOUNDSCHECK="1") != plain
    assert run_python(FOLDER, SUPPLE_CACHE_DIR=tmp_path, NUMBA_NUM_THREADS="1") == plain


def test_the_declared_result_is_returned():
    assert fk.pose_frame.nopython_signatures[0].return_type == numba.types.none


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    """A cache in which one kernel and what it calls are compiled."""
    folder = tmp_path_factory.mktemp("filled")
    assert run_python(POSE, SUPPLE_CACHE_DIR=folder) == "1.0"
    return folder


@pytest.mark.parametrize(
    "damage", [b"junk", *(pytest.param(d, marks=pytest.mark.slow) for d in (b"", b"\x80\x04half"))]
)
@pytest.mark.parametrize("ending", ["*.nbi", "*.nbc"])
def test_a_damaged_cache_is_made_again(tmp_path, filled, damage, ending):
    shutil.copytree(filled, tmp_path, dirs_exist_ok=True)
    hurt = list(tmp_path.rglob(ending))
    assert hurt
    for path in hurt:
        path.write_bytes(damage)
    assert run_python(POSE, SUPPLE_CACHE_DIR=tmp_path) == "1.0"


def test_without_room_for_a_cache_kernels_still_run(tmp_path):
    script = (
        "import numba.core.caching as caching\n"
        "def full(*arguments, **more): raise OSError(28, 'No space left on device')\n"
        "caching.IndexDataCacheFile.save = full\n" + POSE
    )
    assert run_python(script, SUPPLE_CACHE_DIR=tmp_path) == "1.0"
