from assay.counting import counted


def test_one_is_one_and_any_other_number_is_many():
    """None too."""
    assert [counted(number, "problem") for number in (0, 1, 2)] == ["0 problems", "1 problem", "2 problems"]
    assert [counted(number, "query", "queries") for number in (1, 12)] == ["1 query", "12 queries"]
