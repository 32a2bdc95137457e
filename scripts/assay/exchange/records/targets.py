"""What an import looks for in foreign records: our fields, and the names under which others have them.

A name is compared by its letters and digits alone: ``Chunk ID``, ``chunk_id`` and ``chunkId`` are one. Names are
tried in order, so that ``id`` is a chunk's id only where nothing is called ``chunk_id``. A name with ``_`` at one of
its ends is compared as it is (``_id`` is what search engines call it, ``id`` may be anything); a dotted one is the
end of a path. A name that others give to several things (``chunk``: an id, or its text) counts where what stands there
looks like the field. Named are also what Ragas, DeepEval, LangSmith, Phoenix, TruLens and Giskard write.
"""

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Target:
    """One of our fields.

    Attributes:
        kind: ``id`` (a text, or a number taken as the text that it is written as), ``text``, ``whole``, ``number``,
            ``day``, ``lang``, ``list`` or ``any``.
        names: what it is called elsewhere, the likeliest first.
        required: whether a record without it is a fault.
        doc: what it is, for messages.
        made: whether it is made of the others where no record has it.
        unsure: names that count only where the contents look like the field.
        private: whether its values are shown to nobody.
        bare: names that say nothing of what they are a property of (``id``): below another thing they are its.
        strangers: kinds of such things (:mod:`assay.exchange.records.owners`).
        within: the field of a list that holds this one; where that is found, this one is looked for in its items.
    """

    kind: str
    names: tuple[str, ...]
    doc: str
    required: bool = False
    made: bool = False
    unsure: frozenset[str] = frozenset()
    private: bool = False
    bare: frozenset[str] = frozenset()
    strangers: tuple[str, ...] = ("person", "call", "service")
    within: str = ""


def _target(
    kind: str, names: str, doc: str, *, required: bool = False, made: bool = False, strangers: str = ""
) -> Target:
    """A field; of its names those with ``?`` are unsure, those with ``!`` bare."""
    words = names.split()
    unsure, bare = (frozenset(word[:-1] for word in words if word.endswith(sign)) for sign in "?!")
    plain = tuple(word.rstrip("?!") for word in words)
    done = Target(kind, plain, doc, required, made, unsure, bare=bare)
    return replace(done, strangers=(*done.strangers, *strangers.split()))


_CHUNK_IDS = (
    "chunk_id node_id passage_id id_ _id! _id.$oid id! uuid! docno id_чанка id_фрагмента chunk? чанк? _key"
)
_TEXTS = (
    "text page_content content chunk? chunk_text passage body document contents document.content "
    "текст текст_чанка текст_фрагмента содержание фрагмент чанк?"
)
_STARTS = (
    "start start_index start_char_idx start_char start_offset split_idx_start begin "
    "начало начало_цитаты начало_фрагмента позиция_начала"
)
_ENDS = "end end_index end_char_idx end_char end_offset конец конец_цитаты конец_фрагмента позиция_конца"
_FILES = "файл имя_файла документ название_документа id_документа документ_источник"

CHUNK = {
    "chunk_id": _target("id", _CHUNK_IDS, "id of the chunk", required=True, made=True),
    "text": _target("text", _TEXTS, "its text", required=True),
    "returned": _target("text", "returned", "its text as the system returned it, where that says otherwise"),
    "doc_id": _target(
        "id",
        "doc_id document_id ref_doc_id relationships.1.node_id parent_id! source_id! file_path source! file_name filename "
        f"doc {_FILES}",
        "document that it is of",
    ),
    "doc_version": _target(
        "id", "doc_version document_version version! revision! версия!", "version of the document"
    ),
    "title": _target(
        "text", "title! doc_title document_title page_title заголовок! название!", "title of the document"
    ),
    "section": _target("text", "section heading header headings section_title раздел", "section"),
    "start": _target("whole", _STARTS, "first character"),
    "end": _target("whole", _ENDS, "character after the last"),
    "lang": _target("lang", "lang language язык", "language"),
    "subject": _target("text", "subject product department! продукт", "product or department"),
    "valid_from": _target("day", "valid_from effective_from start_date действует_с", "first day of validity"),
    "valid_to": _target("day", "valid_to effective_to end_date действует_до", "last day of validity"),
    "url": _target("text", "url! link! uri! href! ссылка!", "where people read it"),
}

_DOCS = f"doc_id document_id corpus_id file_path file_name filename file document source! source_file doc {_FILES}"
_GRADES = "grade relevance rel label score оценка релевантность"
REFERENCE = {
    "chunk_id": _target("id", "chunk_id node_id passage_id id docno id_чанка chunk? чанк?", "id of a chunk"),
    "doc": _target("id", _DOCS, "document"),
    "start": _target("whole", _STARTS, "first character in the document"),
    "end": _target("whole", _ENDS, "character after the last"),
    "text": _target(
        "text",
        "quote content answer snippet text page_content chunk? цитата фрагмент текст чанк?",
        "words of the text",
    ),
    "grade": _target("whole", _GRADES, "how relevant it is"),
}

