import polars as pl
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.gold.projection import PROJECTION_KEY, STATUS_KEY, project
from assay.gold.schema import Projection, Status
from assay.tables import check, key_of, table_bytes

from .samples import chunks, documents, frame, passage, ready, spot

LONG = "Товар надлежащего качества принимаем обратно в течение тридцати дней."


def reference(places, spans):
    """The projection of places of documents, character by character.

    ``places``: (passage, location, doc, start, end), ``spans``: (doc, chunk, start, end).
    """
    borders = {}
    for doc, start, end in [(doc, a, b) for _, _, doc, a, b in places] + [(d, a, b) for d, _, a, b in spans]:
        borders.setdefault(doc, set()).update((start, end))
    stretches = {}
    for name, location, doc, start, end in places:
        for at in range(start, end):
            left = max(border for border in borders[doc] if border <= at)
            for chunk in {c for d, c, a, b in spans if d == doc and a <= at < b}:
                stretches.setdefault((doc, left), {}).setdefault((name, location, chunk), []).append(at)
    numbers = {stretch: number for number, stretch in enumerate(sorted(stretches))}
    return [
        (name, location, numbers[stretch], chunk, letters)
        for stretch, holders in stretches.items()
        for (name, location, chunk), letters in holders.items()
    ]


@st.composite
def snapshots(draw):
    """Documents, chunkings with overlaps, gaps and two spans, and passages anywhere in them."""
    text = st.text(alphabet="аБ1 .\n-", min_size=1, max_size=30)
    bodies = draw(st.lists(text, min_size=1, max_size=3))
    table = documents(*[(f"d{number}", body) for number, body in enumerate(bodies)])
    spans, rows = [], []
    for number, body in enumerate(bodies):
        size = len(body)
        cuts = draw(st.lists(st.tuples(st.integers(0, size), st.integers(0, size)), max_size=6))
        whole = [(0, size)] if draw(st.booleans()) else []
        pieces = [(min(cut), max(cut)) for cut in cuts if cut[0] != cut[1]] + whole
        spans += [(f"d{number}", piece) for piece in pieces]
        if len(pieces) > 1 and draw(st.booleans()):
            spans.append((f"d{number}", *sorted(pieces[:2])))
        for at, length in draw(st.lists(st.tuples(st.integers(0, size), st.integers(1, 12)), max_size=4)):
            stretch = body[at : at + length]
            if any(map(str.isalnum, stretch)):
                name = f"p{len(rows)}"
                rows.append(spot(name, table, f"d{number}", at, at + len(stretch)))
    return table, spans, rows


@settings(max_examples=200, deadline=None)
@given(snapshots())
def test_the_projection_equals_a_loop_over_characters(snapshot):
    """Rows, atoms, weights and what is stale, for overlapping chunks and passages, gaps and repeated headers."""
    table, spans, rows = snapshot
    made = chunks(table, spans)
    projection, status = project(frame(rows), table, made)
    names = made["chunk_id"].to_list()
    held = [
        (doc, key_of(name), *piece)
        for name, (doc, *pieces) in zip(names, spans, strict=True)
        for piece in pieces
    ]
    bodies = dict(table.select("doc_id", "body").iter_rows())
    standing = []
    for row in rows:
        letters = [at for at in range(row["start"], row["end"]) if bodies[row["doc_id"]][at].isalnum()]
        carried = {at for doc, _, a, b in held if doc == row["doc_id"] for at in range(a, b)}
        stale = not set(letters) <= carried
        line = status.filter(passage_id=row["id"]).row(0, named=True)
        assert line["status"] == ("stale" if stale else "span")
        assert line["reason"] == ("split_or_absent" if stale else None)
        assert (line["n_chars"], line["weight"]) == (row["end"] - row["start"], len(letters))
        if not stale:
            standing.append((row["id"], 0, row["doc_id"], row["start"], row["end"]))
            holders = {}
            for doc, key, start, end in held:
                if doc == row["doc_id"]:
                    holders.setdefault(key, set()).update(range(start, end))
            assert line["straddles"] == (not any(set(letters) <= spots for spots in holders.values()))
    every = [(row["id"], 0, row["doc_id"], row["start"], row["end"]) for row in rows]
    expected = {}
    for name, location, atom, key, letters in reference(every, held):
        if name in {place[0] for place in standing}:
            doc = next(place[2] for place in standing if place[0] == name)
            weight = sum(bodies[doc][at].isalnum() for at in letters)
            expected[name, location, atom, key] = (len(letters), weight)
    # Atoms are numbered among those of passages that stand; the order is that of the reference.
    dense = {atom: number for number, atom in enumerate(sorted({key[2] for key in expected}))}
    assert {
        (name, location, atom, key): (n_chars, weight)
        for name, _, location, atom, n_chars, weight, key in projection.rows()
    } == {(name, loc, dense[atom], key): value for (name, loc, atom, key), value in expected.items()}


