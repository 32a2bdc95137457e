"""Recorded answers on the page: counts and lists to be read, and the answers themselves, packed."""

from collections.abc import Mapping, Sequence
from typing import Any

from jinja2 import DictLoader

from assay.evidence.counting import STANDINGS
from assay.evidence.expected import GOLD
from assay.report.catalogue import Catalogue
from assay.report.escaped import environment
from assay.report.evidence.catalogue import Words
from assay.report.evidence.html import ANSWER, fragments_of, shown
from assay.report.evidence.nothing import title
from assay.report.evidence.picture import SIGNS, Picture, picture
from assay.report.evidence.recorded import Recorded
from assay.report.evidence.section import section
from assay.report.page.embedding import packed
from assay.report.page.frames import framed
from assay.report.page.plain import blocks

NO_CHUNKS: Mapping[str, int] = {}
STATES = ("done", "open", "disputed", "none", "empty")


def values(
    say: Catalogue,
    recorded: Recorded,
    files: Mapping[str, str],
    room: int,
    chunks: Mapping[str, int] = NO_CHUNKS,
    *,
    texts: bool,
) -> dict[str, Any] | None:
    """What the page says of recorded answers, by the names of its template; None: there are none.

    Args:
        say: phrases of the report; those of evidence tables are taken in the same language.
        recorded: answers, without texts where the report shows none.
        files: templates of the page by their names.
        room: characters that the packed answers and the texts of the explorer may take.
        chunks: numbers of the texts that the page has for its explorer.
        texts: whether the report shows texts.
    """
    evidence = recorded.evidence
    told = section(say, evidence)
    if told is None:
        return None
    words = Words(say.lang)
    pictures = [picture(words, table, evidence) for table in evidence.tables]
    answers = _packed(words, pictures, files, chunks, room, texts=texts)
    titles = {"counts": "evidence.counts", "matrix": "html.matrix", "checks": "evidence.matrix"}
    told["counts"] = "\n\n".join(told["counts"])
    counts, matrix, checks = (blocks(told[name], words(named))[0] for name, named in titles.items())
    return {
        "words": words,
        "counts": counts,
        "matrix": [*matrix, *checks],
        "found": told["found"],
        "closed": told["closed"],
        "nothing_title": title(say.lang),
        "nothing_notes": recorded.refusal_notes,
        "nothing": recorded.refusal_tables,
        **answers,
    }


def listed(say: Words, pictures: Sequence[Picture], *, texts: bool) -> dict[str, Any]:
    """The list of answers as columns, ready for JSON.

    Args:
        say: phrases.
        pictures: of the answers.
        texts: whether questions are among them.
    """
    runs = sorted({one.answer.run for one in pictures})
    return {
        "runs": runs,
        "standings": [
            {"name": name, "sign": SIGNS[name], "label": say(f"verdict.{name}")} for name in STANDINGS
        ],
        "states": [{"name": name, "label": say(f"html.state.{name}")} for name in STATES],
        "id": [one.answer.id for one in pictures],
        "run": [runs.index(one.answer.run) for one in pictures],
        "query": [one.answer.query if texts else None for one in pictures],
        "query_id": [one.answer.query_id for one in pictures],
        "of_gold": [one.expected.source == GOLD for one in pictures],
        "counts": [[one.standings.get(name, 0) for name in STANDINGS] for one in pictures],
        "state": [STATES.index(one.progress.state) for one in pictures],
    }


def _packed(
    say: Words,
    pictures: Sequence[Picture],
    files: Mapping[str, str],
    chunks: Mapping[str, int],
    room: int,
    *,
    texts: bool,
) -> dict[str, str]:
    """The list, the answers as HTML, and the texts of their fragments, each once, where the explorer has none of them.

    Texts are cut where they would take more than half of the room that is left.
    """
    every = dict.fromkeys(text for one in pictures for text in fragments_of(one))
    own = {text: number for number, text in enumerate(text for text in every if text not in chunks)}
    shared = {text: f"c{chunks[text]}" if text in chunks else str(own[text]) for text in every}
    rendered = framed(
        environment(DictLoader(files)),
        ANSWER,
        ({**shown(say, one), "opened": False, "shared": shared} for one in pictures),
    )
    made = {"list": packed(listed(say, pictures, texts=texts)), "html": packed(rendered._asdict())}
    return {**made, "texts": _packed_texts(list(own), (room - sum(map(len, made.values()))) // 2)}


def _packed_texts(texts: Sequence[str], room: int) -> str:
    longest = max(map(len, texts), default=1)
    while len(made := packed(cut(texts, longest))) > room and longest > 1:
        longest = max(int(longest * 0.9 * max(room, 0) / len(made)), 1)
    return made


def cut(texts: Sequence[str], longest: int) -> dict[str, list[Any]]:
    """Texts that end in … where they are longer, and of each how many characters are left out.

    Args:
        texts: of fragments.
        longest: characters of one.
    """
    return {
        "texts": [text if len(text) <= longest else f"{text[:longest]}…" for text in texts],
        "left": [max(len(text) - longest, 0) for text in texts],
    }
