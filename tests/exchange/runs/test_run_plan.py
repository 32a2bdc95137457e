import json

import pytest

from assay import git
from assay.errors import InputError
from assay.exchange.runs.results import Lines
from assay.exchange.runs.run_place import Where
from assay.exchange.runs.run_plan import plan_run
from assay.exchange.runs.run_topics import topics_of
from assay.params import parse
from exchange.imports import CODE, SIZE, SPARE, TERM, commit, document, lay_out, read, run, tree, write

READY = [
    {"chunk_id": "u1", "text": TERM, "doc_id": "returns"},
    {"chunk_id": "u2", "text": CODE, "doc_id": "returns"},
]
CARD = {"recorded_at": "2026-11-01"}


def question(name, query):
    from assay.gold.fields import QUERY

    fields = {"id": name, "query": query, "lang": "ru", "type": "x", "split": "dev", "status": "unreviewed"}
    return {**dict.fromkeys(QUERY), **fields, "relevant": {}, "why": {}}


@pytest.fixture(params=[None])
def top(tmp_path, request):
    """A repository of documents with two questions; of chunks, where a test asks for them."""
    lay_out(tmp_path, chunks=request.param)
    write(tmp_path / "gold/queries.jsonl", [question("q1", "Срок?"), question("q2", "Код?")])
    return tmp_path


ready = pytest.mark.parametrize("top", [READY], indirect=True)


def plan(top, *retrieved, table=None, system="prod", run="r1", **where):
    """A run that found these lists for q1 and q2."""
    rows = [
        {
            "id": f"q{n}",
            "status": "ok",
            "retrieved": [{"rank": rank, **item} for rank, item in enumerate(found, 1)],
        }
        for n, found in enumerate(retrieved, 1)
    ]
    lines = Lines(rows, [f"f:{n}" for n in range(1, len(rows) + 1)])
    card = where.pop("card", CARD)
    params = (top / "params.yaml").read_bytes()
    return plan_run(top, lines, table, Where(system, run, card=card, **where), params)


def refused(top, *retrieved, **options):
    before = tree(top)
    with pytest.raises(InputError) as error:
        plan(top, *retrieved, **options)
    assert tree(top) == before
    return [str(problem) for problem in error.value.problems]


def entry(done, section, name):
    return parse(done.writes["params.yaml"], "params.yaml")[section][name]


def test_texts_of_another_chunking_get_a_table_of_their_own(top):
    """The system searches a snapshot of its own chunks; comments of params.yaml stay."""
    done = plan(top, [{"chunk_id": "u1", "text": TERM, "score": 0.9}], [{"chunk_id": "u2", "text": SIZE}])
    done.carry_out(top)
    assert entry(done, "systems", "prod") == {
        "kind": "recorded",
        "snapshot": "prod",
        "input": "runs/recorded/prod/r1",
        "depth": None,
        "foreign": "error",
        "repeats": "keep",
    }
    assert entry(done, "snapshots", "prod") == {
        "source": "runs/recorded/prod/r1/chunks",
        "chunking": "ready",
    }
    assert (top / "params.yaml").read_text().startswith("# what people wrote stays\n")
    rows = {row["chunk_id"]: row for row in read(top / "runs/recorded/prod/r1/chunks/chunks.jsonl")}
    assert {"u1", "u2"} < rows.keys()
    (first, _) = read(top / "runs/recorded/prod/r1/results.jsonl")
    assert first["retrieved"] == [{"chunk_id": "u1", "rank": 1, "score": 0.9}]
    assert "chunks in snapshot 'fine': 0 by id, 0 by text hash, 0 by normalised text of 2" in done.facts
    assert "2 references: 2 by containment, 0 not found" in done.facts


def test_what_others_asked_is_counted_and_not_written(top):
    """A log holds questions of people that are in no gold set: no file of the run has a word of them."""
    rows = [
        {
            "id": None,
            "query": query,
            "status": "ok",
            "retrieved": [{"rank": 1, "chunk_id": "u1", "text": TERM}],
        }
        for query in ("Срок?", "Где мой заказ 4481 на Ленина?")
    ]
    params = (top / "params.yaml").read_bytes()
    done = plan_run(top, Lines(rows, ["f:1", "f:2"]), None, Where("prod", "r1", card=CARD), params)
    assert "questions matched: 0 by id, 1 by text, 1 not in the gold set" in done.facts
    assert not any("Ленина".encode() in data for data in done.writes.values())
    assert "runs/recorded/prod/r1/unmatched.jsonl" not in done.writes


