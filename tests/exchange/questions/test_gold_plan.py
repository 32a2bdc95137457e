import json
from unicodedata import normalize

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assay.disclosure import kinds
from assay.errors import InputError
from assay.exchange.listing import uncut
from assay.exchange.questions.gold_plan import Rules, plan_gold
from assay.exchange.questions.questions import read_questions
from assay.exchange.records.mapping import Mapped
from assay.gold.repository import review_repository
from assay.manifest import sha256
from exchange.imports import CODE, SIZE, SPARE, TERM, document, lay_out, read

TERM_ID, CODE_ID = (f"returns#{sha256(text.encode())[:8]}" for text in (TERM, CODE))
MAIL = "ann@mail.example.org"


@pytest.fixture
def top(tmp_path):
    lay_out(tmp_path)
    return tmp_path


def plan(top, values, **rules):
    spots = [f"f:{number}" for number in range(1, len(values) + 1)]
    found = read_questions(Mapped(list(values), spots, [], {}), {"split": "dev"})
    return plan_gold(top, found, None, Rules(**rules), "f.jsonl")


def bring(top, values, **rules):
    done = plan(top, values, **rules)
    done.carry_out(top)
    return done


def refused(top, values, **rules):
    with pytest.raises(InputError) as error:
        plan(top, values, **rules)
    return [str(problem) for problem in error.value.problems]


LABELLED = [
    {"id": "007", "query": "Какой срок?", "relevant": [{"text": TERM}, {"text": CODE, "doc": "returns"}]},
    {"id": "7", "query": "Что можно обменять?", "relevant": [{"doc": "exchange.md", "quote": SIZE}]},
]


def test_questions_and_passages_are_written_and_hold_all_rules(top):
    """`assay gold check` finds nothing; passages know where they stand; the changelog has a line."""
    done = bring(top, LABELLED, sets="together")
    queries = {row["id"]: row for row in read(top / "gold/queries.jsonl")}
    assert queries["007"]["evidence_sets"] == [[TERM_ID, CODE_ID]]
    assert [row["text"] for row in read(top / "gold/passages.jsonl")] == [SIZE, TERM, CODE]
    assert review_repository(top).problems == []
    assert (
        "2 questions: 2 new; labels: 2 labelled; 3 passages in all"
        in (top / "gold/CHANGELOG.md").read_text().splitlines()[2]
    )
    assert "3 references: 3 by containment, 0 not found" in done.facts


def test_flat_lists_are_unstated_unless_somebody_says_otherwise(top):
    """And people are told what is not measured then."""
    assert any("--sets together or --sets each says it" in fact for fact in plan(top, LABELLED).facts)
    assert not any("--sets" in fact for fact in plan(top, LABELLED, sets="each").facts)


def test_the_same_again_writes_nothing(top):
    """Not a byte, not a line of the changelog."""
    bring(top, LABELLED)
    again = plan(top, LABELLED)
    assert again.changes(top) == {}
    assert "2 questions: 2 the same" in again.facts


def test_what_was_not_found_is_listed(top):
    """Each with its reason; personal data masked; the rows of other imports stay, those of this one are replaced."""
    lost = [{"id": "1", "query": "А?", "relevant": [f"https://kb.example/{MAIL}", "u-1"]}]
    bring(top, lost)
    bring(top, [{"id": "2", "query": "Б?", "relevant": [{"text": f"Пишите {MAIL}"}]}])
    rows = read(top / "gold/unmatched.jsonl")
    assert [(row["query_id"], row["reason"].partition(":")[0]) for row in rows] == [
        ("1", "is a link to a page that is no document of the corpus"),
        ("1", "no chunk of the corpus has this id, and its text is not known"),
        ("2", "its text is not in any document"),
    ]
    assert MAIL not in (top / "gold/unmatched.jsonl").read_text()
    bring(top, [{"id": "1", "query": "А?", "relevant": [{"text": TERM}]}], existing="replace")
    assert [row["query_id"] for row in read(top / "gold/unmatched.jsonl")] == ["2"]
    assert {row["id"]: row["relevant"] for row in read(top / "gold/queries.jsonl")}["1"] == {TERM_ID: 2}


