"""What a record of an answer is read for, and the names under which logs and tools of evaluation have it.

Among these are Ragas (``user_input``, ``response``, ``retrieved_contexts``, ``reference_contexts``), DeepEval (``input``,
``actual_output``, ``retrieval_context``, ``context``), LangChain, LangSmith and Phoenix.
"""

from assay.exchange.records.targets import CHUNK, FOUND, Target
from assay.exchange.runs.apologies import ANSWER
from assay.retrieval.kinds.recorded import STATED

_QUERY = (
    "query question user_input input query_text question_text user_query user_question input_question message "
    "input.value attributes.input.value inputs.question inputs.input вопрос текст_вопроса вопрос_пользователя запрос"
)
_ANSWER = "actual_output output.value attributes.output.value outputs.answer outputs.output result"
_RETRIEVED = (
    "retrieved retrieved_contexts retrieval_context retrieved_chunks retrieved_documents source_documents source_nodes "
    "contexts context documents docs chunks nodes passages hits results"
)
_NEEDED = "reference_contexts reference_context ground_truth_contexts ground_truth_context expected_context"
_KINDS = {str: "text", int: "whole", object: "any"}


def _target(kind: str, names: str, doc: str, within: str = "") -> Target:
    return Target(kind, tuple(names.split()), doc, within=within)


ANSWERED = {
    "answer_id": _target("id", "answer_id response_id id_ответа", "id of the answer"),
    "scenario_id": _target("id", "scenario_id id_сценария", "id of the scenario that is replayed"),
    "query_id": _target(
        "id", "query_id question_id qid id_вопроса", "id of the question in the gold set, or another"
    ),
    "query": _target("text", _QUERY, "the question as it was asked"),
    "lang": CHUNK["lang"],
    "answer": Target("text", (*ANSWER.names, *_ANSWER.split()), "the answer as the user saw it"),
    "retrieved": _target("list", _RETRIEVED, "fragments that the generator was given, in their order"),
    "citations": _target("list", "citations", "citations as they were shown: objects"),
    "declines": _target("list", "declines", "what it says it cannot say: objects with part and span"),
    "expected_evidence": _target("any", "expected_evidence", "what a careful answer needs: our own form"),
    "needed": _target("list", _NEEDED, "texts that a careful answer needs"),
    **{
        name: _target(_KINDS[field.kind], name, "of this answer, where it differs from the card")
        for name, field in STATED.items()
        if name not in ("mode", "snapshot", "notes")
    },
}
FRAGMENT = {**FOUND, "url": CHUNK["url"]}
CITED = {
    "marker": _target("id", "marker label mark метка", "as it is shown: [1]"),
    "doc_id": CHUNK["doc_id"],
    "chunk_id": _target("id", "chunk_id node_id passage_id", "the fragment that it names"),
    "span": _target("list", "span", "[first, end] in code points of the answer"),
    "start": FOUND["start"],
    "end": FOUND["end"],
}
