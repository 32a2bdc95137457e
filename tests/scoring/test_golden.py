"""Values of every definition id on a fixed run: a changed value needs a new id."""

import json
from pathlib import Path

import pytest

from assay.scoring.metrics import METRICS, columns

from .cases import Case, table

FOLDER = Path(__file__).with_name("golden")
GOLDEN = FOLDER / "definitions.json"
RUNS = FOLDER / "runs.jsonl"  # fixed for good: a generator's draws may change with Python


def runs():
    """The fixed runs."""
    for line in RUNS.read_text("utf-8").splitlines():
        values = json.loads(line)
        values["grades"] = {(q, c): (grade, harmful) for q, c, grade, harmful in values["grades"]}
        values["decided"] = {(q, c) for q, c in values["decided"]}
        values.update({name: set(values[name]) for name in ("stale", "errors", "not_asked", "changed")})
        yield Case(**values)


def made():
    """Definition id → its values on the fixed runs, nulls left out."""
    found = {metric.definition: [] for metric in METRICS}
    for case in runs():
        frame = table(case).sort("query_id")
        for name, metric, _ in columns(case.settings):
            found[metric.definition] += [round(float(value), 12) for value in frame[name].drop_nulls()]
    return found


def test_no_value_changes_without_a_new_definition_id(request):
    """An id that the file does not know is added to it, and the test fails once, so that it is looked at."""
    found = made()
    known = json.loads(GOLDEN.read_text("utf-8")) if GOLDEN.is_file() else {}
    if request.config.getoption("--regenerate"):
        known = {}
    changed = [name for name in found if name in known and known[name] != found[name]]
    assert not changed, f"values changed under the same definition id: give {changed} new ids in METRICS"
    new = found.keys() - known.keys()
    if new or known.keys() - found.keys():
        lines = [f" {json.dumps(name)}: {json.dumps(values)}" for name, values in sorted(found.items())]
        GOLDEN.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
        pytest.fail(f"written: {GOLDEN.name} now holds {sorted(found)}; look at the difference and commit it")


def test_every_metric_has_values_in_the_golden_file():
    """At least five each, and not all the same."""
    found = made()
    for definition, values in found.items():
        assert len(values) >= 5, definition
        assert len(set(values)) > 1, definition