def test_ids_without_texts_need_the_table_of_that_date(top):
    """Never 0: refused with what to do."""
    (problem,) = refused(top, [{"chunk_id": "u1"}], [{"chunk_id": "u2"}])
    assert problem == (
        "runs/recorded/prod/r1: 2 chunks without a text (u1, u2): needs the chunk table of that date; give it as "
        "--chunks FILE; or --trust-ids, if the run searched a snapshot of this repository as it is now"
    )
    table = [
        {"chunk_id": "u1", "text": TERM},
        {"chunk_id": "u2", "text": CODE},
        {"chunk_id": "u3", "text": SIZE},
    ]
    done = plan(top, [{"chunk_id": "u1"}], [{"chunk_id": "u2"}], table=table)
    assert done.writes["runs/recorded/prod/r1/chunks/chunks.jsonl"].count(b"\n") == 3
    assert "3 references: 3 by containment, 0 not found" in done.facts
    (problem,) = refused(top, [{"chunk_id": "zz"}], table=table)
    assert "1 chunk of the results not in the chunk table (zz)" in problem


@ready
def test_trusted_ids_are_those_of_the_snapshot_as_it_is_now(top):
    """Its id goes into the card; when the snapshot changes, the run needs the table of its date."""
    from assay.retrieval import contract
    from assay.retrieval.snapshot import build
    from assay.retrieval.topics import from_queries

    done = plan(top, [{"chunk_id": "u1"}], [], trust=True)
    card = json.loads(done.writes["runs/recorded/prod/r1/card.json"])
    assert card["snapshot"] == "fine"
    (problem,) = refused(top, [{"chunk_id": "zz"}], trust=True)
    assert "needs the chunk table of that date" in problem
    changed = (top / "corpus/chunks.jsonl").read_bytes().replace("30 дней".encode(), "14 дней".encode())
    made = build("fine", {"source": "corpus", "chunking": "ready"}, {"chunks.jsonl": changed}, "corpus")
    files = {path.rpartition("/")[2]: data for path, data in done.writes.items() if path.startswith("runs/")}
    topics = from_queries((top / "gold/queries.jsonl").read_bytes(), "q")
    with pytest.raises(InputError, match="needs the chunk table of that date"):
        contract.run(contract.Request(topics, made.chunks, made.card, entry(done, "systems", "prod"), files))


@ready
def test_new_ids_match_ready_chunks_by_text(top):
    """Nothing but the ids changed: the snapshot of today is searched, chunks are found by their texts."""
    done = plan(top, [{"chunk_id": "v1", "text": TERM}], [{"chunk_id": "u2", "text": CODE}])
    assert (entry(done, "systems", "prod")["snapshot"], entry(done, "systems", "prod")["foreign"]) == (
        "fine",
        "match",
    )
    assert "chunks in snapshot 'fine': 1 by id, 1 by text hash, 0 by normalised text of 2" in done.facts
    assert not any("chunks" in path for path in done.writes)
    folded = plan(top, [{"chunk_id": "v1", "text": TERM.upper()}])
    assert "chunks in snapshot 'fine': 0 by id, 0 by text hash, 1 by normalised text of 1" in folded.facts


def test_new_ids_match_chunks_that_are_cut_here(top):
    """The same chunking under other ids is the snapshot, where every text of the run is one of its chunks."""
    whole = f"{TERM} {CODE}\n\n{SPARE}"
    done = plan(top, [{"chunk_id": "v1", "text": f"# Возврат\n\n{whole}", "doc_id": "returns"}])
    assert "chunks in snapshot 'fine': 0 by id, 1 by text hash, 0 by normalised text of 1" in done.facts
    assert entry(done, "systems", "prod")["snapshot"] == "fine"


@ready
def test_chunks_that_ready_ones_lack_are_put_beside_them(top):
    """No label is missed that nobody returned, and what is strange is listed and kept."""
    done = plan(top, [{"chunk_id": "v1", "text": TERM}, {"chunk_id": "u2", "text": SPARE}])
    rows = {
        row["chunk_id"]: row["text"]
        for row in map(
            json.loads, done.writes["runs/recorded/prod/r1/chunks/chunks.jsonl"].decode().splitlines()
        )
    }
    assert rows == {"u1": TERM, "u2~unreturned": CODE, "u2": SPARE}
    assert json.loads(done.writes["runs/recorded/prod/r1/unmatched.jsonl"])["chunk_id"] == "u2"


