import pytest

from assay.errors import InputError, Problem, shown, unquoted


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("\x1b[31mred", "\\u001b[31mred"),
        ("a\u202eb", "a\\u202eb"),
        ("a\r\tb\x9b", "a\\u000d\\u0009b\\u009b"),
        ("вопрос «й» 😀", "вопрос «й» 😀"),
        ("\udccf.md", "\\udccf.md"),
    ],
)
def test_nothing_is_printed_that_a_terminal_obeys(text, said):
    """What a user wrote stands there as it is, what a terminal obeys or cannot show as codes."""
    assert str(Problem(text, f"is {text}", text)) == f"{said}: is {said}; {said}"


def test_a_problem_is_no_other_one():
    """A line end in what a user named makes no line of its own; a rule may tell what a tool printed."""
    error = InputError([Problem("a\nb: is fine", "is bad"), Problem("ruff", "finds\nthis")])
    assert str(error).splitlines() == ["a\\nb: is fine: is bad", "ruff: finds", "this"]


def test_nothing_is_quoted_of_what_is_found_so():
    """Only while it is found: before and after it values are shown, after a fault on the way too."""

    def finding():
        yield Problem("a:1", f"is {shown('secret')}")
        yield Problem("a:2", f"is {shown(7)}")

    assert list(map(str, unquoted(finding()))) == ["a:1: is …", "a:2: is …"]
    assert list(map(str, finding())) == ["a:1: is 'secret'", "a:2: is 7"]

    def failing():
        yield shown("secret")
        raise ValueError

    with pytest.raises(ValueError):  # noqa: PT011  # raised above
        unquoted(failing())
    assert shown("secret") == "'secret'"
