import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.changes.terms import CODES, TERMS, coded
from assay.changes.textual import LONGEST, NEW_LINE, passage_texts, text_of
from assay.gold.fields import FOUND_BY, ROLES, SPLITS, STATUSES
from assay.gold.passages import passages_bytes
from assay.gold.queries import TYPES, queries_bytes
from assay.proposal.field_changes import field_change
from assay.proposal.phrases import PHRASES, Words
from assay.report.terms import TERMS as OF_REPORT
from assay.wording import LANGUAGES
from gold.samples import lines, passage, query

# Texts with what sentences and lines are cut at, and what must not look like another value.
TEXTS = st.text(st.sampled_from('Аб.!? 。\n\t\u00ad\u202e1«»"[]'), min_size=1, max_size=12)


def test_a_query_is_a_block_in_words():
    """Its id, a field a line, an evidence set a line with its members in order, long texts by sentences."""
    row = query(
        "q1",
        query="А если курьером?",
        history=[{"role": "user", "text": "Сколько идёт?"}],
        as_of="2026-11-01",
        evidence_sets=[["p2", "p1"], ["p3"]],
        relevant={"p4": 1},
        why={"p1": "Сказано прямо."},
        rationale="Правило одно. Исключений нет, т. е. все.\nИначе нельзя.",
        claims=[{"id": "c1", "text": "За 30 дней.", "passages": ["p2", "p1"]}],
        unanswerable=["Сколько стоит", "Кто платит"],
    )
    assert text_of(queries_bytes([row]), "ru").splitlines() == [
        "вопрос q1",
        "  вопрос: А если курьером?",
        "  язык: ru",
        "  предыдущие реплики, пользователь (user): Сколько идёт?",
        "  тип: точные термины (exact)",
        "  часть: dev",
        "  на дату: 2026-11-01",
        "  принимается: p1 + p2",
        "  принимается: p3",
        "  полезно кроме того p4: 1",
        "  почему p1: Сказано прямо.",
        "  обоснование: Правило одно.",
        f"    Исключений нет, т. е. все.{NEW_LINE}",
        "    Иначе нельзя.",
        "  утверждения c1: За 30 дней.",
        "    ← p2, p1",
        "  без ответа остаётся: Сколько стоит",
        "  без ответа остаётся: Кто платит",
        "  как найдено: чтение (browse)",
        "  проверили: анна",
        "  проверили: олег",
        "  состояние: проверено (reviewed)",
    ]


def test_a_passage_that_is_named_begins_with_its_words():
    """In sets and where it is relevant besides, on one line that is cut; where its text is not known, the id alone."""
    rows = [
        passage("p1", "Вернуть можно\n\nв течение \u001b[2Jмесяца."),
        passage("p2", "слово " * 30),
    ]
    texts = passage_texts(passages_bytes(rows))
    row = query("q1", evidence_sets=[["p2", "p1"], ["p3", "p1"]], relevant={"p1": 1, "p4": 2}, why={})
    shown = text_of(queries_bytes([row]), "en", lambda: texts).splitlines()
    cut = ("слово " * 30)[:69].rstrip() + "…"
    first = "p1 «Вернуть можно в течение \\u001b[2Jмесяца.»"
    assert [line for line in shown if "p1" in line or "p4" in line] == [
        f"  accepted: {first} + p2 «{cut}»",
        f"  accepted: {first} + p3",
        f"  relevant besides {first}: 1",
        "  relevant besides p4: 2",
    ]


def test_texts_are_asked_only_where_a_set_names_passages():
    """Of passages.jsonl itself nobody reads the work tree's."""

    def refused():
        raise AssertionError

    assert text_of(passages_bytes([passage("p1")]), "en", refused)
    with pytest.raises(AssertionError):
        text_of(queries_bytes([query(evidence_sets=[["p1"]])]), "en", refused)


@given(st.binary(max_size=200))
def test_texts_of_any_bytes(data):
    """Of garbage, conflict markers, half a line what can be told; rows around it are found."""
    good = passages_bytes([passage("p1", "А.")])
    found = passage_texts(good + b"<<<<<<< ours\n[1]\n{}\n" + b"[" * 10**5 + b"\n" + data + b"\n" + good)
    assert found["p1"] == "А."


