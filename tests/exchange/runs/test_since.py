import pytest

from assay.exchange.runs.since import changed_since
from exchange.imports import BODIES, TERM, commit, document, lay_out


@pytest.fixture
def top(tmp_path):
    """Documents of October; one of them was changed in November, one was added."""
    lay_out(tmp_path)
    commit(tmp_path, "first", "2026-10-01T12:00:00Z")
    (tmp_path / "corpus/returns.md").write_bytes(document("returns", f"# Возврат\n\n{TERM}\n"))
    (tmp_path / "corpus/new.md").write_bytes(document("new", "# Новое\n\nСлова.\n"))
    commit(tmp_path, "second", "2026-11-20T12:00:00Z")
    return tmp_path


def test_what_changed_after_a_day_is_named(top):
    """Not what was added, nor what was there by the end of the day."""
    note = changed_since(top, "corpus", "2026-11-19")
    assert note.startswith(
        "1 document changed here since 2026-11-19: returns: words that are gone since count as"
    )
    assert "git worktree add ../2026-11-19 " in note
    assert changed_since(top, "corpus", "2026-11-20") is None
    assert changed_since(top, "corpus", "2026-11-20T11:00:00Z") is not None
    assert changed_since(top, "corpus", "2026-11-20T13:00:00Z") is None


def test_there_may_be_no_commit_of_that_time(top):
    """The history begins later than the run: what changed in it is named all the same."""
    note = changed_since(top, "corpus", "2026-09-01")
    assert note.endswith("import it beside the documents of that time (no commit here is that old)")


def test_a_moved_document_holds_its_words_still(top):
    """One that is removed, or changed and not committed, does not; of many the first three are named."""
    (top / "corpus/help/exchange.md").rename(top / "corpus/exchange.md")
    commit(top, "moved", "2026-11-21T12:00:00Z")
    assert changed_since(top, "corpus", "2026-11-20") is None
    (top / "corpus/exchange.md").unlink()
    for name in ("new", "returns"):
        (top / f"corpus/{name}.md").write_bytes(document(name, BODIES["help/exchange"]))
    note = changed_since(top, "corpus", "2026-11-20")
    assert note.startswith("3 documents changed here since 2026-11-20: exchange, new, returns: ")
    for name in "abcd":
        (top / f"corpus/{name}.md").write_bytes(document(name, f"# {name}\n\n{TERM}\n"))
    commit(top, "more", "2026-11-22T12:00:00Z")
    for name in "abcd":
        (top / f"corpus/{name}.md").unlink()
    assert changed_since(top, "corpus", "2026-11-22").startswith(
        "4 documents changed here since 2026-11-22: a, b, c and 1 more: "
    )


def test_without_history_there_is_nothing_to_say(tmp_path):
    """No commit; and no folder of documents, but one file of chunks."""
    lay_out(tmp_path)
    assert changed_since(tmp_path, "corpus", "2026-11-01") is None
    commit(tmp_path, "first", "2026-10-01T12:00:00Z")
    assert changed_since(tmp_path, "corpus/chunks.jsonl", "2026-09-01") is None
