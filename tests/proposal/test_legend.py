"""What stands below the tables of an impact."""

import pytest

from assay.proposal.account import Account, Section, Table
from assay.proposal.legend import legend
from assay.proposal.markdown import document
from assay.proposal.phrases import Words
from assay.scoring.cutoffs import Settings
from assay.scoring.metrics import METRICS, columns
from assay.wording import LANGUAGES

SETTINGS = Settings(k=(1, 5), chars=(1500, 3000), headline=5, cover=0.9)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_metric_is_explained_in_the_words_of_the_registry(lang):
    """Each once, whatever its cut-offs, with its direction; so are the signs that formulas have."""
    told = legend([name for name, _, _ in columns(SETTINGS)], Words(lang), SETTINGS)
    for metric in METRICS:
        (line,) = [line for line in told if line.startswith(f"`{metric.name}`")]
        assert getattr(metric, lang) in line
        assert (Words(lang)("impact.median") in line) == (metric.summary == "median")
    text = "\n".join(told)
    assert all(sign in text for sign in ("`@5`", "`@1500c`", "`G`", "`F`", "`s`", "90 %"))


def test_only_what_is_shown_is_explained():
    """In the order of the table; without a budget in characters where no metric has one."""
    told = legend(["system", "n", "sufficient@5", "hit@5", "0.500"], Words("en"), SETTINGS)
    assert [line.partition(":")[0] for line in told if "better)" in line] == ["`sufficient`", "`hit`"]
    assert told[-2].endswith("(0…1; higher is better)")
    assert "characters read." not in told[1]
    budget = legend(["sufficient@3000c", "sufficient@1500c"], Words("en"), SETTINGS)[1]
    assert budget.startswith("`@1500c`: within the whole chunks")


def test_a_comment_with_little_room_leaves_it_out():
    """Figures go before what they mean."""
    told = legend(["sufficient@5", "hit@5"], Words("ru"), SETTINGS)
    section = Section("Metrics", (), Table(("system", "hit@5"), (("first", "0.500"),), told))
    accounts = [Account("t", "s", (), (), (section,))]
    whole = document(accounts, Words("ru"), "`x`")
    assert whole.index("| first | 0.500 |") < whole.index("- `hit`: 1, если G ∩ F ≠ ∅")
    short = document(accounts, Words("ru"), "`x`", 1_000)
    assert "| first | 0.500 |" in short
    assert "`hit`" not in short
