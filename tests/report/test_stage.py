"""The stage as DVC runs it."""

import json
from pathlib import Path

import pytest

import shop

SCRIPTS = Path(__file__).parents[2] / "scripts"
PATHS = {
    "systems": "runs/systems",
    "comparisons": "runs/comparisons",
    "evidence": "runs/evidence",
    "gold": "gold",
    "templates": str(shop.TEMPLATES),
    "out": "reports/tables",
    "page": "reports/report.html",
    "manifest": "runs/manifests/report.json",
}


@pytest.fixture
def place(tmp_path, made):
    """A folder in which the stages before the report have run."""
    shop.write(tmp_path, made)
    return tmp_path


def report(place, **environment):
    return shop.run_stage("report", PATHS, place, **environment)


def written(place):
    """Every file of reports/ by its path."""
    files = [path for path in sorted((place / "reports").rglob("*")) if path.is_file()]
    return {path.relative_to(place).as_posix(): path.read_bytes() for path in files}


def test_the_stage_writes_the_report_and_its_manifest(place):
    """Every file of reports/tables/ and the page, the templates among what was read."""
    done = report(place)
    assert done.returncode == 0, done.stderr
    manifest = json.loads((place / "runs/manifests/report.json").read_bytes())
    assert set(manifest["writes"]) == set(written(place))
    assert {"reports/report.html", "reports/tables/report.md"} <= set(manifest["writes"])
    assert any(path.endswith("report.md.j2") for path in manifest["reads"])
    assert "runs/systems/alpha/summary.json" in manifest["reads"]
    assert set(manifest["params"]) == {"systems", "fusions", "score", "report"}


def test_the_bytes_do_not_depend_on_the_machine(place):
    """One thread or many, another locale, time zone and hash seed; another order of systems in params.yaml."""
    report(place)
    first = written(place)
    values = json.loads((place / "params.yaml").read_bytes())
    values["systems"] = dict(reversed(values["systems"].items()))
    (place / "params.yaml").write_text(json.dumps(values))
    report(place, POLARS_MAX_THREADS="1", LC_ALL="C", TZ="Asia/Kamchatka", PYTHONHASHSEED="7")
    assert written(place) == first


def test_an_absent_output_is_named(place):
    """Without a traceback, and without a manifest."""
    (place / "runs/systems/beta/summary.json").unlink()
    done = report(place)
    assert (done.returncode, "Traceback" in done.stderr) == (1, False)
    assert "runs/systems/beta/summary.json" in done.stderr
    assert not (place / "runs/manifests/report.json").exists()
