import pytest

from assay.judging.asking import Asking, BackError, LaterError, StopError, Stoppable
from assay.judging.desk import read_desk
from assay.labelling.prompting import EndedError

from .ground import ADA, WORDS


@pytest.fixture
def asking(top, monkeypatch):
    """Asks for what is typed line by line."""

    def typed(text):
        lines = iter(text.split("\n"))

        def line(_):
            found = next(lines, None)
            if found is None:
                raise EOFError
            return found

        monkeypatch.setattr("builtins.input", line)
        return Asking(Stoppable(WORDS, "ended.kept"), read_desk(top, "A-017", ADA, WORDS))

    return typed


def test_words_are_asked_for_until_they_may_be_committed(asking, capsys):
    """Not empty, no personal data, no signs that nobody sees, more than a label where a reason is asked for."""
    assert asking("\n...\na@example.org\nс\u202eлова\nслова").needed("immaterial") == "слова"
    said = capsys.readouterr().out
    assert "holds an e-mail address" in said
    assert "holds U+202E, which nobody sees: type it again" in said
    assert asking("верно\nв p04 стоит 30 дней").reason("immaterial") == "в p04 стоит 30 дней"
    assert "only repeats the label" in capsys.readouterr().out
    why = asking("снова\nпрочла ошибочно").reason("judge.again", "judge.again.nothing", name="x")
    assert (why, "says nothing: what had been" in capsys.readouterr().out) == ("прочла ошибочно", True)
    assert asking("\n").text("wording", "старое") == "старое"


def test_numbers_are_asked_for_until_they_are(asking):
    """In any order, each once; none is none."""
    assert asking("x\n4\n3, 1 3").numbers("judge.evidence", 3) == [1, 3]
    assert asking("").numbers("judge.evidence", 3) == []


def test_citations_are_chosen_by_their_numbers(asking, capsys):
    """As they are, others, or none."""
    assert asking("").citations("citations", (1,)) == (1,)
    assert asking("9\n2 1").citations("citations", ()) == (0, 1)
    assert asking("-").citations("citations", (1,)) == ()
    assert "1. [1] → returns p04; 2. [2] → refunds p07" in capsys.readouterr().out


@pytest.mark.parametrize("ask", ["needed", "reason", "text"])
@pytest.mark.parametrize(("typed", "error"), [("0", StopError), (" = ", LaterError), (".", BackError)])
def test_one_key_stops_leaves_a_claim_or_goes_back(asking, ask, typed, error):
    """At any question."""
    with pytest.raises(error):
        getattr(asking(typed), ask)("immaterial")


def test_the_end_of_the_input_ends_the_talk(asking):
    """What was decided is kept."""
    talk = asking("слова").talk
    talk.line("immaterial")
    with pytest.raises(EndedError, match="what was decided before is kept"):
        talk.line("immaterial")
