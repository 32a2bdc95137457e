"""The commands end to end, on files as people have them."""

import csv
import io
import json
import sys

import openpyxl
import pytest

import pipeline
from assay.errors import InputError
from assay.gold.repository import review_repository
from assay.manifest import sha256

from .imports import CODE, SIZE, SPARE, TERM, files, lay_out, read, refused, run, tree, write

MAIL = "ann@mail.example.org"
TERM_ID, CODE_ID = (f"returns#{sha256(text.encode())[:8]}" for text in (TERM, CODE))


@pytest.fixture
def top(tmp_path, monkeypatch):
    """A repository of documents, in which the commands are called."""
    top = tmp_path / "repository"
    lay_out(top)
    monkeypatch.chdir(top)
    return top


@pytest.fixture
def cut(tmp_path, monkeypatch):
    """One of chunks that were cut elsewhere."""
    top = tmp_path / "repository"
    lay_out(top, chunks=indexed("a"))
    monkeypatch.chdir(top)
    return top


def indexed(prefix):
    """The chunks of an index that gives new ids each time."""
    texts = (TERM, CODE, SIZE, SPARE)
    return [{"chunk_id": f"{prefix}{n}", "text": text} for n, text in enumerate(texts)]


def queries(top):
    return {row["id"]: row for row in read(top / "gold/queries.jsonl")}


def test_new_ids_of_chunks_at_every_index(cut, tmp_path):
    """Chunks again: counts against those of before; every label is found; results with new and old ids too."""
    questions = write(tmp_path / "q.jsonl", [{"id": "1", "query": "Срок?", "relevant_ids": ["a0", "a1"]}])
    assert "2 references: 2 by id, 0 not found" in run("questions", questions, "--sets", "together")
    again = run("chunks", write(tmp_path / "new.jsonl", indexed("b")), "--snapshot", "fine")
    assert (
        "against the chunks of before: 0 same id and text, 0 same id, another text, 4 another id, same text, 0 new, 0 gone"
        in again
    )
    states = {
        name: count for name, count in review_repository(cut).counts.items() if name.startswith("passages ")
    }
    assert (sum(states.values()), states.get("passages stale", 0)) == (2, 0)
    for run_name, prefix, line in (
        ("new", "b", "1 by id, 0 by text hash"),
        ("old", "a", "0 by id, 1 by text hash"),
    ):
        log = write(tmp_path / "log.jsonl", [{"id": "1", "retrieved": indexed(prefix)[:1]}])
        said = run("results", log, "--system", run_name, "--recorded-at", "2026-11-01")
        assert f"chunks in snapshot 'fine': {line}, 0 by normalised text of 1" in said
    later = write(tmp_path / "later.jsonl", [{"id": "2", "query": "Код?", "relevant_ids": ["a1"]}])
    assert "1 reference: 1 not found" in run("questions", later, "--dry-run")
    table = write(tmp_path / "old.jsonl", indexed("a"))
    assert "1 reference: 1 by text hash, 0 not found" in run("questions", later, "--chunks", table)
    assert queries(cut)["2"]["relevant"] == {"a1": 2}


def test_a_log_as_services_write_it(top, tmp_path):
    """404, 500, a timeout, a redirect, "Sorry…" where the list should be: errors; an empty list: nothing found."""
    run("questions", write(tmp_path / "q.jsonl", [{"id": str(n), "query": f"Вопрос {n}?"} for n in range(9)]))
    good = {"status": 200, "retrieved": [{"chunk_id": "u1", "text": TERM}]}
    records = [
        {"status": 404},
        {"status": 500, "error": "boom"},
        {"status": 200, "retrieved": "Sorry, something went wrong"},
        {"status": 504, "error": "timeout"},
        {"status": 302},
        {"status": 200, "retrieved": []},
        good,
        good,
    ]
    log = write(tmp_path / "log.jsonl", [{"query": f"вопрос {n}?", **one} for n, one in enumerate(records)])
    said = run("results", log, "--system", "prod", "--recorded-at", "2026-11-01", "--depth", "5")
    assert "8 questions asked: 5 with an error, 1 with nothing found" in said
    for line in (
        "HTTP 302",
        "HTTP 404",
        "HTTP 500: boom",
        "HTTP 504: timeout",
        "'Sorry, something went wrong' instead of results",
    ):
        assert f"  1 × {line}" in said
    assert "questions matched: 0 by id, 8 by text, 0 not in the gold set" in said
    assert "1 question of the gold set not in the file (8), not asked: not measured" in said
    lines = {row["id"]: row for row in read(top / "runs/recorded/prod/2026-11-01/results.jsonl")}
    assert [lines[str(n)]["status"] for n in range(8)] == ["error"] * 5 + ["ok"] * 3
    assert lines["5"]["retrieved"] == []
    assert json.loads((top / "runs/recorded/prod/2026-11-01/card.json").read_text()) == {
        "mode": "retrieve_only",
        "recorded_at": "2026-11-01",
        "top_k": 5,
    }


