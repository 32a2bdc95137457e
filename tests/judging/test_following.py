import pytest

from assay.judging import following
from assay.judging.cases import Wish
from assay.judging.cli import judge, new
from assay.judging.desk import read_desk
from labelling.ground import did, run

from .ground import ADA, BOB, EVE, LENIENT, WORDS, WRONG, forked, judged
from .told import LACKS, WRONG_AGAIN, walk

NOT_ATTACHED = (
    *("--attachment", "not_attached", "--attachment-reason", "метки у него нет"),
    *("--support", "unsupported", "--support-reason", "в p04 и p07 срока нет", "--corpus", "lacks"),
)
DONE = (
    "all is judged; look at it: `assay evidence show A-017`; check it: "
    "`assay check --only ledgers --only evidence`; then commit evidence/claims\n"
)


@pytest.fixture(autouse=True)
def top(taken):
    """Ada has the three claims of the answer."""
    return taken


def test_how_many_are_left_is_said_with_the_command():
    """By flags and in a talk; by whom, where that is not whom Git knows."""
    _, _, said = run(judge, "A-017", "C-017-1", *WRONG)
    assert said.endswith("claims left to judge: 2; go on: `assay evidence judge A-017`\n")
    did(new, "A-017", "--from", ADA, "--by", BOB, "--no-ask")
    _, out, _ = walk("0\n", "--by", BOB)
    assert out.endswith("claims left to judge: 3; go on: `assay evidence judge A-017 --by Bob`\n")


def test_where_all_is_judged_the_next_step_is_said():
    """After the last verdict, and where there is nothing to judge."""
    judged("A-017", "C-017-1", *WRONG)
    assert walk(WRONG_AGAIN + LACKS)[1].endswith(DONE)
    assert walk("")[1] == f"no claim is to be judged\n{DONE}"


def test_where_reviewers_differ_it_is_said_who_decides(top):
    """An adjudicator; where there is none, where one is named."""
    did(new, "A-017", "--from", ADA, "--by", BOB, "--no-ask")
    judged("A-017", "C-017-1", *WRONG)
    judged("A-017", "C-017-1", *WRONG[:4], *LENIENT, by=BOB)
    judged("A-017", "C-017-2", *WRONG, by=BOB)
    _, _, said = run(judge, "A-017", "C-017-3", *NOT_ATTACHED, "--by", BOB)
    ruling = "to decide between them: `assay evidence judge A-017 --adjudicate --by Eve`"
    assert said.endswith(f"\nreviewers differ: C-017-1; {ruling}\n")
    text = (top / "params.yaml").read_text("utf-8").replace(f"adjudicators: [{EVE}]", "adjudicators: []")
    (top / "params.yaml").write_text(text, "utf-8")
    assert walk("", "--by", BOB)[1].endswith("name who does in params.yaml (adjudicators)\n")


def test_a_fork_is_to_be_decided(top):
    """As a merge of two branches leaves it; by an adjudicator who looks at it the command is theirs."""
    judged("A-017", "C-017-1", *WRONG)
    forked(top)
    judged("A-017", "C-017-2", *WRONG)
    judged("A-017", "C-017-3", *NOT_ATTACHED)
    (said,) = following.lines(read_desk(top, "A-017", ADA, WORDS), Wish())
    assert (
        "reviewers differ: C-017-1; to decide between them: `assay evidence judge A-017 --adjudicate" in said
    )
    (said,) = following.lines(read_desk(top, "A-017", EVE, WORDS), Wish(adjudicate=True, like=ADA))
    assert said == (
        "claims left to judge: 1; go on: `assay evidence judge A-017 --adjudicate --from 'Ада Пример' --by Eve`"
    )


def test_what_is_left_to_others_is_said(top):
    """To who has none left, or no claims at all."""
    (said,) = following.lines(read_desk(top, "A-017", BOB, WORDS), Wish())
    assert said == (
        f"nothing is left for you; claims left to other reviewers: {ADA}: 3; look at it: `assay evidence show A-017`"
    )
