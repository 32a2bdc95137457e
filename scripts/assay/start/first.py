"""The first data of a repository: what was told in the talk, as documents, passages and queries."""

import json
from typing import Any

from assay.start.asking import Answers, Document, Question

ANSWERED = "question"  # nobody has said yet of which kind it is
_LONGEST = 60  # of an id, so that a file name made of it is none too long
_FRONT = "---\nid: {id}\ntitle: {title}\nversion: {id}-v1\nlang: {lang}\n---\n"
_HEADING = "# {title}\n\n"


def files(answers: Answers, lang: str) -> dict[str, bytes]:
    """Bytes by path: ``corpus/<id>.md``, gold/passages.jsonl, gold/queries.jsonl.

    Args:
        answers: as told.
        lang: language of texts that have letters of no script that says it.

    Raises:
        InputError: a document breaks a rule that the talk does not know.
    """
    from assay.gold.passages import passages_bytes
    from assay.gold.queries import queries_bytes

    names = ids([document.title for document in answers.documents])
    pages = {
        f"{name}.md": _page(name, document, lang)
        for name, document in zip(names, answers.documents, strict=True)
    }
    passages, queries = _labels(answers, names, pages, lang)
    return {
        **{f"corpus/{name}": data for name, data in pages.items()},
        "gold/passages.jsonl": passages_bytes(passages),
        "gold/queries.jsonl": queries_bytes(queries),
    }


def ids(titles: list[str]) -> list[str]:
    """An id for each title: its letters and digits with hyphens, numbered where one is taken."""
    from assay.retrieval.outline import slug

    found: list[str] = ["readme"]  # files of that name are no documents
    for title in titles:
        base = slug(title)[:_LONGEST].strip("-")
        numbered = (f"{base}-{n}" for n in range(2, len(titles) + 3))
        found.append(next(name for name in (base, *numbered) if name not in found))
    return found[1:]


def _page(name: str, document: Document, lang: str) -> bytes:
    from assay.retrieval.languages import of_question

    title = json.dumps(document.title, ensure_ascii=False)  # which YAML reads as it is
    front = _FRONT.format(id=name, title=title, lang=of_question(document.text, lang))
    return f"{front}{_HEADING.format(title=document.title)}{document.text}\n".encode()


def _labels(
    answers: Answers, names: list[str], pages: dict[str, bytes], lang: str
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    import polars as pl

    from assay.gold.passages import make_passage
    from assay.retrieval.documents import read_documents
    from assay.retrieval.frames import CHUNKS
    from assay.retrieval.languages import of_question
    from assay.retrieval.snapshot import corpus_id, document_table

    documents = document_table(read_documents(pages, "corpus"))
    corpus = corpus_id(documents, pl.DataFrame(schema=CHUNKS))
    passages: dict[tuple[int, tuple[int, int]], dict[str, Any]] = {}
    queries = []
    for n, question in enumerate(answers.questions, 1):
        used = None
        if question.document is not None and question.span is not None:
            name, place = names[question.document], (question.document, question.span)
            first = len(_HEADING.format(title=answers.documents[question.document].title))
            span = question.span[0] + first, question.span[1] + first
            label = f"{name}#{1 + sum(document == place[0] for document, _ in passages)}"
            made = passages.get(place) or make_passage(documents, name, id=label, span=span)
            used = passages.setdefault(place, made)["id"]
        queries.append(
            _query(f"q-{n}", question, used, corpus, answers.reviewer, of_question(question.query, lang))
        )
    return list(passages.values()), queries


def _query(
    name: str, question: Question, passage: str | None, corpus: str, reviewer: str, lang: str
) -> dict[str, Any]:
    from assay.gold.fields import QUERY
    from assay.gold.queries import NO_ANSWER

    return {
        **dict.fromkeys(QUERY),
        "id": name,
        "query": question.query,
        "lang": lang,
        "type": ANSWERED if passage else NO_ANSWER,
        "split": "dev",
        "evidence_sets": [[passage]] if passage else [],
        "found_by": "browse" if passage else None,
        "reviewed_by": [reviewer] if reviewer else None,
        "checked_corpus": None if passage else corpus,
        "status": "reviewed" if reviewer else "unreviewed",
    }
