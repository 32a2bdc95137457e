import errno

import pytest

from assay.errors import InputError
from assay.gold.queries import queries_bytes
from assay.labelling import holding
from assay.labelling.holding import Change, outcome, read, write
from assay.locking import write_together

from .ground import QUERIES, files, gold, query


def test_a_change_is_held_against_every_rule(top):
    """Of fields, sets, and personal data; nothing is written."""
    labels, before = read(top), files(top)
    new = query("q-9", query="Звонить на +7 912 345-67-89?", evidence_sets=[["nowhere"]], lang="?", why=None)
    with pytest.raises(InputError) as error:
        write(labels, Change({"q-9": new}, {}))
    said = str(error.value)
    assert "lang is '?'" in said
    new["lang"] = "ru"
    with pytest.raises(InputError) as error:
        write(labels, Change({"q-9": new}, {}))
    said = str(error.value)
    assert "evidence_sets names nowhere, which is no passage" in said
    assert "query holds a phone number" in said
    assert files(top) == before


def test_what_is_wrong_elsewhere_does_not_stand_in_the_way(top):
    """It is no problem of the change."""
    rows = [*QUERIES, query("q-8", evidence_sets=[["returns#term"], ["returns#term", "returns#reason"]])]
    (top / "gold/queries.jsonl").write_bytes(queries_bytes(rows))
    labels = read(top)
    held = outcome(labels, Change({"q-0": query("q-0")}, {}))
    assert held.problems == []
    assert held.old == []
    held = outcome(labels, Change({"q-8": {**rows[-1], "rationale": "Так."}}, {}))
    assert [problem.rule for problem in held.old] == ["evidence set 2 contains set 1"]


def test_a_change_is_made_on_top_of_what_others_wrote_meanwhile(top):
    """Their rows stay."""
    labels = read(top)
    other = queries_bytes([*QUERIES, query("q-7")])
    (top / "gold/queries.jsonl").write_bytes(other)
    write(labels, Change({"q-8": query("q-8")}, {}))
    assert sorted(gold(top)) == ["q-1", "q-2", "q-3", "q-7", "q-8"]


def test_a_row_that_was_changed_meanwhile_is_not_overwritten(top):
    """Nothing is."""
    labels = read(top)
    rows = [{**QUERIES[0], "rationale": "Иначе."}, *QUERIES[1:]]
    (top / "gold/queries.jsonl").write_bytes(queries_bytes(rows))
    before = files(top)
    with pytest.raises(InputError, match="q-1: was changed by somebody else meanwhile; nothing is written"):
        write(labels, Change({"q-1": {**QUERIES[0], "as_of": "2026-01-01"}}, {}))
    assert files(top) == before


@pytest.mark.parametrize("failing", ["queries.jsonl", "passages.jsonl"])
def test_both_files_are_written_or_none(top, monkeypatch, failing):
    """Where the second cannot be put in place, the first is as it was."""
    from pathlib import Path

    before, replace = files(top), Path.replace

    def refuse(path, target):
        if target.name == failing and path.name.endswith(".tmp") and path.read_bytes() == b"new":
            raise OSError(errno.ENOSPC, "No space left on device", str(target))
        return replace(path, target)

    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(OSError, match="No space"):
        write_together({top / "gold/passages.jsonl": b"new", top / "gold/queries.jsonl": b"new"})
    assert files(top) == before
    assert list((top / "gold").glob("*.tmp")) == []


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"{", "gold/queries.jsonl:1: is not JSON"),
        (b"\xff\xfe\x00binary\n", "is not UTF-8"),
        (b'<<<<<<< ours\n{"id": "a"}\n', "is a conflict marker"),
        (b'{"id": "a"}\n{"id": "a"}\n', "gold/queries.jsonl:2 a: the id is already used at line 1"),
        (b'{"query": "a"}\n', "gold/queries.jsonl:1: has no id"),
        (b'{"id": "a", "claims": ["x"]}\n', "claims[1] must be an object with id, text, passages"),
        (b'{"id": "a", "evidence_sets": "p1"}\n', "evidence_sets is 'p1', must be a list"),
    ],
)
def test_a_gold_set_that_cannot_be_read_is_refused(top, data, said):
    """By file and line."""
    (top / "gold/queries.jsonl").write_bytes(data)
    with pytest.raises(InputError) as error:
        holding.read(top)
    assert said in str(error.value)


def test_a_field_that_is_left_out_is_null(top):
    """A row that an editor shortened can be changed."""
    (top / "gold/queries.jsonl").write_bytes(b'{"id": "a", "query": "?"}\n')
    assert read(top).queries["a"]["claims"] is None
