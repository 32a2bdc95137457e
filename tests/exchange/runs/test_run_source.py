import json

import pytest

from assay.corpora import settings, source_files
from assay.errors import InputError
from assay.exchange.runs.run_chunks import returned
from assay.exchange.runs.run_source import source_of
from assay.retrieval.snapshot import build
from exchange.imports import BODIES, CODE, SIZE, SPARE, TERM, document, lay_out, write

READY = [{"chunk_id": "u1", "text": TERM}, {"chunk_id": "u2", "text": CODE}]
NOWHERE = "Возврат доставим дроном, бесплатно и ночью."
SAME = "if it searched these documents all the same, say --same-corpus"
WHERE = "runs/recorded/prod/r1"
APART = "another corpus, so its figures are not compared with those of other systems"


@pytest.fixture
def top(tmp_path):
    lay_out(tmp_path)
    return tmp_path


def source(top, *items, table=None, snapshot=None, before=None, same=False):
    """On what a run is scored whose one question found these."""
    found, _ = returned([{"retrieved": list(items)}], ["f:1"])
    return source_of(top, found, table, snapshot, WHERE, trust=False, before=before, same=same)


def chunk(name, text, **about):
    return {"chunk_id": name, "text": text, **about}


def corpus_of(top, name="fine"):
    entry = settings(top)["snapshots"][name]
    return build(name, entry, source_files(top, entry["source"]), entry["source"]).card["corpus_id"]


def scored_on(done):
    """Card of the snapshot that the run's own table makes."""
    files = {name.removeprefix("chunks/"): data for name, data in done.files().items()}
    return build("prod", {"source": f"{WHERE}/chunks", "chunking": "ready"}, files, f"{WHERE}/chunks").card


def second(top, bodies):
    """Documents of another source, with a snapshot of their own."""
    for doc_id, body in bodies.items():
        (top / "kb").mkdir(exist_ok=True)
        (top / f"kb/{doc_id}.md").write_bytes(document(doc_id, body))
    entry = "  kb: {source: kb, chunking: structure, size: 300, overlap: 0}\nsystems:"
    params = (top / "params.yaml").read_text("utf-8").replace("systems:", entry, 1)
    (top / "params.yaml").write_text(params, "utf-8")


def test_a_table_of_words_of_the_documents_is_of_their_corpus(top):
    """Cut otherwise, but nothing in it is of elsewhere: its system is compared with those over the documents."""
    done = source(top, chunk("u1", TERM.upper()), chunk("u2", SIZE))
    assert scored_on(done)["corpus_id"] == corpus_of(top)
    assert scored_on(done)["declared"]
    assert "all its words stand in corpus: comparable with systems over these documents" in done.facts
    assert f"if it searched others, remove {WHERE}/chunks/card.json" in done.facts


def test_a_chunk_of_elsewhere_makes_it_another_corpus(top):
    """One is enough, and it is said how many there are."""
    done = source(top, chunk("u1", TERM), chunk("u2", NOWHERE), chunk("u3", f"Возврат: {NOWHERE}"))
    assert list(done.files()) == ["chunks/chunks.jsonl"]
    assert scored_on(done)["corpus_id"] != corpus_of(top)
    assert f"2 chunks with words that no document has: {APART}; {SAME}" in done.facts
    assert len(done.unmatched) == 2


def test_a_person_says_that_it_searched_these_documents(top):
    """Then it is of their corpus, whatever some of its chunks add; how many of those that were returned is kept."""
    items = chunk("u1", TERM), chunk("u2", NOWHERE), chunk("u3", f"Возврат: {NOWHERE}"), chunk("u4", SPARE)
    done = source(top, *items, same=True)
    card = scored_on(done)
    assert (card["corpus_id"], card["unplaced"], card["returned"]) == (corpus_of(top), 2, 4)
    assert done.facts[-1].startswith(
        "2 chunks with words that no document has: compared with systems over these"
    )
    assert len(done.unmatched) == 3
    whole = source(top, chunk("u1", None), table=[chunk("u1", TERM), chunk("u2", NOWHERE)], same=True)
    assert (whole.corpus_id, whole.unplaced) == (corpus_of(top), 0)
    assert "unplaced" not in scored_on(whole)


def test_of_several_sources_a_person_means_that_of_the_snapshot(top):
    """Also where the words stand in none of them all."""
    second(top, {"travel": f"# Поездки\n\n{SIZE.upper()} {NOWHERE}\n"})
    for snapshot, lost in (("fine", 1), ("kb", 1)):
        done = source(top, chunk("u1", NOWHERE), chunk("u2", TERM), snapshot=snapshot, same=True)
        assert (done.corpus_id, done.unplaced, done.returned) == (corpus_of(top, snapshot), lost, 2)


def test_a_person_says_it_of_ready_made_chunks(tmp_path):
    """One chunk that is none of theirs is one of its own, and of their corpus."""
    lay_out(tmp_path, chunks=[*READY, {"chunk_id": "u3", "text": f"*{SIZE}*", "returned": SIZE}])
    done = source(tmp_path, chunk("u1", TERM), chunk("u9", SPARE), same=True)
    card = scored_on(done)
    assert (card["corpus_id"], card["unplaced"], card["returned"]) == (corpus_of(tmp_path), 1, 2)
    assert {row["chunk_id"]: row.get("returned") for row in done.rows}["u3"] == SIZE


