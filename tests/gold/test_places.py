import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.gold.passages import make_passage
from assay.gold.places import find_places, locate
from assay.gold.quotations import quoted_passage
from assay.gold.quotes import positions
from assay.gold.sources import read_sources
from assay.retrieval.frames import CHUNKS

from .samples import documents, frame, passage, ready, spot

NO_CHUNKS = pl.DataFrame(schema=CHUNKS)
LONG = "Товар надлежащего качества принимаем обратно в течение тридцати дней."


def located(rows, table):
    return locate(frame(rows).with_row_index("passage"), read_sources(table, NO_CHUNKS)).row(0, named=True)


def twins(rows, table):
    places = find_places(frame(rows), read_sources(table, NO_CHUNKS))
    bodies = table["body"].to_list()
    return [(source, bodies[source][start:end]) for _, source, start, end in places.twins.rows()]


def test_a_passage_stays_where_its_offsets_say(guide):
    """Even where the same text stands elsewhere too, and whatever the version."""
    row = spot("p", guide, "d1", 150, 167, doc_version="d1-v0")
    place = located([row], guide)
    assert (place["status"], place["start"], place["end"], place["reason"]) == ("span", 150, 167, None)


def test_text_found_once_has_moved(guide):
    """A line in front of it shifts it."""
    row = quoted_passage(guide, "d1", quote="Деньги вернём на карту.", id="p")
    longer = documents(("d1", "Внимание!\n\n" + guide["body"][0]))
    place = located([row], longer)
    assert (place["status"], place["start"]) == ("moved", row["start"] + 11)


@pytest.mark.parametrize(("start", "section"), [(79, "Срок / Примечание"), (150, "Деньги / Примечание")])
def test_of_several_the_one_under_the_same_section_is_meant(guide, start, section):
    """Equal notes under two headings stay apart when both move."""
    row = make_passage(guide, "d1", span=(start, start + 17), id="p")
    assert row["section"] == section
    longer = documents(("d1", "Внимание!\n\n" + guide["body"][0]))
    place = located([row], longer)
    assert (place["status"], place["start"]) == ("moved", start + 11)


def test_equal_headings_under_one_parent_are_told_apart():
    """The second «Примечание» of a section is found by its anchor."""
    body = "# Д\n\n## Срок\n\n### Примечание\n\nКроме шин.\n\n### Примечание\n\nКроме шин.\n"
    at = body.rindex("Кроме")
    row = make_passage(documents(("d1", body)), "d1", span=(at, at + 10), id="p")
    assert (row["text"], row["anchor"]) == ("Кроме шин.", "срок/примечание~2")
    place = located([row], documents(("d1", "Новое.\n" + body)))
    assert (place["status"], place["start"]) == ("moved", at + 7)


def test_without_a_heading_the_neighbouring_text_decides():
    """Then, and only then, before and after are known."""
    body = "Первое: да. Второе: да. Третье: нет."
    row = make_passage(documents(("d1", body)), "d1", span=(20, 23), id="p")
    assert (row["text"], row["before"]) == ("да.", "Первое: да. Второе: ")
    place = located([row], documents(("d1", body[12:] + " Итог: да.")))
    assert (place["status"], place["reason"]) == ("stale", "ambiguous")
    place = located([{**row, "before": "Второе: "}], documents(("d1", "Ноль: да. " + body)))
    assert (place["status"], place["start"]) == ("moved", 30)


def test_what_cannot_be_found_is_stale_with_the_reason(guide):
    """No document, no text, several without a difference."""
    rows = [
        passage("p1", doc_id="gone"),
        passage("p2", "Вернуть можно за 14 дней."),
        passage("p3", "Кроме распродажи.", before=None, after=None),
    ]
    found = locate(frame(rows).with_row_index("passage"), read_sources(guide, NO_CHUNKS))
    assert found["reason"].to_list() == ["document_missing", "text_changed", "ambiguous"]
    assert found["start"].null_count() == 3


def test_passages_without_offsets_are_matched_by_text(guide):
    """They did not move: nobody said where they were."""
    row = passage("p1", "Вернуть можно за 30 дней.", start=None, end=None)
    assert located([row], guide)["status"] == "matched"


def test_a_twin_is_the_same_text_under_an_equal_heading():
    """Case, white space and ё do not matter, the section above does not either."""
    table = documents(
        ("a", f"# А\n\n## Возврат\n\n{LONG}\n"),
        ("b", f"# Б\n\n## Общее\n\n### Возврат\n\n{LONG.replace('в течение', 'В  ТЕЧЕНИЕ')}\n"),
        ("c", f"# В\n\n## Обмен\n\n{LONG}\n"),
    )
    row = quoted_passage(table, "a", quote=LONG, id="p")
    assert twins([row], table) == [(1, LONG.replace("в течение", "В  ТЕЧЕНИЕ"))]


def test_short_texts_have_no_twins():
    """Fewer than 40 letters are equal by chance."""
    letters = "а" * 39
    for extra, number in (("", 0), ("б", 1)):
        text = f"{letters[:20]} 2026, {letters[20:]}{extra}"
        table = documents(("a", f"## Х\n\n{text}"), ("b", f"## Х\n\n{text}"))
        assert len(twins([quoted_passage(table, "a", quote=text, id="p")], table)) == number


