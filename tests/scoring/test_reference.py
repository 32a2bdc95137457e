"""Every metric against its loop, on runs drawn at random."""

import random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assay.scoring import nulls
from assay.scoring.metrics import columns

from .cases import Case, query, table
from .reference import reference


def drawn(seed):
    """A run with everything at once: sets, twins, straddling and overlapping passages, repeats, gaps."""
    pick = random.Random(seed)
    chunks = {f"c{i}": pick.choice([20, 35, 50, 80]) for i in range(14)}
    names = list(chunks)
    held, atom = {}, 0
    for p in range(7):
        locations = []
        for _ in range(pick.choice([1, 1, 1, 2, 3])):
            stretches = []
            for _ in range(pick.choice([1, 1, 2, 3])):
                holders = pick.sample(names, pick.choice([1, 1, 2]))
                stretches.append((atom, pick.randint(1, 9), pick.randint(0, 9), holders))
                atom += 1
            stretches[0] = (*stretches[0][:2], max(1, stretches[0][2]), stretches[0][3])
            locations.append(stretches)
        held[f"p{p}"] = locations
    _overlap(pick, held)
    for name in names:
        inside = {a: n for places in held.values() for one in places for a, n, _, over in one if name in over}
        chunks[name] = max(chunks[name], sum(inside.values()))  # a chunk is as long as what it holds
    queries, results = [], {}
    for i in range(pick.randint(1, 6)):
        queries.append(_query(pick, f"q{i}", list(held)))
        found = pick.choices([*names, "f1", "f2", "f3"], k=pick.choice([0, 1, 3, 6, 9]))
        results[f"q{i}"] = found if pick.random() < 0.4 else list(dict.fromkeys(found))
    ids = [row["id"] for row in queries]
    case = Case(queries, held, results, chunks)
    case.depth = pick.choice([None, 4, 9, 20])
    if case.depth:
        case.results = {key: found[: case.depth] for key, found in results.items()}
    case.foreign_lengths = pick.choice([{}, {"f1": 30, "f2": 5}])
    case.stale = set(pick.sample(list(held), pick.choice([0, 0, 0, 1])))
    case.errors = set(pick.sample(ids, pick.choice([0, 0, 1])))
    case.not_asked = set(pick.sample(ids, pick.choice([0, 0, 1]))) - case.errors
    case.changed = set(pick.sample(ids, pick.choice([0, 0, 1]))) - case.errors - case.not_asked
    for identifier in case.errors | case.not_asked:
        case.results[identifier] = []
    for identifier in ids:
        for chunk in pick.sample(names, pick.choice([0, 5, 14])):
            case.grades[identifier, chunk] = (pick.choice([0, 1, 2]), pick.random() < 0.2)
        for chunk in pick.sample(names, pick.choice([0, 2])):
            case.decided.add((identifier, chunk))
    case.cover = pick.choice([1.0, 1.0, 0.6, 0.3])
    case.k = tuple(pick.sample([1, 2, 3, 5, 10], 3))
    case.headline = case.k[0]
    case.twins = pick.random() < 0.8
    case.chars = tuple(pick.sample([30, 80, 120, 200, 400], 2))
    if (
        pick.random() < 0.3
    ):  # what a system returns without the document's marks is shorter than what it holds
        case.chunks = {name: max(1, n - pick.choice([0, 0, 15, 60])) for name, n in case.chunks.items()}
    return case


def _overlap(pick, held):
    """Some passages share a stretch of text with another one."""
    passages = list(held)
    for passage in passages:
        if pick.random() < 0.4:
            other = held[pick.choice(passages)]
            stretch = pick.choice(other[0])
            place = pick.choice(held[passage])
            if stretch[0] not in {atom for atom, *_ in place}:
                place.append(stretch)


def _query(pick, identifier, passages):
    kind = pick.random()
    graded = {p: pick.choice([1, 2]) for p in pick.sample(passages, pick.choice([0, 0, 1, 2]))}
    if kind < 0.1:
        return query(identifier, sets=[], relevant=dict.fromkeys(graded, 1))
    if kind < 0.25:
        return query(identifier, sets=None, relevant=pick.choice([None, {}, graded, graded]))
    sets = [pick.sample(passages, pick.choice([1, 1, 2, 3])) for _ in range(pick.choice([1, 1, 2, 3]))]
    members = {p for one in sets for p in one}
    return query(identifier, sets=sets, relevant={p: g for p, g in graded.items() if p not in members})


def disagreements(case):
    """Cells that differ from the loops: values beyond rounding, or reasons."""
    frame = table(case)
    expected = reference(case)
    why = frame.select(
        "query_id",
        *(nulls.reason(metric, cutoff).alias(name) for name, metric, cutoff in columns(case.settings)),
    )
    wrong = []
    for row, reasons in zip(frame.to_dicts(), why.to_dicts(), strict=True):
        wanted = expected[row["query_id"]]
        names = [name for name, _, _ in columns(case.settings)]
        assert set(names) == set(wanted)
        for name in names:
            got = reasons[name] if row[name] is None else row[name]
            same = got == wanted[name] if isinstance(got, str) else _close(got, wanted[name])
            if not same:
                wrong.append((row["query_id"], name, got, wanted[name]))
    return wrong


def _close(got, wanted):
    return not isinstance(wanted, str) and abs(got - wanted) < 1e-12


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 10**9))
def test_every_metric_equals_its_loop(seed):
    """Values and reasons, with partial carrying, straddling, twins, overlaps, budgets, repeats, foreign chunks."""
    assert disagreements(drawn(seed)) == []