def test_a_passage_is_a_block_of_its_place_and_words():
    """In the other language, with a hash that is long enough to tell."""
    row = passage("d1#term", "Вернуть можно.\n\nКроме шин.", section="Срок")
    assert text_of(passages_bytes([row]), "en").splitlines() == [
        "passage d1#term",
        "  document: d1",
        "  version: d1-v1",
        "  section: Срок",
        "  begins at: 0",
        "  ends at: 26",
        f"  hash: {row['sha256'][:12]}",
        f"  words: Вернуть можно.{NEW_LINE}",
        f"    {NEW_LINE}",
        "    Кроме шин.",
        '  text in front: ""',
        '  text behind: ""',
    ]


@pytest.mark.parametrize(
    ("sets", "said"), [(None, "evidence sets: not labelled yet"), ([], "the corpus has no answer")]
)
def test_no_sets_are_said_in_words(sets, said):
    """Nobody labelled it, or there is no answer: two different things."""
    assert f"  {said}\n" in text_of(queries_bytes([query(evidence_sets=sets)]), "en")


def test_order_and_spelling_of_json_are_no_change():
    """Of lines, of fields, of members, of absent fields, escapes, byte order mark and line ends."""
    rows = [query("q1", evidence_sets=[["p1", "p2"]], history=None), query("q2")]
    other = [dict(reversed(row.items())) for row in reversed(rows)]
    other[1]["evidence_sets"] = [["p2", "p1"]]
    del other[1]["history"]
    spelled = "".join(json.dumps(row) + "\r\n" for row in other).encode("utf-8-sig")
    assert text_of(spelled, "ru") == text_of(queries_bytes(rows), "ru")


@given(
    st.fixed_dictionaries(
        {"query": TEXTS, "rationale": TEXTS | st.none(), "why": st.dictionaries(TEXTS, TEXTS, max_size=2)}
    )
)
def test_rows_that_differ_have_texts_that_differ(values):
    """Against a row with one sign more: a change that cannot be seen would be committed unseen."""
    plain = text_of(lines([query(**values)]), "en")
    for more in (" ", "\n", ".", "А", "\u00ad"):
        assert text_of(lines([query(**{**values, "query": values["query"] + more})]), "en") != plain
        assert text_of(lines([query(**{**values, "query": more + values["query"]})]), "en") != plain
    assert text_of(lines([query(**{**values, "rationale": f"{values['rationale']}"})]), "en") == plain or (
        values["rationale"] is None
    )


@given(TEXTS, TEXTS)
def test_two_texts_look_alike_only_where_they_are(one, other):
    """Wherever their sentences and lines end."""
    first, second = (text_of(lines([query(rationale=text)]), "ru") for text in (one, other))
    assert (first == second) == (one == other)


@pytest.mark.parametrize(("one", "other"), [("1", 1), ("true", True), ("null", None), ("[]", []), ("", None)])
def test_a_text_that_looks_like_another_value_is_quoted(one, other):
    """A number in place of a text is a change."""
    assert text_of(lines([query(subject=one)]), "ru") != text_of(lines([query(subject=other)]), "ru")


def test_fields_that_nobody_knows_are_shown():
    """Under their own names."""
    assert '  colour: {"a": [1]}\n' not in text_of(lines([query()]), "en")
    shown = text_of(lines([query(colour=[{"a": [1]}], size=1.50)]), "en")
    assert '  colour: {"a": [1]}\n  size: 1.5\n' in shown


def test_nothing_reaches_the_terminal_that_it_would_obey():
    """Escapes, and signs that turn the direction of text; a space that does not break is a space."""
    shown = text_of(lines([query("q\u001b[31m1", query="a\u001b[2Jb\u202ec\u00a0d")]), "en")
    assert "query q\\u001b[31m1\n" in shown
    assert "question: a\\u001b[2Jb\\u202ec\u00a0d\n" in shown


