import pytest

from .ground import current, problems, taken_down
from .told import LACKS, WRONG_TYPED, walk


@pytest.fixture(autouse=True)
def top(taken):
    """Ada has the three claims of the answer."""
    return taken


def test_a_reason_that_only_repeats_the_label_is_asked_for_again(top):
    """So is one with personal data, with signs that nobody sees, and an empty one."""
    bad = ["", "не подтверждено", "спросите a@example.org", "p04 \u202eисключает", "p04 исклю\u200eчает"]
    _, out, _ = walk(WRONG_TYPED.replace("p04 исключает", "\n".join([*bad, "p04 исключает"])) + "0\n")
    assert "! write at least one letter or digit" in out
    assert "! only repeats the label" in out
    assert "! standard input: holds an e-mail address" in out
    assert "! holds U+202E, which nobody sees: type it again" in out
    assert "! holds U+200E, which nobody sees" in out
    assert current(top)["C-017-1"]["support_reason"] == "p04 исключает распродажу"


def test_a_fragment_without_its_text_cannot_be_chosen(top):
    """It is said, and asked again; support needs one."""
    told = "1\nметка рядом\n1\n\n3\n1, 3\n1\nв p04 это сказано дословно\n\n\n\n\n0\n"
    _, out, _ = walk(told)
    assert out.count("! the record lacks text or rank of: p09") == 2
    row = current(top)["C-017-1"]
    assert (row["support"], row["corpus"]) == ("supported", "holds")
    assert [one["chunk_id"] for one in row["evidence"]] == ["p04"]


def test_what_is_missing_is_asked_where_something_is_not_assessable(top):
    """A label is not enough."""
    told = "3\nместа цитат в записи нет\n4\n\nтекста p09 в записи нет\nневозможно\nтекст p09\n3\n\n\n\n\n0\n"
    _, out, _ = walk(told)
    row = current(top)["C-017-1"]
    assert (row["attachment"], row["support"], row["missing"]) == (
        "not_assessable",
        "not_assessable",
        "текст p09",
    )
    assert row["corpus"] == "not_checked"
    assert "! only repeats the label" in out
    assert problems(top) == []


def test_a_text_of_the_corpus_is_looked_up_as_soon_as_it_is_named(top):
    """What is wrong with it is said; a retrieved fragment may be named instead; contradiction is asked then."""
    texts = [
        *("приняли на складе", "nowhere: x", "refunds: приняли на складе", "refunds: По карте деньги идут"),
        *("refunds: до пяти дней у всех банков", "3", "1", ""),
    ]
    told = [
        "2",
        "меток у этих слов нет",
        "3",
        "",
        "в p04 и p07 срока перевода нет",
        "1",
        *texts,
        "y",
        *[""] * 4,
    ]
    _, out, _ = walk("\n".join(told) + "\n", "C-017-3")
    row = current(top)["C-017-3"]
    assert [(one["chunk_id"], one["rank"]) for one in row["evidence"]] == [
        ("p04", 1),
        ("refunds@135-161", None),
    ]
    assert (row["corpus"], row["contradicts"]) == ("holds", True)
    for said in (
        "«приняли на складе»: names no document and words; write DOC: words",
        "nowhere: is no document of the corpus",
        "refunds: the words «приняли на складе» were retrieved: they stand in fragment p07",
        "refunds: has the words «По карте деньги идут» 2 times",
        "'p09': has no text in the record",
    ):
        assert said in out
    assert problems(top) == []


def test_texts_of_the_corpus_stay_or_go_where_they_are_asked_for_again(top):
    """An empty answer keeps them, - takes them away: then it is asked again what the corpus has."""
    told = [
        "2",
        "меток у этих слов нет",
        "3",
        "",
        "в p04 срока нет",
        "1",
        "refunds: до пяти дней у всех банков",
        "",
    ]
    told += ["", *[""] * 3]  # no contradiction, three texts
    told += ["8", "", "8", "-", "2", ""]
    _, out, _ = walk("\n".join(told) + "\n", "C-017-3")
    assert "(empty: as it is, texts: 1; -: none): " in out
    assert "  8. texts of the corpus: refunds: до пяти дней у всех банков\n" in out
    assert (current(top)["C-017-3"]["corpus"], current(top)["C-017-3"]["evidence"]) == ("lacks", [])


def test_who_says_that_the_corpus_has_a_text_names_one(top):
    """Or says something else."""
    walk(LACKS.replace("\n2\n\n\n\n", "\n1\n\n2\n\n\n\n"), "C-017-3")
    assert current(top)["C-017-3"]["corpus"] == "lacks"


def test_citations_follow_what_is_said_of_the_attachment(top):
    """Named where there are none, left out where none is attached."""
    rest = WRONG_TYPED.partition("предложением\n")[2]
    _, out, _ = walk("2\nметка относится к другому\n" + rest, "C-017-1")
    assert "its citations are left out of the claim: [1]" in out
    assert current(top)["C-017-1"]["citations"] == []
    _, out, _ = walk("1\n-\n9\n1\nответ ставит [1] в начале\n" + rest, "C-017-3")
    assert "! name at least one, or go one question back (.)" in out
    assert [one["marker"] for one in current(top)["C-017-3"]["citations"]] == ["[1]"]
    assert problems(top) == []


def test_nothing_is_attached_where_the_record_has_no_citation():
    """It is said at once."""
    taken_down("A.017")
    _, out, _ = walk("1\n2\n0\n", name="A.017")
    assert "! the record has no citation, so none is attached" in out


def test_nothing_is_supported_where_no_fragment_can_be_shown(top):
    """And what was cited and never retrieved is named."""
    _, out, _ = walk("1\nметка [7] рядом\n1\n2\n4\n\nранга x в записи нет\nранг x\n2\n\n\n\n\n", name="A-026")
    assert out.count("! no retrieved fragment has its text and rank in the record") == 2
    assert "Cited fragments: none\n  ! cited, but never retrieved: z" in out
    assert "1. x; rank: not in the record; source: not in the record" in out
    assert "the record does not have its rank" in out
    assert current(top, "A-026")["C-026-1"]["support"] == "not_assessable"
    assert problems(top) == []


def test_a_decline_is_asked_what_the_corpus_has(top):
    """And what can be seen; a fragment that has it shows a false refusal."""
    _, out, _ = walk("1\n1\n\nсрок есть в p04\n\nчто дальше?\n\n", "C-023-2", name="A-023")
    row = current(top, "A-023")["C-023-2"]
    assert "Does the corpus have what is declined?" in out
    assert (row["corpus"], row["observation"], row["support"]) == ("holds", "срок есть в p04", None)
    assert ([one["chunk_id"] for one in row["evidence"]], row["open_question"]) == (["p04"], "что дальше?")
    assert problems(top) == []
