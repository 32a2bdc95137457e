"""Laws that hold for every run, on runs drawn at random."""

import dataclasses
import itertools
import random

from hypothesis import given, settings
from hypothesis import strategies as st

from assay.scoring.metrics import METRICS, columns
from assay.scoring.scored import score, scores

from .cases import Case, inputs, query, table, values
from .test_reference import drawn

SEEDS = st.integers(0, 10**9)
FEW = settings(max_examples=30, deadline=None)


@FEW
@given(SEEDS)
def test_bounded_metrics_lie_between_0_and_1(seed):
    """Never beyond, never NaN."""
    case = drawn(seed)
    frame = table(case)
    for name, metric, _ in columns(case.settings):
        present = frame[name].drop_nulls()
        assert not present.is_nan().any() if present.dtype.is_float() else True
        if metric.bounded:
            assert present.is_between(0, 1).all(), name


@FEW
@given(SEEDS, st.integers(0, 1000))
def test_the_order_of_input_rows_is_irrelevant(seed, shuffle):
    """Lines of the gold set, rows of results, responses and passages."""
    case = drawn(seed)
    made = inputs(case)
    queries = random.Random(shuffle).sample(case.queries, len(case.queries))
    again = inputs(case.with_(queries=queries))
    mixed = dataclasses.replace(
        again,
        run=dataclasses.replace(
            again.run,
            results=made.run.results.collect().sample(fraction=1, shuffle=True, seed=shuffle).lazy(),
            responses=made.run.responses.sample(fraction=1, shuffle=True, seed=shuffle),
        ),
        passages=made.passages.sample(fraction=1, shuffle=True, seed=shuffle),
        projection=made.projection.sample(fraction=1, shuffle=True, seed=shuffle),
    )
    assert scores(score(mixed), case.settings).equals(table(case))


@FEW
@given(SEEDS)
def test_one_more_relevant_hit_never_lowers_recall(seed):
    """Nor hit, coverage, sufficiency: a labelled chunk in place of one that carries nothing."""
    pick = random.Random(seed)
    names = [f"c{i}" for i in range(12)]
    held = {f"p{i}": [[(i, 10, 9, [f"c{i}"])]] for i in range(6)}
    sets = [pick.sample(sorted(held), pick.randint(1, 3)) for _ in range(2)]
    found = pick.sample(names, 6)
    empty = [i for i, chunk in enumerate(found) if int(chunk[1:]) >= 6]
    absent = [p for p in {p for one in sets for p in one} if f"c{p[1:]}" not in found]
    if not empty or not absent:
        return
    better = list(found)
    better[pick.choice(empty)] = f"c{pick.choice(absent)[1:]}"
    case = Case([query("q1", sets=sets)], held, {"q1": found}, dict.fromkeys(names, 50))
    names = ("recall@5", "hit@5", "coverage@5", "sufficient@5", "char_recall@5", "ndcg@5")
    before, after = (values(one, *names)["q1"] for one in (case, case.with_(results={"q1": better})))
    assert all(new >= old for new, old in zip(after, before, strict=True))


@FEW
@given(SEEDS)
def test_map_equals_mrr_when_one_passage_is_relevant(seed):
    """Both are 1 / rank."""
    pick = random.Random(seed)
    names = [f"c{i}" for i in range(8)]
    held = {"p": [[(0, 10, 9, [pick.choice(names)])]]}
    case = Case([query("q1", sets=[["p"]])], held, {"q1": pick.sample(names, 5)}, dict.fromkeys(names, 9))
    frame = table(case)
    for k in case.k:
        assert frame[f"map@{k}"].equals(frame[f"mrr@{k}"], check_names=False)


@FEW
@given(SEEDS)
def test_values_at_k_depend_on_the_first_k_results_alone(seed):
    """Whatever stands behind rank k changes nothing at k."""
    case = drawn(seed)
    k = min(case.k)
    cut = case.with_(results={key: found[:k] for key, found in case.results.items()})
    names = [name for name, _, cutoff in columns(case.settings) if cutoff and cutoff.name == str(k)]
    assert table(cut).select(names).equals(table(case).select(names))


@FEW
@given(SEEDS)
def test_two_chunkings_with_a_border_at_n_agree_at_n_characters(seed):
    """Both have read the same text, so the same passages are found: equal recall, coverage, sufficiency."""
    pick = random.Random(seed)
    size, n = 400, pick.choice([100, 150, 200])
    spans = {f"p{i}": sorted(pick.sample(range(size), 2)) for i in range(5)}
    sets = [pick.sample(sorted(spans), pick.randint(1, 2)) for _ in range(2)]
    cases = []
    for _ in range(2):
        borders = sorted({0, n, size, *pick.sample(range(1, size), pick.randint(0, 6))})
        cases.append(_read_in_order(borders, spans, sets, n))
    names = ("recall", "hit", "coverage", "sufficient", "char_recall", "char_precision", "char_iou")
    first, second = (values(case, *(f"{name}@{n}c" for name in names)) for case in cases)
    assert first == second


def _read_in_order(borders, spans, sets, n):
    """A document of which the chunks between the borders are returned in their order."""
    pieces = list(itertools.pairwise(borders))
    cuts = sorted({*borders, *(edge for span in spans.values() for edge in span)})
    held = {}
    for passage, (start, end) in spans.items():
        inside = [(a, b) for a, b in itertools.pairwise(cuts) if start <= a and b <= end]
        held[passage] = [
            [
                (a, b - a, b - a, [f"c{i}" for i, (x, y) in enumerate(pieces) if x <= a and b <= y])
                for a, b in inside
            ]
        ]
    chunks = {f"c{i}": b - a for i, (a, b) in enumerate(pieces)}
    return Case([query("q1", sets=sets)], held, {"q1": list(chunks)}, chunks, chars=(n,))


def test_every_metric_says_what_the_catalogue_promises():
    """Docstrings state the null rule and the source; ids are the name and a number; names are unique."""
    assert len({metric.name for metric in METRICS}) == len(METRICS)
    for metric in METRICS:
        doc = " ".join(metric.expression.__doc__.split())
        assert "null where" in doc or "null as" in doc, metric.name
        assert "Source: " in doc, metric.name
        assert f"On ``{metric.frame}``" in doc, metric.name
        assert ("0 to 1" in doc or "1 if" in doc) == metric.bounded, metric.name
        assert ("higher is better" in doc) == (metric.direction == "up"), metric.name
        name, number = metric.definition.split("/")
        assert name == metric.name
        assert number.isdigit()
