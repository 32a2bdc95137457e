"""Every metric as a loop over one query, written from the definitions and nothing else.

``reference(case)`` gives, by query id and column, the value, or the reason of the null as a text.
"""

import math


def reference(case, split="dev"):
    """By query id: column → number, or reason code of a null."""
    return {row["id"]: _row(case, row) for row in case.queries if row["split"] == split}


def _row(case, query):
    view = View(case, query)
    out = {}
    for k in sorted(case.k):
        at_k(view, k, out)
    for n in sorted(case.chars):
        at_chars(view, n, out)
    whole(view, out)
    return out


class View:
    """One query's results against its labels."""

    def __init__(self, case, query):
        self.case = case
        self.query = query
        self.results = case.results.get(query["id"], [])
        sets = query["evidence_sets"]
        self.sets = sets
        members = {passage for one in sets or [] for passage in one}
        self.grade = {**(query["relevant"] or {}), **dict.fromkeys(members, 2)}
        first = None if case.twins else 1  # without twins a passage counts where it was labelled
        self.held = {passage: places[:first] for passage, places in case.held.items()}
        self.relevant = sorted(p for p, grade in self.grade.items() if grade == 2)

    # -- reasons -------------------------------------------------------------------------------------

    def asked(self):
        identifier = self.query["id"]
        if identifier in self.case.errors:
            return "error"
        if identifier in self.case.not_asked or identifier in self.case.changed:
            return "not_asked"
        return None

    def stale(self):
        return self.asked() or ("stale" if any(p in self.case.stale for p in self.grade) else None)

    def unlabelled(self, missing):
        if self.stale():
            return self.stale()
        if self.query["type"] == "no_answer":
            return "no_answer"
        return "not_labelled" if missing else None

    # -- reading -------------------------------------------------------------------------------------

    def length(self, chunk):
        return self.case.chunks.get(chunk, self.case.foreign_lengths.get(chunk))

    def read(self, rank):
        """Characters read up to a rank, or None where one length is not known."""
        sizes = [self.length(chunk) for chunk in self.results[:rank]]
        return None if None in sizes else sum(sizes)

    def fitting(self, n):
        """How many whole chunks fit into the first n characters read."""
        count = 0
        for rank in range(1, len(self.results) + 1):
            read = self.read(rank)
            if read is None or read > n:
                break
            count = rank
        return count

    def atoms(self, passage, location, rank):
        """Atoms of a passage at one of its locations that the first results hold."""
        seen = set(self.results[:rank])
        return {
            atom
            for atom, _, _, chunks in self.held[passage][location]
            if seen & set(chunks) & set(self.case.chunks)
        }

    def found_at(self, passage):
        """First rank at which the chunks read hold enough of the passage's weight at one location."""
        for rank in range(1, len(self.results) + 1):
            for location, stretches in enumerate(self.held[passage]):
                weight = {atom: weight for atom, _, weight, _ in stretches}
                got = sum(weight[atom] for atom in self.atoms(passage, location, rank))
                if got >= self.case.cover * sum(weight.values()) - 1e-9:
                    return rank
        return None

    def found(self, rank):
        """Passages found within the first results."""
        return {p for p in self.grade if (self.found_at(p) or math.inf) <= rank}

    def location(self, passage, rank):
        """Where most of a passage's characters have been read: the first location of the best."""
        best, best_share = 0, -1.0
        for location, stretches in enumerate(self.held[passage]):
            size = {atom: n for atom, n, _, _ in stretches}
            share = sum(size[atom] for atom in self.atoms(passage, location, rank)) / sum(size.values())
            if share > best_share:
                best, best_share = location, share
        return best

    def characters(self, passages, rank):
        """(characters read, characters in all) of some passages, each character once."""
        sizes, got = {}, set()
        for passage in passages:
            location = self.location(passage, rank)
            sizes.update({atom: n for atom, n, _, _ in self.held[passage][location]})
            got |= self.atoms(passage, location, rank)
        return sum(sizes[atom] for atom in got), sum(sizes.values())


def at_k(view, k, out):
    n = min(k, len(view.results))
    depth = view.case.depth
    beyond = "beyond_depth" if depth is not None and k > depth else None
    read = view.read(n)
    unlabelled = view.unlabelled(not view.relevant)
    labels = unlabelled or beyond
    found = view.found(k)
    relevant = [p for p in view.relevant if p in found]
    completing = sorted({view.found_at(p) for p in relevant})

    def put(name, why, compute):
        out[f"{name}@{k}"] = why or compute()

    put("recall", labels, lambda: len(relevant) / len(view.relevant))
    put("hit", labels, lambda: float(bool(relevant)))
    put("precision", labels, lambda: len(completing) / k)
    put("mrr", labels, lambda: 1 / completing[0] if completing else 0.0)
    put("map", labels, lambda: average_precision(view, relevant, completing))
    put("ndcg", view.unlabelled(not view.grade) or beyond, lambda: ndcg(view, found, k))
    sets = view.unlabelled(view.sets is None) or beyond
    put("coverage", sets, lambda: max(len(set(s) & found) / len(s) for s in view.sets))
    put("sufficient", sets, lambda: float(any(set(s) <= found for s in view.sets)))
    returned = view.asked() or (None if view.results else "nothing_returned") or beyond
    put("context_chars", returned, lambda: "undeclared_length" if read is None else read)
    characters(view, k, n, unlabelled, beyond, "undeclared_length", out)
    judgements(view, k, n, returned, beyond, out)


