import ast
import re
import string

import pytest

from assay.judging.phrases import PHRASES
from assay.labelling import phrases
from conftest import ROOT

KEY = re.compile(r"[a-z_]+(\.[a-z_]+)*")
SPOKEN = (
    *("words", "say", "line", "choice", "yes", "needed", "reason", "text", "citations", "numbers"),
    *("_choice", "_chosen", "_quoted", "_evidence", "_in_corpus", "_texts"),
)


@pytest.mark.parametrize("key", PHRASES)
def test_both_languages_say_the_same_values(key):
    """And neither is empty."""
    named = [{name for _, name, _, _ in string.Formatter().parse(text) if name} for text in PHRASES[key]]
    assert named[0] == named[1]
    assert all(PHRASES[key])


def test_no_phrase_takes_the_place_of_another():
    """The tables are used together."""
    assert not PHRASES.keys() & (phrases.PHRASES.keys() | phrases.FIELDS.keys())


def spoken():
    """What the modules say: keys in calls that speak, and whatever else looks like one; beginnings of computed ones."""
    said, strings, begun = set(), set(), set()
    for path in (ROOT / "scripts/assay/judging").glob("*.py"):
        if path.stem.endswith("phrases"):
            continue
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                name = getattr(node.func, "attr", getattr(node.func, "id", ""))
                said |= {node.args[0].value} if name in SPOKEN else set()
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and KEY.fullmatch(node.value):
                strings.add(node.value)
            if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
                begun.add(node.values[0].value)
    return said, strings, begun


def test_every_phrase_that_is_said_is_there_and_every_other_is_gone():
    """Keys that are computed begin as they are written."""
    said, strings, begun = spoken()
    assert said - PHRASES.keys() - phrases.PHRASES.keys() == set()
    computed = {key for key in PHRASES for start in begun if start.endswith(".") and key.startswith(start)}
    values = {
        key for key in PHRASES if key.startswith(("attachment.", "support.", "contradicts.", "corpus."))
    }
    assert PHRASES.keys() - strings - computed - values == set()