def test_lines_that_are_no_rows_stand_first_as_they_are():
    """Conflict markers, garbage, JSON that is no object; the rows around them are read."""
    good = queries_bytes([query("q1"), query("q1", query="Иначе?")]).splitlines()
    data = [
        b"<<<<<<< ours: q1 (query)",
        good[0],
        b"=======",
        good[1],
        b">>>>>>> theirs",
        b"[1]",
        b"\x00\xff\xfe{",
    ]
    shown = text_of(b"\n".join(data), "ru").splitlines()
    assert shown[:7] == [
        "строки, которые не читаются",
        "  <<<<<<< ours: q1 (query)",
        "  =======",
        "  >>>>>>> theirs",
        "  [1]",
        r"  \u0000\xff\xfe{",
        "",
    ]
    titles = [line for line in shown[7:] if line[:1].strip()]
    assert titles == ["вопрос q1 (1 из 2)", "вопрос q1 (2 из 2)"]


def test_a_row_without_an_id_is_shown():
    """Whatever stands in its place."""
    shown = text_of(b'{"query": "x"}\n{"id": 7, "text": "y"}\n{}\n', "en")
    titles = [line for line in shown.splitlines() if line[:1].strip()]
    assert titles == ["query without an id (1 of 2)", "row without an id (2 of 2)", "passage 7"]


def test_a_line_of_a_megabyte_is_cut_and_told_apart():
    """By its length and hash, so that a change of it is a change."""
    one, other = (text_of(b"\xff" * 10**6 + end, "en") for end in (b"a", b"b"))
    assert one != other
    assert len(one) < LONGEST + 200
    assert "… (1000001 bytes, sha256 " in one


@given(st.binary(max_size=200), st.sampled_from(["ru", "en"]))
def test_any_bytes_have_a_text(data, lang):
    """A driver that fails would end `git diff`."""
    assert text_of(data, lang).isascii() or text_of(data, lang)


def test_terms_are_those_of_the_gold_diff():
    """One thing has one name, in `git diff` and in a comment."""
    assert {key: PHRASES[key] for key in TERMS.keys() & PHRASES.keys()} == {
        key: TERMS[key] for key in TERMS.keys() & PHRASES.keys()
    }


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("field", "code"), [(field, code) for field in CODES for code in CODES[field]])
def test_codes_have_the_words_of_the_gold_diff(field, code, lang):
    """Beside them what stands in the file, where that is another word; of types the words of the report."""
    shown = coded(field, code, lang)
    words = CODES[field][code][LANGUAGES.index(lang)]
    assert shown == (code if words == code else f"{words} ({code})")
    if field == "type":
        assert CODES[field][code] == OF_REPORT[f"type.{code}"]
    history = [{"role": code, "text": "А?"}]
    name, value = ("history", history) if field == "role" else (field, code)
    label = TERMS[f"field.{name}"][LANGUAGES.index(lang)]
    told = text_of(lines([query(**{name: value})]), lang).splitlines()
    assert [one for one in told if one.startswith(f"  {label}") and shown in one]
    (entry,) = field_change(name, None, value, Words(lang))
    assert shown in entry.label + "".join(piece.text for piece in entry.pieces)


def test_every_code_that_a_field_takes_has_words():
    """What the rules of the fields list."""
    known = {"type": TYPES, "split": SPLITS, "status": STATUSES, "found_by": FOUND_BY, "role": ROLES}
    assert {field: set(codes) for field, codes in CODES.items()} == {
        field: set(codes) for field, codes in known.items()
    }


@pytest.mark.parametrize("name", ["type", "found_by"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_shown_of_a_code_is_another_value(name, lang):
    """Written into the file in place of it, it is a change; so is the same in quotes."""
    code = next(iter(CODES[name]))
    values = [code, coded(name, code, lang), CODES[name][code][0], json.dumps(coded(name, code, lang)), ""]
    values = list(dict.fromkeys(values))
    assert len({text_of(lines([query(**{name: value})]), lang) for value in values}) == len(values)
