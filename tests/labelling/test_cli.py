import json

import pytest

from assay.labelling.cli import add, edit
from assay.manifest import sha256

from .ground import HOLIDAY, QUERIES, REASON, TERM, did, files, gold, lines, query, run

NEW = ("--query", "Сколько дней есть у покупателя?")


def test_a_question_is_added_with_a_passage_that_is_quoted(top):
    """The id, the language and how it was found are filled in; both files have their form."""
    did(
        add,
        *NEW,
        "--passage",
        "returns",
        "вернуть  товар МОЖНО в течение 30 дней",
        "--set",
        "p1",
        "--why",
        "p1",
        "Так.",
    )
    row = gold(top)["q-4"]
    assert row["evidence_sets"] == [["returns#срок-возврата"]]
    assert (row["lang"], row["split"], row["status"], row["found_by"]) == (
        "ru",
        "dev",
        "unreviewed",
        "text_find",
    )
    assert row["why"] == {"returns#срок-возврата": "Так."}
    passage = gold(top, "passages")["returns#срок-возврата"]
    assert passage["text"] == TERM.removesuffix(".")
    assert (passage["section"], passage["sha256"]) == ("Срок возврата", sha256(passage["text"].encode()))
    assert gold(top)["q-1"] == QUERIES[0]


def test_passages_are_chosen_by_numbers_of_sentences(top):
    """Of a section by number or anchor; a stretch that is labelled already keeps its id."""
    did(
        add,
        *NEW,
        *(
            "--passage",
            "returns",
            "@2:2-3",
            "--passage",
            "returns",
            "@срок-возврата:1",
            "--passage",
            "returns",
            "@4",
        ),
        *("--passage-id", "p1", "returns#no-reason", "--set", "p1 + p2", "--set", "p3"),
    )
    sets = gold(top)["q-4"]["evidence_sets"]
    assert sets == [["returns#no-reason", "returns#term"], ["returns#деньги"]]
    passages = gold(top, "passages")
    assert passages["returns#no-reason"]["text"] == f"{REASON}\n\n- Чек не обязателен."
    assert passages["returns#деньги"]["text"].startswith("| способ")
    assert gold(top)["q-4"]["found_by"] == "browse"


def test_the_texts_of_the_corpus_are_made_once(top, monkeypatch):
    """However many passages are chosen."""
    from assay.labelling import browsing

    made, texts = [], browsing.texts
    monkeypatch.setattr(browsing, "texts", lambda corpus: made.append(corpus) or texts(corpus))
    chosen = [word for n in (1, 2, 3) for word in ("--passage", "returns", f"@2:{n}")]
    did(add, *NEW, *chosen, "--set", "p1 + p2 + p3")
    assert len(gold(top)["q-4"]["evidence_sets"][0]) == 3
    assert len(made) == 1


def test_a_passage_that_has_moved_is_not_labelled_twice(top):
    """Its words stand in the document once."""
    path = top / "corpus/returns.md"
    path.write_text(path.read_text("utf-8").replace("Общие правила", "Самые общие правила"), "utf-8")
    did(add, *NEW, "--passage", "returns", "@2:1", "--set", "p1")
    assert gold(top)["q-4"]["evidence_sets"] == [["returns#term"]]
    assert len(gold(top, "passages")) == 3


def test_a_dry_run_shows_the_lines_and_writes_nothing(top):
    """As they would stand in the files."""
    before = files(top)
    shown = lines(
        did(add, *NEW, "--passage", "help-en", "within 30 days", "--set", "p1", "--id", "new", "--dry-run")
    )
    assert sorted(shown) == ["help-en#time", "new"]
    assert files(top) == before


