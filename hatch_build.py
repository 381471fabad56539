"""Builds the page of the editor into the package, so that whoever installs Supple needs no Node."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_WITHOUT = "The package will have no page for `supple editor`"


class PageHook(BuildHookInterface):
    """Runs before a wheel or a source archive is made."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page where it is absent; an editable install leaves that to ``make page``."""
        page, web = Path(self.root) / "src/supple/editor/page", Path(self.root) / "web"
        if version == "editable" or (page / "index.html").is_file():
            return
        npm = shutil.which("npm")
        if npm is None or not (web / "package.json").is_file():
            self.app.display_warning(f"{_WITHOUT}: npm (Node 20 or newer) is not installed, and builds it.")
            return
        for words in (["install", "--no-audit", "--no-fund"], ["run", "build"]):
            subprocess.run([npm, *words], cwd=web, check=True)
