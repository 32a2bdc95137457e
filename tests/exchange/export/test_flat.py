import json
import unicodedata
from urllib.parse import unquote

from hypothesis import given
from hypothesis import strategies as st

from assay.exchange.beir.folder import read_beir
from assay.exchange.export.flat import beir_export, nested_export, trec_export
from assay.exchange.trec.qrels import read_qrels
from assay.exchange.trec.runs import read_run
from assay.exchange.trec.topics import read_topics
from exchange.flat import gold, ranking
from scoring import cases

IDS = st.text(st.sampled_from("aЯ0 #%+=é.-"), min_size=1, max_size=4).filter(
    lambda text: text == text.strip()
)
# Line ends, tabs, separators of tables, signs of formulas, leading zeros, emoji with a joiner, marks, ё and «».
HARD = st.sampled_from("a0Яё;,=+-1\t\n|\"'\\😀👩\u200d\u0301\u0306«%#_")
TEXTS = st.text(
    HARD | st.characters(codec="utf-8", exclude_categories=("Cs", "Cc", "Cn", "Co")), min_size=1, max_size=20
).map(lambda text: unicodedata.normalize("NFC", text))
K = (1, 3, 5)


@st.composite
def collections(draw):
    """Queries with odd ids, each labelled by passages of its own; chunks; a ranking with scores of any kind."""
    chunks = draw(st.lists(IDS, min_size=1, max_size=6, unique=True))
    names = draw(st.lists(IDS, min_size=1, max_size=4, unique=True))
    queries, carried, results = [], {}, {}
    for number, name in enumerate(names):
        held = draw(st.lists(st.sampled_from(chunks), unique=True, max_size=3))
        grades = {f"p{number}.{i}": draw(st.sampled_from([1, 2])) for i in range(len(held))}
        carried |= {passage: [chunk] for passage, chunk in zip(grades, held, strict=True)}
        queries.append(
            cases.query(
                name,
                sets=None,
                relevant=grades,
                query=draw(TEXTS.filter(lambda text: text.strip())),
                as_of=None,
            )
        )
        results[name] = draw(st.lists(st.sampled_from(chunks), unique=True))
    values = draw(st.dictionaries(st.integers(0, 40), st.floats(-4, 4) | st.none(), min_size=0, max_size=9))
    scored = draw(st.booleans())
    scores = (lambda _, rank: values.get(rank, 1 / rank)) if scored else None
    return gold(queries, chunks, carried), ranking(results, scores=scores), results


@given(collections())
def test_trec_files_read_back_say_the_same(made):
    """Labels, the order of every result, by either trec_eval; ids but for their encoding, texts but for white space."""
    labelled, ranked, results = made
    files = trec_export(labelled, [ranked]).files
    qrels = read_qrels(files["qrels.txt"], "qrels.txt")
    assert bool(qrels.problems) is (files["qrels.txt"] == b"")
    rows = {
        (unquote(q), unquote(c), r)
        for q, c, r in qrels.frame.select("query_id", "chunk_id", "relevance").iter_rows()
    }
    assert rows == set(labelled.labels.frame.iter_rows())
    for order in ("trec9", "trec10"):
        run = read_run(files["run-s.txt"], "run", order)
        assert bool(run.problems) is (files["run-s.txt"] == b"")
        assert run.reordered == 0
        found = {}
        for query, chunk in run.frame.select("query_id", "chunk_id").iter_rows():
            found.setdefault(unquote(query), []).append(unquote(chunk))
        assert found == {query: chunks for query, chunks in results.items() if chunks}
    topics = read_topics(files["topics.tsv"], "topics.tsv")
    assert topics.problems == []
    texts = {unquote(name): text for name, text in topics.frame.select("query_id", "query").iter_rows()}
    assert texts == {
        name: " ".join(text.split()) for name, text in labelled.queries.select("id", "query").iter_rows()
    }


@given(collections())
def test_a_beir_folder_read_back_says_the_same(made):
    """Ids, titles, texts and labels to the letter, without a note."""
    labelled, _, _ = made
    read = read_beir(beir_export(labelled, ["dev"]).files, "beir")
    assert read.problems == []
    pairs = read.qrels.select("query_id", "chunk_id", "relevance")
    assert set(pairs.iter_rows()) == set(labelled.labels.frame.iter_rows())
    documents = read.documents.select("chunk_id", "title", "text")
    assert set(documents.iter_rows()) == set(labelled.chunks.select("chunk_id", "title", "text").iter_rows())
    asked = read.queries.select("query_id", "query")
    assert set(asked.iter_rows()) == set(labelled.queries.select("id", "query").iter_rows())


@given(collections())
def test_nested_json_lines_read_back_say_the_same(made):
    """Ids of grade 2 chunks; every result with its rank and score; a query with nothing has an empty list."""
    labelled, ranked, results = made
    files = nested_export(labelled, [ranked]).files
    gold_rows = lines(files["gold.jsonl"])
    expected = {}
    for query, chunk, grade in labelled.labels.frame.iter_rows():
        if grade == 2:
            expected.setdefault(query, []).append(chunk)
    assert {row["id"]: row["relevant_ids"] for row in gold_rows} == expected
    found = {row["id"]: row["retrieved"] for row in lines(files["results-s.jsonl"])}
    assert {name: [one["chunk_id"] for one in rows] for name, rows in found.items()} == results
    flat = [
        (name, one["rank"], one["chunk_id"], one["score"])
        for name, rows in sorted(found.items())
        for one in rows
    ]
    assert flat == ranked.rows.rows()