def test_a_question_with_one_lost_label_makes_no_passage(top):
    """It is imported, unlabelled."""
    bring(top, [{"id": "1", "query": "А?", "relevant": [{"text": TERM}, {"text": "Нет такого."}]}])
    assert read(top / "gold/passages.jsonl") == []
    assert read(top / "gold/queries.jsonl")[0]["evidence_sets"] is None


def test_personal_data_is_refused_by_address_and_rule(top):
    """In questions and in passages, by the place in the file; the text is not shown."""
    card = "4111 1111 1111 1111"
    words = f"Платите картой {card} всегда."
    (top / "corpus/returns.md").write_text(
        (top / "corpus/returns.md").read_text("utf-8") + f"\n{words}\n", "utf-8"
    )
    values = [
        {"id": "1", "query": f"Почта {MAIL}?"},
        {"id": "2", "query": "Чем платить?", "relevant": [{"text": words}]},
    ]
    problems = refused(top, values)
    assert sorted(problem.partition(";")[0] for problem in problems) == [
        "f:1 (1): query holds an e-mail address",
        f"f:2 [1] (returns#{sha256(words.encode())[:8]}): text holds a card number",
    ]
    assert MAIL not in "".join(problems)
    assert card not in "".join(problems)


def test_broken_gold_files_are_named_whole(top):
    """Every fault of both files; nothing is added to what cannot be read."""
    (top / "gold/queries.jsonl").write_text('{"id": "a"}\n{\n')
    (top / "gold/passages.jsonl").write_text('{"id": "p", "text": 7}\n')
    problems = refused(top, LABELLED)
    assert any(problem.startswith("gold/queries.jsonl:1 a: field query is missing") for problem in problems)
    assert any(problem.startswith("gold/queries.jsonl:2: is not JSON") for problem in problems)
    assert any(problem.startswith("gold/passages.jsonl:1 p: text is") for problem in problems)


def test_rules_that_older_rows_break_are_named_by_their_present_line(top):
    """A row put in front of them by the import does not shift the address."""
    bring(top, [{"id": "z1", "query": "Я?"}, {"id": "z2", "query": "Ю?"}])
    rows = read(top / "gold/queries.jsonl")
    rows[1]["type"] = "no_answer"
    (top / "gold/queries.jsonl").write_text(
        "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8"
    )
    (problem,) = refused(top, [{"id": "a", "query": "А?"}])
    assert problem.startswith("gold/queries.jsonl:2 z2: type is no_answer, but evidence_sets is not []")


def test_faults_of_new_rows_are_named_by_the_imported_file(top):
    """Rules of the gold set hold for what is imported."""
    (problem,) = refused(
        top, [{"id": "1", "query": "А?", "type": "no_answer", "relevant": [{"text": TERM}]}], sets="each"
    )[:1]
    assert problem.startswith("f:1 (1): type is no_answer")
    (problem,) = refused(top, [{"id": "1", "query": "А?", "split": "secret"}])
    assert problem.startswith("f:1 (1): split is 'secret'")


def told(done, top, *, every):
    """What is said of a plan, with or without --all."""
    with uncut(every=every):
        return list(done.report(top, dry=True))


def test_disagreeing_labels_are_shown_by_row(top):
    """The words decide; three are shown and the rest counted, unless all are asked for."""
    label = {"doc": "returns", "start": 900, "end": 950, "text": TERM}
    done = plan(top, [{"id": str(n), "query": f"{n}?", "relevant": [label]} for n in range(7)])
    few, every = (told(done, top, every=every) for every in (False, True))
    at = few.index("7 labels with a place named where the words do not stand (the words decide):")
    rows = [f"  f:{n} [1] says returns 900:950, the words stand at returns 11:65" for n in range(1, 8)]
    assert few[at + 1 : at + 5] == [*rows[:3], "  … and 4 more (--all shows each)"]
    assert every[at + 1 : at + 8] == rows


def test_a_changelog_that_is_not_there(top):
    """It is asked for, before anything is written."""
    (top / "gold/CHANGELOG.md").unlink()
    assert refused(top, LABELLED) == ["gold/CHANGELOG.md: is missing; add it"]