@ready
def test_spans_of_results_are_no_part_of_a_run_on_the_snapshot(top):
    """Only fields that results.jsonl knows are written; a hash alone tells which text it was."""
    from assay.tables import text_sha256

    found = [
        {"chunk_id": "u1", "text": TERM, "start": 0, "end": 9},
        {"chunk_id": "u2", "sha256": text_sha256(CODE)},
    ]
    done = plan(top, found)
    (line,) = map(json.loads, done.writes["runs/recorded/prod/r1/results.jsonl"].decode().splitlines())
    assert [sorted(item) for item in line["retrieved"]] == [
        ["chunk_id", "rank", "text"],
        ["chunk_id", "rank", "sha256"],
    ]
    assert entry(done, "systems", "prod")["snapshot"] == "fine"


@pytest.mark.parametrize(
    ("options", "rule"),
    [
        ({"system": "Bad Name"}, "--system Bad Name: "),
        ({"run": "../x"}, "--run ../x: "),
        ({"system": "first"}, "params.yaml systems.first: is there already, and no recorded run of 'first'"),
        ({"system": "fine"}, "params.yaml snapshots.fine: is there already, and no recorded run of 'fine'"),
        ({"snapshot": "none"}, "--snapshot none: is no snapshot; one of: fine"),
        ({"card": {"recorded_at": "soon"}}, "recorded_at 'soon' is no date and no time"),
    ],
)
def test_refusals(top, options, rule):
    """Names, entries of params.yaml that are others', snapshots, dates; nothing is written."""
    assert any(rule in problem for problem in refused(top, [{"chunk_id": "u1", "text": TERM}], **options))


def test_a_run_is_never_changed_and_a_new_one_takes_its_place(top):
    """The same run again is refused; another run of the system is what params.yaml names then."""
    plan(top, [{"chunk_id": "u1", "text": TERM}]).carry_out(top)
    (problem,) = refused(top, [{"chunk_id": "u1", "text": TERM}])
    assert "is there already, and a run is never changed; choose another --run" in problem
    done = plan(top, [{"chunk_id": "u1", "text": TERM}], run="r2")
    assert (
        "the earlier run runs/recorded/prod/r1 is no longer in the report: 'prod' reads this one now; "
        "to keep both: --system prod-r2"
    ) in done.facts
    assert entry(done, "systems", "prod")["input"] == "runs/recorded/prod/r2"
    assert entry(done, "snapshots", "prod")["source"] == "runs/recorded/prod/r2/chunks"


def test_documents_that_changed_since_the_run_are_named(top):
    """What Git knows of the source of the snapshot; of a run without a date there is nothing to say."""
    commit(top, "then", "2026-10-01T12:00:00Z")
    (top / "corpus/returns.md").write_bytes(document("returns", f"# Возврат\n\n{TERM}\n"))
    commit(top, "now", "2026-11-20T12:00:00Z")
    found = [{"chunk_id": "u1", "text": TERM}]
    (note,) = (fact for fact in plan(top, found).facts if "changed here since" in fact)
    assert note.startswith("1 document changed here since 2026-11-01: returns: words that are gone since")
    card = {"corpus_version": "kb"}
    assert not any("changed here since" in fact for fact in plan(top, found, card=card).facts)


def test_what_was_returned_is_read_and_matched(top):
    """The run is scored on the length of what came, and its results are known by it."""
    from assay.retrieval import contract
    from assay.retrieval.snapshot import build

    said = f"Раздел > Возврат\n{TERM}"
    done = plan(top, [{"chunk_id": "u1", "text": said}], [{"chunk_id": "u2", "text": SIZE.upper()}])
    done.carry_out(top)
    where = "runs/recorded/prod/r1"
    rows = {row["chunk_id"]: row for row in read(top / where / "chunks/chunks.jsonl")}
    assert [(rows[name]["text"], rows[name]["returned"]) for name in ("u1", "u2")] == [
        (TERM, said),
        (SIZE, SIZE.upper()),
    ]
    files = {
        path.relative_to(top / where).as_posix(): path.read_bytes() for path in (top / where).rglob("*.jsonl")
    }
    files["card.json"] = (top / where / "card.json").read_bytes()
    own = {"chunks.jsonl": files["chunks/chunks.jsonl"]}
    made = build("prod", entry(done, "snapshots", "prod"), own, f"{where}/chunks")
    run = contract.run(
        contract.Request(topics_of(top), made.chunks, made.card, entry(done, "systems", "prod"), files)
    )
    assert run.results.select("chunk_id", "chars_read").rows() == [("u1", len(said)), ("u2", len(SIZE))]
    assert run.card["counts"]["foreign"] == 0


