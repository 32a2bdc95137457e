import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

import pipeline
from assay.errors import InputError
from assay.labelling.choosing import chosen
from assay.labelling.drafting import Draft, new_row
from assay.labelling.holding import Change, read, write
from assay.labelling.ids import drawn_again, labelled, proposed_id
from assay.locking import locked
from conftest import ROOT

from .ground import files, gold

TEXTS = ("Чек не обязателен.", "Упаковка нужна.")


@pytest.mark.parametrize(
    ("ids", "following"),
    [
        ([], "q-1"),
        (["a", "b"], "q-1"),
        (["q-1", "q-2", "q-10"], "q-11"),
        (["q-a01", "q-b07", "q-b08", "x9"], "q-b09"),
        (["q-09"], "q-10"),
        (["007", "008"], "009"),
    ],
)
def test_an_id_is_proposed_after_the_highest(ids, following):
    """With as many digits, of the beginning that most have."""
    assert proposed_id(ids) == following
    assert following not in ids


def waits(process):
    """Whether a process stands before the lock: it has read everything, and may not write yet."""
    try:
        return any(one.readlink().name == "assay.lock" for one in Path(f"/proc/{process.pid}/fd").iterdir())
    except FileNotFoundError:  # it closes one meanwhile
        return False


def at_once(top, *calls):
    """What `assay gold add` of real processes says that have all read before any of them writes."""
    with locked(top):
        started = [
            subprocess.Popen(
                [sys.executable, "-m", "assay", "gold", "add", *words],
                cwd=top,
                env=pipeline.environment(ROOT),
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                encoding="utf-8",
            )
            for words in calls
        ]
        end = time.monotonic() + 60
        while not all(waits(one) or one.poll() is not None for one in started):
            assert time.monotonic() < end
            time.sleep(0.01)
    return [(*one.communicate(timeout=60), one.returncode) for one in started]


def flags(words, *more):
    return (
        "--query",
        f"{words}?",
        "--passage",
        "returns",
        words,
        "--set",
        "p1",
        "--why",
        "p1",
        "Так.",
        *more,
    )


@pytest.mark.skipif(
    not Path("/proc/self/fd").is_dir(), reason="nothing says here which files a process has open"
)
def test_two_questions_at_once_are_both_added(top):
    """With ids of their own, and so have their passages of one section."""
    done = at_once(top, *map(flags, TEXTS))
    assert [(out, code) for out, _, code in done] == [("", 0)] * 2, done
    rows, passages = gold(top), gold(top, "passages")
    for words, (_, said, _) in zip(TEXTS, done, strict=True):
        (row,) = (row for row in rows.values() if row["query"] == f"{words}?")
        ((name,),) = row["evidence_sets"]
        assert (passages[name]["text"], row["why"]) == (words, {name: "Так."})
        assert said == f"wrote gold/passages.jsonl: {name}\nwrote gold/queries.jsonl: {row['id']}\n"
    assert sorted(rows) == ["q-1", "q-2", "q-3", "q-4", "q-5"]
    assert sorted(passages)[-2:] == ["returns#срок-возврата", "returns#срок-возврата-2"]


@pytest.mark.skipif(
    not Path("/proc/self/fd").is_dir(), reason="nothing says here which files a process has open"
)
def test_an_id_that_somebody_chose_is_not_drawn_again(top):
    """The second is refused, and prints no lines as if they were written."""
    done = at_once(top, *(flags(words, "--id", "q-x") for words in TEXTS))
    (_, (out, said, code)) = sorted(done, key=lambda one: one[2])
    assert (out, code) == ("", 1)
    assert said == (
        "gold/queries.jsonl q-x: was changed by somebody else meanwhile; nothing is written;"
        " look at it and begin again\n"
    )
    assert len(gold(top)) == 4


def draft_of(labels, words, name=""):
    """A question that has some words as its only passage."""
    draft = Draft(new_row(proposed_id(labels.queries), words, "ru"), numbered=True)
    passage = labelled(draft, labels, *chosen(labels, "returns", words, "new"), name)
    draft.row |= {"evidence_sets": [[passage]], "relevant": {}, "why": {passage: "Так."}}
    draft.row["claims"] = [{"id": "c1", "text": "x", "passages": [passage]}]
    return draft


def test_what_others_labelled_meanwhile_keeps_their_id(top):
    """One stretch is one passage, whatever id either of them would have had."""
    labels = read(top)
    mine, other = draft_of(labels, TEXTS[0], "returns#mine"), draft_of(labels, TEXTS[0], "returns#theirs")
    write(labels, other.change)
    _, change = write(labels, mine.change, again=partial(drawn_again, mine))
    assert (list(change.queries), list(change.passages)) == (["q-5"], [])
    row = gold(top)["q-5"]
    assert (row["evidence_sets"], row["why"]) == ([["returns#theirs"]], {"returns#theirs": "Так."})
    assert row["claims"][0]["passages"] == ["returns#theirs"]
    assert len(gold(top, "passages")) == 4


def test_a_passage_whose_id_was_chosen_is_not_renamed(top):
    """Nothing is written."""
    labels = read(top)
    mine, other = draft_of(labels, TEXTS[0], "returns#x"), draft_of(labels, TEXTS[1], "returns#x")
    write(labels, other.change)
    before = files(top)
    with pytest.raises(InputError, match="returns#x: was changed by somebody else meanwhile"):
        write(labels, mine.change, again=partial(drawn_again, mine))
    assert files(top) == before


def test_ids_that_are_free_still_stay(top):
    """Where others wrote something else."""
    labels = read(top)
    write(labels, Change({"q-1": {**labels.queries["q-1"], "rationale": "Иначе."}}, {}))
    mine = draft_of(labels, TEXTS[0])
    _, change = write(labels, mine.change, again=partial(drawn_again, mine))
    assert (list(change.queries), list(change.passages)) == (["q-4"], ["returns#срок-возврата"])
