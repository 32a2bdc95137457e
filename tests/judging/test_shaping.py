import json

import pytest

from assay.judging.cli import edit, new
from labelling.ground import did, run

from .ground import ADA, BOB, DECLINED, WRONG, current, judged, ledger, problems, taken_down


def shape(told, *words, name="A-017"):
    """What a talk prints."""
    return did(new, name, "--ask", *words, told=told)


def claims(top, name="A-017"):
    """Kind and wording of each claim that was written."""
    return [(row["kind"], row["claim"]) for row in ledger(top, name)]


def quotes(top, name="A-017"):
    return [[quote["text"] for quote in row["quote"]] for row in ledger(top, name)]


@pytest.fixture(autouse=True)
def here(top):
    """Every talk is in the small repository."""
    return top


def test_the_answer_and_the_proposals_are_shown_and_written_on_request(top):
    """Nothing is written before; numbered, with quotations and citations."""
    out = shape("\n")
    assert "Citations shown: 1. [1] → returns p04; 2. [2] → refunds p07" in out
    assert "  the corpus cannot answer: сколько идут деньги" in out
    assert "  1. [statement] Назад примем за 30 дней что угодно" in out
    assert "     «Обычно хватает пяти дней.»\n     cites nothing" in out
    assert len(ledger(top)) == 3
    assert problems(top) == []


@pytest.mark.parametrize("told", ["0\n", "1\n2\nИначе.\n0\n"])
def test_leaving_writes_nothing(top, told):
    """And says so."""
    assert shape(told).endswith("nothing is written\n")
    assert ledger(top) == []


@pytest.mark.parametrize("told", ["", "1\n", "1\n1\nНазад\n"])
def test_an_input_that_ends_writes_nothing(top, told):
    """At whatever question."""
    code, _, said = run(new, "A-017", "--ask", told=told)
    assert (code, said) == (1, "standard input: ended before all was answered; nothing is written")
    assert ledger(top) == []


def test_a_claim_is_split_by_the_words_of_its_parts(top):
    """Each has a wording; what stands nowhere is asked for again; each step shows the new state."""
    parts = "Назад примем + что угодно\nПримут любую вещь\nза 31 день\nза 30 дней\n\n\n"
    out = shape(f"1\n1\n{parts}\n")
    assert "! «за 31 день»: does not stand in the answer; nearest there: «за 30 дней»" in out
    assert "  2. [statement] за 30 дней\n     «за 30 дней»\n     cites 1. [1]" in out
    assert claims(top)[:2] == [("statement", "Примут любую вещь"), ("statement", "за 30 дней")]
    assert quotes(top)[:2] == [["Назад примем", "что угодно"], ["за 30 дней"]]
    assert problems(top) == []


def test_a_split_that_would_lose_a_sentence_is_told_and_not_done():
    """The claims stay."""
    out = shape("1\n1\nДеньги\n\nзапрос\n\n\n0\n")
    assert "would leave out a sentence: «Назад примем за 30 дней" in out
    assert out.count("  1. [statement] Назад примем за 30 дней") == 2


def test_words_that_stand_often_are_chosen_by_their_place(top):
    """Those of the claim first; else a number, or back."""
    out = shape("+\nдней\n2\nПять дней.\n3\n3\nдней\n+\nдней\n\n\n\n")
    assert "    1. Назад примем за 30 «дней» что угодно" in out
    assert "  places with these words: 2; number of the one that is meant" in out
    assert quotes(top)[2:] == [["дней"], ["дней"]]
    assert {row["quote"][0]["start"] for row in ledger(top)[2:]} == {139}
    assert problems(top) == []


def test_claims_are_merged(top):
    """With a wording of one's own, or theirs."""
    out = shape("1+2\nОбо всём.\n1 + 2\n\n\n")
    assert "as one statement (empty: «Назад примем" in out
    assert claims(top) == [("statement", "Обо всём. Обычно хватает пяти дней.")]
    assert len(ledger(top)[0]["citations"]) == 2


