import pytest

from assay.errors import InputError, Problem


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("\x1b[31mred", "\\u001b[31mred"),
        ("a\u202eb", "a\\u202eb"),
        ("a\r\tb\x9b", "a\\u000d\\u0009b\\u009b"),
        ("вопрос «й» 😀", "вопрос «й» 😀"),
    ],
)
def test_nothing_is_printed_that_a_terminal_obeys(text, said):
    """What a user wrote stands there as it is, its control characters and marks of direction as codes."""
    assert str(Problem(text, f"is {text}", text)) == f"{said}: is {said}; {said}"


def test_a_problem_is_no_other_one():
    """A line end in what a user named makes no line of its own; a rule may tell what a tool printed."""
    error = InputError([Problem("a\nb: is fine", "is bad"), Problem("ruff", "finds\nthis")])
    assert str(error).splitlines() == ["a\\nb: is fine: is bad", "ruff: finds", "this"]
