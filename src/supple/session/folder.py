"""The one folder that may be read and written on behalf of somebody far away."""

from __future__ import annotations

from pathlib import Path

from supple.errors import FileError

_DOCUMENTS = (".csv", ".npz", ".obj", ".toml", ".json")  # what the words of grounds and paths may name
_MOST_LISTED = 2000


class Folder:
    """A folder, and nothing outside it, whatever links or dots a name has."""

    def __init__(self, root: Path) -> None:
        self.root = root.resolve()

    def inside(self, name: str) -> Path:
        """The file that a name means, relative to the folder; anything outside or hidden is refused."""
        try:
            path = (self.root / name).resolve()
            relative = path.relative_to(self.root)
        except (ValueError, OSError, RuntimeError):
            raise FileError(name[:200], "this is outside the opened folder, and stays closed.") from None
        if not relative.parts or any(part.startswith(".") for part in relative.parts):
            raise FileError(name[:200], "hidden files and the folder itself are not opened here.")
        return path

    def meant(self, words: str) -> str:
        """Words such as ``stairs:rise=0.17`` as they are; the name of a document as its path in the folder."""
        return str(self.inside(words)) if Path(words).suffix.lower() in _DOCUMENTS else words

    def files(self, suffixes: tuple[str, ...]) -> tuple[str, ...]:
        """The files that can be opened, by their names in the folder."""
        found = []
        for path in sorted(self.root.iterdir()):
            if path.suffix.lower() in suffixes and not path.name.startswith(".") and path.is_file():
                found.append(path.name)
        return tuple(found[:_MOST_LISTED])
