import pytest

from .corpus import CORPUS
from .ground import everywhere, refused
from .labels import LABELS
from .records import RECORDS
from .runs import RUNS
from .settings import PARAMS_LINES

# Before anything runs, and by each stage that reads them.
PARAMS = {
    name: (change, everywhere(lines, "params", "snapshot@fine"))
    for name, (change, lines) in PARAMS_LINES.items()
}
CASES = LABELS | CORPUS | PARAMS | RUNS | RECORDS


@pytest.mark.parametrize(("change", "calls"), CASES.values(), ids=CASES)
def test_what_is_broken_is_named_and_nothing_is_changed(top, change, calls):
    """By every stage and command that meets it."""
    change(top)
    refused(top, calls)


def test_no_case_hides_another():
    """They have names of their own."""
    assert len(CASES) == len(LABELS) + len(CORPUS) + len(PARAMS) + len(RUNS) + len(RECORDS)