@settings(max_examples=50, deadline=None)
@given(snapshots(), st.randoms(use_true_random=False))
def test_the_order_of_rows_has_no_meaning(snapshot, random):
    """The same bytes from shuffled passages, documents and chunks; both tables keep their models."""
    table, spans, rows = snapshot
    made = chunks(table, spans)
    shuffled = random.sample(rows, len(rows))
    seed = random.randrange(1000)
    first = project(frame(rows), table, made)
    second = project(
        frame(shuffled),
        table.sample(fraction=1, shuffle=True, seed=seed),
        made.sample(fraction=1, shuffle=True, seed=seed),
    )
    for one, two, model, key in zip(
        first, second, (Projection, Status), (PROJECTION_KEY, STATUS_KEY), strict=True
    ):
        assert table_bytes(one, key) == table_bytes(two, key)
        check(model, one, "table")


@settings(max_examples=100, deadline=None)
@given(snapshots())
def test_atoms_weigh_what_the_passage_weighs(snapshot):
    """At every place of a passage its atoms, each once, hold all its letters and digits."""
    table, spans, rows = snapshot
    projection, status = project(frame(rows), table, chunks(table, spans))
    atoms = projection.unique(["passage_id", "location", "atom"])
    weights = atoms.group_by("passage_id", "location").agg(pl.col("weight").sum().alias("total"))
    joined = weights.join(status, on="passage_id")
    assert (joined["total"] == joined["weight"]).all()
    assert joined["passage_id"].n_unique() == len(status.filter(pl.col("status") != "stale"))


def project_text(body, spans, *stretches):
    table = documents(("d1", body))
    rows = [spot(f"p{number}", table, "d1", *stretch) for number, stretch in enumerate(stretches, 1)]
    return project(frame(rows), table, chunks(table, [("d1", *span) for span in spans]))


def test_a_passage_over_two_chunks_straddles_the_border():
    """Two atoms, each held by one chunk; the line end between them is in none and weighs nothing."""
    projection, status = project_text("Один два.\nТри.", [[(0, 9)], [(10, 14)]], (5, 14))
    assert projection.select("atom", "n_chars", "weight").rows() == [(0, 4, 3), (1, 4, 3)]
    assert status.select("straddles", "n_chars", "weight", "locations").row(0) == (True, 9, 6, 1)


def test_a_repeated_table_header_belongs_to_every_part():
    """A row with its header is carried by the chunk that has both; by the first part alone it is not."""
    body = "| Код | Срок |\n|---|---|\n| А1 | 5 |\n| Б2 | 7 |\n"
    header = (0, 25)
    projection, status = project_text(body, [[header, (25, 36)], [header, (36, 47)]], (0, 14), (36, 46))
    holders = projection.group_by("passage_id").agg(pl.col("chunk_key").n_unique()).sort("passage_id")
    assert holders.rows() == [("p1", 2), ("p2", 1)]
    assert not status["straddles"].any()


def test_overlapping_passages_share_atoms():
    """The same stretch has the same number, so that its characters are counted once."""
    projection, _ = project_text("абвгдежз", [[(0, 8)]], (0, 5), (3, 8))
    assert projection.select("passage_id", "atom", "n_chars").rows() == [
        ("p1", 0, 3),
        ("p1", 1, 2),
        ("p2", 1, 2),
        ("p2", 2, 3),
    ]


def test_text_that_no_chunk_holds_is_stale():
    """One letter in a gap is enough."""
    projection, status = project_text("абвгде", [[(0, 3)], [(4, 6)]], (0, 6), (0, 3))
    assert status.select("passage_id", "status", "reason", "locations").rows() == [
        ("p1", "stale", "split_or_absent", 0),
        ("p2", "span", None, 1),
    ]
    assert projection["passage_id"].unique().to_list() == ["p2"]


def test_twins_over_a_chunk_border_are_found():
    """They are sought in bodies: a twin cut in two is held by two chunks."""
    body = f"## Нужна помощь?\n\n{LONG}\n"
    table = documents(("d1", body), ("d2", f"# Два\n\n{body}"), ("d3", f"# Три\n\n{body}"))
    start = len("# Два\n\n## Нужна помощь?\n\n")
    middle = start + 30
    made = chunks(
        table,
        [
            ("d1", (0, len(body))),
            ("d2", (0, middle)),
            ("d2", (middle, len(body) + 7)),
            ("d3", (0, middle)),
        ],
    )
    at = body.index(LONG)
    projection, status = project(frame([spot("p1", table, "d1", at, at + len(LONG))]), table, made)
    # The third document's twin lacks its end: it is no place at all.
    assert status.select("locations", "straddles").row(0) == (2, False)
    assert projection.group_by("location").agg(pl.len(), pl.col("n_chars").sum()).sort("location").rows() == [
        (0, 1, len(LONG)),
        (1, 2, len(LONG)),
    ]


