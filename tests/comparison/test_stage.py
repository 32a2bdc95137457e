"""The stage as DVC runs it."""

import json

import pytest

import shop
from assay.comparison import schema
from assay.tables import check

PATHS = {
    "systems": "runs/systems",
    "gold": "gold",
    "out": "runs/comparisons",
    "manifest": "runs/manifests/compare.json",
}


@pytest.fixture(scope="module")
def made():
    """Two systems on two snapshots, scored."""
    return shop.systems()


@pytest.fixture
def place(tmp_path, made):
    """A folder in which the stages up to ``score`` have run."""
    shop.write(tmp_path, made)
    return tmp_path


def compare(place, **environment):
    return shop.run_stage("compare", PATHS, place, **environment)


def written(place):
    """Every file of the stage, the manifest among them."""
    return {
        path.name: path.read_bytes()
        for path in [*(place / "runs/comparisons").iterdir(), place / PATHS["manifest"]]
    }


def edit(place, **sections):
    path = place / "params.yaml"
    path.write_text(json.dumps({**json.loads(path.read_bytes()), **sections}))


def test_the_stage_writes_three_files_and_its_manifest(place):
    """What it read and which sections it used are on record."""
    done = compare(place)
    assert done.returncode == 0, done.stderr
    assert set(written(place)) == {
        "comparisons.json",
        "differences.parquet",
        "changes.parquet",
        "compare.json",
    }
    manifest = json.loads(written(place)["compare.json"])
    assert set(manifest["params"]) == {"systems", "fusions", "compare", "gates", "score"}
    assert "runs/systems/alpha/hits.parquet" in manifest["reads"]


def test_the_tables_follow_their_models(made):
    """Questions made alike, so that there are differences and changes."""
    compared = shop.comparisons(shop.material(made), alike=True)
    for model, frame in ((schema.Differences, compared.differences), (schema.Changes, compared.changes)):
        assert len(frame)
        check(model, frame, "table")
        assert frame.columns == list(model.to_schema().columns)


def test_a_system_that_is_not_listed_leaves_no_ghost(place):
    """Its folder is deleted, the stage says so, and no table speaks of it."""
    (place / "runs/systems/spectre").mkdir()
    (place / "runs/systems/spectre/summary.json").write_text("{}")
    done = compare(place)
    assert "removed runs/systems/spectre" in done.stderr
    assert not (place / "runs/systems/spectre").exists()
    assert not [name for name, data in written(place).items() if b"spectre" in data]


def test_the_bytes_do_not_depend_on_the_machine(place):
    """One thread or many, another locale, time zone and hash seed; another order of systems in params.yaml."""
    compare(place)
    first = written(place)
    systems = json.loads((place / "params.yaml").read_bytes())["systems"]
    edit(place, systems=dict(reversed(systems.items())))
    compare(place, POLARS_MAX_THREADS="1", LC_ALL="C", TZ="Asia/Kamchatka", PYTHONHASHSEED="7")
    assert written(place) == first


def test_without_a_baseline_nothing_is_compared(place):
    """Gates that need none are still held."""
    edit(place, compare={**shop.COMPARE, "baseline": None})
    assert compare(place).returncode == 0
    record = json.loads(written(place)["comparisons.json"])
    assert (record["baseline"], record["comparisons"]) == (None, [])
    assert {gate["system"] for gate in record["gates"]} >= {"alpha", "beta"}


def test_a_metric_that_is_not_scored_is_one_message(place):
    """With the nearest name; nothing is written over what was there."""
    compare(place)
    before = written(place)
    edit(place, compare={**shop.COMPARE, "metrics": ["sufficent@2"]})
    done = compare(place)
    assert done.returncode == 1
    assert "sufficent@2" in done.stderr
    assert "did you mean sufficient@2?" in done.stderr
    assert "Traceback" not in done.stderr
    assert written(place) == before
