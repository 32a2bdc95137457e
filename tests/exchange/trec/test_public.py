"""The files of trec_eval and other public tools: nothing is lost, and the order gives the published figures."""

import json

import pytest

from assay.exchange.trec.qrels import read_qrels
from assay.exchange.trec.runs import read_run, ties
from assay.exchange.trec.topics import read_topics
from assay.exchange.trec.writing import qrels_bytes, run_bytes
from exchange.measures import as_printed, of_run, printed

pytestmark = pytest.mark.shared

QRELS = [
    *(f"trec_eval/qrels.{name}" for name in ("comment.test", "rel_level", "test")),
    *("trec_eval/qrels-302.test", "trec_eval/qrels.test.with-comments", "xquad_ru/qrels.txt"),
    *(
        "ir_measures/compat.qrels",
        "ir_measures/cwl.qrels",
        "ir_datasets_dummy/qrels",
        "ranx/small_qrels.trec",
    ),
]
RUNS = [
    *(f"trec_eval/results.{name}" for name in ("test", "trunc", "comment.test")),
    *("trec_eval/results-302.test", "trec_eval/prefs.results.test"),
    *("xquad_ru/runs/bm25-stem.trec", "xquad_ru/runs/bm25-nostem.trec"),
    *("ir_measures/compat.run", "ir_measures/cwl.run"),
]
# By output: qrels, run, what trec_eval was told (its Makefile says it), and how many figures we can compare with
# 10.0-rc3 and 9.0.8; with -q -c the latter leaves out the query without results.
OUTPUTS = {
    "out.test": ("qrels.test", "results.test", {}, (16, 16)),
    "out.test.a": ("qrels.test", "results.test", {}, (49, 49)),
    "out.test.aq": ("qrels.test", "results.test", {}, (193, 193)),
    "out.test.aqc": ("qrels.test", "results.trunc", {"complete": True}, (193, 145)),
    "out.test.aqcM": ("qrels.test", "results.trunc", {"complete": True, "most": 100}, (193, 145)),
    "out.test.aql": ("qrels.rel_level", "results.test", {"level": 2}, (193, 193)),
    "out.comment.test": ("qrels.comment.test", "results.comment.test", {}, (16, None)),
}
COMPARED = [
    (version, name)
    for name, row in OUTPUTS.items()
    for version, count in zip(("trec_eval", "trec_eval_v9.0.8"), row[3], strict=True)
    if count
]
XQUAD = {
    ("bm25-stem", "908"): ("trec9", 16675),
    ("bm25-nostem", "908"): ("trec9", 16661),
    ("bm25-nostem", "10"): ("trec10", 16675),
}


def words(path):
    """Lines as Python splits them, without comments."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line.split() for line in lines if line.strip() and not line.startswith("#")]


@pytest.mark.parametrize("name", ["qrels.123", "qrels.comments.123"])
def test_each_group_of_judgements_is_read_by_itself(shared, name):
    """Files of three people who judged the same pairs: none is taken for another, all together are a problem."""
    path = shared / "trec_eval" / name
    everything = words(path)
    for group, count in (("0", 3681), ("1", 3681), ("2", 3000)):
        found = read_qrels(path, name, group=group)
        assert found.problems == []
        rows = [
            (query, chunk, int(relevance))
            for query, iteration, chunk, relevance in everything
            if iteration == group
        ]
        assert found.frame.select("query_id", "chunk_id", "relevance").rows() == rows
        assert len(rows) == count
        assert sum(found.left_out.values()) + count == len(everything)
    (problem,) = read_qrels(path, name).problems
    assert "groups (column 2) judged: 0, 1, 2" in problem.rule


@pytest.mark.parametrize("name", QRELS)
def test_no_label_is_lost(shared, name):
    """Every line of every file is there, by its text."""
    found = read_qrels(shared / name, name)
    assert found.problems == []
    rows = found.frame.select("query_id", "chunk_id", "relevance").rows()
    assert rows == [(query, chunk, int(relevance)) for query, _, chunk, relevance in words(shared / name)]
    lines = (shared / name).read_text(encoding="utf-8").splitlines()
    assert [lines[line - 1].split()[2] for line in found.frame["line"]] == found.frame["chunk_id"].to_list()
    assert found.comments == sum(line.startswith("#") for line in lines)


@pytest.mark.parametrize("name", RUNS)
def test_no_result_is_lost(shared, name):
    """Every line is there with its number, whatever follows the tag."""
    found = read_run(shared / name, name)
    assert found.problems == []
    rows = found.frame.sort("line").select("query_id", "chunk_id", "file_rank", "score").rows()
    expected = [(row[0], row[2], int(row[3]), float(row[4])) for row in words(shared / name)]
    assert rows == expected
    assert found.tags[-1] == words(shared / name)[-1][5]


def differing(expected, found):
    """Figures of both that are not printed alike, and how many there are of both."""
    both = expected.keys() & found.keys()
    return [(key, expected[key], found[key]) for key in both if as_printed(found[key]) != expected[key]], len(
        both
    )


@pytest.mark.parametrize(("version", "name"), COMPARED)
def test_figures_are_those_of_trec_eval(shared, version, name):
    """Each measure that is recomputed, by query and as the mean, to the printed digits."""
    path = shared / version / name
    labels, results, told, counts = OUTPUTS[name]
    count = counts[version != "trec_eval"]
    order = "trec10" if version == "trec_eval" else "trec9"
    qrels = read_qrels(shared / "trec_eval" / labels, labels)
    run = read_run(shared / "trec_eval" / results, results, order)
    expected = printed(path)
    assert differing(expected, of_run(qrels, run, **told)) == ([], count)
    assert expected.get(("runid", "all"), run.tags[-1]) == run.tags[-1]


@pytest.mark.parametrize(("system", "version"), XQUAD)
def test_each_order_gives_the_figures_of_its_version(shared, system, version):
    """XQuAD's recorded outputs of 9.0.8 and 10.0-rc3."""
    order, count = XQUAD[system, version]
    qrels = read_qrels(shared / "xquad_ru/qrels.txt", "qrels")
    run = read_run(shared / f"xquad_ru/runs/{system}.trec", system, order)
    expected = printed(shared / f"xquad_ru/runs/{system}.trec_eval{version}.txt")
    assert differing(expected, of_run(qrels, run, complete=True)) == ([], count)


