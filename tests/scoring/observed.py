"""hits.parquet and symptoms.parquet as loops over one query, written from the definitions and nothing else."""

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
    near = list(enumerate(view.results[:k], 1))
    some_came = any(of_document(view, passage) for passage in view.grade)
    if not some_came:
        yield "topic_missing", None, None, None, None
    strangers = [(rank, chunk) for rank, chunk in near if view.other_subject(chunk)]
    if strangers:
        yield "other_subject", None, *strangers[0], len(strangers)
    begun = any(view.found_at(passage) for passage in wanted)
    for passage in wanted:
        rank = view.found_at(passage)
        if rank is None:
            yield from of_lost(view, passage, some_came=some_came, begun=begun)
        elif rank > k:
            yield "below_cutoff", passage, rank, None, None
        if rank is None or rank > k:
            places = {
                "outdated_only": list(only_outdated(view, passage, near)),
                "neighbour": list(beside(view, passage, near)),
                "cut_at_border": [(at, chunk) for at, chunk in near if chunk in lettered(view, passage)],
            }
            for symptom, seen in places.items():
                if seen:
                    yield symptom, passage, *min(seen), None


def of_document(view, passage):
    """Results, at any rank, of a document that the passage stands in; a chunk without one stands for itself."""
    found = []
    for rank, result in enumerate(view.results, 1):
        for holder in view.holders(passage):
            document = view.about(holder)["doc_id"]
            if result == holder or (document is not None and view.about(result)["doc_id"] == document):
                found.append((rank, result))
    return found


def of_lost(view, passage, *, some_came, begun):
    """What is said of a passage that is found at no rank."""
    own = of_document(view, passage)
    if some_came and not own:
        yield "document_missing", passage, None, None, None
    if own and not begun:
        yield "other_part", passage, *own[0], None
    if view.sets is not None and begun:
        yield "part_missing", passage, None, None, None


def only_outdated(view, passage, near):
    """Results of the passage's document or title, and those of its section there, unless one of them is valid."""
    homes = view.homes([passage])
    for sections in (False, True):
        kin = [
            (rank, chunk)
            for rank, chunk in near
            if any(akin(view.about(chunk), home, sections=sections) for home in homes)
        ]
        if all(view.outdated(chunk) for _, chunk in kin):
            yield from kin


def akin(about, home, *, sections):
    """Whether two chunks are of one document or title, and of one section, if that is asked."""
    same = any(home[name] and home[name] == about[name] for name in ("doc_id", "title"))
    return same and (not sections or bool(home["section"] and home["section"] == about["section"]))


def lettered(view, passage):
    """Chunks that hold letters of the passage."""
    return {chunk for chunk, share in view.holders(passage).items() if share > 0}


def beside(view, passage, near):
    """Results that stand next to a chunk that was not read and holds letters of the passage."""
    unread = [view.about(chunk) for chunk in lettered(view, passage) - {chunk for _, chunk in near}]
    for rank, chunk in near:
        about = view.about(chunk)
        for home in unread:
            together = home["doc_id"] is not None and home["doc_id"] == about["doc_id"]
            if together and abs(home["position"] - about["position"]) == 1:
                yield rank, chunk