def test_the_same_text_valid_from_another_day_is_no_twin():
    """Two editions of a rule are two rules: only a document of equal validity holds the passage too."""
    dated = [
        {"doc_id": name, "body": LONG, "valid_from": day}
        for name, day in (("d1", "2025-01-01"), ("d2", "2025-01-01"), ("d3", "2026-01-01"), ("d4", None))
    ]
    table = documents(*dated)
    made = chunks(table, [(row["doc_id"], (0, len(LONG))) for row in dated])
    projection, status = project(frame([spot("p1", table, "d1", 0, len(LONG))]), table, made)
    assert status["locations"].to_list() == [2]
    assert sorted(projection["chunk_key"]) == sorted(key_of(name) for name in made["chunk_id"][:2])


def test_moved_passages_are_projected_where_they_are_today():
    """With the section of today."""
    table = documents(("d1", "Новое.\n\n## Срок\n\nВернуть можно за 30 дней.\n"))
    projection, status = project(frame([passage(section="Сроки")]), table, chunks(table, [("d1", (0, 42))]))
    assert status.select("status", "section", "doc_id").row(0) == ("moved", "Срок", "d1")
    assert projection["n_chars"].sum() == 25


def test_stale_passages_keep_what_is_known_of_them():
    """Length and weight of their text, section as labelled, no places."""
    table = documents({"doc_id": "d1", "body": "Другое.", "subject": "furniture"})
    rows = [passage("p1", section="Срок"), passage("p2", doc_id="d9")]
    projection, status = project(frame(rows), table, chunks(table, [("d1", (0, 7))]))
    assert projection.is_empty()
    assert status.drop("passage_key").rows() == [
        ("p1", "stale", "text_changed", 25, 20, 0, False, "Срок", "d1", None),
        ("p2", "stale", "document_missing", 25, 20, 0, False, None, "d9", None),
    ]


def test_ready_made_chunks_that_hold_a_passage_hold_its_atoms():
    """Overlapping chunks hold the same atoms; passages in one chunk share them where they overlap."""
    table = ready(
        {"chunk_id": "1", "doc_id": "d1", "text": "Итак: вернуть можно за 30 дней. Кроме шин."},
        {"chunk_id": "2", "doc_id": "d1", "text": "Вернуть можно за 30 дней. Кроме"},
    )
    rows = [passage("p1"), passage("p2", "30 дней. Кроме шин.")]
    projection, status = project(frame(rows), documents(), table)
    assert status["status"].to_list() == ["matched", "matched"]
    keys = [key_of("1"), key_of("2")]
    found = projection.select("passage_id", "atom", "n_chars", "chunk_key").rows()
    assert sorted(found) == sorted(
        [
            ("p1", 0, 17, keys[0]),
            ("p1", 0, 17, keys[1]),
            ("p1", 1, 8, keys[0]),
            ("p1", 1, 8, keys[1]),
            ("p2", 1, 8, keys[0]),
            ("p2", 1, 8, keys[1]),
            ("p2", 2, 11, keys[0]),
        ]
    )


def test_an_empty_gold_set_has_an_empty_projection():
    """And both tables their columns."""
    table = documents(("d1", "Текст."))
    projection, status = project(frame([]), table, chunks(table, [("d1", (0, 6))]))
    check(Projection, projection, "projection")
    check(Status, status, "status")
    assert projection.is_empty()
    assert status.is_empty()


def test_passages_in_markdown_stand_in_plain_chunks():
    """A system that indexes the rendered page holds what is labelled in its source, and the other way round."""
    source = "**Вернуть** можно\n- за `30` дней, см. [правила](https://shop.example/rules)\n- *кроме* шин"
    read = "Вернуть можно за 30 дней, см. правила кроме шин"
    for labelled, returned in ((source, read), (read, source)):
        table = ready({"chunk_id": "1", "doc_id": "d1", "text": f"Итак. {returned}. Конец."})
        projection, status = project(frame([passage("p1", labelled)]), documents(), table)
        assert status["status"].to_list() == ["matched"]
        assert projection["chunk_key"].to_list() == [key_of("1")]
