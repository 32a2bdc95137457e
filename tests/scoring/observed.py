"""hits.parquet and symptoms.parquet as loops over one query, written from the definitions and nothing else."""

import math

from assay.retrieval.frames import CHUNKS

from .cases import CHUNK
from .reference import View, reference

DESCRIBED = ("doc_id", "doc_version", "title", "section", "url", "subject", "valid_from", "valid_to")


class Looked(View):
    """One query's results, and what the snapshot knows of the chunks."""

    def __init__(self, case, query):
        super().__init__(case, query)
        self.needed = [p for one in self.sets for p in one] if self.sets is not None else self.relevant
        self.id = query["id"]

    def about(self, chunk):
        """The chunk's row, or nothing where the snapshot does not know it."""
        if chunk not in self.case.chunks:
            return dict.fromkeys(CHUNKS)
        number = list(self.case.chunks).index(chunk)
        return {**CHUNK, "position": 10 * number, **self.case.about.get(chunk, {})}

    def holders(self, passage):
        """Chunks that hold any of a passage, by the largest share of its letters that they hold at a place."""
        if passage in self.case.stale:
            return {}
        found = {}
        for stretches in self.held[passage]:
            whole = sum(weight for _, _, weight, _ in stretches)
            for chunk in {c for *_, over in stretches for c in over}:
                share = sum(weight for _, _, weight, over in stretches if chunk in over) / whole
                found[chunk] = max(found.get(chunk, 0.0), share)
        return found

    def homes(self, passages):
        """What is known of the chunks that hold some passages."""
        return [self.about(chunk) for passage in passages for chunk in self.holders(passage)]

    def compared(self):
        """The homes of what is needed, or none where one of it is stale."""
        return [] if set(self.needed) & self.case.stale else self.homes(self.needed)

    def outdated(self, chunk):
        start, end = bounds(self.about(chunk))
        day = self.query["as_of"]
        if day:
            return not start <= day <= end
        periods = [bounds(home) for home in self.compared()]
        return bool(periods) and all(start > until or end < since for since, until in periods)

    def other_subject(self, chunk):
        subject = self.about(chunk)["subject"]
        if subject is None:
            return False
        if self.query["subject"] is not None:
            return subject != self.query["subject"]
        homes = self.compared()
        return bool(homes) and subject not in [home["subject"] for home in homes]


def bounds(about):
    """First and last day of validity, as texts that sort."""
    start, end = about["valid_from"], about["valid_to"]
    return start.isoformat() if start else "", end.isoformat() if end else "9999"


def hit_rows(case):
    """By query id and rank: every column of hits.parquet but keys and hashes."""
    found = {}
    for query in case.queries:
        view = Looked(case, query)
        for rank, chunk in enumerate(view.results[: max(case.k)] if query["split"] == "dev" else [], 1):
            known = chunk in case.chunks
            text = known and not case.ids_only
            grade = case.grades.get((view.id, chunk)) if known else None
            shares = {p: view.holders(p)[chunk] for p in sorted(view.grade) if chunk in view.holders(p)}
            found[view.id, rank] = {
                "chunk_id": chunk,
                **{name: view.about(chunk)[name] for name in DESCRIBED},
                "n_chars": case.chunks[chunk] if text else None,
                "text": f"text of {chunk}" if text else None,
                "carries": [{"passage_id": p, "share": round(s, 12)} for p, s in shares.items()]
                if known
                else [],
                "repeat": chunk in view.results[: rank - 1],
                "outdated": view.outdated(chunk),
                "other_subject": view.other_subject(chunk),
                "grade": grade[0] if grade else None,
                "harmful": grade[1] if grade else None,
            }
    return found


def symptom_rows(case):
    """Rows of symptoms.parquet."""
    values = reference(case)
    rows = set()
    for query in case.queries:
        if query["split"] != "dev":
            continue
        names = (f"sufficient@{case.headline}", f"hit@{case.headline}")
        numbers = [values[query["id"]][name] for name in names]
        measured = [value for value in numbers if not isinstance(value, str)]
        if measured and measured[0] == 0:
            view = Looked(case, query)
            rows |= {(view.id, *row) for row in observed(view, case.headline)}
    return rows


def best_set(view, k):
    """Most fully found within k, then the fewest missing, then the first."""
    inside = view.found(k)
    return min(view.sets, key=lambda one: (-len(set(one) & inside) / len(one), len(set(one) - inside)))


def observed(view, k):
    """``symptom, passage_id, rank, chunk_id, n`` of a query that is not met."""
    wanted = best_set(view, k) if view.sets is not None else view.relevant
    at = {passage: view.found_at(passage) for passage in wanted}
    near = list(enumerate(view.results[:k], 1))
    documents = {
        document(home, chunk) for p in view.grade for chunk in view.holders(p) for home in [view.about(chunk)]
    }
    came = {document(view.about(chunk), chunk) for chunk in view.results if chunk in view.case.chunks}
    if not documents & came:
        yield "topic_missing", None, None, None, None
    elif not any(at.values()):
        for passage in wanted:
            yield "other_part", passage, None, None, None
    strangers = [(rank, chunk) for rank, chunk in near if view.other_subject(chunk)]
    if strangers:
        yield "other_subject", None, *strangers[0], len(strangers)
    for passage in wanted:
        if view.sets is not None and at[passage] is None and any(at.values()):
            yield "part_missing", passage, None, None, None
        if (at[passage] or math.inf) > k:
            yield from of_missing(view, passage, at[passage], near)


def document(about, chunk):
    return about["doc_id"] or ("chunk", chunk)


def of_missing(view, passage, rank, near):
    """Symptoms about one passage that is not found within the cut-off."""
    if rank:
        yield "below_cutoff", passage, rank, None, None
    homes = view.homes([passage])
    same = {pair for home in homes for pair in topics(home)}
    read = {chunk for _, chunk in near}
    letters = {chunk for chunk, share in view.holders(passage).items() if share > 0}
    beside = {
        (view.about(chunk)["doc_id"], view.about(chunk)["position"] + step)
        for chunk in letters - read
        for step in (-1, 1)
        if view.about(chunk)["doc_id"] is not None
    }
    seen = {
        "outdated_only": lambda chunk: view.outdated(chunk) and same & topics(view.about(chunk)),
        "neighbour": lambda chunk: (view.about(chunk)["doc_id"], view.about(chunk)["position"]) in beside,
        "cut_at_border": lambda chunk: chunk in letters,
    }
    for symptom, holds in seen.items():
        first = next(((place, chunk) for place, chunk in near if holds(chunk)), None)
        if first:
            yield symptom, passage, *first, None


def topics(about):
    """Document, section and title, as far as there are any."""
    return {(name, about[name]) for name in ("doc_id", "section", "title") if about[name]}
