"""Data for the benchmark, drawn with a seed: ``python fabric.py FOLDER QUERIES``.

``full`` has alternative sets, twins, straddling and overlapping passages. ``plain`` has one passage a chunk
and flat lists of relevant passages, as qrels and runs have them; its run lies there as TREC text and as nested
JSON Lines too: under our names (run.jsonl), and under others and without ranks (other.jsonl).
"""

import hashlib
import json
import random
import sys
from pathlib import Path

import polars as pl

DEPTH = 100
NEAR = 30  # relevant chunks stand above this rank
TEXT = "Можно ли вернуть оплату, если услуга уже началась, а договор подписан дистанционно?"
FIELDS = (
    *("id", "query", "lang", "history", "rewritten", "type", "split", "as_of", "subject", "evidence_sets"),
    *("relevant", "why", "rationale", "expected_answer", "claims", "unanswerable", "found_by", "reviewed_by"),
    *("checked_corpus", "status"),
)
COMMON = {
    "split": "dev",
    "status": "reviewed",
    "found_by": "browse",
    "rationale": "Фрагмент называет срок и условие.",
}
TYPES = ("exact", "paraphrase", "multi_condition", "abbreviation", "near_topic")


def keys(ids):
    """Integer keys of ids, as the tables have them."""
    return pl.Series(
        [int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big") for name in ids], dtype=pl.UInt64
    )


def write(frame, path, key):
    frame.sort(key).rechunk().write_parquet(path, compression="zstd", row_group_size=65_536, statistics=False)


def nested_lines(rows, columns, query, found, **more):
    """Lines with a list of results each, under the names that are given."""
    lists = rows.group_by("query_id", maintain_order=True).agg(found=pl.struct(columns))
    for name, results in lists.iter_rows():
        yield json.dumps({query: name, **more, found: results}, ensure_ascii=False) + "\n"


class Fabric:
    """A corpus of chunks and passages, and questions over it."""

    def __init__(self, n, *, plain, seed=7):
        self.pick = random.Random(seed)
        self.n = n
        self.plain = plain
        self.chunks = [f"doc-{i // 20:05d}#section-{i % 20 // 4}.{i % 4}" for i in range(4 * n)]
        self.sizes = [self.pick.randint(200, 700) for _ in self.chunks]
        self.passages = [f"doc-{i // 10:05d}#p-{i:06d}" for i in range(2 * n)]
        self.queries = [f"q-{i:06d}" for i in range(n)]
        self.rows, self.holders = [], []
        for number in range(len(self.passages)):
            self.rows += self._whole(number) if plain else self._carried(number)
        self.labels = [self._flat(i) if plain else self._sets(i) for i in range(n)]

    def _whole(self, number):
        """The passage is a chunk of its own."""
        chunk = 2 * number
        self.holders.append([chunk])
        return [(number, 0, number, self.sizes[chunk], self.sizes[chunk] * 4 // 5, chunk)]

    def _carried(self, number):
        """10 % straddle a border, 10 % lie in an overlap, 2 % share text with the passage before, 7 % have a twin."""
        chunk = self.pick.randrange(len(self.chunks) - 3)
        size = self.pick.randint(60, 190)
        first, second = (size // 3, size - size // 3) if self.pick.random() < 0.1 else (size, 0)
        rows = [(number, 0, 8 * number, first, first * 4 // 5, chunk)]
        if second:
            rows.append((number, 0, 8 * number + 1, second, second * 4 // 5, chunk + 1))
        elif self.pick.random() < 0.1:
            rows.append((number, 0, 8 * number, first, first * 4 // 5, chunk + 1))
        elif self.pick.random() < 0.02 and number:
            atom, n_chars, weight, holder = self.rows[-1][2:]
            rows.append((number, 0, atom, n_chars, weight, holder))
        if self.pick.random() < 0.07:
            twin = self.pick.randrange(len(self.chunks) - 3)
            rows.append((number, 1, 8 * number + 2, size, size * 4 // 5, twin))
        self.holders.append(list(dict.fromkeys(row[5] for row in rows)))
        return rows

    def _sets(self, number):
        """Half the questions have one passage; others a pair, or two or three alternative sets; 5 % no answer."""
        chosen = self.pick.sample(range(len(self.passages)), 7)
        kind = self.pick.random()
        a, b, c, d, e, f, g = chosen
        sets = (
            []
            if kind < 0.05
            else [[a]]
            if kind < 0.55
            else [[a, b]]
            if kind < 0.75
            else [[a], [b, c]]
            if kind < 0.9
            else [[a, b], [c], [d, e, f]]
        )
        relevant = {g: 1} if sets and self.pick.random() < 0.2 else {}
        return sets, relevant, TYPES[number % len(TYPES)] if sets else "no_answer"

    def _flat(self, number):
        chosen = self.pick.sample(range(len(self.passages)), self.pick.choice((1, 1, 2, 3)))
        grades = {passage: self.pick.choice((1, 2, 2)) for passage in chosen}
        return None, {**grades, chosen[0]: 2}, TYPES[number % len(TYPES)]

    def gold(self):
        """Bytes of queries.jsonl."""
        lines = []
        for number, (sets, relevant, kind) in enumerate(self.labels):
            row = (
                dict.fromkeys(FIELDS)
                | COMMON
                | {
                    "id": self.queries[number],
                    "query": f"{TEXT} ({number})",
                    "lang": "ru" if number % 4 else "en",
                    "type": kind,
                    "evidence_sets": sets and [[self.passages[p] for p in one] for one in sets],
                    "relevant": {self.passages[p]: grade for p, grade in relevant.items()},
                }
            )
            row["evidence_sets"] = row["evidence_sets"] if sets is None else row["evidence_sets"] or []
            lines.append(json.dumps(row, ensure_ascii=False) + "\n")
        return "".join(lines).encode()

    def rankings(self):
        """Numbers of chunks in order, by query: what labels need at random places near the top, 80 % of it."""
        everything = range(len(self.chunks))
        for sets, relevant, _ in self.labels:
            found = self.pick.sample(everything, DEPTH)
            needed = {p for one in sets or [] for p in one} | set(relevant)
            wanted = {c for p in needed for c in self.holders[p] if self.pick.random() < 0.8}
            missing = sorted(wanted - set(found))
            for place, chunk in zip(self.pick.sample(range(NEAR), len(missing)), missing, strict=True):
                found[place] = chunk
            yield found

    def tables(self, folder):
        """Everything that scoring reads, and qrels and run as peers read them."""
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "queries.jsonl").write_bytes(self.gold())
        chunk_keys, passage_keys, query_keys = keys(self.chunks), keys(self.passages), keys(self.queries)
        names = ["passage", "location", "atom", "n_chars", "weight", "chunk"]
        held = pl.DataFrame(self.rows, schema=dict.fromkeys(names, pl.UInt32), orient="row").select(
            passage_id=pl.Series(self.passages).gather(pl.Series([row[0] for row in self.rows])),
            passage_key=pl.lit(passage_keys).gather(pl.col("passage")),
            location=pl.col("location").cast(pl.UInt16),
            atom=pl.col("atom").cast(pl.UInt64),
            n_chars="n_chars",
            weight="weight",
            chunk_key=pl.lit(chunk_keys).gather(pl.col("chunk")),
        )
        write(held, folder / "projection.parquet", ["passage_id", "location", "atom", "chunk_key"])
        passages = pl.DataFrame({"passage_id": self.passages, "passage_key": passage_keys, "status": "span"})
        write(passages, folder / "passages.parquet", ["passage_id"])
        self._run(folder, chunk_keys, query_keys)
        if self.plain:
            self._for_peers(folder)

    def _run(self, folder, chunk_keys, query_keys):
        flat = pl.Series([chunk for found in self.rankings() for chunk in found], dtype=pl.UInt32)
        which = pl.int_range(self.n, dtype=pl.UInt32, eager=True).repeat_by(DEPTH).explode()
        rank = pl.int_range(len(flat), eager=True) % DEPTH + 1
        results = pl.DataFrame(
            {
                "query_id": pl.Series(self.queries).gather(which),
                "rank": rank.cast(pl.UInt32),
                "chunk_id": pl.Series(self.chunks).gather(flat),
                "score": 1 / rank,
                "query_key": query_keys.gather(which),
                "chunk_key": chunk_keys.gather(flat),
                "chars_read": pl.Series(self.sizes, dtype=pl.UInt32).gather(flat),
            }
        ).with_columns(pl.col("chars_read").cum_sum().over("query_key"))
        write(results, folder / "results.parquet", ["query_id", "rank"])
        text = [f"{TEXT} ({number})" for number in range(self.n)]
        responses = pl.DataFrame(
            {
                "query_id": self.queries,
                "query_key": query_keys,
                "query_sha256": [hashlib.sha256(one.encode()).hexdigest() for one in text],
                "sent": text,
                "status": "ok",
                "n_returned": pl.repeat(DEPTH, self.n, dtype=pl.UInt32, eager=True),
            }
        )
        write(responses, folder / "responses.parquet", ["query_id"])

    def _for_peers(self, folder):
        """Qrels and the run as TREC text, qrels as Parquet."""
        columns = [
            "query_id",
            pl.lit("Q0").alias("q0"),
            "chunk_id",
            "rank",
            "score",
            pl.lit("bench").alias("tag"),
        ]
        results = pl.read_parquet(folder / "results.parquet").select(columns)
        results.write_csv(folder / "run.trec", separator=" ", include_header=False)
        ours = ["chunk_id", "rank", "score"], "id", "retrieved"
        others = [pl.col("chunk_id").alias("passage_id"), "score"], "query_id", "results"
        for name, form, more in (("run.jsonl", ours, {"status": "ok"}), ("other.jsonl", others, {})):
            with (folder / name).open("w", encoding="utf-8") as file:
                for rows in results.select("query_id", "chunk_id", "rank", "score").iter_slices(1000 * DEPTH):
                    file.writelines(nested_lines(rows, *form, **more))
        rows = [
            (self.queries[number], self.chunks[chunk], grade)
            for number, (_, relevant, _) in enumerate(self.labels)
            for passage, grade in relevant.items()
            for chunk in self.holders[passage]
        ]
        qrels = pl.DataFrame(
            rows, schema={"query_id": pl.String, "chunk_id": pl.String, "grade": pl.Int64}, orient="row"
        )
        qrels.write_parquet(folder / "qrels.parquet")
        lines = qrels.select("query_id", pl.lit("0").alias("zero"), "chunk_id", "grade")
        lines.write_csv(folder / "qrels.trec", separator=" ", include_header=False)


if __name__ == "__main__":
    for kind in ("full", "plain"):
        Fabric(int(sys.argv[2]), plain=kind == "plain").tables(Path(sys.argv[1], kind))
