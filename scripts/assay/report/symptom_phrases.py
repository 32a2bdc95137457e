"""What can be seen of a query that is not met, and what to look at next: key → English, Russian."""

_SAID: dict[str, tuple[tuple[str, str], tuple[str, str]]] = {
    "topic_missing": (
        (
            "nothing of any document that the labels stand in was returned",
            "не выдано ничего ни из одного документа с разметкой",
        ),
        (
            "Look whether the words of the question stand in those documents at all (`assay query show`), whether a filter by subject or date leaves them out, and whether they are in the snapshot.",
            "Посмотрите, есть ли слова вопроса в этих документах (`assay query show`), не отсекает ли их отбор по предмету или дате и попали ли они в снимок.",
        ),
    ),
    "other_part": (
        (
            "the document was returned, but not the passage, nor anything else of the set",
            "документ выдан, но не этот фрагмент и ничего другого из набора",
        ),
        (
            "Look which parts of the document came instead and which words of the question they share; a heading kept with each chunk helps where the passage does not repeat its topic.",
            "Посмотрите, какие части документа пришли вместо него и какие слова вопроса в них есть; если сам фрагмент не называет тему, поможет заголовок при каждом чанке.",
        ),
    ),
    "part_missing": (
        (
            "a part of the evidence set was found, this passage was not",
            "часть достаточного набора найдена, этот фрагмент — нет",
        ),
        (
            "Look whether the question names what this passage is about, or only the other part; a question of several conditions may need several searches.",
            "Посмотрите, говорит ли вопрос о том, чему посвящён этот фрагмент, или только о другой части; вопрос из нескольких условий может требовать нескольких поисков.",
        ),
    ),
    "below_cutoff": (
        ("the passage was found, but below the cut-off", "фрагмент найден, но ниже порога"),
        (
            "Look at what stands above it: repeats, other versions, other subjects. If it is near, a larger k or a reranker would reach it.",
            "Посмотрите, что стоит выше: повторы, другие редакции, другие предметы. Если до порога близко, поможет большее k или переранжирование.",
        ),
    ),
    "outdated_only": (
        (
            "the passage is missing, and an outdated text of the same document, section or title was returned",
            "фрагмента нет, а устаревший текст того же документа, раздела или заголовка выдан",
        ),
        (
            "Look at the dates of validity in the documents and at the filter by date.",
            "Посмотрите на сроки действия в документах и на отбор по дате.",
        ),
    ),
    "other_subject": (
        (
            "the passage is missing, and results are about another subject",
            "фрагмента нет, а часть выдачи — о другом предмете",
        ),
        (
            "Look whether the question says its subject, whether documents are marked with theirs, and at the filter by subject.",
            "Посмотрите, назван ли предмет в вопросе, указан ли он у документов и как работает отбор по предмету.",
        ),
    ),
    "neighbour": (
        (
            "the passage stands in the chunk next to one that was returned",
            "фрагмент стоит в чанке, соседнем с выданным",
        ),
        (
            "Look at the size and overlap of the chunks; returning a chunk with its neighbours would bring it.",
            "Посмотрите на размер и перекрытие чанков; выдача чанка вместе с соседними его захватила бы.",
        ),
    ),
    "cut_at_border": (
        (
            "a part of the passage was read, the rest stands in another chunk",
            "прочитана часть фрагмента, остальное — в другом чанке",
        ),
        (
            "Look at where the chunks end: another size, an overlap or a cut by headings keeps the passage whole.",
            "Посмотрите, где кончаются чанки: другой размер, перекрытие или нарезка по заголовкам оставят фрагмент целым.",
        ),
    ),
}
KINDS = tuple(_SAID)
SYMPTOMS: dict[str, tuple[str, str]] = {
    key: phrase
    for code, (label, following) in _SAID.items()
    for key, phrase in ((f"symptom.{code}", label), (f"symptom.{code}.next", following))
}
