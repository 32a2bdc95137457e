"""The report's phrases: key → English, Russian. A test holds both to the same values in braces."""

from assay.report.chart_phrases import CHARTS
from assay.report.comparison_phrases import COMPARISONS
from assay.report.limits import LIMITS
from assay.report.page_phrases import PAGE, SCRIPTS
from assay.report.recorded_phrases import RECORDED
from assay.report.symptom_phrases import SYMPTOMS
from assay.report.terms import TERMS

_PARTS: dict[str, tuple[str, str]] = {
    "title": ("Retrieval report", "Отчёт о поиске"),
    "intro": (
        "What each system found for the queries of the gold set. A query succeeds when passages that are *together* enough for an answer lie within the cut-off.",
        "Что нашла каждая система по запросам эталона. Запрос выполнен, когда в пределах отсечки лежат фрагменты, которых *вместе* хватает для ответа.",
    ),
    "no_results": (
        "No results yet: `make repro` makes them.",
        "Результатов пока нет: их делает `make repro`.",
    ),
    "facts.queries": ("dev queries", "запросов dev"),
    "facts.holdout": ("holdout queries closed", "отложенных запросов закрыто"),
    "facts.gold": ("gold revision", "редакция эталона"),
    "facts.corpus": ("corpus", "корпус"),
    "facts.snapshot": ("snapshot {name}", "снимок {name}"),
    "facts.run": ("run of {name}", "прогон {name}"),
    "facts.unreviewed": ("dev queries with unreviewed labels", "запросов dev с непроверенной разметкой"),
    "corpora": (
        "**The systems search different corpora: figures can be compared within one corpus only.** Systems by corpus:",
        "**Системы ищут по разным корпусам: сравнимы только значения систем одного корпуса.** Системы по корпусам:",
    ),
    "corpora.earlier": (
        "{systems}: recorded over the documents in another state than those of the other systems. To compare, ask again (`assay record`), or import the results of a search over the present documents as a new run.",
        "{systems}: запись сделана по документам в другом состоянии, чем у остальных систем. Чтобы сравнивать, опросите систему заново (`assay record`) или импортируйте новым прогоном результаты поиска по нынешним документам.",
    ),
    "corpora.strange": (
        "{systems}: not every chunk of the recorded run is known to stand in the documents (`unmatched.jsonl` in its folder). To compare: if it searched these documents and writes words of its own into its chunks, import the results (or record) as a new run with `--same-corpus`; if documents are missing here, bring them in first.",
        "{systems}: не про каждый чанк записи известно, что он стоит в документах (`unmatched.jsonl` в её папке). Чтобы сравнивать: если она искала по этим документам и дописывает в чанки свои слова, импортируйте результаты (или запишите их) новым прогоном с `--same-corpus`; если документов здесь не хватает, сначала добавьте их.",
    ),
    "corpora.unplaced": (
        "{system}: {n} of {all} chunks returned stand in no document. It counts as a search over these documents because whoever brought the run in says so (`--same-corpus`); labels are found in the rest of its chunks.",
        "{system}: чанков выдачи, которых нет ни в одном документе, — {n} из {all}. Поиск считается поиском по этим документам, потому что так указано при импорте (`--same-corpus`); разметка находится в остальных чанках.",
    ),
    "ids_only": (
        "**Of the chunks the ids are known, not the texts.** Nothing is counted in characters, and whatever searches texts here has searched ids. Systems: {systems}.",
        "**О чанках известны идентификаторы, но не тексты.** В символах ничего не измеряется, а всё, что ищет здесь по тексту, искало по идентификаторам. Системы: {systems}.",
    ),
    "no_texts": (
        "Texts of questions and passages are left out, and of a chunk's id all but the document is a hash (`report.include_text: false`).",
        "Тексты вопросов и фрагментов не показаны, а в идентификаторе чанка за документом стоит хеш (`report.include_text: false`).",
    ),
    "results.title": ("Results", "Результаты"),
    "results.intro": (
        "Means over the queries measured (`n`). `@{k}`: within the first {k} results.",
        "Средние по измеренным запросам (`n`). `@{k}`: в пределах первых {k} результатов.",
    ),
    "results.budget": (
        "`@{n}c`: within the whole chunks that fit into the first {n} characters read.",
        "`@{n}c`: в пределах целых чанков, которые помещаются в первые {n} прочитанных символов.",
    ),
    "results.beyond": (
        "**Beyond the depth.** A system is measured only as deep as its results were asked for. Not measured: {groups}.",
        "**Глубже выдачи.** Система измеряется не глубже, чем запрашивались её результаты. Не измерено: {groups}.",
    ),
    "beyond.of": ("{name} (depth {depth}): {cuts}", "{name} (глубина {depth}): {cuts}"),
    "beyond.queries": ("{cut} (queries: {n})", "{cut} (запросов: {n})"),
    "results.differing": (
        "n differs: {groups}. The figures rest on different queries.",
        "n различается: {groups}. Значения получены по разным запросам.",
    ),
    "results.sufficient": ("Enough for an answer", "Хватает ли для ответа"),
    "results.cutoffs": ("By cut-off", "По отсечкам"),
    "results.found": ("What was found and read", "Что найдено и прочитано"),
    "results.order": ("Order of the results", "Порядок выдачи"),
    "results.people": ("What people judged", "Что оценили люди"),
    "results.ranks": ("Ranks (median)", "Позиции (медиана)"),
    "results.ranks_note": (
        "In brackets: how many queries got there, of how many measured. One that never did counts as beyond every rank.",
        "В скобках: сколько запросов дошло до этого из скольких измеренных. Не дошедший считается дальше любой позиции.",
    ),
    "results.unmeasured": ("{names}: {reason}.", "{names}: {reason}."),
    "results.reached": ("{value} ({n} of {all})", "{value} ({n} из {all})"),
    "results.unlabelled": (
        "No query has evidence sets, so nothing says what suffices for an answer: `hit` and `recall` lead.",
        "Ни у одного запроса нет достаточных наборов, то есть неизвестно, чего хватает для ответа: во главе `hit` и `recall`.",
    ),
    "incomparable": (
        "† The systems search different snapshots. These metrics depend on what one result holds and are **not comparable across chunkings**: compare them only between systems of one snapshot.",
        "† Системы ищут по разным снимкам. Эти метрики зависят от того, что вмещает один результат, и **несравнимы между нарезками**: сравнивайте их только у систем на одном снимке.",
    ),
    "incomparable.snapshots": ("Systems by snapshot: {groups}.", "Системы по снимкам: {groups}."),
    "unmeasured.title": ("Measured and not measured", "Измерено и не измерено"),
    "unmeasured.intro": (
        "How many queries each figure rests on, and why the others have no value. Which queries: `reports/tables/unmeasured.csv`.",
        "На скольких запросах стоит каждое значение и почему у остальных его нет. Какие это запросы: `reports/tables/unmeasured.csv`.",
    ),
    "not_measured": ("not measured ({reason})", "не измерено ({reason})"),
    "head.median": ("median, ms", "медиана, мс"),
    "head.p95": ("95th percentile, ms", "95-й процентиль, мс"),
    "head.longest": ("longest, ms", "наибольшее, мс"),
    "readme.not_measured": ("not measured", "не измерено"),
    "readme.n": (
        "In brackets: the number of questions that a figure rests on, where it is not the row's `n`.",
        "В скобках — на скольких вопросах стоит значение, если это не `n` строки.",
    ),
    "readme.corpora": (
        "The systems search different corpora: compare figures within one group only:",
        "Системы ищут по разным корпусам: сравнимы только значения внутри одной группы:",
    ),
    "head.times": ("times asked", "раз задано"),
    "head.compared": ("compared with", "в сравнении с"),
    "head.difference": ("difference", "разница"),
    "head.noise": ("noise", "шум"),
    "formulas.title": ("Formulas and definitions", "Формулы и определения"),
    "formulas.letters": (
        "`G`: relevant passages of a query (members of its evidence sets, or graded 2). `F`: those found within the cut-off. `s`: an evidence set. A passage is found when the chunks read so far together hold {share} % of its letters and digits.",
        "`G` — релевантные фрагменты запроса (входят в его наборы или оценены на 2). `F` — найденные в пределах отсечки. `s` — достаточный набор. Фрагмент найден, когда прочитанные чанки вместе содержат {share} % его букв и цифр.",
    ),
    "formulas.up": ("higher is better", "больше — лучше"),
    "formulas.down": ("lower is better", "меньше — лучше"),
    "partial.title": ("Partial coverage", "Частичное покрытие"),
    "partial.intro": (
        "How much of the evidence set that came nearest was found within the first {k} results: a missing topic (0) needs another cure than one missing rule.",
        "Какая доля ближайшего к полноте набора нашлась среди первых {k} результатов: ненайденная тема (0) лечится иначе, чем одно потерянное правило.",
    ),
    "partial.coverage": ("coverage", "покрытие"),
    "settings.title": ("Settings of the systems", "Настройки систем"),
    "settings.intro": (
        "A line in bold differs between systems. A difference in results belongs to all differing lines together.",
        "Строка жирным шрифтом различается у систем. Разница в результатах — следствие всех различий вместе.",
    ),
    "settings.not_declared": ("not declared", "не указано"),
    "settings.absent": ("not used", "не применяется"),
    "slices.title": ("Slices", "Срезы"),
    "slices.intro": (
        "{metric} by group, with the number of queries measured (n) in brackets. n differs from group to group: in a group of ten, one question moves the figure by 0.1. All figures: `reports/tables/slices.csv`.",
        "{metric} по группам, в скобках — число измеренных запросов (n). В группах оно разное: там, где вопросов десять, один вопрос меняет значение на 0.1. Все значения: `reports/tables/slices.csv`.",
    ),
    "slices.more": (
        "And {n} more in `reports/tables/slices.csv`.",
        "И ещё {n} в `reports/tables/slices.csv`.",
    ),
    "slices.overlap": (
        "These groups overlap: a query stands in each group that it belongs to, so their n do not add up.",
        "Эти группы пересекаются: запрос входит в каждую из своих групп, поэтому складывать их n нельзя.",
    ),
    "slices.unequal": (
        "In some groups n also differs between systems: their figures rest on different queries.",
        "В некоторых группах n различается и у систем: их значения получены по разным запросам.",
    ),
    "slices.groups": ("{n} groups", "групп: {n}"),
    "slices.null": ("none", "нет"),
    "no_answer.title": ("Questions without an answer", "Вопросы без ответа"),
    "no_answer.intro": (
        "The corpus cannot answer these, so nothing could be found and they enter no mean. What a system returns here is what a generator would have to resist.",
        "Ответа на них в корпусе нет: искать нечего, и в средние они не входят. Всё, что система здесь вернула, генератору пришлось бы отвергнуть.",
    ),
    "no_answer.none": ("There are none among the dev queries.", "Среди запросов dev таких нет."),
    "no_answer.of": ("Each question: {system}", "По вопросам: {system}"),
    "no_answer.graded": ("{n} of {graded} graded", "{n} из {graded} оценённых"),
    "failures.title": (
        "Failing queries",
        "Невыполненные запросы",
    ),
    "failures.answered": ("Answered, and not enough", "Ответ есть, но его не хватает"),
    "errors.title": ("Answered with an error", "Сбой вместо ответа"),
    "errors.intro": (
        "{n} of {all} dev queries got an error from at least one system. An error is no empty result: the query is not measured there. Ask again before figures are compared. All of them: `reports/tables/unmeasured.csv`.",
        "На {n} из {all} запросов dev хотя бы одна система ответила ошибкой. Ошибка — не пустая выдача: запрос у этой системы не измерен. Прежде чем сравнивать значения, задайте их заново. Все: `reports/tables/unmeasured.csv`.",
    ),
    "errors.more": ("and {n} more", "и ещё {n}"),
    "errors.unsaid": ("not said", "не указана"),
    "failures.count": (
        "{n} of {all} dev queries fail in at least one system: no evidence set lies whole within the first {k} results (where no sets are stated: no relevant passage). Those that fail in most systems come first.",
        "{n} из {all} запросов dev не выполнены хотя бы у одной системы: среди первых {k} результатов нет ни одного набора целиком (где наборы не размечены — ни одного релевантного фрагмента). Сначала те, с которыми не справилось большинство.",
    ),
    "failures.shown": (
        "Shown: {n}. All of them: `reports/tables/failures.csv`. One query with its texts and every ranking: `assay query show ID`.",
        "Показано: {n}. Все: `reports/tables/failures.csv`. Один запрос с текстами и выдачей каждой системы: `assay query show ID`.",
    ),
    "symptoms.title": ("What can be seen of them", "Что в них видно"),
    "symptoms.intro": (
        "Queries of each system that are not met and show it; a query can show several things. These are observations: none of them says why.",
        "Сколько невыполненных запросов каждой системы это показывают; у запроса бывает и несколько признаков. Это наблюдения: о причинах они не говорят.",
    ),
    "symptoms.seen": ("what can be seen", "что видно"),
    "symptoms.next": ("what to look at next", "что проверить дальше"),
    "failures.none": (
        "No dev query that was measured fails.",
        "Невыполненных среди измеренных запросов dev нет.",
    ),
    "failures.each": ("Query by query", "По запросам"),
    "failures.of": (
        "fails in {n} of {all}",
        "не выполнен у {n} из {all}",
    ),
    "failures.sent": ("sent as: {text}", "отправлен как: {text}"),
    "failures.set": ("Set {n}: {members}", "Набор {n}: {members}"),
    "failures.relevant": ("Relevant: {members}", "Релевантно: {members}"),
    "triage.title": ("Chunks that gold does not know", "Чанки, которых нет в разметке"),
    "triage.intro": (
        "Retrieved for failing queries, but carrying no labelled passage and never judged. Some may be right: people decide, nothing enters the gold set by itself. The list: `reports/tables/triage.csv`.",
        "Найдены для невыполненных запросов, но размеченных фрагментов не несут и никем не оценены. Среди них могут быть верные: решают люди, сам собой в эталон не попадает ни один. Список: `reports/tables/triage.csv`.",
    ),
    "counts.title": ("Counts", "Счётчики"),
    "counts.intro": (
        "What stands behind the figures above. Failures, stale passages and passages cut by a border are reasons to look.",
        "Что стоит за значениями выше. Сбои, устаревшие и разрезанные границей фрагменты — повод посмотреть.",
    ),
    "limits.title": ("What these numbers do not say", "Чего эти числа не говорят"),
    "ids.title": ("Full ids", "Полные идентификаторы"),
    "ids.note": (
        "Made from content: equal ids mean equal content. Where they stand above, they are cut to 12 characters.",
        "Вычислены из содержимого: равные идентификаторы — равное содержимое. Там, где они стоят выше, они сокращены до 12 знаков.",
    ),
    "head.system": ("system", "система"),
    "head.metrics": ("metrics", "метрики"),
    "head.n": ("n", "n"),
    "head.setting": ("setting", "настройка"),
    "head.group": ("group", "группа"),
    "head.query": ("query", "запрос"),
    "head.count": ("count", "счётчик"),
    "head.ranks": ("found at rank", "найдено на позиции"),
    "head.missing": ("missing", "не хватает"),
    "head.candidates": ("candidates", "кандидатов"),
    "head.error": ("error", "ошибка"),
    "head.which": ("which", "какие"),
    "head.queries": ("queries", "запросов"),
    "head.returned": ("returned", "выдано"),
    "head.with_results": ("with results", "с выдачей"),
    "head.top_document": ("top document", "первый документ"),
    "head.harmful": ("harmful", "вредных"),
    "head.corpus": ("corpus", "корпус"),
    "head.changed": ("to be checked again", "проверить заново"),
    "head.fact": ("what", "что"),
    "head.value": ("value", "значение"),
}

PHRASES: dict[str, tuple[str, str]] = {
    **_PARTS,
    **RECORDED,
    **LIMITS,
    **TERMS,
    **SYMPTOMS,
    **CHARTS,
    **COMPARISONS,
    **PAGE,
    **SCRIPTS,
}
