import pytest

from assay.errors import InputError
from assay.gold.conditions import NOTHING, stated
from assay.gold.faults import hold, sound_gold
from assay.gold.passages import passages_bytes
from assay.gold.queries import queries_bytes
from assay.gold.review import Corpus, review

from .samples import NAMES, documents, lines, passage, query, ready

NONE = ready().clear()
Q, P = NAMES.values()


def refused(queries, passages, about=NOTHING):
    with pytest.raises(InputError) as error:
        sound_gold(queries, passages, "gold", about)
    return str(error.value).split("\n")


def test_a_sound_gold_set_is_read():
    """Whatever the order of its lines, wherever its quotations stand, whatever needs a look."""
    rows = [query("q2", reviewed_by=[]), query("q1", query="Пишите на a@example.org")]
    gold = sound_gold(lines(rows), lines([passage("p2", "Другое."), passage()]), "gold", NOTHING)
    assert gold.queries["id"].to_list() == ["q2", "q1"]
    assert gold.passages["id"].to_list() == ["p2", "p1"]


@pytest.mark.parametrize(
    ("rows", "passages", "message"),
    [
        ([query("q1"), query("q1")], [passage()], f"{Q}:2 q1: the id is already used at line 1"),
        ([query()], [passage(), passage()], f"{P}:2 p1: the id is already used at line 1"),
        ([], [passage()], f"{Q}: holds no queries"),
        ([query(evidence_sets=[["p1"], []])], [passage()], f"{Q}:1 q1: evidence set 2 is empty"),
        (
            [query(evidence_sets=[["p1"], ["p1", "p2"]])],
            [passage(), passage("p2")],
            f"{Q}:1 q1: evidence set 2 contains set 1",
        ),
        ([query(evidence_sets=[["p1", "p1"]])], [passage()], f"{Q}:1 q1: evidence set 1 names p1 2 times"),
        (
            [query(why={})],
            [passage("p2", "Другое.")],
            f"{Q}:1 q1: evidence_sets names p1, which is no passage",
        ),
        ([query()], [], f"{P}: is empty"),
        ([query(type="no_answer")], [passage()], f"{Q}:1 q1: type is no_answer, but evidence_sets is not []"),
        ([query(evidence_sets=[])], [passage()], f"{Q}:1 q1: evidence_sets is [], but type is exact"),
        ([query(split="deev")], [passage()], f"{Q}:1 q1: split is 'deev', must be dev or holdout"),
        ([query()], [passage(sha256="0" * 64)], f"{P}:1 p1: sha256 is not the hash of the text"),
        ([query()], [passage(end=3)], f"{P}:1 p1: start and end span 3 characters, the text has 25"),
    ],
)
def test_a_broken_one_is_refused_with_the_words_of_the_check(rows, passages, message):
    """The stage and `assay gold check` say the same."""
    data = {"queries": lines(rows), "passages": lines(passages)}
    said = refused(*data.values())
    assert [line.split(";")[0] for line in said] == [message]
    found = review(data, NAMES, None)
    assert said == list(map(str, found.problems))


def test_conditions_of_the_documents_are_held():
    """Validity and subject come from the documents, or from chunks that were cut elsewhere."""
    about = {
        "doc_id": "d1",
        "body": "Вернуть можно за 30 дней.",
        "valid_to": "2026-02-28",
        "subject": "tyres",
    }
    rows = [query(as_of="2026-03-01", subject="sofas")]
    data = queries_bytes(rows), passages_bytes([passage()])
    chunk = {"chunk_id": "1", "doc_id": "d1", "text": about["body"], "subject": "tyres"}
    table = documents(about)
    for known in (stated(table, NONE), stated(table, ready({**chunk, "subject": "sofas"}))):
        assert [line.split(";")[0] for line in refused(*data, known)] == [
            f"{Q}:1 q1: as_of is 2026-03-01, but p1 of evidence set 1 is valid …2026-02-28",
            f"{Q}:1 q1: subject is sofas, but p1 of evidence set 1 is about tyres",
        ]
    (line,) = refused(*data, stated(documents(), ready(chunk)))
    assert "subject is sofas, but p1 of evidence set 1 is about tyres" in line


