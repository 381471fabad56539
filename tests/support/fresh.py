"""Run Python in a process of its own, with the environment changed."""

import os
import subprocess
import sys
from pathlib import Path

SOURCES = Path(__file__).resolve().parents[2] / "src"


def run_python(code, sources=SOURCES, **environment):
    """What the code prints; ``None`` in the environment removes a variable."""
    settings = {**os.environ, "PYTHONPATH": str(sources), "PYTHONDONTWRITEBYTECODE": "1"}
    for name, value in environment.items():
        settings.pop(name, None)
        if value is not None:
            settings[name] = str(value)
    done = subprocess.run([sys.executable, "-c", code], env=settings, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()
