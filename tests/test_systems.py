"""Systems that search and systems that fuse, by name."""

from assay.systems import all_systems, runs_of, stages

VALUES = {
    "systems": {"a": {"kind": "bm25", "snapshot": "fine"}, "b": {"kind": "ngram", "snapshot": "fine"}},
    "fusions": {"f": {"systems": ["b", "a"], "snapshot": "fine", "k": 60, "depth": 5}},
}


def test_a_fusion_holds_the_settings_of_what_it_fuses():
    """As its card has them; it comes after those that search."""
    found = all_systems(VALUES)
    assert list(found) == ["a", "b", "f"]
    assert found["f"] == {
        "kind": "fusion",
        "snapshot": "fine",
        "k": 60,
        "depth": 5,
        "systems": {"a": VALUES["systems"]["a"], "b": VALUES["systems"]["b"]},
    }


def test_settings_of_before_there_were_fusions_are_read():
    """They list none."""
    assert list(all_systems({"systems": VALUES["systems"]})) == ["a", "b"]
    assert list(all_systems({**VALUES, "fusions": None})) == ["a", "b"]


def test_stages_have_the_names_of_dvc_yaml():
    """Of either kind."""
    assert stages(VALUES, "a") == ("retrieve@a", "score@a")
    assert stages(VALUES, "f") == ("fuse@f", "score_fused@f")


def test_what_a_run_comes_from():
    """Its snapshot and its own stage; of a fusion also the stages of what it fuses."""
    assert runs_of(VALUES, "a") == ["snapshot@fine", "retrieve@a"]
    assert runs_of(VALUES, "f") == ["snapshot@fine", "retrieve@b", "retrieve@a", "fuse@f"]
