"""Draw the pictures of docs/first_hour.md with the page's own commands. ``make docs`` runs it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

DOCS = Path(__file__).resolve().parent
PICTURES = {  # what the page's commands call them -> what the page shows
    "first_look.png": "first_hour_look.png",
    "planted.png": "first_hour_planted.png",
    "smoothed.png": "first_hour_smoothed.png",
    "loop.png": "first_hour_loop.png",
}


def main() -> None:
    """Run every command of the page but those that open a browser, and keep the pictures."""
    lines = re.findall(r"^\$ (supple [^#\n]+)", (DOCS / "first_hour.md").read_text(), flags=re.MULTILINE)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    with tempfile.TemporaryDirectory() as folder:
        for line in lines:
            if not line.startswith("supple view"):
                subprocess.run(line, shell=True, cwd=folder, env=os.environ | {"PATH": path}, check=True)
        for made, shown in PICTURES.items():
            shutil.copyfile(Path(folder) / made, DOCS / "pictures" / shown)


if __name__ == "__main__":
    main()