def test_every_field_has_a_flag(top):
    """And none is lost on the way."""
    did(
        add,
        *("--query", "А если в праздники?", "--id", "q-x", "--lang", "ru", "--type", "multi_condition"),
        *("--split", "holdout", "--as-of", "2026-11-01", "--subject", "товары"),
        *(
            "--turn",
            "user",
            "Сколько дней?",
            "--turn",
            "assistant",
            "30.",
            "--rewritten",
            "Сколько в праздники?",
        ),
        *("--set", "returns#term + holidays#more", "--relevant", "returns#reason", "1"),
        *("--why", "returns#term", "Срок.", "--rationale", "Вместе.", "--expected-answer", "33 дня."),
        *("--claim", "c1", "33 дня.", "returns#term + holidays#more", "--unanswerable", "за границей"),
        *(
            "--found-by",
            "browse",
            "--reviewed-by",
            "Анна",
            "--reviewed-by",
            "Олег",
            "--checked-corpus",
            "abc",
        ),
    )
    assert gold(top)["q-x"] == {
        **query("q-x", query="А если в праздники?", type="multi_condition", split="holdout"),
        "as_of": "2026-11-01",
        "subject": "товары",
        "history": [{"role": "user", "text": "Сколько дней?"}, {"role": "assistant", "text": "30."}],
        "rewritten": "Сколько в праздники?",
        "evidence_sets": [["returns#term", "holidays#more"]],
        "relevant": {"returns#reason": 1},
        "why": {"returns#term": "Срок."},
        "rationale": "Вместе.",
        "expected_answer": "33 дня.",
        "claims": [{"id": "c1", "text": "33 дня.", "passages": ["returns#term", "holidays#more"]}],
        "unanswerable": ["за границей"],
        "reviewed_by": ["Анна", "Олег"],
        "checked_corpus": "abc",
        "status": "reviewed",
    }


def test_a_question_without_an_answer_is_checked_against_the_corpus_of_today(top):
    """So that the check has nothing to warn of."""
    did(add, "--query", "Do you deliver to the Moon?", "--no-answer", "--rationale", "No page says so.")
    row = gold(top)["q-4"]
    assert (row["lang"], row["type"], row["evidence_sets"]) == ("en", "no_answer", [])
    assert len(row["checked_corpus"]) == 64


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--passage", "returns", "нет таких слов", "--set", "p1"), "is not in the document"),
        (("--passage", "retuns", "@2:1", "--set", "p1"), "did you mean returns?"),
        (("--passage", "returns", "@9:1", "--set", "p1"), "is no section of the document"),
        (("--passage", "returns", "@2:5", "--set", "p1"), "section 2 has 4 sentences, not 5-5"),
        (("--passage", "returns", "@2:3-2", "--set", "p1"), "section 2 has 4 sentences, not 3-2"),
        (("--passage", "returns", "ен", "--set", "p1"), "stands"),
        (("--passage", "returns", "@2:3", "--set", "p2"), "names p2, which is no passage"),
        (
            ("--passage", "returns", "@2:3", "--set", "p1", "--passage-id", "p2", "x"),
            "is none of the passages",
        ),
        (
            ("--passage", "returns", "@2:3", "--set", "p1", "--passage-id", "p1", "returns#term"),
            "is already used",
        ),
        (("--passage", "returns", "@2:3", "--set", "p1", "--passage-id", "p1", "a b"), "without spaces"),
        (
            ("--set", "returns#term", "--set", "returns#term + returns#reason"),
            "evidence set 2 contains set 1",
        ),
        (("--set", "returns#term", "--as-of", "вчера"), "as_of is 'вчера', must be a day as YYYY-MM-DD"),
        (("--set", "returns#term", "--relevant", "returns#reason", "3"), "must be 1 or 2"),
        (
            ("--set", "returns#term", "--relevant", "returns#term", "1"),
            "is in evidence set 1 and in relevant",
        ),
        (("--set", "returns#term", "--id", "q-1"), "is already used; `assay gold edit q-1` changes it"),
        (("--set", "returns#term", "--claim", "c1", "x", "returns#reason"), "does not support claim c1"),
        (
            ("--set", "returns#term", "--rationale", "пишите a@example.org"),
            "rationale holds an e-mail address",
        ),
        (("--set", "returns#term", "--turn", "bot", "Да."), "must be user or assistant"),
    ],
)
def test_what_breaks_a_rule_is_refused_and_nothing_is_written(top, words, said):
    """With the rule, before either file is touched."""
    before = files(top)
    code, out, error = run(add, *NEW, *words)
    assert (code, out) == (1, "")
    assert said in error
    assert files(top) == before


@pytest.mark.parametrize(
    ("command", "words", "named"),
    [
        (add, (), "--query"),
        (add, NEW, "--no-answer"),
        (edit, ("q-1",), "--rationale"),
        (edit, (), "assay gold edit ID"),
    ],
)
@pytest.mark.usefixtures("top")
def test_where_nobody_can_be_asked_the_flags_are_named(command, words, named):
    """A usage error."""
    code, _, said = run(command, *words)
    assert code == 2
    assert named in said