def sheet(path, *rows):
    """As support keeps it: a title, two rows of headings, merged cells."""
    book = openpyxl.Workbook()
    page = book.active
    page.title = "Вопросы"
    heads = (("A1", "№"), ("B1", "Вопрос"), ("C1", "Источники"), ("C2", "Ссылка"), ("D2", "Комментарий"))
    for place, text in heads:
        page[place] = text
    for area in ("A1:A2", "B1:B2", "C1:D1"):
        page.merge_cells(area)
    for row in rows:
        page.append(row)
    book.save(path)
    return path


def test_questions_of_support_in_xlsx(top, tmp_path):
    """007 stays; links are no labels: they are listed with the reason, and the sets are not labelled."""
    links = "https://kb.example/help/exchange\nhttps://kb.example/none"
    path = sheet(
        tmp_path / "s.xlsx", ("007", "Можно обменять?", links, "частый"), ("7", "Где заказ?", None, None)
    )
    preview = run("questions", path, "--dry-run")
    assert f"{path}!Вопросы: headings are rows 1 to 2" in preview
    assert any(line.startswith('  {"id": "007", "query": "Можно обменять?"') for line in preview)
    assert not (top / "gold/unmatched.jsonl").exists()
    said = run("questions", path)
    assert "2 references not found, each a line of gold/unmatched.jsonl with the reason:" in said
    assert [(row["at"], row["reason"].partition(":")[0]) for row in read(top / "gold/unmatched.jsonl")] == [
        (f"{path.name}!Вопросы!3 [1]", "is a link to a page (document help/exchange)"),
        (f"{path.name}!Вопросы!3 [2]", "is a link to a page that is no document of the corpus"),
    ]
    assert [(name, row["evidence_sets"], row["relevant"]) for name, row in queries(top).items()] == [
        ("007", None, {}),
        ("7", None, {}),
    ]


def test_what_was_not_found_goes_where_it_is_found_at_last(top, tmp_path):
    """The list gets smaller with each import of the same questions, and is gone with its last row."""
    asked = [
        {"id": "1", "query": "Код?", "quote": CODE},
        {"id": "2", "query": "Когда привезут?", "quote": "Курьер приедет завтра."},
        {"id": "3", "query": "Где забрать?", "quote": "В пункте у метро."},
    ]
    path, lost = write(tmp_path / "q.jsonl", asked), top / "gold/unmatched.jsonl"
    run("questions", path)
    assert [row["query_id"] for row in read(lost)] == ["2", "3"]
    for name, text, left in (("a", "Курьер приедет завтра.", ["3"]), ("b", "В пункте у метро.", None)):
        (top / f"corpus/{name}.md").write_bytes(files({name: f"# Доставка\n\n{text}\n"})[f"{name}.md"])
        said = run("questions", path, "--existing", "replace")
        assert ([row["query_id"] for row in read(lost)] if lost.exists() else None) == left
    assert "removed gold/unmatched.jsonl" in said
    assert [len(row["relevant"]) for row in queries(top).values()] == [1, 1, 1]


def test_faults_of_a_sheet_have_addresses_of_cells(top, tmp_path):
    """The cell, what it is needed for; nothing is written."""
    path = sheet(tmp_path / "s.xlsx", ("1", "Вопрос?", None, None), ("2", None, None, "пусто"))
    (problem,) = refused(top, "questions", path)
    assert problem.startswith(f"{path}!Вопросы!B4: ")