def test_boilerplate_of_40_documents_is_one_evidence_and_a_differing_subject_stays_apart():
    """So does another period of validity."""
    body = f"## Нужна помощь?\n\n{LONG}\n"
    rows = [{"doc_id": f"d{number:02}", "body": f"# {number}\n\n{body}"} for number in range(40)]
    rows[7]["subject"] = "furniture"
    rows[8]["valid_to"] = "2026-02-28"
    table = documents(*rows)
    row = quoted_passage(table, "d00", quote=LONG, id="p")
    assert [source for source, _ in twins([row], table)] == [n for n in range(1, 40) if n not in (7, 8)]
    of_furniture = quoted_passage(table, "d07", quote=LONG, id="p")
    assert twins([of_furniture], table) == []


def test_a_twin_may_stand_in_the_same_document_but_never_overlaps():
    """Twice under equal headings; the place itself is no twin of its own."""
    table = documents(("a", f"## Х\n\n### Примечание\n\n{LONG}\n\n## У\n\n### Примечание\n\n{LONG}\n"))
    first, second = (table["body"][0].index(LONG), table["body"][0].rindex(LONG))
    row = spot("p", table, "a", first, first + len(LONG))
    places = find_places(frame([row]), read_sources(table, NO_CHUNKS))
    assert places.twins["start"].to_list() == [second]


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.lists(
                st.sampled_from([LONG, LONG.upper(), LONG.replace(" ", "\n"), "## А\n", "## Б\n", "Ещё."]),
                min_size=1,
                max_size=6,
            ).map(" \n\n".join),
            st.sampled_from([None, "furniture"]),
        ),
        min_size=1,
        max_size=3,
    )
)
def test_twins_equal_a_search_by_their_definition(bodies):
    """Every other stretch with the same plain text, letter or digit at both ends, under an equal heading."""
    rows = [{"doc_id": f"d{n}", "body": body, "subject": subject} for n, (body, subject) in enumerate(bodies)]
    table = documents(*rows)
    spots = [
        (number, at, at + len(variant), heading(table, number, at))
        for number, row in enumerate(rows)
        for variant in (LONG, LONG.upper(), LONG.replace(" ", "\n"))
        for at in positions(variant, row["body"])
    ]
    for number, at, end, name in spots:
        expected = [
            (n, rows[n]["body"][start:stop])
            for n, start, stop, other in sorted(spots)
            if (n, start) != (number, at) and other == name and rows[n]["subject"] == rows[number]["subject"]
        ]
        assert twins([spot("p", table, f"d{number}", at, end)], table) == expected


def heading(table, number, at):
    above = [line for line in table["body"][number][:at].split("\n") if line.startswith("## ")]
    return above[-1] if above else ""


def matched(rows, table):
    """Chunks that hold each passage, without documents."""
    sources = read_sources(documents(), table)
    places = find_places(frame(rows), sources)
    names = {
        row["source"]: table.filter(chunk_key=row["chunk_key"])["chunk_id"].item()
        for row in sources.texts.to_dicts()
    }
    main = [(row["status"], row["reason"], names.get(row["source"])) for row in places.found.to_dicts()]
    others = [table.filter(chunk_key=key)["chunk_id"].item() for key in places.pieces["chunk_key"]]
    return main, others, [names[source] for source in places.twins["source"]]


def test_chunks_without_offsets_carry_what_their_text_contains():
    """Case, white space, soft hyphens, ё and broken lines do not matter; overlapping chunks both carry it."""
    table = ready(
        {"chunk_id": "1", "doc_id": "d1", "text": "До. ВЕРНУТЬ можно  за 30\u00ad дней. Ещё"},
        {"chunk_id": "2", "doc_id": "d1", "text": "вер-\nнуть можно за 30 дней. После"},
        {"chunk_id": "3", "doc_id": "d2", "text": "Вернуть можно за 30 дней."},
    )
    assert matched([passage()], table) == ([("matched", None, "1")], ["2"], [])


def test_text_split_between_such_chunks_is_stale():
    """Half a passage is none."""
    table = ready(
        {"chunk_id": "1", "doc_id": "d1", "text": "Вернуть можно"},
        {"chunk_id": "2", "doc_id": "d1", "text": "за 30 дней."},
    )
    assert matched([passage()], table) == ([("stale", "split_or_absent", None)], [], [])


def test_chunks_of_the_passage_s_document_and_section_come_first():
    """Chunks of unknown documents carry it only where there are none of its own."""
    text = "Вернуть можно за 30 дней."
    table = ready(
        {"chunk_id": "1", "text": text},
        {"chunk_id": "2", "doc_id": "d1", "section": "А", "text": text},
        {"chunk_id": "3", "doc_id": "d1", "section": "Б", "text": text},
    )
    assert matched([passage(section="Б")], table)[:2] == ([("matched", None, "3")], [])
    assert matched([passage(doc_id="d7")], table)[:2] == ([("matched", None, "1")], [])
    assert matched([passage(doc_id=None)], table)[0] == [("matched", None, "1")]


def test_such_chunks_have_twins_too():
    """Long text, equal heading, another document."""
    table = ready(
        {"chunk_id": "1", "doc_id": "d1", "section": "А / Возврат", "text": LONG},
        {"chunk_id": "2", "doc_id": "d2", "section": "Возврат", "text": f"{LONG} Ещё."},
        {"chunk_id": "3", "doc_id": "d3", "section": "Возврат / Срок", "text": LONG},
    )
    row = passage("p", LONG, section="А / Возврат")
    assert matched([row], table) == ([("matched", None, "1")], [], ["2"])


def test_chunks_in_another_normal_form_are_matched():
    """й as one letter or as two is the same text."""
    table = ready({"chunk_id": "1", "text": "Вернуть можно за 30 днеи\u0306, и е\u0308лку тоже."})
    assert matched([passage("p1", "30 дней, и елку")], table)[0] == [("matched", None, "1")]
