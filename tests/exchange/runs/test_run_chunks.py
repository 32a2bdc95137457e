import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.exchange.runs.run_chunks import REST, _gaps, placed, returned, unlisted
from assay.gold.passages import make_passage, parse_passages, passages_bytes
from assay.gold.projection import project
from assay.retrieval.ready import read_chunks
from assay.retrieval.snapshot import chunk_table, document_table
from assay.tables import text_sha256
from exchange.imports import BODIES, CODE, SIZE, SPARE, TERM, lines, of_documents


def row(name, text, **about):
    return {
        **dict.fromkeys(("sha256", "doc_id", "doc_version", "start", "end")),
        "chunk_id": name,
        "text": text,
        **about,
    }


def table(*rows, complete=False):
    """The run's own chunks by id."""
    done = placed(rows, of_documents(), complete=complete)
    assert not done.problems
    return {one["chunk_id"]: one for one in done.rows}, done


def status(rows, *labels):
    """How passages on words of documents stand in the run's chunk table, and which chunks hold them."""
    corpus = of_documents()
    passages = []
    for number, (doc, quote) in enumerate(labels):
        body = corpus.documents.filter(doc_id=doc)["body"].item()
        span = body.index(quote), body.index(quote) + len(quote)
        passages.append(make_passage(corpus.documents, doc, id=f"p{number}", span=span))
    frame, problems = parse_passages(passages_bytes(passages), "p")
    assert not problems
    chunks = chunk_table(read_chunks(lines(rows.values()).encode(), "c"))
    projection, found = project(frame, document_table([]), chunks)
    held = projection.filter(location=0).join(chunks, on="chunk_key").sort("passage_id", "chunk_id")
    return found["status"].to_list(), held.select("passage_id", "chunk_id").unique(maintain_order=True).rows()


def test_texts_become_spans_and_the_rest_is_there():
    """Spans of the documents, the documents' own letters, and all text as chunks that nobody returned."""
    rows, done = table(row("u1", TERM.upper()), row("u2", SIZE, doc_id="help/exchange"))
    assert rows["u1"]["text"] == TERM
    assert (rows["u1"]["doc_id"], rows["u1"]["start"], rows["u1"]["end"]) == ("returns", 11, 65)
    for doc, body in BODIES.items():
        spans = sorted((one["start"], one["end"]) for one in rows.values() if one["doc_id"] == doc)
        covered = {at for start, end in spans for at in range(start, end)}
        assert not "".join(letter for at, letter in enumerate(body) if at not in covered).strip()
    assert {one["section"] for one in rows.values()} == {"Возврат", "Обмен"}
    assert done.unmatched == []


def test_no_label_is_stale_that_was_merely_not_returned():
    """What nobody returned stands in the rest: not found, and never not measured."""
    rows, _ = table(row("u1", TERM))
    states, held = status(rows, ("returns", TERM), ("returns", CODE), ("help/exchange", SPARE))
    assert "stale" not in states
    assert ("p0", "u1") in held
    assert all(REST in chunk for passage, chunk in held if passage != "p0")


def test_a_passage_over_two_chunks_is_found_in_both():
    """Straddling: each half in the chunk that holds it; in overlapping chunks too."""
    both = f"{TERM} {CODE}"
    for first, second in ((both[:40], both[40:]), (both[:60], both[30:])):
        rows, _ = table(row("u1", first), row("u2", second))
        states, held = status(rows, ("returns", TERM))
        assert states == ["span"]
        assert {chunk for _, chunk in held} == {"u1", "u2"}


def test_a_passage_over_a_chunk_and_what_is_between_is_held_by_both():
    """Straddling: the half that nobody returned is in the rest, and only there."""
    rows, _ = table(row("u1", TERM[:40]))
    states, held = status(rows, ("returns", TERM))
    assert states == ["span"]
    assert {chunk for _, chunk in held} == {"u1", f"returns#{REST}.2"}


def test_no_character_stands_twice():
    """The rest is what no chunk covers: labels on a chunk are carried by it alone."""
    rows, _ = table(row("u1", TERM), row("u2", f"{CODE[:30]}"), row("u3", SIZE))
    _, held = status(rows, ("returns", TERM), ("help/exchange", SIZE))
    assert held == [("p0", "u1"), ("p1", "u3")]
    for doc, body in BODIES.items():
        covered = sorted(
            at for one in rows.values() if one["doc_id"] == doc for at in range(one["start"], one["end"])
        )
        assert len(covered) == len(set(covered))
        missed = set(range(len(body))) - set(covered)
        assert not any(body[at].isalnum() for at in missed)


SPANS = st.lists(
    st.tuples(st.integers(0, 30), st.integers(0, 30)).map(sorted).map(tuple).filter(lambda s: s[0] < s[1])
)


@given(st.integers(30, 40), SPANS, st.lists(st.integers(0, 40), max_size=4))
def test_gaps_and_spans_are_everything_once(size, spans, cuts):
    """Every place is in a span or in one gap, and no gap reaches over a heading."""
    gaps = list(_gaps(size, sorted(spans), cuts))
    inside = [at for start, end in gaps for at in range(start, end)]
    held = {at for start, end in spans for at in range(start, end)}
    assert sorted([*inside, *held]) == list(range(size))
    assert not any(start < cut < end for start, end in gaps for cut in cuts)


