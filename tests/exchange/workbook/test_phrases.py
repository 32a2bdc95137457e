import ast
import re
import string
from pathlib import Path

import pytest

from assay.exchange.workbook import phrases
from assay.exchange.workbook.phrases import PHRASES, Words

MODULES = sorted(Path(phrases.__file__).parent.glob("*.py"))
EXPORT = {"cli.py", "exporting.py"}  # what they refuse is said to those who export


@pytest.mark.parametrize("key", PHRASES)
def test_both_languages_say_the_same_values(key):
    """Neither is empty, and both say what to do or neither."""
    pair = PHRASES[key]
    named = [{name for _, name, _, _ in string.Formatter().parse(text) if name} for text in pair]
    assert named[0] == named[1]
    assert all(pair)
    assert ("; " in pair[0]) == ("; " in pair[1])


def test_a_problem_has_its_rule_and_what_to_do():
    """Also where a value looks like the border between them."""
    problem = Words(1).problem("x!A1", "cell.error", value="a; {b}")
    assert (problem.rule, problem.fix) == ("в ячейке ошибка a; {b}", "впишите текст")


@pytest.mark.parametrize(
    "path", [path for path in MODULES if path.name not in EXPORT], ids=lambda path: path.name
)
def test_nothing_is_said_in_one_language(path):
    """A rule or a fix that stands in the code itself would be."""
    calls = [node for node in ast.walk(ast.parse(path.read_bytes())) if isinstance(node, ast.Call)]
    for call in calls:
        if isinstance(call.func, ast.Name) and call.func.id in ("Problem", "FormError"):
            written = [one for one in call.args[1:] if isinstance(one, ast.Constant | ast.JoinedStr)]
            assert not written, f"{path.name}:{call.lineno}"


def test_no_phrase_is_left_over():
    """Each is said by a module, some by a key that is made of parts."""
    code = "".join(path.read_text("utf-8") for path in MODULES if path.name != "phrases.py")
    made = {f"{found}." for found in re.findall(r'f"(\w+)\.\{', code)}
    kinds = {"number", "date", "truth"}
    assert {
        key
        for key in PHRASES.keys() - kinds
        if f'"{key}"' not in code and not any(key.startswith(start) for start in made)
    } == set()