# No personal data, which an import refuses.
_PRINTABLE = st.text(
    st.characters(exclude_categories=("C", "Z"), exclude_characters="@"), min_size=1, max_size=12
)
_WORDS = st.lists(_PRINTABLE, min_size=1, max_size=4).map(" ".join).filter(lambda text: not kinds(text))


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.dictionaries(_PRINTABLE, _WORDS, min_size=1, max_size=6), st.randoms())
def test_what_is_imported_is_read_again_in_whatever_order(tmp_path_factory, questions, random):
    """Ids and texts come back in NFC; the order of rows changes no byte; a second import writes nothing."""
    wanted = {normalize("NFC", name): normalize("NFC", text) for name, text in questions.items()}
    questions = {normalize("NFD", name): normalize("NFD", text) for name, text in wanted.items()}
    top = tmp_path_factory.mktemp("r")
    lay_out(top)
    values = [{"id": name, "query": text, "relevant": [{"text": TERM}]} for name, text in questions.items()]
    first = plan(top, values)
    random.shuffle(values)
    second = bring(top, values)
    assert first.writes == second.writes
    assert {row["id"]: row["query"] for row in read(top / "gold/queries.jsonl")} == wanted
    assert plan(top, values).changes(top) == {}


def test_spare_words_of_two_documents_stay_unlabelled(top):
    """Boilerplate without a document: its places are named."""
    bring(top, [{"id": "1", "query": "Где?", "relevant": [{"text": SPARE}]}])
    (row,) = read(top / "gold/unmatched.jsonl")
    assert row["reason"].startswith("its text stands at 2 places (help/exchange 84:125, returns 124:165)")


def test_how_labels_stand_is_counted(top):
    """Labelled, nothing said, nothing answers, not found: four things, in the preview and in the changelog."""
    values = [
        {"id": "1", "query": "А?", "relevant": [{"text": TERM}]},
        {"id": "2", "query": "Б?"},
        {"id": "3", "query": "В?", "relevant": None},  # as nothing
        {"id": "4", "query": "Г?", "relevant": []},
        {"id": "5", "query": "Д?", "type": "no_answer"},
        {"id": "6", "query": "Е?", "relevant": [{"text": TERM}, {"text": "Нет такого."}]},
        {"id": "7", "query": "Ё?", "relevant": {"u-1": 0}},
    ]
    line = "labels: 1 labelled, 3 not labelled yet, 2 with no answer, 1 whose labels were not all found"
    assert line in bring(top, values, sets="each").facts
    assert line in (top / "gold/CHANGELOG.md").read_text("utf-8")


QUOTED = [
    {"id": "1", "query": "А?", "quote": f"1. {TERM}\n2. {CODE}"},
    {"id": "2", "query": "Б?", "quote": [TERM, "на другой размер"]},
    {"id": "3", "query": "В?", "quote": f"{SIZE}; {CODE}"},
    {"id": "4", "query": "Г?", "quote": f"{TERM} {CODE}"},
]


def test_quotations_of_cells_and_lists(top):
    """By line, by ';', whole where the corpus has it whole; each is a label."""
    done = bring(top, QUOTED, sets="together")
    texts = {row["id"]: row["text"] for row in read(top / "gold/passages.jsonl")}
    sets = {
        row["id"]: sorted(texts[name] for name in row["evidence_sets"][0])
        for row in read(top / "gold/queries.jsonl")
    }
    assert sets == {
        "1": sorted([TERM, CODE]),
        "2": sorted([TERM, "на другой размер"]),
        "3": sorted([SIZE, CODE]),
        "4": [f"{TERM} {CODE}"],
    }
    assert "2 cells of several labels, parted as the corpus has them" in done.facts
    assert plan(top, QUOTED, sets="together").changes(top) == {}


