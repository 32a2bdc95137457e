import pytest

from assay.errors import InputError
from assay.exchange.questions.question_lines import is_lines, read_lines

TEXT = "\ufeff# из чата\nКакой срок?\n\n  Как  вернуть\tкурьером? \r\nКакой срок?\n"


@pytest.mark.parametrize(
    ("name", "text", "lines"),
    [
        ("q.txt", TEXT, True),
        ("Q.TXT", "Какой срок?", True),
        ("q.txt", "", True),
        ("q.txt", "1\tКакой срок?\n2\tКак вернуть?\n", False),
        ("q.txt", "<top>\n<num> 1\n", False),
        ("topics.51-100", "Какой срок?\n", False),
        ("q.csv", "Какой срок?\n", False),
    ],
)
def test_what_is_a_text_of_questions(name, text, lines):
    """By the name and by what it holds: topics have tags, or a tab between id and text."""
    assert is_lines(name, text.encode()) == lines


@pytest.mark.parametrize("encoding", ["utf-8", "cp1251", "utf-16"])
def test_lines_are_questions(encoding):
    """Blank lines and comments are none; addresses are those of the file; spaces are joined."""
    text = TEXT if encoding == "utf-8" else TEXT.removeprefix("\ufeff")
    mapped, notes = read_lines(text.encode(encoding), "q.txt")
    assert [value["query"] for value in mapped.values] == [
        "Какой срок?",
        "Как вернуть курьером?",
        "Какой срок?",
    ]
    assert mapped.spots == ["q.txt:2", "q.txt:4", "q.txt:5"]
    assert notes[-2:] == ["q.txt: one question a line, 3 questions", "q.txt: 1 line with # left out"]


def test_numbers_in_front_of_all_lines_are_no_part_of_the_questions():
    """Where one line has none, they stay."""
    mapped, notes = read_lines("1. Какой срок?\n2) What is it?\n– 3 дня?\n".encode(), "q.txt")
    assert [value["query"] for value in mapped.values] == ["Какой срок?", "What is it?", "3 дня?"]
    assert "q.txt: numbers in front of the questions left out" in notes
    mapped, _ = read_lines("1. Какой срок?\nЧто?\n".encode(), "q.txt")
    assert mapped.values[0] == {"query": "1. Какой срок?"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("# только это\n\n", "q.txt: holds no questions; write one a line; # begins a comment"),
        ('{"query": "А?"}\n', "q.txt: holds JSON; name it .json, or .jsonl with one record a line"),
    ],
)
def test_texts_without_questions(text, message):
    """Named, with what to do."""
    with pytest.raises(InputError) as error:
        read_lines(text.encode(), "q.txt")
    assert str(error.value.problems[0]) == message
