"""A public collection with span labels through the whole pipeline: what its recorded runs reach is known.

Corpora, questions and reference spans are those of Chroma's chunking evaluation; two runs over plain windows
come with the figures that Chroma's and LegalBench-RAG's formulas give for every question.
"""

import csv
import json
import shutil

import polars as pl
import pytest

import pipeline
from assay.gold.editing import spared
from assay.gold.passages import make_passage, passages_bytes
from assay.gold.queries import queries_bytes
from assay.gold.quotations import quoted_passage
from assay.retrieval.documents import read_documents
from assay.retrieval.snapshot import document_table
from assay.tables import text_sha256
from pipeline import assay, commit, edit, git, repro, rows, write_rows

pytestmark = [pytest.mark.shared, pytest.mark.slow, pytest.mark.xdist_group("public")]

RUNS = {"chars400-overlap200": (400, 200), "chars800-overlap0": (800, 0)}  # size and overlap of the windows
FRONT = "---\nid: {0}\ntitle: {0}\nversion: {0}-v1\nlang: en\n---\n"
PARAMS = """\
snapshots:
  chars400-overlap200: {source: corpus, chunking: windows, size: 400, overlap: 200}
  chars800-overlap0: {source: corpus, chunking: windows, size: 800, overlap: 0}
systems:
  chars400-overlap200: {kind: recorded, snapshot: chars400-overlap200, input: runs/recorded/public/chars400-overlap200, depth: 5, foreign: error, repeats: strict}
  chars800-overlap0: {kind: recorded, snapshot: chars800-overlap0, input: runs/recorded/public/chars800-overlap0, depth: 5, foreign: error, repeats: strict}
  bm25-400: {kind: bm25, snapshot: chars400-overlap200, input: scripts/assay/retrieval/kinds/bm25.py, depth: 20, filter: false, stem: true, k1: 1.2, b: 0.75}
  bm25-800: {kind: bm25, snapshot: chars800-overlap0, input: scripts/assay/retrieval/kinds/bm25.py, depth: 20, filter: false, stem: true, k1: 1.2, b: 0.75}
score: {k: [1, 3, 5], chars: [2000], headline: 5, cover: 1.0, stale: exclude, extra_queries: error, twins: true}
report: {lang: en, include_text: true}
compare: {baseline: null, candidates: null, primary: null, metrics: null, resamples: 1000, seed: 1, max_error_share: 0.05}
gates: []
fusions: {}
adjudicators: []
"""
# Questions of the 472 with all their references within 5 results, and within 2,000 characters.
SUFFICIENT = {
    "chars400-overlap200": (296, 296),
    "chars800-overlap0": (359, 263),
    "bm25-400": (296, 296),
    "bm25-800": (359, 265),
}
# Questions of which a passage was read at another place that has the same words.
READ_ELSEWHERE = {
    "chars400-overlap200": [227, 231, 243, 247, 248, 256, 270, 278, 279, 283, 298, 299, 303],
    "chars800-overlap0": [227, 231, 243, 247, 248, 256, 261, 262, 266, 285, 294],
}


