"""What all pages share."""

import os

from supple.plots.page import page


def test_a_file_name_of_another_encoding_is_spelled_out():
    name = os.fsdecode(b"caf\xe9.bvh")
    made = page(name, "lead", f"<p>{name}</p>", "footer", {"name": name}).encode().decode()
    assert made.count("caf\\udce9.bvh") == 4  # title, heading, body, and the player's data
