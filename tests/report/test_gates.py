import pytest

import shop
from assay.report.catalogue import Catalogue
from assay.report.gates import gates
from assay.report.page.plain import text
from assay.report.phrases import PHRASES
from assay.settings import GATE_RULES as RULES


@pytest.fixture(scope="module")
def shown(made):
    record = shop.comparisons(shop.material(made)).record
    return [(*map(text, one[:3]), one.passed) for one in gates(Catalogue("en"), record)]


def test_a_gate_that_was_not_measured_says_so(shown):
    """With its value over the rest, and why the others have none."""
    assert shown[0] == (
        "beta: sufficient@2 at least 0.4",
        "1.000 (n = 5)",
        "not measured: stale label 1",
        False,
    )


def test_a_gate_of_ungraded_results(shown):
    """Is not passed by what nobody has looked at."""
    assert shown[-1][0] == "alpha: harmful@2 at most 0"
    assert "not graded by people 4" in shown[-1][2]
    assert not shown[-1][3]


def one(**values):
    found = {
        "gate": 1,
        "system": "a",
        "metric": "hit@5",
        "rule": "at_least",
        "limit": 0.5,
        "slice": {},
        "value": 0.75,
    }
    return {**found, "n": 4, "unmeasured": {}, "refused": [], "passed": True, **values}


def test_a_gate_that_cannot_be_compared():
    """Names the group it looks at, and the rule."""
    values = {"rule": RULES[-1], "slice": {"type": "exact"}, "value": None, "n": 0, "passed": False}
    [gate] = gates(Catalogue("en"), {"gates": [one(**values, refused=["questions", "depth"])]})
    assert (text(gate.label), text(gate.note)) == (
        "a: hit@5 no worse than the baseline's by more than 0.5, where type = exact",
        "cannot be compared with the baseline: other questions, beyond the depth",
    )


def test_passed_missed_and_empty():
    """In words; a difference has its sign."""
    record = {
        "gates": [
            one(),
            one(passed=False),
            one(value=None, n=0, passed=False),
            one(rule=RULES[-1], value=-0.25),
        ]
    }
    found = [(text(gate.value), text(gate.note)) for gate in gates(Catalogue("en"), record)]
    assert found == [
        ("0.750 (n = 4)", "reached"),
        ("0.750 (n = 4)", "not reached"),
        ("not measured (no query)", "no reviewed query of this group has a value"),
        ("−0.250 (n = 4)", "reached"),
    ]
    assert {f"gate.{rule}" for rule in RULES} <= PHRASES.keys()
