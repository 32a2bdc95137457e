"""A recorded run in the pipeline of a real repository."""

import json

import pytest

from pipeline import assay, commit, repro, rows

from .service import reply

ENTRY = """\
record:
  shop:  # the staging service
    kind: http
    url: {url}
    body: '{{"q": {{{{ query | tojson }}}}}}'
    rows: hits
    fields: {{chunk_id: id, text: text}}
    top_k: 10
    timeout: 30
"""


@pytest.mark.slow
def test_a_system_is_recorded_and_scored(top, service):
    """Put into Git, run by DVC: the first time is scored, what changes by itself is on the card, every hash holds."""
    documents = [path.read_text("utf-8").partition("\n---\n")[2] for path in (top / "corpus").rglob("*.md")]
    parts = sorted({part for text in documents for part in text.split("\n\n") if len(part) > 100})
    found = [{"id": f"n{n}", "text": part} for n, part in enumerate(parts)]
    service.answer = lambda _, number: reply({"hits": found[:10] if number == 1 else found[9::-1]})
    with (top / "params.yaml").open("a", encoding="utf-8") as file:
        file.write(ENTRY.format(url=service.url))
    done = assay(top, "record", "shop", "--repeat", "2", "--run", "r1", "--use", NO_PROXY="*")
    assert done.returncode == 0, done.stderr
    assert "# the staging service" in (top / "params.yaml").read_text("utf-8")
    commit(top, "a recorded run")
    # The service cuts otherwise than the snapshots here: its texts, placed in the documents, are a snapshot of its own.
    ran = repro(top)
    ran.remove("evidence")  # which looks for recorded answers, and waits for nothing
    assert ran == [
        "snapshot@shop",
        "project@shop",
        "retrieve@shop",
        "score@shop",
        "compare",
        "report",
        "seal",
    ]
    card = json.loads((top / "runs/systems/shop/card.json").read_bytes())
    asked = len(rows(top / "gold/queries.jsonl"))
    middle = [asked] * 9
    assert card["repeats"] == {
        "n": 2,
        "queries": asked,
        "changed": {"order": [*middle, asked], "set": [*middle, 0]},
    }
    assert card["stated"]["notes"] == "asked 2 times"
    again = json.loads((top / "runs/systems/shop/summary.json").read_bytes())["repeats"]
    assert again["queries"] == asked
    assert all(len(values) == 2 for values in again["metrics"].values())
    report = (top / "reports/report.md").read_text("utf-8")
    assert "### Asked again" in report
    assert "| `shop` | 2 |" in report
    # Its chunks are of the documents that the other systems search: they are compared, and their noise too.
    corpora = {json.loads(path.read_bytes())["corpus_id"] for path in top.glob("runs/snapshots/*/card.json")}
    assert len(corpora) == 1
    assert "different corpora" not in report
    assert "| `first` | `shop` |" in report
    commit(top, "results")
    assert assay(top, "verify", "--complete").returncode == 0


@pytest.mark.slow
def test_documents_that_changed_since_a_recording(top, service):
    """The report says again that the two are not comparable, by which corpora, and what to do."""
    (text,) = (path.read_text("utf-8") for path in (top / "corpus").rglob("final-sale.md"))
    part = next(part for part in text.partition("\n---\n")[2].split("\n\n") if len(part) > 100)
    service.answer = lambda *_: reply({"hits": [{"id": "n1", "text": part}]})
    with (top / "params.yaml").open("a", encoding="utf-8") as file:
        file.write(ENTRY.format(url=service.url))
    assert assay(top, "record", "shop", "--run", "r1", "--use", NO_PROXY="*").returncode == 0
    path = top / "corpus/returns/final-sale.md"
    path.write_text(path.read_text("utf-8") + "\nЕщё одно правило.\n", "utf-8")
    commit(top, "a recorded run, and another rule")
    repro(top)
    now, then = (
        json.loads((top / f"runs/snapshots/{name}/card.json").read_bytes()) for name in ("fine", "shop")
    )
    assert then["declared"]
    head = (top / "reports/report.md").read_text("utf-8").partition("## Results")[0]
    assert f"- `{now['corpus_id'][:12]}`: `first`, `second`\n- `{then['corpus_id'][:12]}`: `shop`\n" in head
    assert "`shop`: recorded over the documents in another state" in head
    # Answers that are taken over came from the documents of then; asked again, it is over those of today.
    kept = assay(top, "record", "shop", "--run", "r2", "--retry", "r1", NO_PROXY="*")
    assert "it searched documents that are others by now: another corpus" in kept.stdout
    assert [path.name for path in (top / "runs/recorded/shop/r2/chunks").iterdir()] == ["chunks.jsonl"]
    assert assay(top, "record", "shop", "--run", "r3", "--use", NO_PROXY="*").returncode == 0
    commit(top, "another run")
    repro(top)
    assert "different corpora" not in (top / "reports/report.md").read_text("utf-8")
