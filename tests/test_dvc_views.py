"""DVC's own views of what the pipeline leaves: metrics, plots, params, experiments."""

import csv
import json
import shutil

import pytest

from pipeline import edit_params, repro, run

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def top(built, tmp_path_factory):
    """A small repository, run and committed, then run again with another setting."""
    top = shutil.copytree(built, tmp_path_factory.mktemp("views") / "r", symlinks=True)
    edit_params(top, "stem: true", "stem: false")
    repro(top)
    return top


def test_metrics_diff_names_what_moved(top):
    """By system and metric, with both values."""
    told = json.loads(run(top, "dvc", "metrics", "diff", "--json").stdout)["reports/metrics.json"]
    shown = json.loads(run(top, "dvc", "metrics", "show", "--json").stdout)
    now = shown[""]["data"]["reports/metrics.json"]["data"]
    before = json.loads(run(top, "git", "show", "HEAD:reports/metrics.json").stdout)
    expected = {
        f"{system}.{metric}": (before[system].get(metric), value)
        for system, values in now.items()
        for metric, value in values.items()
        if before[system].get(metric) != value
    }
    assert any(name.startswith("first.") for name in expected)
    assert {name: (moved.get("old"), moved["new"]) for name, moved in told.items()} == expected


def test_params_diff_names_the_setting(top):
    """Old and new."""
    told = json.loads(run(top, "dvc", "params", "diff", "--json").stdout)["params.yaml"]
    assert (told["systems.first.stem"]["old"], told["systems.first.stem"]["new"]) == (True, False)


def test_plots_hold_every_point_of_both_states(top):
    """Means over the cut-offs by system, drawn by the repository's own template."""
    found = json.loads(run(top, "dvc", "plots", "diff", "HEAD", "--json").stdout)
    [plot] = found["data"]["reports/tables/cutoffs.csv"]
    points = plot["content"]["data"]["values"]
    with (top / "reports/tables/cutoffs.csv").open(encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file))
    now = [point for point in points if point["rev"] == "workspace"]
    keys = ("system", "metric", "by", "cutoff", "value")
    assert [tuple(one[key] for key in keys) for one in now] == [
        tuple(one[key] for key in keys) for one in lines
    ]
    assert len(points) == 2 * len(now)
    assert plot["content"]["spec"]["encoding"]["x"]["field"] == "cutoff"
    assert run(top, "dvc", "plots", "show").stdout.strip().endswith("dvc_plots/index.html")
    assert (top / "dvc_plots/index.html").stat().st_size > 1000


@pytest.mark.slow
def test_an_experiment_is_run_and_shown(top):
    """`-S` changes a setting for one run; the table has its figures beside those of the commit."""
    run(top, "git", "checkout", "-q", "--", ".")
    run(top, "dvc", "checkout")
    run(top, "dvc", "exp", "run", "-n", "deeper", "-S", "systems.first.b=0.1")
    table = list(csv.DictReader(run(top, "dvc", "exp", "show", "--csv").stdout.splitlines()))
    named = next(row for row in table if row["Experiment"] == "deeper")
    assert named["systems.first.b"] == "0.1"
    figures = json.loads((top / "reports/metrics.json").read_bytes())["first"]
    shown = {name: float(named[f"first.{name}"]) for name in ("sufficient@3", "coverage@3", "recall@3")}
    assert shown == pytest.approx(
        {name: figures[name] for name in shown}, abs=1e-5
    )  # DVC rounds what it shows