def average_precision(view, relevant, completing):
    total = 0.0
    for passage in relevant:
        rank = view.found_at(passage)
        total += len([r for r in completing if r <= rank]) / rank
    return total / len(view.relevant)


def ndcg(view, found, k):
    gain = {}
    for passage in found:
        rank = view.found_at(passage)
        gain[rank] = max(gain.get(rank, 0), view.grade[passage])
    got = sum(grade / math.log2(rank + 1) for rank, grade in gain.items())
    ideal = sorted(view.grade.values(), reverse=True)[:k]
    return got / sum(grade / math.log2(rank + 1) for rank, grade in enumerate(ideal, 1))


def characters(view, name, n, unlabelled, beyond, unread, out):
    """The three character metrics of the first n results."""
    sets = view.sets if view.sets is not None else [view.relevant]
    read = view.read(n)
    why = unlabelled or (None if view.results else "nothing_returned") or beyond or (None if read else unread)
    out[f"char_recall@{name}"] = unlabelled or beyond
    out[f"char_precision@{name}"] = out[f"char_iou@{name}"] = why
    if unlabelled:
        return
    best = None
    for one in sets:
        got, size = view.characters(one, n)
        if best is None or (got / size, got - size) > (best[0] / best[1], best[0] - best[1]):
            best = (got, size)
    got, size = best
    if not beyond:
        out[f"char_recall@{name}"] = got / size
    if not why:
        out[f"char_precision@{name}"] = min(view.characters(view.relevant, n)[0], read) / read
        out[f"char_iou@{name}"] = min(got, read) / (read + size - got)


def judgements(view, k, n, returned, beyond, out):
    case, identifier = view.case, view.query["id"]
    first = view.results[:n]
    carrying = {
        chunk
        for passage in view.grade
        if passage not in case.stale
        for stretches in view.held[passage]
        for _, _, _, chunks in stretches
        for chunk in chunks
        if chunk in case.chunks
    }
    graded = {
        c: case.grades[identifier, c] for c in first if (identifier, c) in case.grades and c in case.chunks
    }
    known = (
        carrying | set(graded) | {c for c in first if (identifier, c) in case.decided and c in case.chunks}
    )
    empty = None if view.results else "nothing_returned"
    why = view.stale() or empty or beyond
    out[f"judged@{k}"] = why or len([c for c in first if c in known]) / len(first)
    grades = [graded.get(chunk) for chunk in first]
    complete = None not in grades
    if any(grade and grade[1] for grade in grades):
        out[f"harmful@{k}"] = returned or 1.0
    else:
        out[f"harmful@{k}"] = returned or (0.0 if complete else "ungraded")
    for name, least in (("graded_precision", 2), ("graded_precision_partial", 1)):
        share = len([g for g in grades if g and g[0] >= least]) / k
        out[f"{name}@{k}"] = returned or (share if complete else "ungraded")


def at_chars(view, n, out):
    fitting = view.fitting(n)
    depth = view.case.depth
    known = [view.read(rank) for rank in range(1, len(view.results) + 1) if view.read(rank) is not None]
    short = (known[-1] if known else 0) < n
    beyond = None
    if short and depth is not None and len(view.results) >= depth:
        beyond = "beyond_depth"
    elif short and len(known) < len(view.results):
        beyond = "undeclared_length"
    found = view.found(fitting)
    unlabelled = view.unlabelled(not view.relevant)
    labels = unlabelled or beyond
    sets = view.unlabelled(view.sets is None) or beyond
    relevant = [p for p in view.relevant if p in found]
    name = f"{n}c"
    out[f"recall@{name}"] = labels or len(relevant) / len(view.relevant)
    out[f"hit@{name}"] = labels or float(bool(relevant))
    out[f"coverage@{name}"] = sets or max(len(set(s) & found) / len(s) for s in view.sets)
    out[f"sufficient@{name}"] = sets or float(any(set(s) <= found for s in view.sets))
    characters(view, name, fitting, unlabelled, beyond, "nothing_returned", out)


def whole(view, out):
    """The ranks, over all that was returned."""
    labels = view.unlabelled(not view.relevant)
    sets = view.unlabelled(view.sets is None)
    first = [view.found_at(p) for p in view.relevant] if not labels else []
    first = [rank for rank in first if rank]
    out["first_relevant_rank"] = labels or (min(first) if first else "not_found")
    rank = None
    if not sets:
        for k in range(1, len(view.results) + 1):
            if any(set(s) <= view.found(k) for s in view.sets):
                rank = k
                break
    out["sufficient_rank"] = sets or rank or "not_found"
    read = view.read(rank) if rank else None
    out["sufficient_chars"] = sets or ("not_found" if rank is None else read or "undeclared_length")