def test_what_was_returned_is_kept_where_it_differs():
    """Without marks of Markdown, in other letters: the document's words hold the labels, the other text was read."""
    rows, _ = table(row("u1", TERM.upper() + "\n"), row("u2", CODE))
    assert (rows["u1"]["text"], rows["u1"]["returned"]) == (TERM, TERM.upper() + "\n")
    assert "returned" not in rows["u2"]
    chunks = chunk_table(read_chunks(lines(rows.values()).encode(), "c"))
    read = dict(chunks.select("chunk_id", "n_chars").iter_rows())
    assert (read["u1"], read["u2"]) == (len(TERM) + 1, len(CODE))
    assert "returned" not in chunks.columns  # no table that a report is made of holds it
    hashes = dict(chunks.select("chunk_id", "sha256").iter_rows())
    assert hashes["u1"] == text_sha256(TERM.upper() + "\n")


def test_a_title_in_front_is_not_found_and_kept():
    """Its text is not the document's: it stands alone, is listed, and the labels keep their places."""
    text = f"Возврат: {TERM}"
    rows, done = table(row("u1", text))
    assert rows["u1"]["text"] == text
    assert "start" not in rows["u1"]
    (lost,) = done.unmatched
    assert (lost["chunk_id"], lost["text"], done.strange) == ("u1", text, {"u1"})
    assert lost["reason"].startswith("its text is not in any document")
    assert "stale" not in status(rows, ("returns", TERM))[0]


def test_boilerplate_needs_its_document():
    """Text of two documents: with one stated it is placed, else it stands alone."""
    rows, done = table(row("u1", SPARE, doc_id="returns"), row("u2", SPARE))
    assert rows["u1"]["doc_id"] == "returns"
    assert "start" not in rows["u2"]
    assert "say which one" in done.unmatched[0]["reason"]
    assert (len(done.unmatched), done.strange) == (1, set())


def test_a_complete_table_has_no_rest():
    """All chunks of the date are there: what they lack is gone from the corpus they ran on."""
    rows, done = table(row("u1", TERM), complete=True)
    assert (list(rows), done.bare) == (["u1"], 1)
    assert status(rows, ("returns", TERM), ("returns", CODE))[0] == ["span", "stale"]


def test_spans_without_texts():
    """A span of a document is its text; one outside it is a fault."""
    rows, _ = table(row("u1", None, doc_id="returns", start=11, end=65))
    assert rows["u1"]["text"] == TERM
    bad = placed([row("u1", None, doc_id="returns", start=11, end=9999)], of_documents(), complete=False)
    assert "a result of chunk 'u1': span 11:9999 of document returns is not inside it" in str(bad.problems[0])


def test_every_chunk_once():
    """A text that some line has is that of all; two texts under one id are a fault with both places."""
    one, two = {"chunk_id": "a"}, {"chunk_id": "a", "text": TERM}
    rows, problems = returned(
        [{"retrieved": [one]}, {"retrieved": [two]}, {"status": "error"}], ["f:1", "f:2", "f:3"]
    )
    assert [(one["chunk_id"], one["text"]) for one in rows] == [("a", TERM)]
    assert not problems
    _, problems = returned([{"retrieved": [two]}, {"retrieved": [{**two, "text": CODE}]}], ["f:1", "f:2"])
    assert str(problems[0]).startswith("f:2: chunk 'a' has another text than at f:1")


@pytest.mark.parametrize(
    ("found", "words"),
    [
        ([row("z", None)], "1 chunk of the results not in the chunk table (z)"),
        ([row("a", CODE)], "1 chunk of the results in the chunk table with another text (a)"),
        (
            [row(name, None) for name in "vwxyz"],
            "5 chunks of the results not in the chunk table (v, w, x and 2 more)",
        ),
        ([row("a", TERM.replace(" ", "\n"))], None),
    ],
)
def test_results_are_held_against_the_table(found, words):
    """Ids that it lacks, and texts that it has otherwise: it is not the table of that date."""
    problems = [str(one) for one in unlisted(found, [row("a", TERM)], "r")]
    assert problems == (
        [] if words is None else [f"r: {words}; give the table of the date of the run: --chunks FILE"]
    )


def test_ids_that_are_none_or_taken():
    """Named by the place in the file; the rest takes ids that no result has."""
    _, problems = returned([{"retrieved": [{"chunk_id": "u\n1"}]}], ["f:1"])
    assert [str(problem) for problem in problems] == [
        "f:1: 'u\\n1' is no id of a chunk; use printable characters"
    ]
    rows, done = table(row(f"returns#{REST}.1", TERM))
    assert rows[f"returns#{REST}.1"]["text"] == TERM
    assert len(rows) == len(done.rows)
    assert f"returns#{REST}.2" in rows


LONG = "Правила действуют во всех магазинах сети и в пунктах выдачи, кроме партнёрских."


@pytest.mark.parametrize("names", [(), ("b",), ("c",), ("a", "b", "c")])
def test_twins_are_those_of_a_snapshot_that_is_cut_here(names):
    """Equal words under an equal heading, whatever was returned; those under another one are other evidence."""
    bodies = {
        "a": f"# А\n\n## Возврат\n\n{LONG}\n",
        "b": f"# Б\n\n## Обмен\n\n{LONG}\n",
        "c": f"# В\n\n## Возврат\n\n{LONG}\n",
    }
    corpus = of_documents(bodies)
    start = bodies["a"].index(LONG)
    label = make_passage(corpus.documents, "a", id="p", span=(start, start + len(LONG)))
    found = placed([row(f"u-{doc}", LONG, doc_id=doc) for doc in names], corpus, complete=False)
    chunks = chunk_table(read_chunks(lines(found.rows).encode(), "c"))
    frame, _ = parse_passages(passages_bytes([label]), "p")
    projection, _ = project(frame, document_table([]), chunks)
    held = projection.join(chunks, on="chunk_key")
    assert set(held["doc_id"]) == {"a", "c"}
    assert {name for name in held["chunk_id"] if name.startswith("u-")} == {
        f"u-{doc}" for doc in names if doc != "b"
    }
