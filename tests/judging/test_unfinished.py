import json

import pytest

import pipeline
from assay.judging.cases import Wish
from assay.judging.desk import read_desk
from assay.judging.unfinished import Unfinished

from .ground import ADA, BOB, WORDS

SAID = {"attachment": "attached", "attachment_reason": "метка \u009bрядом"}


@pytest.fixture
def desk(taken):
    """Of a reviewer."""
    return lambda who=ADA, name="A-017": read_desk(taken, name, who, WORDS)


def test_what_is_kept_is_there_the_next_time(desk):
    """A file a claim, one line of JSON, in which nothing stands that a terminal obeys; gone once it is dropped."""
    Unfinished(desk(), Wish()).keep("C-017-1", SAID)
    there = Unfinished(desk(), Wish())
    assert there.of("C-017-1") == {"claim_id": "C-017-1", **SAID}
    assert there.of("C-017-2") == {}
    (path,) = there.folder.iterdir()
    text = path.read_text("utf-8")
    assert (json.loads(text)["attachment_reason"], "\u009b" in text) == ("метка \u009bрядом", False)
    there.drop("C-017-1")
    assert there.of("C-017-1") == {}
    there.drop("C-017-1")


def test_git_does_not_see_it(taken, desk):
    """It is in Git's own folder: of the working tree, where there are several."""
    Unfinished(desk(), Wish()).keep("C-017-1", SAID)
    assert (
        pipeline.run(taken, "git", "status", "--porcelain", "-uall", "--ignored").stdout.count("judging") == 0
    )
    pipeline.run(taken, "git", "add", "-A")
    pipeline.run(taken, "git", "-c", "user.email=a@example.org", "commit", "-qm", "x")
    pipeline.run(taken, "git", "worktree", "add", "-q", "other")
    there = Unfinished(read_desk(taken / "other", "A-017", ADA, WORDS), Wish())
    assert there.folder.is_relative_to(taken / ".git/worktrees/other/assay/judging")


def test_each_keeps_their_own(desk):
    """Reviewers, answers, and who judges and decides as one person."""
    desks = [
        (desk(), Wish()),
        (desk(BOB), Wish()),
        (desk(), Wish(adjudicate=True)),
        (desk(ADA, "A-020"), Wish()),
    ]
    for number, one in enumerate(desks):
        Unfinished(*one).keep("C-017-1", {"observation": str(number)})
    assert [Unfinished(*one).of("C-017-1")["observation"] for one in desks] == list("0123")


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("", {}),
        ("{", {}),
        ('{"claim_id": "C-017-2", "support": "supported"}\n', {}),
        (
            '{"claim_id": "C-017-1", "support": "maybe", "evidence": 1, "citations": 7, "word": 1, "corpus": "lacks"}\n',
            {"claim_id": "C-017-1", "corpus": "lacks"},
        ),
    ],
)
def test_what_no_talk_has_kept_is_passed_over(desk, text, read):
    """Somebody has cut or changed the file."""
    there = Unfinished(desk(), Wish())
    there.keep("C-017-1", SAID)
    (path,) = there.folder.iterdir()
    path.write_text(text, "utf-8")
    assert Unfinished(desk(), Wish()).of("C-017-1") == read


def test_a_full_disk_loses_nothing(desk, monkeypatch):
    """It is held as long as the talk goes on, and said why; the next reply is kept again."""

    def full(*_):
        raise OSError(28, "No space left on device", "x")

    there = Unfinished(desk(), Wish())
    with monkeypatch.context() as patch:
        patch.setattr("assay.judging.unfinished.write_file", full)
        there.keep("C-017-1", SAID)
    assert (there.of("C-017-1")["attachment"], list(there.faults)) == ("attached", ["C-017-1"])
    there.keep("C-017-1", SAID)
    assert there.faults == {}


def test_said_of_other_words_it_is_not_of_the_claim(desk):
    """The claim was reworded, split or its number is another's: nothing is taken from what was typed, and it is shown."""
    before = desk()
    Unfinished(before, Wish()).keep("C-017-1", SAID)
    rows = [{**row, "claim": "Другое."} if row["claim_id"] == "C-017-1" else row for row in before.rows]
    there = Unfinished(before.holding(rows), Wish())
    assert there.of("C-017-1") == {}
    ((place, said),) = there.left_behind
    assert (place.endswith(".jsonl"), json.loads(said)["attachment"]) == (True, "attached")
    assert Unfinished(before, Wish()).left_behind == []
    gone = [row for row in before.rows if row["claim_id"] != "C-017-1"]
    assert Unfinished(before.holding(gone), Wish()).left_behind == [(place, said)]