_LISTS = ("ids", "chunk_ids", "doc_ids", "chunks", "docs", "documents", "passages", "contexts", "context")
_OF_LABELS = " ".join(
    f"{word}_{what}"
    for word in ("relevant", "gold", "golden", "expected", "ground_truth", "reference")
    for what in _LISTS
    if (word, what) not in (("reference", "contexts"), ("reference", "context"))
)
QUESTION = {
    "id": _target(
        "id",
        "query_id question_id qid _id! id! example_id case_id number! no! id_вопроса номер_вопроса №_вопроса ид! "
        "идентификатор! номер! №! №_п/п! п/п! _key",
        "id of the question",
        strangers="text",
    ),
    "query": _target(
        "text",
        "query question user_input input query_text question_text user_query user_question input_question input_query "
        "input.value attributes.input.value attributes_input_value вопрос текст_вопроса вопрос_пользователя "
        "вопрос_клиента формулировка_вопроса запрос текст_запроса запрос_пользователя формулировка text текст",
        "the question",
        required=True,
    ),
    "relevant": _target(
        "any",
        f"relevant_ids relevant references snippets positive_ids positive_passages {_OF_LABELS} reference_context_ids "
        "expected_sources context contexts? citations? evidence? ссылки! ссылка! "
        "источники источник! источник_ответа чанки id_чанков фрагменты? эталон? links! link! urls! url!",
        "what answers it: ids of chunks, links, quotations, or objects of them",
    ),
    "lang": CHUNK["lang"],
    "type": _target(
        "text",
        "type! question_type query_type category! intent topic тип! тип_вопроса категория! категория_вопроса тема "
        "тема_вопроса раздел",
        "kind of question",
    ),
    "split": _target("text", "split subset", "dev or holdout"),
    "as_of": _target(
        "day", "as_of date! asked_at дата! дата_вопроса", "date for which it is asked", strangers="any"
    ),
    "subject": CHUNK["subject"],
    "expected_answer": _target(
        "text",
        "expected_answer reference_answer golden_answer gold_answer ground_truth ground_truth_answer reference "
        "expected_output expected_response ideal_answer answer output_answer ожидаемый_ответ эталонный_ответ "
        "правильный_ответ верный_ответ идеальный_ответ краткий_ответ короткий_ответ полный_ответ ответ_эксперта эталон "
        "ответ текст_ответа ответы",
        "a right answer",
    ),
    "rationale": _target(
        "text", "rationale comment explanation comments пояснение обоснование комментарий примечание", "why"
    ),
    "history": _target(
        "any",
        "history chat_history conversation_history conversation dialogue turns история диалог",
        "earlier turns",
    ),
    "rewritten": _target(
        "text", "rewritten standalone_question rewritten_query", "the question actually sent"
    ),
    "chunk_id": _target(
        "id", "chunk_id passage_id docno id_чанка chunk? чанк?", "id of one chunk that answers it"
    ),
    "doc": _target("id", _DOCS, "document of what answers it"),
    "start": REFERENCE["start"],
    "end": REFERENCE["end"],
    "quote": _target(
        "any",
        "quote quotes citation citations evidence snippet content reference_contexts reference_context chunk? цитата цитаты фрагмент "
        "фрагменты чанк?",
        "words that answer it",
    ),
    "grade": _target("whole", _GRADES, "how relevant that is"),
}

ASKED = {
    "id": _target(
        "id",
        "query_id question_id qid _id! id! id_вопроса номер_вопроса №_вопроса _key",
        "id of the question",
        strangers="text",
    ),
    "query": _target("text", "query question user_input query_text input вопрос запрос", "the question"),
    "sent": _target("text", "sent rewritten_query search_query rewritten", "the text that was searched for"),
    "status": _target("any", "status status_code http_status response_code code", "how the request ended"),
    "error": _target("any", "error error_message exception", "what went wrong, whatever the status"),
    "message": _target("any", "message detail", "what went wrong, where the status says so"),
    "timed_out": _target("any", "timed_out", "whether a search engine gave up before its end"),
    "failed_shards": _target("whole", "_shards.failed", "parts of an index that did not answer"),
    "latency_ms": _target("number", "latency_ms duration_ms elapsed_ms took_ms took", "milliseconds"),
    "latency_s": _target("number", "latency_s latency_seconds duration_s elapsed_s seconds", "seconds"),
    "retrieved": _target(
        "list",
        "retrieved hits.hits result.points points source_documents source_nodes retrieved_contexts "
        "retrieved_ids retrieved_chunks results documents chunks nodes contexts context sources hits _value",
        "what was found, in order",
    ),
    "chunk_id": _target("id", "chunk_id node_id passage_id docno chunk?", "id of one chunk found"),
    "rank": _target("whole", "rank position! ранг место", "its place"),
    "score": _target("number", "score _score similarity relevance_score", "its score"),
    "text": _target("text", "text page_content content chunk_text chunk?", "its text"),
    "doc_id": CHUNK["doc_id"],
    "doc_version": CHUNK["doc_version"],
}
ASKED |= {
    name: replace(ASKED[name], within="retrieved")
    for name in ("chunk_id", "rank", "score", "text", "doc_id", "doc_version")
}
FOUND = {
    "chunk_id": _target("id", _CHUNK_IDS, "id of the chunk"),
    "rank": ASKED["rank"],
    "score": _target("number", "score _score similarity relevance_score distance", "its score"),
    "text": _target("text", _TEXTS, "its text"),
    "doc_id": replace(CHUNK["doc_id"], names=(*CHUNK["doc_id"].names, "corpus_id")),
    "doc_version": CHUNK["doc_version"],
    "sha256": _target("text", "sha256 text_sha256", "hash of its text"),
    "start": CHUNK["start"],
    "end": CHUNK["end"],
}
