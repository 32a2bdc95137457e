"""What a comparison knows of a system, and the settings in which two differ."""

from assay.comparison.systems import differing

from .ground import CARD, SETTINGS, shop, system

CASE = shop({"q1": ["p"]}, depth=20)


def names(one, other):
    return [row["name"] for row in differing(one, other)]


def test_ids_depth_and_states_are_those_of_the_files():
    """Of the summary, the cards and the table."""
    made = system(CASE.with_(errors={"q2"}, not_asked={"q3"}, changed={"q4"}), corpus="c7", snapshot="s7")
    assert (made.corpus_id, made.snapshot_id, made.depth) == ("c7", "s7", 20)
    assert made.without("error").to_list() == ["q2"]
    assert made.without("not_asked").to_list() == ["q3", "q4"]
    assert made.metrics["sufficient@3"]["n"] == 1
    assert system(CASE.with_(depth=None)).depth is None


def test_a_system_does_not_differ_from_its_copy():
    """Whatever they are called."""
    assert differing(system(CASE), system(CASE, "b")) == []


def test_every_setting_that_differs_is_listed_by_name():
    """The system's own and those of its chunks, with both values, in order of names."""
    other = system(CASE, "b", settings={**SETTINGS, "k1": 2.0}, cut={"size": 1200, "overlap": 50})
    assert differing(system(CASE), other) == [
        {"name": "k1", "baseline": 1.2, "candidate": 2.0, "absent": []},
        {"name": "overlap", "baseline": None, "candidate": 50, "absent": ["baseline"]},
        {"name": "size", "baseline": 300, "candidate": 1200, "absent": []},
    ]


def test_swapped_sides_swap_values():
    """And who lacks the setting."""
    one, other = system(CASE), system(CASE, "b", settings={**SETTINGS, "stem": True}, mode="with_answers")
    swapped = [
        {
            **row,
            "baseline": row["candidate"],
            "candidate": row["baseline"],
            "absent": [{"baseline": "candidate", "candidate": "baseline"}[side] for side in row["absent"]],
        }
        for row in differing(other, one)
    ]
    assert differing(one, other) == swapped
    assert names(one, other) == ["mode", "stem"]


def test_the_name_of_the_snapshot_is_no_setting():
    """Its settings are; a module is no setting where the kind is another."""
    other = {**SETTINGS, "snapshot": "wide"}
    assert names(system(CASE), system(CASE, "b", settings=other)) == []
    ngram = {**SETTINGS, "kind": "ngram", "input": "kinds/ngram.py"}
    assert names(system(CASE), system(CASE, "b", settings=ngram)) == ["kind"]


def test_another_program_of_the_same_kind_is_a_setting():
    """It is what was changed."""
    one, other = (
        system(CASE, settings={"kind": "command", "input": path}) for path in ("own/a.py", "own/b.py")
    )
    assert names(one, other) == ["input"]


def test_two_recorded_runs_differ_in_what_their_cards_state():
    """Not in their folders, the day, or notes: one change is one setting."""
    sides = []
    for folder, model in (("old", "m1"), ("new", "m2")):
        stated = {"model": model, "recorded_at": folder, "notes": folder, "snapshot_id": folder}
        settings = {"kind": "recorded", "input": f"runs/recorded/{folder}"}
        sides.append(system(CASE, settings=settings, stated=stated))
    assert differing(*sides) == [{"name": "model", "baseline": "m1", "candidate": "m2", "absent": []}]


def test_what_a_card_does_not_declare_is_null_not_absent():
    """Nobody knows whether it differs; who has no such setting at all is told apart."""
    recorded = {"kind": "recorded", "input": "runs/recorded/a"}
    one = system(CASE, settings=recorded, absent=["model"])
    other = system(CASE, "b", settings=recorded, stated={"model": "m"})
    assert differing(one, other) == [{"name": "model", "baseline": None, "candidate": "m", "absent": []}]
    (row,) = [row for row in differing(system(CASE, settings=recorded), other) if row["name"] == "model"]
    assert row["absent"] == ["baseline"]


def test_what_may_vary_is_told_where_one_of_them_may():
    """A run that other machines repeat has nothing of it."""
    other = system(CASE, "b", may_vary=["order of ties"])
    assert CARD["may_vary"] == []
    assert names(system(CASE), other) == ["may_vary"]
    assert names(other, other) == []


def fusion(name="f", k=60, **inputs):
    settings = {"kind": "fusion", "snapshot": "fine", "k": k, "depth": SETTINGS["depth"], "systems": inputs}
    return system(CASE, name, settings=settings)


NGRAM = {"kind": "ngram", "snapshot": "fine", "n_min": 3, "depth": SETTINGS["depth"]}


def test_a_fusion_has_the_settings_of_what_it_fuses():
    """Held against one of the two it adds the other's; a setting that both have otherwise is told of each."""
    both = fusion(a=SETTINGS, n=NGRAM)
    assert differing(system(CASE), both) == [
        {"name": "k", "baseline": None, "candidate": 60, "absent": ["baseline"]},
        {"name": "kind", "baseline": "bm25", "candidate": "fusion", "absent": []},
        {"name": "n_min", "baseline": None, "candidate": 3, "absent": ["baseline"]},
        {"name": "systems", "baseline": None, "candidate": ["a", "n"], "absent": ["baseline"]},
    ]
    assert names(both, system(CASE)) == ["k", "kind", "n_min", "systems"]
    unlike = fusion(a=SETTINGS, b={**SETTINGS, "k1": 2.0})
    (row,) = [row for row in differing(system(CASE), unlike) if row["name"] == "k1"]
    assert (row["baseline"], row["candidate"]) == (1.2, ["a: 1.2", "b: 2.0"])


def test_two_fusions_differ_in_the_settings_of_what_both_fuse():
    """By the system's name; whole systems by theirs alone."""
    one = fusion(a=SETTINGS, n=NGRAM)
    assert differing(one, fusion(a=SETTINGS, n={**NGRAM, "n_min": 2}, k=10)) == [
        {"name": "k", "baseline": 60, "candidate": 10, "absent": []},
        {"name": "n.n_min", "baseline": 3, "candidate": 2, "absent": []},
    ]
    assert names(one, fusion(a=SETTINGS, m=NGRAM)) == ["systems"]
