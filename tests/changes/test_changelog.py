import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.changes.changelog import CHANGELOG, due, has_line, line, with_line
from assay.changes.difference import difference
from assay.changes.revisions import Side
from assay.errors import InputError
from assay.gold.passages import passages_bytes
from assay.gold.queries import queries_bytes
from gold.samples import frame, passage, query

from .clone import PASSAGES, QUERIES, make

DAY = dt.date(2026, 11, 30)
LOG = "# Changes\n\nNewest first.\n\n- 2026-10: old\n"
ROWS, TEXTS = [query("q1"), query("q2")], [passage("p1")]


def side(queries, passages):
    return Side("x", None, queries_bytes(queries), passages_bytes(passages))


def compared(queries, passages=TEXTS, before=(ROWS, TEXTS)):
    return difference(side(*before), side(queries, passages))


@pytest.fixture
def clone(tmp_path):
    made = make(tmp_path / "clone", ROWS, TEXTS, enable=False)
    made.commit(LOG.encode(), CHANGELOG)
    made.git("checkout", "-qb", "work")
    return made


@pytest.mark.parametrize(
    ("after", "has"),
    [
        (LOG, False),
        (LOG.replace("old", "reworded"), False),
        (LOG + "- 2026-09: older\n", True),
        (LOG.replace("- 2026-10", "* 2026-11: new\n- 2026-10"), True),
        (LOG + "- \n", False),
        (LOG + "A sentence.\n", False),
        (LOG.replace("\n", "\r\n"), False),
        ("", False),
    ],
)
def test_a_line_about_a_change_is_one_more_than_before(after, has):
    """Wherever it stands; a reworded one, an empty one or prose is none."""
    assert has_line(LOG.encode(), after.encode()) == has
    assert has_line(b"", after.encode()) == bool(after)


@given(st.binary(max_size=50), st.text(st.sampled_from("- *a\n\r#"), max_size=30))
def test_a_written_line_is_found(data, text):
    """Whatever the file holds, as long as it is text."""
    before = text.encode()
    assert has_line(before, with_line(before, "- 2026-11: x.", "ru"))
    assert not has_line(data, data)


@pytest.mark.parametrize(
    ("queries", "passages", "new"),
    [
        (ROWS, TEXTS, False),
        (ROWS[::-1], TEXTS, False),
        ([query("q1", rationale="Иначе."), query("q2", reviewed_by=["кто"])], TEXTS, False),
        ([query("q1", query="Когда?"), ROWS[1]], TEXTS, True),
        ([*ROWS, query("q3")], TEXTS, True),
        (ROWS[:1], TEXTS, True),
        ([query("q1", evidence_sets=[["p1"], ["p2"]]), ROWS[1]], [*TEXTS, passage("p2", "Иное.")], True),
        (ROWS, [passage("p1", url="/a")], False),
        (ROWS, [passage("p1", "Иной текст здесь.")], True),
    ],
)
def test_a_new_revision_is_what_scoring_would_notice(queries, passages, new):
    """As the id of the gold revision has it."""
    from assay.gold.queries import parse_queries
    from assay.gold.revision import gold_revision

    def revision(rows, texts):
        return gold_revision(parse_queries(queries_bytes(rows), QUERIES)[0], frame(texts))

    assert compared(queries, passages).is_revision == new
    assert (revision(queries, passages) != revision(ROWS, TEXTS)) == new


def test_a_renamed_passage_is_a_new_revision():
    """Its id is read, though no query and no text changed."""
    rows = [query(name, evidence_sets=[["new"]], why={"new": "Сказано прямо."}) for name in ("q1", "q2")]
    changed = compared(rows, [passage("new")])
    assert (changed.queries, changed.is_revision) == ((), True)
    assert line(changed, "en", DAY) == "- 2026-11: Passages: with another id: 1."


