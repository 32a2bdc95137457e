"""What can be seen of a query that is not met, and what to look at next: key → English, Russian."""

_SAID: dict[str, tuple[tuple[str, str], tuple[str, str]]] = {
    "topic_missing": (
        (
            "nothing of any document that the labels stand in was returned, at any rank",
            "ни на одном месте выдачи нет ничего из документов с разметкой",
        ),
        (
            "Look whether the words of the question stand in those documents at all (`assay query show`), whether a filter by subject or date leaves them out, and whether they are in the snapshot.",
            "Посмотрите, есть ли слова вопроса в этих документах (`assay query show`), не отсекает ли их отбор по предмету или дате и попали ли они в снимок.",
        ),
    ),
    "document_missing": (
        (
            "nothing of this passage's document was returned at any rank; of another labelled document something was",
            "ни на одном месте выдачи нет ничего из документа этого фрагмента, а из другого размеченного документа есть",
        ),
        (
            "Look which words of the question stand in this document (`assay query show`), whether a filter by subject or date leaves it out, and whether the question needs several searches.",
            "Посмотрите, какие слова вопроса есть в этом документе (`assay query show`), не отсекает ли его отбор по предмету или дате и не нужно ли для вопроса несколько поисков.",
        ),
    ),
    "other_part": (
        (
            "the document that this passage stands in was returned, but the passage was found at no rank",
            "документ этого фрагмента выдан, но сам фрагмент не найден ни на одном месте выдачи",
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
        ("the passage was found, but below the cut-off", "фрагмент найден, но ниже отсечки"),
        (
            "Look at what stands above it: repeats, other versions, other subjects. If it is near, a larger k or a reranker would reach it.",
            "Посмотрите, что стоит выше: повторы, другие редакции, другие предметы. Если до отсечки близко, поможет большее k или переранжирование.",
        ),
    ),
    "outdated_only": (
        (
            "of the passage's document (or of one with its title), or of its section there, only text that is not valid at the time needed came within the cut-off",
            "из документа фрагмента (или с тем же заголовком) либо из его раздела там в пределах отсечки выдано только то, что в нужное время не действует",
        ),
        (
            "The time needed is the day of the question, or, where it has none, that of the needed passages. Look at the dates of validity in the documents and at the filter by date.",
            "Нужное время — день вопроса, а если он не указан — срок действия нужных фрагментов. Посмотрите на сроки действия в документах и на отбор по дате.",
        ),
    ),
    "other_subject": (
        (
            "results are of a subject that none of the needed passages has (of another than the query's, where that states one)",
            "часть выдачи — о предмете, которого нет ни у одного нужного фрагмента (если предмет указан у запроса — не о нём)",
        ),
        (
            "Look whether the question says its subject, whether documents are marked with theirs, and at the filter by subject.",
            "Посмотрите, назван ли предмет в вопросе, указан ли он у документов и как работает отбор по предмету.",
        ),
    ),
    "neighbour": (
        (
            "the passage, or a part of it, stands in the chunk next to one that was returned",
            "фрагмент или его часть стоит в чанке, соседнем с выданным",
        ),
        (
            "Look at the size and overlap of the chunks; returning a chunk with its neighbours could bring it.",
            "Посмотрите на размер и перекрытие чанков; выдача чанка вместе с соседними могла бы его захватить.",
        ),
    ),
    "cut_at_border": (
        (
            "a part of the passage was read, the rest of it stands in another chunk",
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