def test_legalbench_rag(top, tmp_path):
    """Files with folders and endings as they were imported; Russian offsets as "2520.0", snippets longer than spans."""
    contracts = {"acme/nda.txt": f"Договор\n\n{TERM} {CODE}\n", "acme/lease.txt": f"Аренда\n\n{SIZE}\n"}
    folder = tmp_path / "corpus"
    for name, text in contracts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    run("documents", folder, "--to", "corpus/contracts")
    start = contracts["acme/nda.txt"].index(TERM)
    snippets = [
        {"file_path": "acme/nda.txt", "span": [start, start + len(TERM)], "answer": TERM},
        {"file_path": "acme/nda.txt", "span": ["2520.0", "2530.0"], "answer": CODE},
    ]
    tests = [
        {"query": "Какой срок?", "snippets": snippets},
        {
            "query": "Что меняют?",
            "snippets": [{"file_path": "acme/lease.txt", "span": [0, 3], "answer": SIZE}],
        },
    ]
    bench = tmp_path / "bench.json"
    bench.write_text(json.dumps({"tests": tests}, ensure_ascii=False), "utf-8")
    said = run("questions", bench, "--sets", "together")
    assert any(line.startswith("3 references: ") and line.endswith("0 not found") for line in said)
    texts = {row["id"]: row["text"] for row in read(top / "gold/passages.jsonl")}
    sets = sorted([texts[name] for name in row["evidence_sets"][0]] for row in queries(top).values())
    assert sorted(map(sorted, sets)) == sorted([sorted([TERM, CODE]), [SIZE]])
    assert any("2520:2530, the words stand at" in line for line in said)


def table(path, *rows):
    out = io.StringIO()
    csv.writer(out).writerows(rows)
    path.write_text(out.getvalue(), "utf-8")
    return path


def test_chunking_evaluation(top, tmp_path):
    """CSV with a JSON list of references and the document beside it."""
    references = [
        {"content": TERM, "start_index": 11, "end_index": 65},
        {"content": CODE, "start_index": 66, "end_index": 122},
    ]
    path = table(
        tmp_path / "q.csv",
        ("question", "references", "corpus_id"),
        ("Какой срок?", json.dumps(references, ensure_ascii=False), "returns"),
    )
    assert "2 references: 2 by span and text, 0 not found" in run("questions", path, "--sets", "together")
    (row,) = queries(top).values()
    assert row["evidence_sets"] == [[TERM_ID, CODE_ID]]


def test_any_table_of_files_and_quotes(top, tmp_path):
    """One row a reference, by --map; kept in params.yaml for the next time; offsets outside the document reported."""
    path = table(
        tmp_path / "q.csv",
        ("kod", "was", "blatt", "von", "bis", "zitat"),
        ("1", "Срок?", "returns.txt", "11", "65", TERM),
        ("1", "Срок?", "returns.txt", "9000", "9050", CODE),
        ("2", "Обмен?", "help/exchange.txt", "", "", SIZE),
    )
    fields = {"id": "kod", "query": "was", "doc": "blatt", "start": "von", "end": "bis", "quote": "zitat"}
    words = [word for name, path_ in fields.items() for word in ("--map", f"{name}={path_}")]
    said = run("questions", path, *words, "--sets", "each")
    assert "3 references: 1 by span and text, 2 by containment, 0 not found" in said
    assert any("says returns.txt 9000:9050, the words stand at returns 66:122" in line for line in said)
    assert queries(top)["1"]["evidence_sets"] == [[TERM_ID], [CODE_ID]]
    again = run("questions", path, "--sets", "each")
    assert any(line == "mapping (kept in params.yaml import.questions.q.csv):" for line in again)
    assert again[-1] == "nothing to write: all of it is there already"


def test_a_beir_collection_and_a_trec_run(cut, tmp_path):
    """Chunks, questions with the labels of a split, and a run of ids: trusted, ordered as trec_eval, the rest 0."""
    folder = tmp_path / "beir"
    (folder / "qrels").mkdir(parents=True)
    write(
        folder / "corpus.jsonl",
        [{"_id": one["chunk_id"], "title": "", "text": one["text"]} for one in indexed("d")],
    )
    write(folder / "queries.jsonl", [{"_id": "1", "text": "Срок?"}, {"_id": "2", "text": "Код?"}])
    (folder / "qrels/test.tsv").write_text(
        "query-id\tcorpus-id\tscore\n1\td0\t2\n1\td1\t1\n2\td1\t1\n2\td2\t0\n"
    )
    run("chunks", folder, "--snapshot", "fine")
    said = run("questions", folder, "--relevant-from", "2")
    assert "labels of split test: 4 labels" in said
    assert {name: row["relevant"] for name, row in queries(cut).items()} == {
        "1": {"d0": 2, "d1": 1},
        "2": {"d1": 1},
    }
    trec = tmp_path / "run.txt"
    trec.write_text("1 Q0 d0 1 2.0 tag\n1 Q0 d3 2 2.0 tag\n")
    words = ("results", trec, "--system", "prod", "--recorded-at", "2026-11-01")
    assert "needs the chunk table of that date" in refused(cut, *words)[0]
    said = run(*words, "--trust-ids")
    assert (
        "1 question of the gold set not in the file (2), taken as asked, with nothing found: 0 (as trec_eval -c)"
        in said
    )
    first, second = read(cut / "runs/recorded/prod/2026-11-01/results.jsonl")
    assert [item["chunk_id"] for item in first["retrieved"]] == ["d3", "d0"]
    assert second["retrieved"] == []
    assert len(run(*words, "--trust-ids", "--run", "r2", "--missing", "not-asked")) > 0
    assert len(read(cut / "runs/recorded/prod/r2/results.jsonl")) == 1


