"""Names that occur more than once."""

from supple.io.joint_names import unique_names


def test_a_later_joint_is_renamed_and_no_name_of_the_file_is_taken_from_its_bearer():
    names, warnings = unique_names(["a", "a", "a_2", "b", "a", "a_2"])
    assert names == ("a", "a_3", "a_2", "b", "a_4", "a_2_2")
    assert "3 names occur more than once" in warnings[0]


def test_names_that_differ_stay_without_a_word():
    assert unique_names(["a", "A", "a "]) == (("a", "A", "a "), [])