def test_the_line_counts_and_names_what_changed():
    """In the language of the report."""
    rows = [query("q1", query="Когда?", evidence_sets=[["p1"], ["p2"]]), query("q3")]
    changed = compared(rows, [*TEXTS, passage("p2", "Иное.")])
    assert line(changed, "ru", DAY) == (
        "- 2026-11: Вопросы: добавлено: 1 (`q3`), удалено: 1 (`q2`), переформулировано: 1 (`q1`), "
        "с другой разметкой: 1 (`q1`); наборы оснований: добавлено: 2, удалено: 1; отрывки: добавлено: 1."
    )
    many = compared([query(f"n{number}") for number in range(9)])
    assert line(many, "en", DAY).startswith(
        "- 2026-11: Queries: added: 9, removed: 2 (`q1`, `q2`); evidence sets: "
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (LOG, LOG.replace("- 2026-10", "- new\n- 2026-10")),
        (LOG.replace("\n", "\r\n"), LOG.replace("- 2026-10", "- new\n- 2026-10")),
        ("# Changes\n", "# Changes\n\n- new\n"),
        ("", "# Изменения эталона\n\nПо строке на изменение, по его действию, новые сверху.\n\n- new\n"),
    ],
)
def test_the_line_goes_on_top_of_the_list(before, after):
    """A file without a list gets one; where there is no file, it has a title."""
    assert with_line(before.encode(), "- new", "ru").decode() == after


def test_a_branch_with_a_new_revision_owes_a_line(clone):
    """Against where it left main, committed or not, until there is one."""
    assert due(clone.top, "en", DAY) is None
    clone.write(queries_bytes([*ROWS, query("q3")]))
    found = due(clone.top, "en", DAY)
    assert found.line == "- 2026-11: Queries: added: 1 (`q3`); evidence sets: added: 1."
    assert found.data.decode() == LOG.replace("- 2026-10", f"{found.line}\n- 2026-10")
    clone.git("commit", "-qam", "labels")
    assert due(clone.top, "en", DAY) == found
    clone.write(found.data, CHANGELOG)
    assert due(clone.top, "en", DAY) is None


def test_a_reason_alone_owes_none(clone):
    """No figure changes."""
    clone.write(queries_bytes([query("q1", rationale="Иначе."), ROWS[1]]))
    assert due(clone.top, "en", DAY) is None


def test_a_line_of_main_is_not_that_of_the_branch(clone):
    """What main gained meanwhile does not count until it is merged."""
    clone.git("checkout", "-q", "main")
    clone.commit(LOG.replace("- 2026-10", "- 2026-11: main\n- 2026-10").encode(), CHANGELOG)
    clone.git("checkout", "-q", "work")
    clone.write(queries_bytes(ROWS[:1]))
    assert "2026-11: Queries: removed: 1 (`q2`)" in due(clone.top, "en", DAY).line


def test_without_main_it_is_the_last_commit_that_counts(clone):
    """Of a branch of another name, or a clone that does not know where it left main."""
    clone.git("branch", "-qm", "main", "trunk")
    clone.write(queries_bytes(ROWS[:1]))
    assert due(clone.top, "en", DAY)
    clone.git("commit", "-qam", "labels")
    assert due(clone.top, "en", DAY) is None


def test_before_the_first_commit_nothing_is_due(tmp_path):
    """There is nothing to differ from."""
    clone = make(tmp_path / "clone", ROWS, enable=False)
    clone.git("update-ref", "-d", "HEAD")
    assert due(clone.top, "en", DAY) is None


@pytest.mark.parametrize(
    ("data", "name", "said"),
    [
        (b"<<<<<<< ours\n", CHANGELOG, f"{CHANGELOG}:1: is a conflict marker"),
        (b"\xff\n", CHANGELOG, f"{CHANGELOG}: is not UTF-8"),
        (b"{\n", PASSAGES, "gold/passages.jsonl:1: is not JSON"),
    ],
)
def test_what_cannot_be_read_is_named(clone, data, name, said):
    """And nothing is written into it."""
    clone.write(queries_bytes(ROWS[:1]))
    clone.write(data, name)
    with pytest.raises(InputError, match=said):
        due(clone.top, "en", DAY)