def test_words_that_stand_in_several_places_are_of_the_documents(top):
    """Boilerplate of every page, and a rule that has no words: nobody knows where, but not of elsewhere."""
    done = source(top, chunk("u1", TERM), chunk("u2", SPARE), chunk("u3", "* * *"))
    assert len(done.unmatched) == 2
    assert scored_on(done)["corpus_id"] == corpus_of(top)


def test_a_table_of_ready_made_chunks_is_another_corpus(tmp_path):
    """It holds theirs and more."""
    lay_out(tmp_path, chunks=READY)
    done = source(tmp_path, chunk("u1", TERM), chunk("u9", SPARE))
    assert list(done.files()) == ["chunks/chunks.jsonl"]
    assert f"1 chunk is none of the snapshot's: {APART}; {SAME}" in done.facts


@pytest.mark.parametrize("snapshot", [None, "fine", "kb"])
def test_the_source_that_holds_all_words_is_the_corpus(top, snapshot):
    """Of several sources; that of the snapshot first, where both do."""
    second(top, {"travel": f"# Поездки\n\n{NOWHERE} {SPARE}\n", "returns": BODIES["returns"]})
    (top / "kb/returns.md").write_bytes((top / "corpus/returns.md").read_bytes())
    of_one = source(top, chunk("u1", NOWHERE), chunk("u2", TERM), snapshot=snapshot)
    assert of_one.corpus_id == corpus_of(top, "kb")
    assert {row["doc_id"] for row in of_one.rows} == {"travel", "returns"}
    of_both = source(top, chunk("u2", TERM), snapshot=snapshot)
    assert of_both.corpus_id == corpus_of(top, snapshot or "fine")


def test_words_of_two_sources_are_of_no_one_corpus(top):
    """No other system searches them together."""
    second(top, {"travel": f"# Поездки\n\n{NOWHERE}\n"})
    done = source(top, chunk("u1", NOWHERE), chunk("u2", TERM))
    assert (done.corpus_id, done.unmatched) == (None, [])
    assert (
        f"its words stand in corpus, kb, in none of them all: {APART}; {SAME} (those of --snapshot)"
        in done.facts
    )
    assert {row["doc_id"] for row in done.rows} == {"travel", "returns", "help/exchange"}


def test_a_whole_table_of_the_documents_is_of_their_corpus(top):
    """What it lacks of them is said; a row of elsewhere makes it another."""
    table = [chunk("u1", TERM), chunk("u2", CODE)]
    done = source(top, chunk("u1", None), table=table)
    assert done.corpus_id == corpus_of(top)
    assert "1 of 2 documents without a chunk: labels on them are not measured" in done.facts
    whole = source(top, chunk("u1", None), table=[*table, chunk("u3", SIZE)])
    assert not any("without a chunk" in fact for fact in whole.facts)
    other = source(top, chunk("u1", None), table=[*table, chunk("u3", NOWHERE)])
    assert other.corpus_id is None
    assert f"1 chunk with words that no document has: {APART}; {SAME}" in other.facts


def test_answers_that_came_from_other_documents_are_not_compared(top):
    """Though all their words stand in those of today."""
    assert source(top, chunk("u1", TERM), before=corpus_of(top)).corpus_id == corpus_of(top)
    done = source(top, chunk("u1", TERM), before="kb 7")
    assert done.corpus_id is None
    assert done.facts[-1] == (
        f"it searched documents that are others by now: {APART}; ask all anew to compare"
    )


def test_a_span_outside_its_document_is_a_fault_in_several_sources_too(top):
    """Said once."""
    second(top, {"travel": f"# Поездки\n\n{NOWHERE}\n"})
    with pytest.raises(InputError) as error:
        source(top, {"chunk_id": "u1", "doc_id": "returns", "start": 3, "end": 9999})
    assert len(error.value.problems) == 1


def test_a_run_on_a_snapshot_has_no_table(tmp_path):
    """Nothing is written beside its results."""
    lay_out(tmp_path, chunks=READY)
    assert source(tmp_path, chunk("u1", TERM)).files() == {}


def test_the_snapshot_of_another_run_is_not_searched_unless_it_is_named(top):
    """params.yaml may list it first."""
    write(top / "gold/queries.jsonl", [])
    done = source(top, chunk("u1", TERM))
    for name, data in done.files().items():
        (top / WHERE / name).parent.mkdir(parents=True, exist_ok=True)
        (top / WHERE / name).write_bytes(data)
    entry = f"snapshots:\n  a: {json.dumps({'source': f'{WHERE}/chunks', 'chunking': 'ready'})}"
    params = (top / "params.yaml").read_text("utf-8").replace("snapshots:", entry, 1)
    (top / "params.yaml").write_text(params, "utf-8")
    assert source(top, chunk("u1", TERM)).snapshot is None
    assert source(top, chunk("u1", TERM), snapshot="a").snapshot == "a"
