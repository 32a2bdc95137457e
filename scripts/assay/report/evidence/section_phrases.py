"""What the report's section on evidence tables says, and the list of answers: key → English, Russian."""

SECTION: dict[str, tuple[str, str]] = {
    "evidence.title": (
        "Recorded answers: claims and evidence",
        "Записанные ответы: утверждения и доказательства",
    ),
    "evidence.intro": (
        "Each answer is split into the claims that it makes, and each claim is held against exact fragments by a person, who writes down why. Two questions stand apart: whether the answer ties a citation to the claim, and whether a retrieved fragment justifies it. These are counts of what was judged, over answers that nobody has drawn at random: they are no measure of the system.",
        "Каждый ответ разобран на утверждения, и каждое утверждение человек сверил с точными фрагментами и записал почему. Два вопроса разделены: прикрепил ли ответ к утверждению цитату и обосновывает ли утверждение извлечённый фрагмент. Ниже — число оценённого в ответах, которые не отбирались случайно: качество системы оно не измеряет.",
    ),
    "evidence.closed": (
        "Answers to holdout questions, shown nowhere: {n}.",
        "Ответов на отложенные вопросы, которые нигде не показываются: {n}.",
    ),
    "evidence.none": (
        "Nobody has written down the claims of any of them yet: `assay evidence list` says what to do next.",
        "Утверждения ни одного из них ещё не выписаны: что делать дальше, покажет `assay evidence list`.",
    ),
    "evidence.counts": ("Counts by run", "Счётчики по прогонам"),
    "evidence.counts_note": (
        "Judged statements (n) are split twice: by support and by citation. Claims written down = judged statements + declined + immaterial + reviewers differ + not judged yet.",
        "Оценённые утверждения (n) разложены дважды: по поддержке и по цитате. Всего выписано = оценённые + отказы + несущественное + оценки расходятся + ещё не оценено.",
    ),
    "count.answers": ("answers recorded", "ответов записано"),
    "count.tables": ("answers with claims", "ответов с утверждениями"),
    "count.claims": ("claims written down", "всего выписано"),
    "count.statements": ("statements judged (n)", "утверждений оценено (n)"),
    "count.supported": ("support: supported", "поддержка: подтверждено"),
    "count.partially_supported": ("support: partially supported", "поддержка: подтверждено частично"),
    "count.unsupported": ("support: unsupported", "поддержка: не подтверждено"),
    "count.contradicts": ("support: contradicts a fragment", "поддержка: противоречит фрагменту"),
    "count.not_assessable": ("support: not assessable", "поддержка: невозможно оценить"),
    "count.attached": ("citation: attached", "цитата: прикреплена"),
    "count.not_attached": ("citation: not attached", "цитата: не прикреплена"),
    "count.attachment_not_assessable": ("citation: not assessable", "цитата: невозможно оценить"),
    "count.declines": ("declined", "отказов ответить"),
    "count.immaterial": ("immaterial", "несущественного"),
    "count.disputed": ("reviewers differ", "оценки расходятся"),
    "count.unjudged": ("not judged yet", "ещё не оценено"),
    "count.closed": ("holdout, not shown", "отложенных, не показаны"),
    "evidence.refusals": (
        "Refusals, and what the corpus lacks",
        "Отказы ответить и то, чего нет в корпусе",
    ),
    "evidence.matrix": ("Which check comes next", "Какая проверка следующая"),
    "evidence.matrix_note": (
        "Judged statements of all runs: n = {n}; apart from them: reviewers differ: {disputed}, not judged yet: {unjudged}. Rows say what can be seen of a claim, columns what its citation is. A cell narrows down where to look next; which part of the system is at fault it does not say.",
        "Оценённые утверждения всех прогонов: n = {n}; кроме них оценки расходятся: {disputed}, ещё не оценено: {unjudged}. Строки — что видно об утверждении, столбцы — какова его цитата. Клетка лишь сужает место следующей проверки: какая часть системы виновата, она не говорит.",
    ),
    "matrix.seen": ("what can be seen", "что видно"),
    "matrix.check": ("which check comes next", "какая проверка следующая"),
    "matrix.column": ("citation", "цитата"),
    "matrix.n": ("n", "n"),
    "evidence.disputes": ("Where reviewers differ", "Где оценки расходятся"),
    "evidence.disputes_note": (
        "Each reviewer's row as it is in force. Where an adjudicator has decided, that row alone is counted above; where nobody has, none is.",
        "Действующие строки каждого проверяющего. Если по разногласию есть решение, выше учтено только оно; если нет — не учтено ничего.",
    ),
    "evidence.disputes_more": (
        "And {n} more claims, in `reports/tables/claims.csv`.",
        "И ещё утверждений: {n}, в `reports/tables/claims.csv`.",
    ),
    "evidence.answers": ("Answer by answer", "По ответам"),
    "evidence.answers_note": (
        "Answers with claims: {n} of {all}. All columns and all rows, superseded ones too: `reports/tables/claims.csv`; one answer with its history: `assay evidence show ANSWER`.",
        "Ответы с утверждениями: {n} из {all}. Все столбцы и все строки, в том числе заменённые: `reports/tables/claims.csv`; один ответ с историей: `assay evidence show ОТВЕТ`.",
    ),
    "evidence.more": (
        "Not shown here, but in `reports/tables/claims.csv`: {n} ({names}).",
        "Здесь не показаны, но есть в `reports/tables/claims.csv`: {n} ({names}).",
    ),
    "evidence.rest": ("and {n} more", "и ещё {n}"),
    "evidence.claims_more": (
        "And {n} more claims of this answer, in `reports/tables/claims.csv`.",
        "И ещё утверждений этого ответа: {n}, в `reports/tables/claims.csv`.",
    ),
    "list.none": (
        "no answers are recorded: `assay import answers FILE` brings them into runs/recorded/",
        "ответов не записано: `assay import answers FILE` перенесёт их в runs/recorded/",
    ),
    "list.answers": ("answers: {n} of {all}", "ответов: {n} из {all}"),
    "list.share": ("{name}: {n} of {all}", "{name}: {n} из {all}"),
    "list.judged": ("judged: {n} of {all}", "оценено: {n} из {all}"),
    "list.closed": (
        "answers to holdout questions, shown nowhere: {n}",
        "ответов на отложенные вопросы, которые нигде не показываются: {n}",
    ),
}
