import json

import pytest

from assay.errors import InputError
from assay.recording.journal import BEGUN, RESPONSES, Journal, Response, discard

NOW = "2026-11-01T09:30:00Z"
CAME = Response(
    1, "q-1", "0" * 64, 1, 200, {"content-type": "application/json"}, 3.5, '{"текст": "a\\n\u2028"}'
)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path / "r.part"


def test_what_was_kept_is_there_again(folder):
    """The last response to each question of each time; letters that break lines elsewhere too."""
    with Journal(folder, {"url": "a"}, NOW) as journal:
        journal.keep(Response(1, "q-1", "0", 1, failure="timed out after 5 s"))
        journal.keep(CAME)
        journal.keep(Response(2, "q-1", "0", 1, 500))
    with Journal(folder, {"url": "a"}, "later") as journal:
        assert journal.last[1, "q-1"] == CAME
        assert journal.last[2, "q-1"].status == 500
        assert journal.since == NOW


@pytest.mark.parametrize("cut", range(1, 40, 6))
def test_a_line_that_was_cut_off_is_dropped(folder, cut):
    """And the next one starts at its place."""
    with Journal(folder, {}, NOW) as journal:
        journal.keep(CAME)
        journal.keep(Response(1, "q-2", "0", 1))
    path = folder / RESPONSES
    path.write_bytes(path.read_bytes()[:-cut])
    with Journal(folder, {}, NOW) as journal:
        assert set(journal.last) == {(1, "q-1")}
        journal.keep(Response(1, "q-3", "0", 1))
    assert [json.loads(line)["id"] for line in path.read_bytes().splitlines()] == ["q-1", "q-3"]


def test_a_line_that_is_no_response_is_named(folder):
    """Somebody wrote there."""
    with Journal(folder, {}, NOW):
        pass
    (folder / RESPONSES).write_text('{"id": 1}\n')
    with pytest.raises(InputError) as caught:
        Journal(folder, {}, NOW)
    assert (
        str(caught.value) == "r.part/journal.jsonl: holds a line that is no response; begin anew with --fresh"
    )


def test_what_was_asked_is_held_against_what_is_asked(folder):
    """Each difference is named, nothing is changed."""
    with Journal(folder, {"url": "a", "body": "b", "retry": None}, NOW):
        pass
    before = (folder / BEGUN).read_bytes()
    with pytest.raises(InputError, match=r"r\.part: was begun with another retry, url; take the change back"):
        Journal(folder, {"url": "c", "body": "b", "retry": "r1"}, NOW)
    assert (folder / BEGUN).read_bytes() == before


def test_a_journal_is_on_the_disk_before_the_next_request(folder, monkeypatch):
    """Written and synced, each response."""
    synced = []
    monkeypatch.setattr("os.fsync", synced.append)
    with Journal(folder, {}, NOW) as journal:
        del synced[:]
        journal.keep(CAME)
        assert len(synced) == 1
        assert len((folder / RESPONSES).read_bytes().splitlines()) == 1


def test_a_folder_is_discarded_with_what_it_held(folder):
    """Not while somebody writes it."""
    with Journal(folder, {}, NOW) as journal:
        journal.keep(CAME)
        with pytest.raises(InputError, match="another `assay record` is writing it"):
            discard(folder)
    assert discard(folder) == 1
    assert not folder.exists()