@pytest.mark.parametrize("name", RUNS)
def test_what_is_written_is_read_back(shared, name):
    """The same order, by either rule, whatever the ties were."""
    for order in ("trec9", "trec10"):
        run = read_run(shared / name, name, order)
        written = run_bytes(run.frame, run.tags[-1])
        rows = run.frame.select("query_id", "chunk_id", "rank")
        for again in ("trec9", "trec10"):
            back = read_run(written.data, "again", again)
            assert back.problems == []
            assert back.frame.select("query_id", "chunk_id", "rank").equals(rows)


@pytest.mark.parametrize("name", QRELS)
def test_labels_that_are_written_are_read_back(shared, name):
    """All of them, by query and chunk."""
    frame = read_qrels(shared / name, name).frame.drop("line").sort("query_id", "chunk_id")
    back = read_qrels(qrels_bytes(frame).data, "again")
    assert back.problems == []
    assert back.frame.drop("line").equals(frame)


def test_ties_of_a_real_run_are_counted(shared):
    """By hand, over the lines: equal scores on both sides of a cut, and what the file itself has above it."""
    path = shared / "xquad_ru/runs/bm25-nostem.trec"
    run = read_run(path, "run")
    above = {}
    for query, chunk, rank in run.frame.select("query_id", "chunk_id", "rank").iter_rows():
        above.setdefault(query, {})[chunk] = rank
    lines = {}
    for query, _, chunk, rank, score, _ in words(path):
        lines.setdefault(query, []).append((int(rank), float(score), chunk))
    cuts = (1, 3, 5, 10, 19)
    expected = []
    for k in cuts:
        tied = [
            q for q, rows in lines.items() if len(rows) > k and sorted(rows)[k - 1][1] == sorted(rows)[k][1]
        ]
        moved = [
            q
            for q in tied
            if {row[2] for row in sorted(lines[q])[:k]} != {c for c, r in above[q].items() if r <= k}
        ]
        expected.append((k, len(tied), len(moved)))
    assert ties(run, cuts).rows() == expected
    assert [row[1] for row in expected] == [0, 4, 6, 11, 26]


def test_topics_of_a_toy_collection(shared):
    """Lines of id, tab and text."""
    found = read_topics((shared / "ir_datasets_dummy/queries.tsv").read_bytes(), "queries.tsv")
    assert found.problems == []
    assert found.frame.select("query_id", "query").rows()[3] == ("4", "media")
    assert len(found.frame) == 4


def test_labels_of_ranx_equal_its_json(shared):
    """The same labels in both of its forms."""
    nested = json.loads((shared / "ranx/small_qrels.json").read_text())
    frame = read_qrels(shared / "ranx/small_qrels.trec", "qrels").frame
    assert frame.select("query_id", "chunk_id", "relevance").rows() == [
        (query, chunk, value) for query, labels in nested.items() for chunk, value in labels.items()
    ]
