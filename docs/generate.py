"""Write docs/formats.md from what the formats say of themselves. ``make docs`` runs it; a test keeps it in step.

The pictures of docs/posing.md come from :mod:`pose_pictures`, beside this file.
"""

from __future__ import annotations

from pathlib import Path

from supple.io.registry import formats

PAGE = Path(__file__).with_name("formats.md")
NOTES = Path(__file__).with_name("formats_notes.md")


def page() -> str:
    """The fidelity table, then the notes that people wrote."""
    lines = [
        "# Formats",
        "",
        "Made from the formats' own statements by `make docs`. *Keeps* is what reading a file and writing it again",
        "gives back; *drops* is what a write cannot hold. `supple convert` says per file what was changed or lost.",
        "",
        "| format | suffixes | read | write | keeps | drops |",
        "|---|---|---|---|---|---|",
    ]
    for f in formats():
        cells = [
            f.title,
            " ".join(f"`{s}`" for s in f.suffixes),
            _yes(f.read),
            _yes(f.encode),
            "; ".join(f.keeps),
            "; ".join(f.drops),
        ]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n\n" + NOTES.read_text()


def _yes(there: object) -> str:
    return "yes" if there else "no"


if __name__ == "__main__":
    from pose_pictures import write_pictures

    PAGE.write_text(page())
    write_pictures()
