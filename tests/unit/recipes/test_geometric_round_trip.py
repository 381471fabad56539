"""What geometric detection finds can be written and read again."""

import pytest

from supple.core.contacts import Contacts
from supple.errors import DocumentError
from supple.io.documents.contacts import dump_contacts, parse_contacts
from supple.recipes.geometric import find_geometric
from supple.recipes.walk import walking


def test_geometric_constraints_survive_the_contacts_document():
    motion = walking(2.0, 60.0)
    found = Contacts(fps=motion.fps, geometric=find_geometric(motion, ["left_ankle", "right_wrist"]))
    assert {g.kind for g in found.geometric} >= {"space", "line"}
    assert parse_contacts(dump_contacts(found)) == found


def test_an_orientation_that_is_none_is_refused():
    row = '{"joint": "a", "kind": "space", "start": 0, "stop": 5, "origin_m": [0, 0, 0], "wxyz": [2, 0, 0, 0]}'
    with pytest.raises(DocumentError, match=r"geometric\[0\].wxyz"):
        parse_contacts('{"format": 1, "fps": 60, "geometric": [' + row + "]}")
