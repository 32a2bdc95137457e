"""The diagnosis matrix in words: what each row and column is, and which check comes next in each cell.

They say what can be seen and where to look; none of them says why. Keys: ``matrix.row.ROW``, ``matrix.column.COLUMN``,
``check.ROW.COLUMN``, by the names of :mod:`assay.evidence.diagnosis`.
"""

Phrase = tuple[str, str]

_ROWS: dict[str, Phrase] = {
    "supported": (
        "supported: a retrieved fragment justifies the claim with its limits",
        "подтверждено: извлечённый фрагмент обосновывает утверждение со всеми оговорками",
    ),
    "partially_supported": (
        "partially supported: a retrieved fragment justifies a part, and a limit or a link stays open",
        "подтверждено частично: извлечённый фрагмент обосновывает часть, а оговорка или связь остаётся открытой",
    ),
    "contradicted": (
        "unsupported: a retrieved fragment says otherwise",
        "не подтверждено: извлечённый фрагмент говорит иное",
    ),
    "contradicted_missed": (
        "unsupported: a fragment of the corpus says otherwise, and it was not retrieved",
        "не подтверждено: иное говорит фрагмент корпуса, который не извлечён",
    ),
    "unsupported_retrieved": (
        "unsupported: a fragment that decides it was retrieved",
        "не подтверждено: фрагмент, по которому это решается, извлечён",
    ),
    "unsupported_missed": (
        "unsupported: the corpus has a fragment that decides it, and it was not retrieved",
        "не подтверждено: фрагмент, по которому это решается, в корпусе есть, но не извлечён",
    ),
    "unsupported_lacks": (
        "unsupported: the corpus has no text that decides it",
        "не подтверждено: в корпусе нет текста, по которому это решается",
    ),
    "unsupported_unchecked": (
        "unsupported: nobody has checked whether the corpus decides it",
        "не подтверждено: есть ли в корпусе нужный текст, не проверялось",
    ),
    "not_assessable": ("support not assessable", "поддержку невозможно оценить"),
}
_COLUMNS: dict[str, Phrase] = {
    "attached": ("citation attached", "цитата прикреплена"),
    "elsewhere": ("citation of another fragment", "цитата указывает на другой фрагмент"),
    "not_attached": ("no citation attached", "цитата не прикреплена"),
    "not_assessable": ("citation not assessable", "цитату невозможно оценить"),
}
# The check that a row asks for, whatever the citation is; a supported claim asks for none.
_OF_ROW: dict[str, Phrase] = {
    "partially_supported": (
        "Hold the limits of the claim (scope, exceptions, quantities, times) against the fragment: are they in it and lost in the answer, or do they stand where the fragment was cut, or in one that was not retrieved?",
        "Сверьте оговорки утверждения (область действия, исключения, количества, сроки) с фрагментом: есть ли они в нём и потеряны в ответе или остались за границей чанка либо в неизвлечённом фрагменте.",
    ),
    "contradicted": (
        "Look at how the answer deals with a fragment that it was given and that says otherwise: its version, its rank, what was retrieved beside it.",
        "Посмотрите, как ответ обходится с полученным фрагментом, который говорит иное: какой он версии, на какой позиции, что извлечено рядом с ним.",
    ),
    "contradicted_missed": (
        "Look at the retrieval of the fragment that says otherwise: its rank, the filters, the borders of chunks, its version.",
        "Проверьте извлечение фрагмента, который говорит иное: его позицию, фильтры, границы чанков, версию.",
    ),
    "unsupported_retrieved": (
        "Look at how the answer uses the fragment that decides the claim: it was given it, so not at retrieval first.",
        "Посмотрите, как ответ использует фрагмент, по которому это решается: он был получен, так что начинать стоит не с извлечения.",
    ),
    "unsupported_missed": (
        "Look at the retrieval of the fragment that decides the claim: its rank, the filters, the borders of chunks, its version.",
        "Проверьте извлечение фрагмента, по которому это решается: его позицию, фильтры, границы чанков, версию.",
    ),
    "unsupported_lacks": (
        "Look at how the answer deals with what the corpus does not have: does it say so?",
        "Посмотрите, как ответ обходится с тем, чего в корпусе нет: говорит ли он об этом.",
    ),
    "unsupported_unchecked": (
        "First look whether the corpus has a text that decides the claim: whether retrieval or the answer comes next depends on it.",
        "Сначала узнайте, есть ли в корпусе текст, по которому это решается: от этого зависит, проверять дальше извлечение или ответ.",
    ),
    "not_assessable": (
        "First get what is missing (the row names it): until then no other check follows.",
        "Сначала найдите недостающее (оно названо в строке): до этого дальнейшая проверка не определена.",
    ),
}
# What the citation adds; a cell that is not here adds nothing.
_TARGET: Phrase = (
    "Then look at how the target of a citation is chosen: the verdict rests on another fragment than the one cited.",
    "Затем проверьте выбор фрагмента для цитаты: вердикт опирается не на процитированный.",
)
_GIVEN: Phrase = (
    "The citation names another fragment: the answer was not given the one that decides.",
    "Цитата указывает на другой фрагмент: нужного ответ не получил.",
)
_RECORD: Phrase = (
    "Then get what is missing to judge the citation (the row names it).",
    "Затем найдите то, чего не хватает для оценки цитаты (это названо в строке).",
)
_ATTACHING: Phrase = (
    "Then look at how citations are attached: the claim has none.",
    "Затем проверьте прикрепление цитат: у этого утверждения цитаты нет.",
)
_SHOWN: Phrase = (
    "Then look at why a citation stands at it.",
    "Затем посмотрите, почему при утверждении стоит цитата.",
)
_OF_CITATION: dict[tuple[str, str], Phrase] = {
    ("supported", "attached"): (
        "No check follows: claim, fragment and citation fit together in this record.",
        "Проверки не требуется: в этой записи утверждение, фрагмент и цитата согласованы.",
    ),
    ("supported", "elsewhere"): (
        "Look at how the target of a citation is chosen, not at retrieval: another retrieved fragment than the one cited supports the claim.",
        "Проверьте выбор фрагмента для цитаты, а не извлечение: утверждение подтверждает другой извлечённый фрагмент.",
    ),
    ("supported", "not_attached"): (
        "Look at how citations are attached, not at retrieval: a fragment that supports the claim was retrieved.",
        "Проверьте прикрепление цитат, а не извлечение: подтверждающий фрагмент извлечён.",
    ),
    ("supported", "not_assessable"): (
        "Get what is missing to judge the citation (the row names it): the claim is supported whatever it is.",
        "Найдите то, чего не хватает для оценки цитаты (это названо в строке): утверждение подтверждено при любом исходе.",
    ),
    **{(row, "elsewhere"): _GIVEN if row.endswith("_missed") else _TARGET for row in _OF_ROW},
    **{(row, "not_assessable"): _RECORD for row in _OF_ROW},
    ("partially_supported", "not_attached"): _ATTACHING,
    ("unsupported_retrieved", "not_attached"): _ATTACHING,
    ("unsupported_lacks", "attached"): _SHOWN,
    ("unsupported_lacks", "elsewhere"): _SHOWN,
}


def _check(row: str, column: str) -> Phrase:
    """Both parts, the row's first."""
    parts = [part for part in (_OF_ROW.get(row), _OF_CITATION.get((row, column))) if part]
    return " ".join(part[0] for part in parts), " ".join(part[1] for part in parts)


DIAGNOSIS: dict[str, Phrase] = {
    **{f"matrix.row.{name}": phrase for name, phrase in _ROWS.items()},
    **{f"matrix.column.{name}": phrase for name, phrase in _COLUMNS.items()},
    **{f"check.{row}.{column}": _check(row, column) for row in _ROWS for column in _COLUMNS},
}