def test_personal_data_is_refused_and_not_shown(top):
    """By the line of the file."""
    problems = refused(top, [{"chunk_id": "u1", "text": "Пишите ann@mail.example.org"}])
    assert [problem.partition(";")[0] for problem in problems] == ["f:1: holds an e-mail address"]
    assert "ann@" not in problems[0]


def test_a_broken_params_file(top):
    """Nothing is guessed about it."""
    (top / "params.yaml").write_text("snapshots: [\n")
    assert any(
        problem.startswith("params.yaml") for problem in refused(top, [{"chunk_id": "u1", "text": TERM}])
    )


def test_chunk_tables_of_two_runs_are_no_corpus(top):
    """Their ids may be the same for other texts; labels are matched to the documents, before and after."""
    from assay.gold.repository import read_corpus

    before = read_corpus(top)
    plan(top, [{"chunk_id": "u1", "text": TERM}]).carry_out(top)
    plan(top, [{"chunk_id": "u1", "text": SIZE}], system="other").carry_out(top)
    after = read_corpus(top)
    assert after.chunks.is_empty()
    assert after.ids == before.ids


@pytest.mark.parametrize(("start", "end"), [(50, 10), (0, 1_000_000), (-5, 3)])
def test_a_span_that_is_none_names_its_line(top, start, end):
    """Of the record in which the chunk first stands."""
    span = {"chunk_id": "x", "doc_id": "returns", "start": start, "end": end}
    (problem,) = refused(top, [{"chunk_id": "u1", "text": TERM}], [span])
    assert problem.startswith("f:2: a result of chunk 'x': ")


@pytest.mark.parametrize(
    ("where", "said"),
    [
        (
            {"depth": 2},
            "1 question has more results than --depth says (2), up to 3: what stands below is not",
        ),
        (
            {"card": {**CARD, "top_k": 1}},
            "2 questions have more results than top_k says (1), up to 3: all of",
        ),
        ({"depth": 3}, None),
        ({}, None),
    ],
)
def test_lists_longer_than_was_asked_for_are_counted(top, where, said):
    """In one line, with the longest of them, and what becomes of the rest."""
    texts = [{"chunk_id": f"u{n}", "text": text} for n, text in enumerate((TERM, CODE, SIZE))]
    found = [fact for fact in plan(top, texts, texts[:2], **where).facts if "more results than" in fact]
    assert [fact.startswith(said or "") for fact in found] == [True] * (said is not None)


def test_a_table_of_a_run_may_say_what_was_returned(top):
    """It counts as the text of the results, and is kept beside the words of the document."""
    said = f"**{CODE}**"
    table = [
        {"chunk_id": "u1", "text": TERM, "doc_id": "returns"},
        {"chunk_id": "u2", "text": CODE, "returned": said, "doc_id": "returns"},
    ]
    done = plan(top, [{"chunk_id": "u1", "text": TERM}], [{"chunk_id": "u2", "text": said}], table=table)
    done.carry_out(top)
    rows = {row["chunk_id"]: row for row in read(top / "runs/recorded/prod/r1/chunks/chunks.jsonl")}
    assert (rows["u2"]["text"], rows["u2"]["returned"]) == (CODE, said)
    assert "returned" not in rows["u1"]


def test_returned_texts_of_a_table_are_read(top, monkeypatch):
    """Of the file of --chunks, by their own name."""
    monkeypatch.setattr(git, "root", lambda: top)
    log = write(
        top / "log.jsonl", [{"id": "q1", "retrieved": [{"chunk_id": "u2", "rank": 1, "text": f"* {CODE}"}]}]
    )
    rows = [{"chunk_id": "u2", "text": CODE, "returned": f"* {CODE}"}]
    table = write(top / "table.jsonl", rows)
    words = ("--system", "prod", "--recorded-at", "2026-11-01", "--chunks", str(table))
    shown = run("results", str(log), *words)
    assert "lost" not in shown
    assert read(top / "runs/recorded/prod/2026-11-01/chunks/chunks.jsonl")[0]["returned"] == f"* {CODE}"
