"""`report.include_text: false`: no word of a query or of the corpus is in any file of reports/."""

import csv
import io
import subprocess
import sys
from dataclasses import replace

import pytest

import shop
from assay.gold.quotations import quoted_passage
from assay.report.inputs import without_texts
from assay.tables import text_sha256

from .test_stage import SCRIPTS, report
from .unpacked import whole_text

# One word a field, that stands in no other field and in no phrase of the report.
FIELDS = "title heading subheading passage body other before after section anchor query history rewritten why"
FIELDS += " rationale expected claim unanswerable closed"
WORD = {field: f"zq{number:02}{field}" for number, field in enumerate(FIELDS.split())}
BODY = "# Shop\n\n## {heading}\n\n{passage} и {body}.\n\n### {subheading}\n\n{other} стоит в другом месте.\n"
FRONT = "---\nid: returns\ntitle: {title}\nversion: v1\nlang: ru\n---\n"
SNAPSHOTS = {name: {**cut, "size": 60} for name, cut in shop.SNAPSHOTS.items()}


def passages():
    row = quoted_passage(shop.snapshot("fine").documents, "returns", id="p", quote=WORD["passage"])
    return [{**row, **{name: WORD[name] for name in ("before", "after", "section", "anchor")}}]


def queries():
    texts = {
        "history": [{"role": "user", "text": WORD["history"]}],
        "rewritten": WORD["rewritten"],
        "why": {"p": WORD["why"]},
        "rationale": WORD["rationale"],
        "expected_answer": WORD["expected"],
        "claims": [{"id": "c1", "text": WORD["claim"], "passages": ["p"]}],
        "unanswerable": [WORD["unanswerable"]],
    }
    nothing = {**texts, "why": {}, "claims": None, "type": "no_answer", "evidence_sets": []}
    return [
        shop.query("q-1", WORD["query"], evidence_sets=[["p"]], **texts),
        shop.query("q-2", WORD["query"], **nothing),
        shop.query("q-3", WORD["closed"], split="holdout", evidence_sets=[["p"]]),
    ]


@pytest.fixture
def marked(monkeypatch):
    """Both systems over a corpus and a gold set of such words; each returns what does not help."""
    monkeypatch.setattr(shop, "SNAPSHOTS", SNAPSHOTS)
    monkeypatch.setattr(shop, "FILES", {"returns.md": (FRONT + BODY).format(**WORD).encode()})
    monkeypatch.setattr(shop, "passages", passages)
    monkeypatch.setattr(shop, "queries", queries)
    chunks = shop.snapshot("fine").chunks
    useless = [row["chunk_id"] for row in chunks.to_dicts() if WORD["other"] in row["text"]]
    found = {"q-1": useless, "q-2": chunks["chunk_id"].to_list()[:3]}
    monkeypatch.setattr(shop, "RESULTS_OF", dict.fromkeys(shop.SYSTEMS, found))
    return shop.systems()


def written(top, made, *, texts, lang="ru"):
    """Every file of reports/, as the last two stages leave them."""
    shop.write(top, made, lang, texts=texts)
    done = report(top)
    assert done.returncode == 0, done.stderr
    words = "--tables reports/tables --manifests runs/manifests --snapshots runs/snapshots --out reports"
    subprocess.run([sys.executable, str(SCRIPTS / "seal.py"), *words.split()], cwd=top, check=True)
    files = [path for path in sorted((top / "reports").rglob("*")) if path.is_file()]
    texts = {path.relative_to(top / "reports").as_posix(): path.read_text("utf-8") for path in files}
    return texts | {"report.html": whole_text(texts["report.html"])}


def leaks(files):
    """Fields of which a word is somewhere, in any case of letters."""
    return {field for text in files.values() for field, word in WORD.items() if word in text.lower()}


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_no_word_leaves_where_texts_are_left_out(tmp_path, marked, lang):
    """Of no text field, also not as a part of an id; the report says what is left out."""
    files = written(tmp_path, marked, texts=False, lang=lang)
    assert {"report.md", "manifest.json", "metrics.json", "tables/triage.csv", "report.html"} <= files.keys()
    assert leaks(files) == set()
    assert "include_text: false" in files["report.md"]


def test_texts_and_headings_are_there_otherwise(tmp_path, marked):
    """So that the test before means something; what no report ever shows stays out."""
    shown = leaks(written(tmp_path, marked, texts=True))
    assert shown == {"title", "heading", "subheading", "passage", "body", "other", "section"} | {
        *("query", "rewritten", "rationale")
    }


def rows(files, name):
    return list(csv.DictReader(io.StringIO(files[f"tables/{name}.csv"])))


def test_a_chunk_is_still_told_from_others(tmp_path, marked):
    """By its document and the hash of its id; the same one in every file and run."""
    [useless] = shop.RESULTS_OF["alpha"]["q-1"]
    files = written(tmp_path, marked, texts=False)
    [row] = rows(files, "triage")
    assert row["chunk_id"] == f"returns#{text_sha256(useless)[:12]}"
    assert {row["top_document"] for row in rows(files, "no_answer")} == {"returns"}


@pytest.mark.parametrize("odd", ["ready", "foreign"])
def test_ids_from_elsewhere_are_hashed_whole(marked, odd):
    """Nothing says that what stands before their # is a document."""

    def of(system):
        card, snapshot = system.summary["card"], system.summary["snapshot"]
        if odd == "ready":
            snapshot = {**snapshot, "settings": {"source": "x", "chunking": "ready"}}
        else:
            card = {**card, "counts": {**card["counts"], "foreign": 1}}
        return replace(system, summary={**system.summary, "card": card, "snapshot": snapshot})

    whole = shop.material(marked, changed=of)
    for system, shown in zip(whole.systems, without_texts(whole).systems, strict=True):
        hashes = [text_sha256(name)[:12] for name in system.hits["chunk_id"]]
        assert shown.hits["chunk_id"].to_list() == hashes
        assert shown.first.equals(shown.hits.filter(rank=1).select("query_id", "chunk_id"))
        [candidate] = shown.triage["chunk_id"]
        assert candidate.startswith("returns#")