def test_a_claim_is_changed_in_any_part(top):
    """Wording, words quoted, citations."""
    shape("1\n2\nПримут всё.\n1\n3\nНазад примем\n1\n4\n2, 1\n2\n4\n-\n3\n2\n\n\n")
    assert claims(top)[0] == ("statement", "Примут всё.")
    assert quotes(top)[0] == ["Назад примем"]
    assert [len(row["citations"]) for row in ledger(top)] == [2, 0, 0]
    assert problems(top) == []


def test_a_claim_is_immaterial_for_a_reason(top):
    """More than the label; and may be a statement again."""
    out = shape("1\n5\nнесущественно\nповторяет вопрос\n2\n5\nвежливость\n2\n7\n\n")
    assert "! only repeats the label" in out
    assert "     why: повторяет вопрос" in out
    assert [row["kind"] for row in ledger(top)] == ["immaterial", "statement", "statement"]
    assert [row["observation"] for row in ledger(top)] == ["повторяет вопрос", None, None]
    assert problems(top) == []


def test_a_decline_is_one_of_the_parts_that_cannot_be_answered(top):
    """By number, or in words of one's own."""
    out = shape("1\n6\n2\n2\n6\nсколько стоит\n\n")
    assert "    1. сколько идут деньги\n    2. примут ли без чека\n" in out
    assert claims(top)[:2] == [("decline", "примут ли без чека"), ("decline", "сколько стоит")]


def test_what_the_record_declines_is_proposed_as_a_decline(top):
    """It is shown as such."""
    out = shape("\n", name="A-023")
    assert "Declined in the record: сколько идут деньги" in out
    assert claims(top, "A-023") == [
        ("statement", DECLINED.partition("[1]")[0]),
        ("decline", "сколько идут деньги"),
    ]


def test_a_sentence_in_no_claim_is_named_and_keeps_all_from_being_written(top):
    """Until it is in one."""
    out = shape("-3\n\n+\nпяти дней\n\n\n")
    assert "  ! in no claim yet: «Обычно хватает пяти дней.»" in out
    assert "leaves out a sentence of A-017" in out
    assert "Nothing is written yet: see to what is named above; an empty line tries again." in out
    assert quotes(top)[2] == ["пяти дней"]
    assert problems(top) == []


@pytest.mark.parametrize("typed", ["x", "9", "1 2", "1+9", "-9", "1-2", "++", "²"])
def test_what_is_no_command_is_told(typed):
    """With those that there are."""
    assert "! write a number from 1 to 3, numbers with + between them" in shape(f"{typed}\n0\n")


@pytest.mark.parametrize(
    "told", ["2\nспросите a@example.org\nИначе.\n", "6\na@example.org\nцена\n", "5\na@b.ru\nпустяк\n"]
)
def test_personal_data_are_asked_for_anew(top, told):
    """Whatever they are typed for."""
    assert "! standard input: holds an e-mail address" in shape(f"1\n{told}\n")
    assert len(ledger(top)) == 3


def test_an_answer_without_sentences_has_the_claims_that_are_added(top):
    """An emoji alone."""
    out = shape("\n+\n👍\nСогласие.\n\n", name="A-025")
    assert "! A-025: has no claim: nothing is to be written; add one" in out
    assert claims(top, "A-025") == [("statement", "Согласие.")]
    assert problems(top) == []


def test_a_second_reviewer_shapes_the_claims_of_the_first(top):
    """Their ids stay, those of what is split are new."""
    taken_down()
    shape("1\n1\nНазад примем\n\nза 30 дней\n\n\n\n", "--from", ADA, "--by", BOB)
    assert sorted(current(top, by=BOB)) == ["C-017-2", "C-017-3", "C-017-4", "C-017-5"]
    assert problems(top) == []


