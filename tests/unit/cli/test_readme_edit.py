"""The edit of the README does what the README says, on the walk of the demo."""

import re
from pathlib import Path

import supple
from supple.cli import main

README = Path(__file__).parents[3] / "README.md"


def test_the_edit_of_the_readme_is_met(tmp_path, capsys):
    (document,) = re.findall(r"```toml\n(.*?)```", README.read_text(), flags=re.DOTALL)
    walk, edit = tmp_path / "walk.bvh", tmp_path / "greet.toml"
    supple.write(supple.walking(), walk)
    edit.write_text(document)
    assert main(["lint", str(walk), str(edit)]) == 0
    code = main(["edit", str(walk), str(edit), "-o", str(tmp_path / "greet.bvh"), "--report", str(tmp_path / "g.html")])
    said = capsys.readouterr().out
    assert code == 0, said
    for name in ("left foot", "right foot", "balance", "greet"):
        assert re.search(rf"{name} +\d +0\.0\d mm +0\.0\d mm .* met", said)
    after = supple.read(tmp_path / "greet.bvh")
    hand, head = (supple.world_pose(after).positions[:, after.skeleton.index(n)] for n in ("RightHand", "Head"))
    assert (hand[90:150, 1] > head[90:150, 1]).all(), "the hand is up from 1.5 to 2.5 s"