def test_ids_of_qrels_and_runs_alone(cut, tmp_path):
    """Each id stands for its text, and people are told what that costs."""
    (tmp_path / "qrels").write_text("1 0 d0 1\n")
    (tmp_path / "run").write_text("1 Q0 d9 1 2.0 tag\n")
    said = run("chunks", tmp_path / "qrels", tmp_path / "run", "--ids-only", "--snapshot", "fine")
    assert (
        "texts are not known: each id stands for its text, so labels cannot move to another chunking" in said
    )
    assert [row["chunk_id"] for row in read(cut / "corpus/chunks.jsonl")] == ["d0", "d9"]
    assert "1 reference: 1 by id, 0 not found" in run("questions", tmp_path / "qrels", "--sets", "each")


def test_qrels_that_several_people_judged(cut, tmp_path):
    """Chunks are those of all; questions have the labels of one, who must be named, and the others' are counted."""
    qrels = tmp_path / "qrels"
    qrels.write_text("1 анна d0 1\n1 boris d0 0\n1 boris d9 2\n")
    run("chunks", qrels, "--ids-only", "--snapshot", "fine")
    assert [row["chunk_id"] for row in read(cut / "corpus/chunks.jsonl")] == ["d0", "d9"]
    (problem,) = refused(cut, "questions", qrels)
    assert problem.endswith("several groups (column 2) judged: boris, анна; choose one: --group NAME")
    assert "no group 'c'" in refused(cut, "questions", qrels, "--group", "c")[0]
    said = run("questions", qrels, "--group", "boris")
    assert "lost: labels of other groups of judges (column 2): 1 (group анна)" in said
    assert queries(cut)["1"]["relevant"] == {"d9": 2}


@pytest.mark.usefixtures("top")
def test_ids_of_a_snapshot_that_is_cut_here(tmp_path):
    """Results by its chunk ids are trusted when asked; labels by them stand where its chunks do today, or by its table, a file like another."""
    from assay.retrieval.snapshot import build

    settings = {"source": "corpus", "chunking": "structure", "size": 300, "overlap": 0}
    made = build("fine", settings, files(), "corpus")
    made.chunks.write_parquet(tmp_path / "chunks.parquet")
    name = made.chunks.filter(doc_id="returns")["chunk_id"][0]
    questions = write(tmp_path / "q.jsonl", [{"id": "1", "query": "Срок?", "relevant_ids": [name]}])
    found = run("questions", questions, "--dry-run")
    assert "1 label by ids of snapshot 'fine', as it is today" in found
    said = run("questions", questions, "--chunks", tmp_path / "chunks.parquet", "--sets", "each")
    assert "1 reference: 1 by containment, 0 not found" in said
    log = write(tmp_path / "log.jsonl", [{"id": "1", "retrieved": [{"chunk_id": name}]}])
    said = run("results", log, "--system", "prod", "--recorded-at", "2026-11-01", "--trust-ids")
    assert "chunks in snapshot 'fine': 1 by id, 0 by text hash, 0 by normalised text of 1" in said


