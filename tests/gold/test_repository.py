import json
import subprocess

import pytest

import pipeline
from assay.errors import InputError
from assay.files import read_files
from assay.gold.passages import passages_bytes
from assay.gold.queries import queries_bytes
from assay.gold.quotations import quoted_passage
from assay.gold.repository import gold_problems, read_corpus, read_passages, review_repository
from assay.retrieval.snapshot import build

from .samples import passage, query

FRONT = "---\nid: {}\ntitle: {}\nversion: v1\nlang: ru\n---\n"
BODY = "Вернуть можно за 30 дней.\n"


@pytest.fixture
def top(tmp_path):
    """A repository whose documents lie in docs/, as params.yaml says."""
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    (tmp_path / "gold").mkdir()
    document(tmp_path, "docs/help/returns.md", BODY)
    (tmp_path / "params.yaml").write_text(pipeline.PARAMS.replace("source: corpus", "source: docs"))
    made = quoted_passage(read_corpus(tmp_path).documents, "returns", id="p1", quote="за 30 дней")
    (tmp_path / "gold/passages.jsonl").write_bytes(passages_bytes([made]))
    (tmp_path / "gold/queries.jsonl").write_bytes(queries_bytes([query()]))
    return tmp_path


def document(top, path, body, name="returns"):
    (top / path).parent.mkdir(parents=True, exist_ok=True)
    (top / path).write_text(FRONT.format(name, name) + body, encoding="utf-8")


def source(top, entry):
    """One more snapshot, of another source."""
    pipeline.edit(top / "params.yaml", "systems:\n", f"  more: {entry}\nsystems:\n")


def refused(top):
    with pytest.raises(InputError) as error:
        read_corpus(top)
    return str(error.value).split("\n")


FAQ = "{source: faq, chunking: structure, size: 300, overlap: 0}"


def test_documents_are_read_where_params_say(top):
    """Not in corpus/; messages name the folder."""
    found = review_repository(top)
    assert (found.corpus, found.problems, found.warnings) == ([], [], [])
    assert found.counts["passages span"] == 1
    document(top, "corpus/returns.md", "Нечто совсем другое.\n")
    assert gold_problems(top) == []
    (top / "docs/bad.md").write_text("x")
    found = review_repository(top)
    assert list(map(str, found.corpus)) == [
        "docs/bad.md:1: has no front matter; begin the file with a line ---"
    ]
    assert found.problems == []
    assert gold_problems(top) == found.corpus


def test_documents_of_all_sources_are_read(top):
    """Passages may stand in any; each source has its own id, and one without documents is named."""
    source(top, FAQ)
    assert refused(top) == ["faq: is not there; correct source in params.yaml"]
    (top / "faq").mkdir()
    assert refused(top) == ["faq: holds no documents; add Markdown files, or check the path"]
    document(top, "faq/tyres.md", "Шины не принимаем.\n", "tyres")
    corpus = read_corpus(top)
    assert corpus.documents["doc_id"].to_list() == ["returns", "tyres"]
    assert list(corpus.ids) == ["docs", "faq"]
    assert len(set(corpus.ids.values())) == 2


def test_the_same_document_in_two_sources_is_one(top):
    """With the same bytes; otherwise nobody knows which one a label means."""
    source(top, FAQ)
    document(top, "faq/returns.md", BODY)
    assert len(read_corpus(top).documents) == 1
    document(top, "faq/returns.md", "Вернуть можно за 14 дней.\n")
    assert refused(top) == [
        "faq returns: doc_id also stands in docs, with other contents; rename one of them, or keep one"
    ]


def test_documents_and_chunks_cut_elsewhere_stand_side_by_side(top):
    """Passages are found in either, and conditions come from either."""
    source(top, "{source: cut, chunking: ready}")
    (top / "cut").mkdir()
    chunk = {"chunk_id": "7", "text": "Шины не принимаем.", "doc_id": "tyres", "subject": "tyres"}
    (top / "cut/chunks.jsonl").write_text(json.dumps(chunk) + "\n")
    label = passage("p2", chunk["text"], doc_id="tyres", doc_version=None, start=None, end=None)
    rows = [*read_passages(top), {**label, "before": None, "after": None}]
    (top / "gold/passages.jsonl").write_bytes(passages_bytes(rows))
    asked = [query(), query("q2", subject="sofas", evidence_sets=[["p2"]])]
    (top / "gold/queries.jsonl").write_bytes(queries_bytes(asked))
    found = review_repository(top)
    assert [problem.rule for problem in found.problems] == [
        "subject is sofas, but p2 of evidence set 1 is about tyres"
    ]
    assert found.counts["passages matched"] == found.counts["passages span"] == 1


def test_the_id_of_a_source_is_that_on_the_cards_of_its_snapshots(top):
    """Made of its documents, of its chunks, or declared by the owner of the chunks."""
    source(top, "{source: cut, chunking: ready}")
    (top / "cut").mkdir()
    (top / "cut/chunks.jsonl").write_text('{"chunk_id": "2", "text": "b"}\n{"chunk_id": "1", "text": "a"}\n')
    settings = {"docs": {"chunking": "structure", "size": 300, "overlap": 0}, "cut": {"chunking": "ready"}}

    def cards():
        files = {name: read_files(top / name) for name in settings}
        return {
            name: build("x", {"source": name, **how}, files[name], name).card["corpus_id"]
            for name, how in settings.items()
        }

    assert read_corpus(top).ids == cards()
    (top / "cut/card.json").write_text('{"corpus_id": "release 7"}')
    assert read_corpus(top).ids == cards()
    assert cards()["cut"] == "release 7"


def test_a_no_answer_is_held_against_todays_sources(top):
    """By the id on the card of a snapshot of any of them."""
    rows = [query(), query("q2", type="no_answer", evidence_sets=[], checked_corpus="a" * 64)]
    (top / "gold/queries.jsonl").write_bytes(queries_bytes(rows))
    (name,) = read_corpus(top).ids.values()
    assert f"write {name} into its checked_corpus" in review_repository(top).warnings[0].fix
    rows[1]["checked_corpus"] = name
    (top / "gold/queries.jsonl").write_bytes(queries_bytes(rows))
    assert review_repository(top).warnings == []


def test_what_is_listed_as_public_is_no_finding_in_gold(top):
    """The same list as for all that is committed."""
    (top / "gold/queries.jsonl").write_bytes(queries_bytes([query(query="Это help@example.org?")]))
    assert [problem.rule for problem in gold_problems(top)] == ["query holds an e-mail address"]
    (top / "evidence").mkdir()
    (top / "evidence/public.txt").write_text("help@example.org\n")
    assert gold_problems(top) == []