def change(told, *words):
    return run(edit, "A-017", "--ask", *words, told=told)


def test_own_claims_are_changed_in_the_same_talk(top):
    """What changes has a row, with the reason; what had a verdict is named."""
    taken_down()
    judged("A-017", "C-017-1", *WRONG)
    code, _, said = change("1\n2\nПримут всё.\n2+3\n\n\n", "--why", "ближе к словам ответа")
    assert (code, "changed, so to be judged again: C-017-1" in said) == (0, True)
    assert sorted(current(top)) == ["C-017-1", "C-017-4"]
    assert {row["supersede_reason"] for row in ledger(top)[4:]} == {"ближе к словам ответа"}
    assert problems(top) == []


def test_why_is_asked_for_where_something_changes(top):
    """And only there."""
    taken_down()
    _, out, _ = change("\n")
    assert out.endswith("nothing changed, nothing is written\n")
    assert "Why the claims are changed" not in out
    _, out, _ = change("1\n2\nПримут всё.\n\nближе к словам ответа\n")
    assert "Why the claims are changed" in out
    assert ledger(top)[-1]["supersede_reason"] == "ближе к словам ответа"


def test_a_claim_on_record_is_not_removed(top):
    """It is merged, or said to be immaterial."""
    taken_down()
    _, out, _ = change("-1\n+\nпяти дней\n\n-3\n0\n", "--why", "так сказано в ответе")
    assert "! C-017-1: is on record, and no row of a ledger is removed; merge it with another" in out
    assert len(ledger(top)) == 3


def test_what_was_changed_meanwhile_is_not_written_and_not_lost(top, monkeypatch):
    """The lines that would bring the claims are shown."""
    from assay.judging import finishing

    taken_down()
    settle = finishing.settle

    def slowly(*given, **more):
        monkeypatch.setattr(finishing, "settle", settle)
        judged("A-017", "C-017-1", *WRONG)
        return settle(*given, **more)

    monkeypatch.setattr(finishing, "settle", slowly)
    code, out, said = change("1+2\n\n\n", "--why", "так сказано в ответе")
    assert code == 1
    assert (
        said
        == f"A-017: claims of {ADA} were written meanwhile; nothing is written; look at them and begin again"
    )
    assert '"from": ["C-017-1", "C-017-2"]' in out
    assert len(ledger(top)) == 4


def test_a_claim_gets_another_number_and_keeps_its_verdict(top):
    """It is shown before; the same answer again takes it back."""
    taken_down()
    judged("A-017", "C-017-1", *WRONG)
    code, out, said = change("1\n8\n\n", "--why", "номер занят другим")
    assert (code, "     gets another number instead of C-017-1" in out) == (0, True)
    assert "to be judged again" not in said
    now = current(top)
    assert sorted(now) == ["C-017-2", "C-017-3", "C-017-4"]
    assert now["C-017-4"]["support"] == "unsupported"
    assert problems(top) == []
    _, out, _ = change("2\n8\n2\n8\n\n")
    assert out.endswith("nothing changed, nothing is written\n")


def test_what_has_no_number_yet_gets_no_other():
    """It is proposed; what is taken over from another reviewer has theirs."""
    assert "! it has no number yet: it gets one when it is written" in shape("1\n8\n0\n")
    taken_down()
    out = shape("1\n8\n\n", "--from", ADA, "--by", BOB)
    assert "     gets another number instead of C-017-1" in out


def test_parts_that_were_typed_before_the_input_ended_are_shown():
    """Where they are a split; the claims come back by the lines."""
    code, out, _ = run(new, "A-017", "--ask", told="1\n1\nНазад\nПримут.\nза 30 дней\nСрок.\n")
    rows = [json.loads(line) for line in out.splitlines() if line.startswith("{")]
    assert (code, [row["claim"] for row in rows[:2]]) == (1, ["Примут.", "Срок."])
    assert "assay evidence new A-017 --ask --jsonl FILE" in out