@pytest.mark.parametrize(
    "edit",
    [
        lambda text: text.replace(TERM, f"Вводные слова. {TERM}"),
        lambda text: text.replace("# Возврат", "# Возврат\n\n## Сроки"),
        lambda text: text.replace("version: v1", "version: v2"),
    ],
)
def test_the_same_after_an_edit_elsewhere_in_the_document(top, edit):
    """Nothing is written and nothing conflicts: quotations, spans with words, and spans without."""
    values = [
        *QUOTED,
        {"id": "5", "query": "Д?", "relevant": [{"doc": "returns", "start": 11, "end": 65, "text": TERM}]},
        {"id": "6", "query": "Е?", "relevant": [{"doc": "returns", "start": 66, "end": 75}]},
    ]
    bring(top, values, sets="together")
    path = top / "corpus/returns.md"
    path.write_text(edit(path.read_text("utf-8")), "utf-8")
    again = plan(top, values, sets="together")
    assert again.changes(top) == {}
    assert "6 questions: 6 the same" in again.facts


def test_labels_that_an_older_version_named_by_offsets_are_known_again(top):
    """Names do not matter: what stands at the place does."""
    bring(top, LABELLED)
    for name in ("queries", "passages"):
        path = top / f"gold/{name}.jsonl"
        path.write_text(path.read_text("utf-8").replace(TERM_ID, "returns#11-65"), "utf-8")
    assert plan(top, LABELLED).changes(top) == {}


def test_a_quotation_with_an_ellipsis_is_one_label(top):
    """Parts that stand close together are one passage; those far apart are one set, also where labels are alternatives."""
    far = f"# Обмен\n\n{SIZE}\n\n## Ярлыки\n\nЯрлыки остаются на месте.\n"
    (top / "corpus/far.md").write_bytes(document("far", far))
    values = [
        {"id": "1", "query": "А?", "quote": "Товар можно вернуть … действует 7 дней"},
        {
            "id": "2",
            "query": "Б?",
            "relevant": [{"text": TERM}, {"text": f"{SIZE} […] Ярлыки остаются на месте.", "doc": "far"}],
        },
    ]
    done = bring(top, values, sets="each")
    assert "3 references: 1 by containment, 2 by parts around an ellipsis, 0 not found" in done.facts
    texts = {row["id"]: row["text"] for row in read(top / "gold/passages.jsonl")}
    sets = {row["id"]: row["evidence_sets"] for row in read(top / "gold/queries.jsonl")}
    said = {name: sorted(sorted(texts[one] for one in each) for each in of) for name, of in sets.items()}
    assert said["1"] == [[f"{TERM} Код возврата действует 7 дней"]]
    assert said["2"] == sorted([[TERM], sorted([SIZE, "Ярлыки остаются на месте."])])
    assert review_repository(top).problems == []
    assert plan(top, values, sets="each").changes(top) == {}


def test_a_dry_run_says_why_references_are_not_found(top):
    """By reason, three of each unless all are asked for; with what to do."""
    lost = [{"id": str(n), "query": f"А{n}?", "relevant": [f"u-{n}"]} for n in range(5)]
    done = plan(top, [*lost, {"id": "9", "query": "Б?", "relevant": ["https://kb.example/none"]}])
    few, every = ("\n".join(told(done, top, every=every)) for every in (False, True))
    assert (
        "6 references not found, each a line of gold/unmatched.jsonl with the reason:\n  5 × no chunk" in few
    )
    assert (
        "--chunks FILE\n    f:1 [1]: u-0\n    f:2 [1]: u-1\n    f:3 [1]: u-2\n    … and 2 more (--all" in few
    )
    assert "    f:5 [1]: u-4\n  1 × is a link to a page that is no document of the corpus" in every
    assert not (top / "gold/unmatched.jsonl").exists()


def test_labels_of_which_none_is_found_suggest_other_columns(top):
    """A guess may have taken the wrong ones; where one label is found, it has not."""

    def said(*texts):
        values = [{"id": text, "query": f"{text}?", "quote": text} for text in texts]
        found = read_questions(Mapped(values, list(texts), [], {}), {"split": "dev"})
        found.columns = ["Вопрос", "Ответ / Цитата"]
        return "\n".join(plan_gold(top, found, None, Rules(), "f.csv").facts)

    assert "--map quote=COLUMN (words)" in said("Нет такого текста.")
    assert "columns: Вопрос; Ответ / Цитата" in said("Нет такого текста.")
    assert "--map quote=" not in said("Нет такого текста.", TERM)