def lines(data):
    return [json.loads(line) for line in data.decode().splitlines()]


def test_each_evidence_set_has_a_file():
    """The first of each query in the first; a query with fewer is in no later one; grades outside sets in none."""
    queries = [
        cases.query("q1", sets=[["a", "b"], ["c"]], relevant={"d": 1}),
        cases.query("q2", sets=[["d"]]),
        cases.query("q3", sets=None, relevant={"a": 2}),
        cases.query("q4", sets=[]),
    ]
    labelled = gold(queries, "ABCD", {"a": "A", "b": "B", "c": "C", "d": "D"})
    export = trec_export(labelled, [], each_set=True)
    assert sorted(export.files) == ["qrels.set1.txt", "qrels.set2.txt", "qrels.txt", "topics.tsv"]
    assert export.files["qrels.set1.txt"] == b"q1 0 A 2\nq1 0 B 2\nq2 0 D 2\n"
    assert export.files["qrels.set2.txt"] == b"q1 0 C 2\n"
    assert export.files["qrels.txt"] == b"q1 0 A 2\nq1 0 B 2\nq1 0 C 2\nq1 0 D 1\nq2 0 D 2\nq3 0 A 2\n"


def test_queries_that_nobody_labelled_are_no_queries_without_an_answer():
    """Nested: [] for what the corpus cannot answer, no line for the others, none of a passage in part."""
    queries = [
        cases.query("q1", sets=[]),
        cases.query("q2", sets=None),
        cases.query("q3", sets=None, relevant={"a": 1}),
        cases.query("q4", sets=[["a"]]),
    ]
    export = nested_export(gold(queries, "A", {"a": "A"}), [])
    assert lines(export.files["gold.jsonl"]) == [
        {"id": "q1", "query": "What?", "relevant_ids": []},
        {"id": "q4", "query": "What?", "relevant_ids": ["A"]},
    ]
    said = {loss.what: loss.examples for loss in export.losses}
    assert said["questions not labelled yet; they are left out of gold.jsonl"] == ("q2",)
    assert said["queries left out, no chunk holds a passage of grade 2 whole"] == ("q3",)
    assert said["labels of grade 1 left out of relevant_ids"] == ("q3: A",)


def test_a_repeated_chunk_stands_once_in_a_run():
    """At its best rank; in nested results it stays."""
    labelled = gold([cases.query("q", sets=[["a"]])], "AB", {"a": "A"})
    ranked = ranking({"q": ["B", "B", "A"]}, repeats=True)
    export = trec_export(labelled, [ranked])
    assert export.files["run-s.txt"] == b"q Q0 B 1 2.0 s\nq Q0 A 2 1.0 s\n"
    said = {loss.what: loss.examples for loss in export.losses}
    assert said["s: repeated results left out; those behind them move up"] == ("q: B",)
    assert export.notes == [
        "run-s.txt: scores of 1 query were written anew from the ranks: absent, equal or not falling along them"
    ]
    rows = lines(nested_export(labelled, [ranked]).files["results-s.jsonl"])
    assert [one["chunk_id"] for one in rows[0]["retrieved"]] == ["B", "B", "A"]


def test_a_split_without_labels_has_a_file_of_its_heading():
    """So that BEIR's reader finds it."""
    export = beir_export(gold([cases.query("q", sets=[])], "A", {}), ["dev"])
    assert export.files["qrels/dev.tsv"] == b"query-id\tcorpus-id\tscore\n"


def test_ids_that_other_readers_take_apart_are_named():
    """Encoded where the form has blanks between columns; counted where only some readers trip."""
    labelled = gold([cases.query("q 1", sets=[["a"]])], ["c 1", "c2"], {"a": ["c2"]})
    trec = trec_export(labelled, [ranking({"q 1": ["c 1", "c2"]})])
    assert trec.files["qrels.txt"] == b"q%201 0 c2 2\n"
    assert trec.files["run-s.txt"].startswith(b"q%201 Q0 c%201 1 2.0 s\n")
    note = "2 ids were percent-encoded: white space, % and # cannot stand in a line"
    assert any(said.startswith("run-s.txt: ") and note in said for said in trec.notes)
    said = {loss.what: loss.examples for loss in beir_export(labelled, ["dev"]).losses}
    assert said["ids with white space; BEIR reads them, ir_datasets takes them apart"] == ("c 1", "q 1")


def test_a_file_without_a_line_is_named():
    """Nothing labelled, nothing found: most readers refuse an empty file."""
    export = trec_export(gold([cases.query("q", sets=[])], "A", {}), [ranking({"q": []})])
    assert export.files["qrels.txt"] == export.files["run-s.txt"] == b""
    assert export.notes == [
        f"{name}: has no line; most readers refuse it" for name in ("qrels.txt", "run-s.txt")
    ]
