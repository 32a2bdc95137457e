"""What is typed in a talk in which claims are judged."""

from assay.judging.cli import judge
from labelling.ground import run

# Attachment, why, support, fragments, contradicts, why, three texts, write it.
WRONG_TYPED = "1\nметка стоит за предложением\n3\n1\ny\np04 исключает распродажу\nобратное\n\n\n\n"
WRONG_AGAIN = WRONG_TYPED.replace("p04", "p07").replace("\n1\ny", "\n2\ny")
# Not attached, nothing that decides it: the corpus lacks it.
LACKS = "2\nпосле предложения метки не стоит\n3\n\nв p04 и p07 срока перевода нет\n2\n\n\n\n\n"


def walk(told, *words, name="A-017"):
    """Exit code, output and errors of a talk about an answer."""
    return run(judge, name, *words, "--ask", told=told)
