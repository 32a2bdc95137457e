"""The report's page: ``python page.py [--queries N] [--systems N] [--answers N] [--to FILE]``: its size, and seconds to build it.

Questions, labels and runs are those of fabric.py (4 chunks a question, each 200 to 700 characters of Russian
words as frequent as in a language); every system finds most of what is needed and ten chunks in all. Recorded answers
are those of answers.py: four claims each, judged in words of their own. Measured is what the stage does after it has
read its tables: payload, charts, texts, answers, the whole page.
"""

import argparse
import bisect
import itertools
import random
import sys
import tempfile
import time
from pathlib import Path

import polars as pl

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[1] / "scripts"), str(HERE.parent)]

from answers import recorded  # noqa: E402
from fabric import Fabric, keys  # noqa: E402

from assay.comparison.evaluation import compare  # noqa: E402
from assay.comparison.plan import plan  # noqa: E402
from assay.comparison.record import Comparisons  # noqa: E402
from assay.manifest import sha256  # noqa: E402
from assay.report.evidence.recorded import Recorded  # noqa: E402
from assay.report.inputs import System, gather  # noqa: E402
from assay.report.page.document import page_bytes  # noqa: E402
from assay.retrieval.frames import CHUNKS  # noqa: E402
from assay.scoring.cutoffs import Settings  # noqa: E402
from assay.scoring.evaluation import evaluate  # noqa: E402
from assay.scoring.labels import read_labels  # noqa: E402
from assay.scoring.results import Run  # noqa: E402
from assay.scoring.scored import Inputs  # noqa: E402
from assay.scoring.summary import Context  # noqa: E402
from assay.tables import text_sha256  # noqa: E402

SCORE = {"k": [1, 3, 5, 10], "chars": [1500, 3000], "headline": 5, "cover": 1.0, "stale": "exclude"}
SCORE |= {"extra_queries": "error", "twins": True}
DEPTH, MOST_MB, MOST_SECONDS, MORE_AN_ANSWER = 100, 8, 10, 0.004
TEMPLATES = HERE.parents[1] / "scripts/assay/report/templates"
SYLLABLES = (
    "во ста ре но про ка ни де по ли ра та ко за ме то ва ги не ши ду со бе пи зна чи тель ность ем ция"
)


class Words:
    """Russian-looking words, the n-th as frequent as 1/n."""

    def __init__(self, pick, n=20_000):
        self.pick = pick
        self.words = [
            "".join(pick.choices(SYLLABLES.split(), k=pick.choice((1, 2, 2, 3, 3, 4)))) for _ in range(n)
        ]
        self.sums = list(itertools.accumulate(1 / place for place in range(1, n + 1)))

    def text(self, size):
        found = []
        while size > 0:
            found.append(self.words[bisect.bisect(self.sums, self.pick.random() * self.sums[-1])])
            size -= len(found[-1]) + 1
        return " ".join(found).capitalize() + "."


def chunk_table(fabric, words):
    texts = [words.text(size) for size in fabric.sizes]
    documents = [name.partition("#")[0] for name in fabric.chunks]
    known = {
        "chunk_id": fabric.chunks,
        "chunk_key": keys(fabric.chunks),
        "doc_id": documents,
        "title": [f"Документ {name}" for name in documents],
        "section": [f"Раздел {name.partition('#')[2]}" for name in fabric.chunks],
        "text": texts,
        "sha256": [text_sha256(text) for text in texts],
        "n_chars": fabric.sizes,
        "position": [place % 20 for place in range(len(fabric.chunks))],
    }
    return pl.DataFrame({name: known.get(name) for name in CHUNKS}, schema=CHUNKS)


def passages(fabric, words):
    from assay.gold.fields import PASSAGE
    from assay.gold.passages import passages_bytes

    rows = []
    for name in fabric.passages:
        text = words.text(120)
        about = {
            "id": name,
            "doc_id": name.partition("#")[0],
            "doc_version": "1",
            "section": "Раздел",
            "text": text,
        }
        rows.append(
            dict.fromkeys(PASSAGE) | about | {"sha256": text_sha256(text), "start": 0, "end": len(text)}
        )
    return passages_bytes(rows)


