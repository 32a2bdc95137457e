"""Character metrics against a public collection: per question the values of Chroma's own formulas."""

import csv
import itertools
import json

import pytest

from .cases import Case, query, table

DEPTH = 5
RUNS = ("chars800-overlap0", "chars400-overlap200")


def references(shared):
    """The spans that each question needs: together one set, as the source takes the union of their ranges."""
    with (shared / "chunking_evaluation" / "questions_df.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            spans = [(one["start_index"], one["end_index"]) for one in json.loads(row["references"])]
            yield row["corpus_id"], spans


def case_of(shared, name):
    """The recorded run, its windows as chunks, the references projected onto them."""
    size, overlap = (int(part.strip("charsovelp")) for part in name.split("-"))
    folder = shared / "chunking_evaluation"
    found = [json.loads(line) for line in (folder / "runs" / f"{name}.jsonl").read_text("utf-8").splitlines()]
    results, chunks = {}, {}
    for row in found:
        windows = [(one["corpus_id"], one["start_index"], one["end_index"]) for one in row["retrieved"]]
        results[f"q{row['question']:03d}"] = ["{}:{}:{}".format(*window) for window in windows]
        chunks.update({"{}:{}:{}".format(*window): window[2] - window[1] for window in windows})
    queries, held = [], {}
    spans_of = {corpus: [] for corpus in ("chatlogs", "finance", "pubmed", "state_of_the_union", "wikitexts")}
    for number, (corpus, spans) in enumerate(references(shared)):
        names = []
        for start, end in dict.fromkeys(spans):
            names.append(f"{corpus}#{start}-{end}")
            spans_of[corpus].append((start, end, names[-1]))
        queries.append(query(f"q{number:03d}", sets=[names]))
    for corpus, spans in spans_of.items():
        held.update(
            _held(
                corpus,
                spans,
                size,
                size - overlap,
                len((folder / "corpora" / f"{corpus}.md").read_text("utf-8")),
            )
        )
    known = {chunk for stretches in held.values() for _, _, _, holders in stretches[0] for chunk in holders}
    chunks.update({chunk: _length(chunk) for chunk in known})
    return Case(queries, held, results, chunks, depth=DEPTH, k=(DEPTH,), chars=(), headline=DEPTH)


def _held(corpus, spans, size, step, length):
    """Each span cut at the borders of windows and of other spans; every stretch with the windows over it."""
    windows = [(start, min(start + size, length)) for start in range(0, length, step)]
    borders = sorted(
        {edge for window in windows for edge in window} | {e for s, t, _ in spans for e in (s, t)}
    )
    held = {}
    for start, end, name in spans:
        edges = [edge for edge in borders if start <= edge <= end]
        stretches = []
        for a, b in itertools.pairwise(edges):
            first = max(0, (a - size) // step)
            over = [w for w in windows[first : a // step + 1] if w[0] <= a and b <= w[1]]
            atom = (sum(map(ord, corpus)) << 32) + a
            stretches.append((atom, b - a, b - a, [f"{corpus}:{w[0]}:{w[1]}" for w in over]))
        held[name] = [stretches]
    return held


def _length(chunk):
    _, start, end = chunk.rsplit(":", 2)
    return int(end) - int(start)


@pytest.mark.shared
@pytest.mark.parametrize("name", RUNS)
def test_character_metrics_equal_the_source_s_formulas(shared, name):
    """Recall, precision and IoU of each of the 472 questions, to the 9 digits of the record."""
    frame = table(case_of(shared, name)).sort("query_id")
    with (shared / "chunking_evaluation" / "runs" / f"{name}.expected.csv").open(encoding="utf-8") as file:
        expected = list(csv.DictReader(file))
    assert len(frame) == len(expected) == 472
    for theirs in ("recall", "precision", "iou"):
        ours = frame[f"char_{theirs}@{DEPTH}"]
        wrong = [
            (row["question"], value, row[f"chroma_{theirs}"])
            for row, value in zip(expected, ours, strict=True)
            if abs(value - float(row[f"chroma_{theirs}"])) > 1.0e-9
        ]
        assert not wrong, (theirs, len(wrong), wrong[:5])
