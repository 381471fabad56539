"""The page's types are those of the server."""

from pathlib import Path

from supple.editor.generate_types import TARGET, generated

ROOT = Path(__file__).resolve().parents[3]


def test_the_types_of_the_page_are_up_to_date():
    written = (ROOT / TARGET).read_text(encoding="utf-8")
    assert written == generated(), "run `python -m supple.editor.generate_types` in the checkout"


def test_pages_cannot_name_motions_of_their_own():
    text = generated()
    union = text[text.index("export type PageEdit") : text.index(";", text.index("export type PageEdit"))]
    assert "EditSetPriority" in union
    assert "AddClip" not in union
    assert "ReplaceMotion" not in union


def test_what_the_server_sends_is_whole_and_what_the_page_sends_may_be_short():
    text = generated()
    assert "  muted: boolean;" in text  # of a track
    assert "  muted?: boolean | null;" in text  # of an edit
    assert "  when: [number | string, number | string, number | string, number | string] | null;" in text
