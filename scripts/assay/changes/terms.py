"""Words for what a gold set holds: key → English, Russian. Counts stand behind a colon: no plural has to agree."""

import json

from assay.wording import LANGUAGES

TERMS: dict[str, tuple[str, str]] = {
    "row.query": ("query {id}", "вопрос {id}"),
    "row.passage": ("passage {id}", "отрывок {id}"),
    "row.other": ("row {id}", "строка {id}"),
    "row.again": ("{title} ({n} of {all})", "{title} ({n} из {all})"),
    "row.no_id": ("without an id", "без id"),
    "broken": ("lines that are no rows", "строки, которые не читаются"),
    "broken.cut": ("{text}… ({n} bytes, sha256 {hash})", "{text}… (байтов: {n}, sha256 {hash})"),
    "field.query": ("question", "вопрос"),
    "field.history": ("earlier turns", "предыдущие реплики"),
    "field.rewritten": ("sent as", "отправляется как"),
    "field.lang": ("language", "язык"),
    "field.type": ("type", "тип"),
    "field.split": ("split", "часть"),
    "field.as_of": ("as of", "на дату"),
    "field.subject": ("subject", "предмет"),
    "field.evidence_sets": ("evidence sets", "достаточные наборы"),
    "field.relevant": ("relevant besides", "полезно кроме того"),
    "field.why": ("why", "почему"),
    "field.rationale": ("rationale", "обоснование"),
    "field.expected_answer": ("expected answer", "ожидаемый ответ"),
    "field.claims": ("claims", "утверждения"),
    "field.unanswerable": ("cannot be answered", "без ответа остаётся"),
    "field.found_by": ("found by", "как найдено"),
    "field.reviewed_by": ("reviewed by", "проверили"),
    "field.checked_corpus": ("checked corpus", "проверенный корпус"),
    "field.status": ("status", "состояние"),
    "field.doc_id": ("document", "документ"),
    "field.doc_version": ("version", "версия"),
    "field.url": ("page", "страница"),
    "field.anchor": ("section's anchor", "якорь раздела"),
    "field.section": ("section", "раздел"),
    "field.start": ("begins at", "начало"),
    "field.end": ("ends at", "конец"),
    "field.sha256": ("hash", "хеш"),
    "field.text": ("words", "текст"),
    "field.before": ("text in front", "текст перед"),
    "field.after": ("text behind", "текст после"),
    "set.first": ("accepted: {after}", "принимается: {after}"),
    "sets.none": ("evidence sets: not labelled yet", "наборы оснований: ещё не размечены"),
    "sets.unanswerable": ("the corpus has no answer", "ответа в корпусе нет"),
    "value.none": ("none", "нет"),
    "counts.queries": ("Queries", "Вопросы"),
    "counts.sets": ("Evidence sets", "Наборы оснований"),
    "counts.passages": ("Passages", "Отрывки"),
    "count.added": ("added: {n}", "добавлено: {n}"),
    "count.removed": ("removed: {n}", "удалено: {n}"),
    "count.reworded": ("reworded: {n}", "переформулировано: {n}"),
    "count.labels": ("with other labels: {n}", "с другой разметкой: {n}"),
    "count.conditions": (
        "with another type, part, language, day or subject: {n}",
        "с другим типом, частью, языком, датой или предметом: {n}",
    ),
    "count.review": ("with another state of review: {n}", "с другим состоянием проверки: {n}"),
    "count.replaced": ("replaced: {n}", "заменено: {n}"),
    "count.narrowed": ("less is enough: {n}", "достаточно меньшего: {n}"),
    "count.widened": ("more is needed: {n}", "нужно больше: {n}"),
    "count.renumbered": ("in another order: {n}", "в другом порядке: {n}"),
    "count.texts": ("with other words: {n}", "с другим текстом: {n}"),
    "count.places": ("at another place: {n}", "на другом месте: {n}"),
    "count.renamed": ("with another id: {n}", "с другим id: {n}"),
    "log.title": ("Changes of the gold set", "Изменения эталона"),
    "log.rule": (
        "One line a change, by effect; the newest first.",
        "По строке на изменение, по его действию, новые сверху.",
    ),
}


# What stands in the files for one of a few values, by field: value → English, Russian.
CODES: dict[str, dict[str, tuple[str, str]]] = {
    "type": {
        "exact": ("exact terms", "точные термины"),
        "paraphrase": ("paraphrase", "перефразировка"),
        "multi_condition": ("several conditions", "несколько условий"),
        "abbreviation": ("abbreviation", "сокращение"),
        "near_topic": ("near topic", "близкая тема"),
        "no_answer": ("no answer", "нет ответа"),
    },
    "split": {"dev": ("dev", "dev"), "holdout": ("holdout", "отложенный")},
    "status": {"reviewed": ("reviewed", "проверено"), "unreviewed": ("unreviewed", "не проверено")},
    "found_by": {
        "browse": ("reading", "чтение"),
        "text_find": ("exact words", "поиск точных слов"),
        "triage": ("triage", "разбор найденного"),
    },
    "role": {"user": ("user", "пользователь"), "assistant": ("assistant", "ассистент")},
}


def term(key: str, lang: str, **values: object) -> str:
    """The words of that key with their values; a key that is not there is a fault of the program."""
    return TERMS[key][LANGUAGES.index(lang)].format(**values)


def coded(field: str, value: str, lang: str) -> str:
    """A value of a field in words, with what stands for it in the file: ``exact terms (exact)``; any other as it is."""
    shown = {code: _both(words[LANGUAGES.index(lang)], code) for code, words in CODES.get(field, {}).items()}
    if value not in shown and value in shown.values():  # somebody wrote into the file what was shown
        return json.dumps(value, ensure_ascii=False)
    return shown.get(value, value)


def _both(words: str, code: str) -> str:
    return words if words == code else f"{words} ({code})"