def test_problems_come_in_the_order_of_their_lines():
    """Faults of fields and broken rules of both files together."""
    rows = [query("q1", evidence_sets=[[]]), query("q2", lang="?"), query("q3", evidence_sets=[[]])]
    said = refused(lines(rows), lines([passage(sha256="0" * 64)]))
    assert [line.split(" ")[0] for line in said] == [f"{P}:1", f"{Q}:1", f"{Q}:2", f"{Q}:3"]


def test_a_file_that_cannot_be_read_hides_nothing_of_the_other():
    """And nobody is told that it is empty, or that what it may hold is unknown."""
    held = hold({"queries": lines([query(split="x")]), "passages": b"{\n"}, NAMES, NOTHING)
    assert [problem.where for problem in held.faults["queries"]] == [f"{Q}:1 q1"]
    assert [problem.where for problem in held.faults["passages"]] == [f"{P}:1"]
    assert (held.broken, held.doubts) == ([], [])


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        (
            b"{\n",
            "is not JSON at column 2 (Expecting property name enclosed in double quotes); mend the line",
        ),
        (b'{"id": NaN}\n', "NaN is not a value; mend the line"),
        (b"{}\r\n", "has CR line ends; save it with LF line ends"),
    ],
)
def test_a_line_that_cannot_be_read_hides_nothing_of_the_others(broken, message):
    """Faults of fields and rules within a file go on; what the line may hold is called neither unknown nor unused."""
    rows = [
        query("q1", split="deev"),
        query("q2", evidence_sets=[["p1", "p1"]]),
        query("q3", why={"p1": "x", "p2": "x"}),
    ]
    data = {"queries": lines(rows) + broken, "passages": lines([passage(), passage("p3", "Другое.")])}
    said = [line for line in refused(*data.values()) if ":4: field" not in line]
    assert said == [
        f"{Q}:1 q1: split is 'deev', must be dev or holdout; change it",
        f"{Q}:2 q2: evidence set 1 names p1 2 times; name it once",
        f"{Q}:3 q3: why names p2, which is no passage; add it with `assay gold passage add`",
        f"{Q}:4: {message}",
    ]
    assert [str(problem) for problem in review(data, NAMES, None).warnings] == []


def test_both_sides_of_a_merge_are_not_held_against_each_other():
    """Nearly every id stands twice until the conflict is resolved."""
    rows = lines([query("q1")])
    data = b"<<<<<<< HEAD\n" + rows + b"=======\n" + rows + b">>>>>>> theirs\n"
    marker = "is a conflict marker of a merge; resolve the conflict"
    assert refused(data, lines([passage()])) == [f"{Q}:{line}: {marker}" for line in (1, 3, 5)]


def test_an_empty_file_of_passages_is_said_once():
    """Not once for every name of a passage; nothing is said where no query names one."""
    rows = lines([query(f"q{n}") for n in range(50)])
    fix = "label passages with `assay gold passage add`, or take it from the last commit (git checkout)"
    assert refused(rows, b"") == [f"{P}: is empty; {fix}"]
    assert len(sound_gold(lines([query(evidence_sets=None, why=None)]), b"", "gold", NOTHING).queries) == 1


def test_what_needs_the_corpus_only_as_it_is_now_is_no_refusal():
    """A moved text, personal data and form are said by the check alone."""
    data = {
        "queries": lines([query(query="Я a@example.org")]),
        "passages": passages_bytes([passage(start=3, end=28)]),
    }
    assert sound_gold(*data.values(), "gold", NOTHING).queries["id"].to_list() == ["q1"]
    table = documents(("d1", "Вернуть можно за 30 дней."))
    found = review(data, NAMES, Corpus(table, NONE))
    assert [problem.rule for problem in found.problems] == ["query holds an e-mail address"]
    assert found.warnings[0].rule.startswith("moved: ")
