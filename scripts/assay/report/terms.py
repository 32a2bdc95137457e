"""The report's terms, key → English, Russian: null reasons, counts, slices, settings."""

from assay.changes.terms import CODES

_REASONS = {
    "error": ("the system failed", "сбой системы"),
    "not_asked": ("not asked", "не задан"),
    "stale": ("stale label", "разметка устарела"),
    "not_labelled": ("no evidence sets", "наборы не размечены"),
    "no_answer": ("no answer in the corpus", "нет ответа в корпусе"),
    "beyond_depth": ("beyond the depth", "глубже выдачи"),
    "not_found": ("not found", "не найдено"),
    "nothing_returned": ("nothing returned", "пустая выдача"),
    "no_texts": ("texts of the chunks are not known", "тексты чанков неизвестны"),
    "undeclared_length": ("chunk of unknown length", "длина чанка неизвестна"),
    "ungraded": ("not graded by people", "нет оценок людей"),
    "unknown": ("no query", "ни одного запроса"),
}
_COUNTS = {
    "error": ("queries on which the system failed", "запросов со сбоем системы"),
    "not_asked": ("queries not asked, or asked in other words", "запросов не задано или задано иначе"),
    "no_result": (
        "labelled queries answered with nothing (scored 0)",
        "размеченных запросов с пустой выдачей (засчитан 0)",
    ),
    "no_answer": ("queries without an answer in the corpus", "запросов без ответа в корпусе"),
    "not_labelled": ("queries without any labels", "запросов без разметки"),
    "unreviewed": ("queries with unreviewed labels", "запросов с непроверенной разметкой"),
    "stale_queries": (
        "queries with a stale passage (not measured)",
        "запросов с устаревшим фрагментом (не измерены)",
    ),
    "repeats": ("results that repeat a chunk", "результатов с повтором чанка"),
    "foreign": ("results unknown to the snapshot", "результатов, которых нет в снимке"),
    "extra_queries": (
        "queries answered that gold does not know",
        "запросов в прогоне, которых нет в эталоне",
    ),
    "passages": ("labelled passages", "размеченных фрагментов"),
    "stale": ("stale passages", "устаревших фрагментов"),
    "moved": ("passages found elsewhere in their document", "фрагментов, найденных в другом месте документа"),
    "matched": ("passages found by their text", "фрагментов, найденных по тексту"),
    "twins": ("passages that stand in other places too", "фрагментов, которые стоят и в других местах"),
    "straddling": ("passages that no single chunk holds", "фрагментов, разрезанных границей чанков"),
}
_SLICES = {
    "type": ("By type of question", "По типу вопроса"),
    "lang": ("By language", "По языку"),
    "subject": ("By subject", "По предмету"),
    "section": ("By section (folder) of the corpus", "По разделу (папке) корпуса"),
    "length": ("By length of the document, characters", "По длине документа, символов"),
    "reason_code": ("By reason code of people's grades", "По коду причины в оценках людей"),
}
_SETTINGS = {  # in the order of the report
    "kind": ("kind", "вид"),
    "snapshot": ("snapshot", "снимок"),
    "source": ("source of the chunks", "источник чанков"),
    "chunking": ("chunking", "нарезка"),
    "size": ("chunk size, characters", "размер чанка, символов"),
    "overlap": ("overlap, characters", "перекрытие, символов"),
    "depth": ("results kept", "глубина выдачи"),
    "filter": ("filter by subject and date", "отбор по предмету и дате"),
    "stem": ("stemming", "стемминг"),
    "k1": ("k1", "k1"),
    "b": ("b", "b"),
    "systems": ("fused systems", "объединённые системы"),
    "k": ("k of reciprocal rank fusion", "k объединения по рангам"),
    "n_min": ("shortest n-gram", "кратчайшая n-грамма"),
    "n_max": ("longest n-gram", "длиннейшая n-грамма"),
    "arguments": ("arguments", "аргументы"),
    "timeout": ("timeout, s", "предел времени, с"),
    "foreign": ("unknown chunks", "неизвестные чанки"),
    "repeats": ("repeated chunks", "повторы чанков"),
    "mode": ("mode", "режим"),
    "may_vary": ("may vary between machines", "может отличаться на другой машине"),
    "input": ("input", "вход"),
}
SETTINGS = tuple(_SETTINGS)
_VALUES = {
    "True": ("yes", "да"),
    "False": ("no", "нет"),
    "checked": ("as checked", "как при проверке"),
    "changed": ("changed since the check", "изменился после проверки"),
    "never_checked": ("no check recorded", "проверка не записана"),
}
TERMS: dict[str, tuple[str, str]] = {
    f"{group}.{name}": phrase
    for group, phrases in (
        ("reason", _REASONS),
        ("count", _COUNTS),
        ("slice", _SLICES),
        ("type", CODES["type"]),
        ("setting", _SETTINGS),
        ("value", _VALUES),
    )
    for name, phrase in phrases.items()
}
