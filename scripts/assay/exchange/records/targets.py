"""What an import looks for in foreign records: our fields, and the names under which others have them.

A name is compared by its letters and digits alone: ``Chunk ID``, ``chunk_id`` and ``chunkId`` are one. Names are
tried in order, so that ``id`` is a chunk's id only where nothing is called ``chunk_id``. A name with ``_`` at one of
its ends is compared as it is (``_id`` is what search engines call it, ``id`` may be anything); a dotted one is the
end of a path.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Target:
    """One of our fields.

    Attributes:
        kind: ``id`` (a text, or a number taken as the text that it is written as), ``text``, ``whole``, ``number``,
            ``day``, ``list`` or ``any``.
        names: what it is called elsewhere, the likeliest first.
        required: whether a record without it is a fault.
        doc: what it is, for messages.
        made: whether it is made of the others where no record has it.
    """

    kind: str
    names: tuple[str, ...]
    doc: str
    required: bool = False
    made: bool = False


def _target(kind: str, names: str, doc: str, *, required: bool = False, made: bool = False) -> Target:
    return Target(kind, tuple(names.split()), doc, required, made)


_CHUNK_IDS = "chunk_id node_id passage_id id_ _id _id.$oid id uuid docno"
_TEXTS = "text page_content content chunk chunk_text passage body document contents текст"
_STARTS = "start start_index start_char_idx start_char start_offset split_idx_start begin"
_ENDS = "end end_index end_char_idx end_char end_offset"

CHUNK = {
    "chunk_id": _target("id", _CHUNK_IDS, "id of the chunk", required=True, made=True),
    "text": _target("text", _TEXTS, "its text", required=True),
    "doc_id": _target(
        "id",
        "doc_id document_id ref_doc_id relationships.1.node_id parent_id source_id file_path source file_name filename doc",
        "document that it is of",
    ),
    "doc_version": _target("id", "doc_version document_version version revision", "version of the document"),
    "title": _target("text", "title doc_title document_title page_title заголовок", "title of the document"),
    "section": _target("text", "section heading header headings section_title раздел", "section"),
    "start": _target("whole", _STARTS, "first character"),
    "end": _target("whole", _ENDS, "character after the last"),
    "lang": _target("text", "lang language язык", "language"),
    "subject": _target("text", "subject product department продукт", "product or department"),
    "valid_from": _target("day", "valid_from effective_from start_date", "first day of validity"),
    "valid_to": _target("day", "valid_to effective_to end_date", "last day of validity"),
    "url": _target("text", "url link uri href ссылка", "where people read it"),
}

_DOCS = "doc_id document_id corpus_id file_path file_name filename file document source doc файл документ"
_GRADES = "grade relevance rel label score оценка"
REFERENCE = {
    "chunk_id": _target("id", "chunk_id node_id passage_id id docno", "id of a chunk"),
    "doc": _target("id", _DOCS, "document"),
    "start": _target("whole", _STARTS, "first character in the document"),
    "end": _target("whole", _ENDS, "character after the last"),
    "text": _target(
        "text", "quote content answer snippet text page_content цитата фрагмент", "words of the text"
    ),
    "grade": _target("whole", _GRADES, "how relevant it is"),
}

QUESTION = {
    "id": _target("id", "query_id question_id qid _id id number no ид номер №", "id of the question"),
    "query": _target(
        "text",
        "query question user_input input query_text question_text вопрос запрос text",
        "the question",
        required=True,
    ),
    "relevant": _target(
        "any",
        "relevant_ids relevant references snippets relevant_chunks relevant_docs positive_ids gold_ids "
        "reference_contexts context ссылки ссылка источники источник links link",
        "what answers it",
    ),
    "lang": CHUNK["lang"],
    "type": _target("text", "type question_type category intent тип категория", "kind of question"),
    "split": _target("text", "split subset", "dev or holdout"),
    "as_of": _target("day", "as_of date asked_at дата", "date for which it is asked"),
    "subject": CHUNK["subject"],
    "expected_answer": _target(
        "text",
        "expected_answer reference_answer ground_truth reference expected_output answer ответ",
        "a right answer",
    ),
    "rationale": _target("text", "rationale comment explanation пояснение комментарий", "why"),
    "history": _target(
        "any", "history chat_history conversation dialogue turns история диалог", "earlier turns"
    ),
    "rewritten": _target(
        "text", "rewritten standalone_question rewritten_query", "the question actually sent"
    ),
    "chunk_id": _target("id", "chunk_id passage_id docno", "id of one chunk that answers it"),
    "doc": _target("id", _DOCS, "document of what answers it"),
    "start": REFERENCE["start"],
    "end": REFERENCE["end"],
    "quote": _target("text", "quote snippet content цитата фрагмент", "words that answer it"),
    "grade": _target("whole", _GRADES, "how relevant that is"),
}

ASKED = {
    "id": _target("id", "query_id question_id qid _id id", "id of the question"),
    "query": _target("text", "query question user_input query_text input вопрос запрос", "the question"),
    "sent": _target("text", "sent rewritten_query search_query rewritten", "the text that was searched for"),
    "status": _target("any", "status status_code http_status response_code code", "how the request ended"),
    "message": _target("any", "message error error_message exception detail", "what went wrong"),
    "timed_out": _target("any", "timed_out", "whether a search engine gave up before its end"),
    "failed_shards": _target("whole", "_shards.failed", "parts of an index that did not answer"),
    "latency_ms": _target("number", "latency_ms duration_ms elapsed_ms took_ms took", "milliseconds"),
    "latency_s": _target("number", "latency_s latency_seconds duration_s elapsed_s seconds", "seconds"),
    "retrieved": _target(
        "list",
        "retrieved hits.hits result.points points source_documents source_nodes retrieved_contexts "
        "retrieved_ids retrieved_chunks results documents chunks nodes contexts context sources hits",
        "what was found, in order",
    ),
    "chunk_id": _target("id", "chunk_id node_id passage_id docno chunk", "id of one chunk found"),
    "rank": _target("whole", "rank position ранг место", "its place"),
    "score": _target("number", "score _score similarity relevance_score", "its score"),
    "text": _target("text", "text page_content content chunk_text", "its text"),
    "doc_id": CHUNK["doc_id"],
    "doc_version": CHUNK["doc_version"],
}
FOUND = {
    "chunk_id": _target("id", _CHUNK_IDS, "id of the chunk"),
    "rank": ASKED["rank"],
    "score": _target("number", "score _score similarity relevance_score distance", "its score"),
    "text": _target("text", _TEXTS, "its text"),
    "doc_id": Target("id", (*CHUNK["doc_id"].names, "corpus_id"), CHUNK["doc_id"].doc),
    "doc_version": CHUNK["doc_version"],
    "sha256": _target("text", "sha256 text_sha256", "hash of its text"),
    "start": CHUNK["start"],
    "end": CHUNK["end"],
}