@pytest.mark.parametrize("form", ["folder", "jsonl"])
def test_search_responses(top, tmp_path, form):
    """hits.hits[]: one file a query, named by its id; or pairs of query and response."""
    run(
        "questions",
        write(tmp_path / "q.jsonl", [{"id": "q1", "query": "Срок?"}, {"id": "q2", "query": "Обмен?"}]),
    )
    hit = {"_id": "u1", "_score": 2.5, "_source": {"text": TERM}}
    replies = {"q1": {"took": 3, "hits": {"hits": [hit]}}, "q2": {"took": 4, "hits": {"hits": []}}}
    place = tmp_path / "replies"
    if form == "folder":
        place.mkdir()
        for name, reply in replies.items():
            (place / f"{name}.json").write_text(json.dumps(reply, ensure_ascii=False), "utf-8")
    else:
        texts = {"q1": "Срок?", "q2": "Обмен?"}
        place = write(
            tmp_path / "p.jsonl", [{"query": texts[name], "response": one} for name, one in replies.items()]
        )
    run("results", place, "--system", "es", "--corpus-version", "kb 7")
    lines = read(top / "runs/recorded/es/kb-7/results.jsonl")
    assert [(row["id"], row["latency_ms"], len(row["retrieved"])) for row in lines] == [
        ("q1", 3, 1),
        ("q2", 4, 0),
    ]


@pytest.mark.parametrize(
    ("words", "rule"),
    [
        (
            ("chunks", "{c}"),
            "--to corpus/chunks.jsonl: corpus holds documents (help/exchange.md), and a source is of one kind",
        ),
        (("chunks", "{c}", "--to", "corpus/deep/chunks.jsonl"), "corpus holds documents"),
        (
            ("chunks", "{c}", "--to", "cut/chunks.jsonl", "--snapshot", "fine"),
            "params.yaml snapshots.fine: is there already",
        ),
        (("chunks", "{c}", "--to", "cut/chunks.csv"), "is no .jsonl"),
        (("chunks", "{c}", "--snapshot", "No Name"), "--snapshot No Name"),
        (
            ("results", "{c}", "--system", "p", "--recorded-at", "2026-11-01", "--repeated", "best"),
            "is for TREC runs",
        ),
        (("questions", "{c}", "--map", "nonsense"), "--map nonsense: is no field=PATH"),
    ],
)
def test_refusals(top, tmp_path, words, rule):
    """What to do is said, and no file has changed."""
    path = write(tmp_path / "c.jsonl", [{"chunk_id": "c1", "text": TERM}])
    problems = refused(top, *(word.format(c=path) for word in words))
    assert any(rule in problem for problem in problems)


def test_chunks_beside_documents(top, tmp_path):
    """A folder of their own is a source of their own."""
    path = write(tmp_path / "c.jsonl", [{"chunk_id": "c1", "text": TERM}])
    run("chunks", path, "--to", "cut/chunks.jsonl")
    assert read(top / "cut/chunks.jsonl") == [{"chunk_id": "c1", "text": TERM}]
    assert "main:" in (top / "params.yaml").read_text()


def test_chunks_of_a_repository_without_documents(tmp_path, monkeypatch):
    """As `assay init` makes it: its snapshot becomes these chunks, and others of that folder are named."""
    top = tmp_path / "repository"
    lay_out(top)
    for path in (top / "corpus").rglob("*.md"):
        path.unlink()
    text = (top / "params.yaml").read_text()
    wide = "  wide: {source: corpus, chunking: structure, size: 900, overlap: 0}\nsystems:"
    (top / "params.yaml").write_text(text.replace("systems:", wide))
    monkeypatch.chdir(top)
    said = run("chunks", write(tmp_path / "c.jsonl", indexed("a")), "--snapshot", "fine")
    assert "snapshot 'fine' was cut from corpus, which holds no documents: it is these chunks now" in said
    assert said[-1] == (
        "snapshot 'wide' is cut from corpus, which holds chunks now: remove it and its systems from params.yaml"
    )


def test_broken_settings_and_no_repository(top, tmp_path, monkeypatch):
    """Named, and nothing is written."""
    path = write(tmp_path / "q.jsonl", [{"id": "1", "query": "А?"}])
    (top / "params.yaml").write_text("a: [\n")
    assert refused(top, "questions", path)[0].startswith("params.yaml")
    (top / "params.yaml").unlink()
    assert refused(top, "questions", path) == [
        "params.yaml: is not there; run this in a repository; `assay init` makes one"
    ]
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match="is in no Git repository"):
        run("questions", path)


def test_the_real_command_ends_with_1_and_no_traceback(top, tmp_path):
    """Every fault on a line of its own."""
    path = write(tmp_path / "q.jsonl", [{"id": "1", "query": f"Почта {MAIL}?"}, {"id": "2", "relevant": []}])
    words = (sys.executable, "-m", "assay", "import", "questions", str(path))
    done = pipeline.run(top, *words, check=False, PYTHONPATH=str(pipeline.ROOT / "scripts"))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.splitlines() == [
        f"{path}:2 query: is empty or absent; it is needed as query (the question)"
    ]
    assert "Traceback" not in done.stderr