class Ground:
    """What the stage reads, for so many questions and systems."""

    def __init__(self, folder, n, systems):
        self.folder, self.fabric = folder, Fabric(n, plain=False)
        self.fabric.tables(folder)
        words = Words(random.Random(1))
        self.table = chunk_table(self.fabric, words)
        self.passages = passages(self.fabric, words)
        self.projection = pl.read_parquet(folder / "projection.parquet")
        nothing = pl.lit(None, pl.String)
        status = pl.read_parquet(folder / "passages.parquet")
        self.status = status.with_columns(
            doc_id=nothing, subject=nothing, locations=pl.lit(1, pl.UInt32), straddles=pl.lit(value=False)
        )
        self.gold = (folder / "queries.jsonl").read_bytes()
        self.systems = [self.system(f"system-{number}", number) for number in range(1, systems + 1)]

    def system(self, name, number):
        self.fabric.pick = random.Random(number)
        self.fabric._run(self.folder, keys(self.fabric.chunks), keys(self.fabric.queries))
        results = pl.read_parquet(self.folder / "results.parquet")
        responses = pl.read_parquet(self.folder / "responses.parquet").with_columns(
            message=pl.lit(None, pl.String), latency_ms=pl.lit(None, pl.Float64)
        )
        snapshot = {"snapshot_id": sha256(b"s"), "corpus_id": sha256(b"c")}
        snapshot |= {"settings": {"source": "corpus", "chunking": "structure", "size": 700}}
        card = {"run_id": sha256(name.encode()), "snapshot": "bench", "snapshot_id": snapshot["snapshot_id"]}
        card |= {
            "kind": "bm25",
            "settings": {"kind": "bm25", "k1": number},
            "depth": DEPTH,
            "stated": {},
            "absent": [],
        }
        card |= {"mode": "retrieve_only", "may_vary": [], "counts": {"repeats": 0, "foreign": 0}}
        labels = read_labels(self.gold, "queries.jsonl")
        run = Run.of(results.lazy(), responses, card)
        inputs = Inputs(
            labels, run, self.status, self.projection, Settings.of(SCORE), chunks=self.table.lazy()
        )
        done = evaluate(inputs, Context(name, card, snapshot, sha256(b"g")))
        tables = done.scores, done.details, done.hits, done.triage
        errors = responses.clear().select("query_id", "message")
        return System(name, done.summary, *tables, errors, done.symptoms, done.slices)

    def material(self):
        report = {"lang": "ru", "include_text": True}
        return gather(self.systems, self.gold, self.passages, "gold", score=SCORE, report=report)

    def compared(self, material):
        named = {system.name: system for system in material.systems}
        section = {"baseline": "system-1", "candidates": None, "primary": None, "metrics": None}
        section |= {"resamples": 1000, "seed": 1, "max_error_share": 0.05}
        done = compare(named, plan(section, named, SCORE, labelled=True))
        return Comparisons(done.record, done.differences, done.changes)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--queries", type=int, default=5_000)
    parser.add_argument("--systems", type=int, default=4)
    parser.add_argument("--answers", type=int, default=2_500)
    parser.add_argument("--to", type=Path, help="keep the page there")
    chosen = parser.parse_args()
    templates = {
        path.relative_to(TEMPLATES).as_posix(): path.read_bytes()
        for path in sorted(TEMPLATES.rglob("*"))
        if path.is_file()
    }
    with tempfile.TemporaryDirectory() as name:
        ground = Ground(Path(name), chosen.queries, chosen.systems)
    material = ground.material()
    compared = ground.compared(material)
    evidence = recorded(ground, chosen.answers, Words(random.Random(2)))
    start, busy = time.perf_counter(), time.process_time()
    page = page_bytes(material, compared, templates, Recorded(evidence))
    seconds, busy, size = time.perf_counter() - start, time.process_time() - busy, len(page) / 1e6
    print(
        f"{chosen.queries:,} queries × {chosen.systems} systems × {max(SCORE['k'])} results, {len(ground.table):,} chunks, {chosen.answers:,} recorded answers with {4 * chosen.answers:,} claims"
    )
    for label, value, most, unit in (
        ("page", size, MOST_MB, "MB"),
        ("built in", busy, MOST_SECONDS + MORE_AN_ANSWER * chosen.answers, "s of CPU"),
    ):
        print(f"{label} {value:.1f} {unit}, goal {most:g} {unit}: {'met' if value < most else 'missed'}")
    print(f"by the clock {seconds:.1f} s, with whatever else the machine does")
    if chosen.to:
        chosen.to.write_bytes(page)


if __name__ == "__main__":
    main()