def read_csv(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def query_id(number):
    return f"q-{number:03}"


def bring_in(folder, top):
    """Documents, gold set and recorded runs in the project's form; the references that do not stand where they say."""
    texts = {path.stem: path.read_bytes().decode("utf-8") for path in (folder / "corpora").glob("*.md")}
    files = {f"{name}.md": (FRONT.format(name) + text).encode() for name, text in texts.items()}
    questions = read_csv(folder / "questions_df.csv")
    passages, queries, moved = _gold(questions, texts, document_table(read_documents(files, "corpus")))
    (top / "corpus").mkdir()
    for name, data in files.items():
        (top / "corpus" / name).write_bytes(data)
    (top / "gold/passages.jsonl").write_bytes(passages_bytes(passages))
    (top / "gold/queries.jsonl").write_bytes(queries_bytes(queries))
    for name, (size, overlap) in RUNS.items():
        place = top / "runs/recorded/public" / name
        place.mkdir(parents=True)
        found = [
            _results(row, questions, texts, size - overlap) for row in rows(folder / f"runs/{name}.jsonl")
        ]
        write_rows(place / "results.jsonl", found)
        card = {"mode": "retrieve_only", "algorithm": "BM25", "top_k": 5, "chunk_size": size}
        (place / "card.json").write_text(json.dumps({**card, "chunk_overlap": overlap}))
    return moved


def _gold(questions, texts, documents):
    passages, queries, moved = {}, [], []
    for number, row in enumerate(questions):
        name, ids = row["corpus_id"], []
        for reference in json.loads(row["references"]):
            span, quote = (reference["start_index"], reference["end_index"]), reference["content"]
            stands = texts[name][slice(*span)] == quote
            moved += [] if stands else [(number, span)]
            ids.append(f"{name}#{span[0]}-{span[1]}")
            made = (
                make_passage(documents, name, id=ids[-1], span=span)
                if stands
                else quoted_passage(documents, name, id=ids[-1], quote=quote)  # the text decides
            )
            passages[ids[-1]] = spared(made)
        labels = {"type": "factual", "split": "dev", "evidence_sets": [ids], "status": "unreviewed"}
        queries.append({"id": query_id(number), "query": row["question"], "lang": "en", **labels})
    return passages.values(), queries, moved


def _results(row, questions, texts, step):
    """One line of results.jsonl; with the hash of each text, so that another window would be another chunk."""
    retrieved = [
        {
            "chunk_id": f"{span['corpus_id']}#.{span['start_index'] // step + 1}",
            "rank": rank,
            "score": span["score"],
            "sha256": text_sha256(texts[span["corpus_id"]][span["start_index"] : span["end_index"]]),
        }
        for rank, span in enumerate(row["retrieved"], 1)
    ]
    number = row["question"]
    return {"id": query_id(number), "query": questions[number]["question"], "retrieved": retrieved}


@pytest.fixture(scope="module")
def folder(shared):
    """The collection as it was published."""
    return shared / "chunking_evaluation"


@pytest.fixture(scope="module")
def collection(folder, tmp_path_factory):
    """A repository of it after `dvc repro`, committed."""
    top = tmp_path_factory.mktemp("public") / "repository"
    top.mkdir()
    pipeline.copy(top)
    assert bring_in(folder, top) == []
    (top / "params.yaml").write_text(PARAMS)
    pipeline.start(top)
    assert len(repro(top)) == 17
    commit(top, "results")
    return top


@pytest.fixture(scope="module")
def literal(collection, tmp_path_factory):
    """The same, where a passage counts at the place alone where it was labelled, as in the source's formulas."""
    top = shutil.copytree(collection, tmp_path_factory.mktemp("literal") / "repository", symlinks=True)
    edit(top / "params.yaml", "twins: true", "twins: false")
    assert sorted(repro(top, *(f"score@{name}" for name in RUNS))) == [f"score@{name}" for name in RUNS]
    return top


def figures(top, system):
    """Scores of a system by number of the question."""
    return pl.read_parquet(top / f"runs/systems/{system}/scores.parquet").sort("query_id")


def differing(top, folder, name):
    """Numbers of the questions whose recall, precision or IoU is not the published one."""
    scores, published = figures(top, name), read_csv(folder / f"runs/{name}.expected.csv")
    assert scores["query_id"].to_list() == [query_id(int(row["question"])) for row in published]
    ours = scores.select("char_recall@5", "char_precision@5", "char_iou@5").rows()
    theirs = [
        tuple(float(row[f"chroma_{key}"]) for key in ("recall", "precision", "iou")) for row in published
    ]
    pairs = enumerate(zip(ours, theirs, strict=True))
    return [number for number, (own, other) in pairs if tuple(round(value, 9) for value in own) != other]


def test_the_collection_is_brought_in_unchanged(collection, folder):
    """Bodies word for word, every question with all its references; nothing is stale, and all rules hold."""
    documents = pl.read_parquet(collection / "runs/snapshots/chars800-overlap0/documents.parquet")
    for name, body in documents.select("doc_id", "body").iter_rows():
        assert body == (folder / f"corpora/{name}.md").read_bytes().decode("utf-8")
    sets = [query["evidence_sets"][0] for query in rows(collection / "gold/queries.jsonl")]
    assert (len(documents), len(sets), sum(map(len, sets))) == (5, 472, 790)
    assert sum(len(ids) > 1 for ids in sets) == 188
    for name in RUNS:
        passages = pl.read_parquet(collection / f"runs/snapshots/{name}/passages.parquet")
        assert passages["status"].to_list() == ["span"] * 717
    assert assay(collection, "gold", "check", "--strict").returncode == 0


@pytest.mark.parametrize("name", RUNS)
def test_recorded_runs_have_the_published_figures(literal, folder, name):
    """Recall, precision and IoU of all 472 questions, to 9 digits."""
    assert differing(literal, folder, name) == []


@pytest.mark.parametrize(("name", "unread"), [("chars400-overlap200", 0), ("chars800-overlap0", 1)])
def test_a_question_is_met_where_all_is_read(literal, folder, name, unread):
    """Where the published recall is 1; of one more question only marks are missing, no letter or digit."""
    published = read_csv(folder / f"runs/{name}.expected.csv")
    complete = pl.Series([float(row["chroma_recall"]) == 1 for row in published])
    met = figures(literal, name)["sufficient@5"] == 1
    assert met.filter(complete).all()
    assert met.filter(~complete).sum() == unread


@pytest.mark.parametrize("name", RUNS)
def test_only_repeated_text_changes_a_figure(collection, folder, name):
    """Half of one corpus repeats the other: words read there are the same evidence, and recall is higher."""
    assert differing(collection, folder, name) == READ_ELSEWHERE[name]
    places = pl.read_parquet(collection / f"runs/snapshots/{name}/passages.parquet")
    repeated = set(places.filter(pl.col("locations") > 1)["passage_id"])
    queries = {query["id"]: query for query in rows(collection / "gold/queries.jsonl")}
    recall = figures(collection, name)["char_recall@5"]
    published = read_csv(folder / f"runs/{name}.expected.csv")
    for number in READ_ELSEWHERE[name]:
        assert repeated & set(queries[query_id(number)]["evidence_sets"][0])
        assert recall[number] > float(published[number]["chroma_recall"])


def test_recall_counts_a_character_once(collection, literal, folder):
    """LegalBench-RAG's recall exceeds 1 where windows overlap, ours never; without overlap both are the same."""
    overlapping = read_csv(folder / "runs/chars400-overlap200.expected.csv")
    assert sum(float(row["legalbenchrag_recall"]) > 1 for row in overlapping) == 268
    for system in SUFFICIENT:
        assert figures(collection, system)["char_recall@5"].max() == 1
    apart = read_csv(folder / "runs/chars800-overlap0.expected.csv")
    for key in ("recall", "precision"):
        ours = figures(literal, "chars800-overlap0")[f"char_{key}@5"].to_list()
        assert [round(value, 9) for value in ours] == [float(row[f"legalbenchrag_{key}"]) for row in apart]


def test_questions_met_are_the_same_on_every_machine(collection):
    """BM25 finds about what the recorded runs found; shorter windows hold less of what is needed."""
    met = {
        system: figures(collection, system)
        .select(pl.sum("sufficient@5", "sufficient@2000c").cast(int))
        .row(0)
        for system in SUFFICIENT
    }
    assert met == SUFFICIENT


def test_what_was_run_is_what_is_there(collection):
    """Nothing recorded differs from the files, nothing is left to commit."""
    done = assay(collection, "verify", "--complete")
    assert (done.returncode, done.stderr) == (0, "")
    assert git(collection, "status", "--porcelain") == ""