@pytest.mark.usefixtures("top")
def test_the_corpus_can_be_looked_at():
    """Documents, an outline, a section, words in the order of documents."""
    assert did(add, "--documents").splitlines()[1] == "holidays — Праздники [holidays-v1]"
    assert "    2.   Срок возврата (4)" in did(add, "--outline", "returns").splitlines()
    assert did(edit, "--read", "returns", "2").splitlines()[:2] == ["— Срок возврата", f"  [1] {TERM}"]
    found = did(add, "--find", "в течение 30 дней").splitlines()
    assert found[0] == "2 places"
    assert [line.split(":")[0] for line in found[1:]] == ["holidays @2 › Сроки", "returns @2 › Срок возврата"]
    code, _, said = run(add, "--read", "returns", "7")
    assert (code, said) == (1, "returns 7: is no section of the document; it has 1, 2, 3, 4")


def test_sets_are_added_removed_and_altered(top):
    """By number, all at once; what a set loses needs no why."""
    did(edit, "q-2", "--add-to-set", "2", "holidays#more", "--remove-from-set", "1", "holidays#more")
    row = gold(top)["q-2"]
    assert row["evidence_sets"] == [["returns#term"], ["returns#reason", "holidays#more"]]
    did(edit, "q-2", "--remove-set", "2", "--passage", "holidays", HOLIDAY, "--add-set", "returns#reason")
    row = gold(top)["q-2"]
    assert row["evidence_sets"] == [["returns#term"], ["returns#reason"]]
    assert "holidays#more" not in row["why"]
    did(edit, "q-2", "--set", "returns#term + returns#reason")
    assert gold(top)["q-2"]["evidence_sets"] == [["returns#term", "returns#reason"]]


def test_an_edit_changes_just_what_it_says(top):
    """Of one question; fields can be cleared."""
    did(edit, "q-1", "--rationale", "Иначе.", "--clear", "why", "--as-of", "2026-05-01")
    assert gold(top)["q-1"] == {**QUERIES[0], "rationale": "Иначе.", "why": None, "as_of": "2026-05-01"}
    before = files(top)
    assert did(edit, "q-1", "--rationale", "Иначе.") == "nothing changed, nothing is written\n"
    assert files(top) == before


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("q-11", "--rationale", "x"), "is no query; did you mean q-1"),
        (("q-1", "--remove-set", "2"), "the question has no evidence set 2; it has 1"),
        (("q-1", "--add-to-set", "zwei", "returns#term"), "'zwei' is no number of a set"),
        (("q-1", "--no-answer", "--type", "exact"), "evidence_sets is [], but type is exact"),
        (("q-1", "--no-answer", "--set", "returns#term"), "exclude one another"),
        (("q-1", "--no-answer", "--unlabelled"), "exclude one another"),
        (("q-3", "--set", "returns#term"), "is reviewed holdout, which needs two reviewers"),
    ],
)
def test_an_edit_that_breaks_a_rule_is_refused(top, words, said):
    """As a new question is."""
    if words[0] == "q-3":  # its fault is there already, so that the edit may not bring another one
        words = ("q-1", "--split", "holdout")
    before = files(top)
    code, _, error = run(edit, *words)
    assert code == 1
    assert said in error
    assert files(top) == before


def test_a_corpus_cut_elsewhere_is_quoted_by_its_chunks(top):
    """A passage of a chunk has no offsets: its text says where it stands."""
    for path in (top / "corpus").glob("*.md"):
        path.unlink()
    (top / "gold/queries.jsonl").write_bytes(b"")
    (top / "gold/passages.jsonl").write_bytes(b"")
    chunk = {"chunk_id": "page 7", "text": "Возврат: 30 дней. Обмен:\u202e 14 дней.", "doc_id": None}
    (top / "corpus/chunks.jsonl").write_text(json.dumps(chunk, ensure_ascii=False) + "\n", "utf-8")
    params = (top / "params.yaml").read_text().replace("source: corpus,", "source: corpus/chunks.jsonl,")
    (top / "params.yaml").write_text(params)
    shown = did(add, "--read", "page 7", "0")
    assert shown == "  [1] Возврат: 30 дней.\n  [2] Обмен: 14 дней.\n"
    did(
        add,
        *NEW,
        "--passage",
        "page 7",
        "возврат: 30 дней",
        "--passage",
        "page 7",
        "@0:2",
        "--set",
        "p1",
        "--set",
        "p2",
    )
    found = gold(top, "passages")
    assert sorted(found) == ["page_7#возврат-30-дней", "page_7#обмен-14-дней"]
    assert found["page_7#возврат-30-дней"]["start"] is None
    code, _, said = run(add, *NEW, "--passage", "page 7", "дней", "--set", "p1")
    assert (code, "stands 2 times" in said) == (1, True)