def test_a_full_disk_leaves_every_file_as_it_was(top, tmp_path, monkeypatch):
    """Also those that would have fitted."""
    from assay.exchange import plan

    write_beside, before = plan.write_beside, tree(top)

    def full(path, data, *beside):
        if path.name == "queries.jsonl":
            raise OSError(28, "No space left on device", str(path))
        return write_beside(path, data, *beside)

    monkeypatch.setattr(plan, "write_beside", full)
    path = write(tmp_path / "q.jsonl", [{"id": "1", "query": "А?", "relevant": [{"text": TERM}]}])
    with pytest.raises(OSError, match="No space left"):
        run("questions", path)
    assert tree(top) == before


def test_floods_are_thinned(top, tmp_path):
    """Three and a count; --all shows each."""
    path = write(tmp_path / "q.jsonl", [{"id": str(n), "query": f"Почта {MAIL}?"} for n in range(10_000)])
    problems = refused(top, "questions", path)
    assert len(problems) == 4
    assert problems[-1].endswith("… and 9997 more like this (--all shows each)")
    assert len(refused(top, "questions", path, "--all")) == 10_000
    assert MAIL not in "".join(problems)


@pytest.mark.usefixtures("top")
def test_documents_again_take_their_labels_along(tmp_path):
    """What changed is written anew, and how the labels stand is said."""
    run(
        "questions",
        write(tmp_path / "q.jsonl", [{"id": "1", "query": "Срок?", "relevant": [{"text": TERM}]}]),
    )
    folder = tmp_path / "new"
    for name, data in files({"returns": f"# Возврат\n\nНовое начало. {TERM}\n"}).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    said = run("documents", folder, "--existing", "replace", "--dry-run")
    assert "1 document: 0 new, 1 changed, 0 the same" in said
    assert any(line.startswith("labels in the corpus as it will be: ") and "1 moved" in line for line in said)


@pytest.mark.slow
def test_imported_runs_go_through_the_pipeline(tmp_path, monkeypatch):
    """Questions, a run of another chunking: `dvc repro` scores it as counted by hand."""
    top = tmp_path / "repository"
    top.mkdir()
    pipeline.make(top)
    for name in ("queries", "passages"):
        (top / f"gold/{name}.jsonl").write_text("")
    for path in (top / "corpus").rglob("*.md"):
        path.unlink()
    for name, data in files().items():
        (top / "corpus" / name).parent.mkdir(parents=True, exist_ok=True)
        (top / "corpus" / name).write_bytes(data)
    monkeypatch.chdir(top)
    questions = [
        {"id": "1", "query": "Срок возврата?", "relevant": [{"text": TERM}, {"text": CODE}]},
        {"id": "2", "query": "Обмен?", "relevant": [{"text": SIZE}]},
        {"id": "3", "query": "Где правила?", "relevant": [{"text": SPARE, "doc": "returns"}]},
    ]
    run("questions", write(tmp_path / "q.jsonl", questions), "--sets", "together")
    both = f"{TERM} {CODE}"
    halves = [{"chunk_id": f"h{n}", "text": text} for n, text in enumerate((both[:30], both[30:]), 1)]
    log = [
        {"id": "1", "retrieved": [halves[0], {"chunk_id": "t", "text": f"Заголовок. {SIZE}"}, halves[1]]},
        {"id": "2", "retrieved": [halves[0]]},
        {"id": "3", "status": 500},
    ]
    run("results", write(tmp_path / "log.jsonl", log), "--system", "prod", "--recorded-at", "2026-11-01")
    pipeline.repro(top)
    import polars as pl

    scores = pl.read_parquet(top / "runs/systems/prod/scores.parquet").sort("query_id")
    assert scores["sufficient@1"].to_list() == [0, 0, None]
    assert scores["sufficient@3"].to_list() == [1, 0, None]
    assert scores["recall@3"].to_list() == [1, 0, None]
    details = pl.read_parquet(top / "runs/systems/prod/details.parquet").sort("query_id")
    assert details["reason"].is_null().to_list() == [True, True, False]
    status = pl.read_parquet(top / "runs/snapshots/prod/passages.parquet")
    assert "stale" not in status["status"].to_list()
