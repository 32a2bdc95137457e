"""The report's phrases: key → English, Russian. A test holds both to the same values in braces."""

from assay.report.terms import TERMS

_PARTS: dict[str, tuple[str, str]] = {
    "title": ("Retrieval report", "Отчёт о поиске"),
    "intro": (
        "What each system found for the queries of the gold set. A query succeeds when passages that are *together* enough for an answer lie within the cut-off.",
        "Что нашла каждая система по запросам эталона. Запрос удачен, когда в пределах порога лежат фрагменты, которых *вместе* хватает для ответа.",
    ),
    "facts.queries": ("dev queries", "запросов dev"),
    "facts.holdout": ("holdout queries closed", "отложенных запросов закрыто"),
    "facts.gold": ("gold revision", "редакция эталона"),
    "facts.corpus": ("corpus", "корпус"),
    "facts.snapshot": ("snapshot {name}", "снимок {name}"),
    "facts.run": ("run of {name}", "прогон {name}"),
    "facts.unreviewed": ("dev queries with unreviewed labels", "запросов dev с непроверенной разметкой"),
    "corpora": (
        "**The systems search different corpora: their figures cannot be compared.**",
        "**Системы ищут по разным корпусам: их значения несравнимы.**",
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
    "results.cutoffs": ("By cut-off", "По порогам"),
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
    "formulas.title": ("Formulas and definitions", "Формулы и определения"),
    "formulas.letters": (
        "`G`: relevant passages of a query (members of its evidence sets, or graded 2). `F`: those found within the cut-off. `s`: an evidence set. A passage is found when the chunks read so far together hold {share} % of its letters and digits.",
        "`G` — релевантные фрагменты запроса (входят в его наборы или оценены на 2). `F` — найденные в пределах порога. `s` — достаточный набор. Фрагмент найден, когда прочитанные чанки вместе содержат {share} % его букв и цифр.",
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
        "Неудачные запросы",
    ),
    "failures.count": (
        "{n} of {all} dev queries fail in at least one system: no evidence set lies whole within the first {k} results (where no sets are stated: no relevant passage). Those that fail in most systems come first.",
        "{n} из {all} запросов dev неудачны хотя бы у одной системы: среди первых {k} результатов нет ни одного набора целиком (где наборы не размечены — ни одного релевантного фрагмента). Сначала те, с которыми не справилось большинство.",
    ),
    "failures.shown": (
        "Shown: {n}. All of them: `reports/tables/failures.csv`. One query with its texts and every ranking: `assay query show ID`.",
        "Показано: {n}. Все: `reports/tables/failures.csv`. Один запрос с текстами и выдачей каждой системы: `assay query show ID`.",
    ),
    "failures.none": (
        "No dev query that was measured fails.",
        "Неудачных среди измеренных запросов dev нет.",
    ),
    "failures.of": (
        "fails in {n} of {all}",
        "неудача у {n} из {all}",
    ),
    "failures.sent": ("sent as: {text}", "отправлен как: {text}"),
    "failures.set": ("Set {n}: {members}", "Набор {n}: {members}"),
    "failures.relevant": ("Relevant: {members}", "Релевантно: {members}"),
    "triage.title": ("Chunks that gold does not know", "Чанки, которых нет в разметке"),
    "triage.intro": (
        "Retrieved for failing queries, but carrying no labelled passage and never judged. Some may be right: people decide, nothing enters the gold set by itself. The list: `reports/tables/triage.csv`.",
        "Найдены для неудачных запросов, но размеченных фрагментов не несут и никем не оценены. Среди них могут быть верные: решают люди, сам собой в эталон не попадает ни один. Список: `reports/tables/triage.csv`.",
    ),
    "counts.title": ("Counts", "Счётчики"),
    "counts.intro": (
        "What stands behind the figures above. Failures, stale passages and passages cut by a border are reasons to look.",
        "Что стоит за значениями выше. Сбои, устаревшие и разрезанные границей фрагменты — повод посмотреть.",
    ),
    "limits.title": ("What these numbers do not say", "Чего эти числа не говорят"),
    "ids.title": ("Full ids", "Полные идентификаторы"),
    "ids.note": (
        "Made from content: equal ids mean equal content. Above they are cut to 12 characters.",
        "Вычислены из содержимого: равные идентификаторы — равное содержимое. Выше они сокращены до 12 знаков.",
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

_LIMITS: dict[str, tuple[str, str]] = {
    "limits.labels": (
        "**Truth.** Recall, coverage and sufficiency count what people have labelled. A right passage that nobody labelled counts for nothing, and a wrong label counts in full.",
        "**Истина.** Полнота, покрытие и достаточность считают размеченное людьми. Верный фрагмент, который никто не разметил, не даёт ничего, а ошибочная метка засчитывается целиком.",
    ),
    "limits.answers": (
        "**Answers.** Enough evidence was retrieved, or was not. Whether an answer uses it, cites it or contradicts it is another measurement; a model can also be right from memory after a bad search.",
        "**Ответы.** Известно лишь, набралось ли достаточное основание. Использует ли его ответ, ссылается ли на него, не противоречит ли ему — отдельное измерение; модель бывает права и по памяти, после плохого поиска.",
    ),
    "limits.order": (
        "**Order and noise.** Recall, hit, coverage and sufficient do not see what stands between the passages inside the cut-off. The metrics that do see it depend on the chunking.",
        "**Порядок и шум.** Recall, hit, coverage и sufficient не видят, что стоит между фрагментами внутри порога. Метрики, которые это видят, зависят от нарезки.",
    ),
    "limits.freshness": (
        "**Freshness.** An outdated or contradicting rule next to the right one costs nothing here, unless a person has graded that chunk harmful.",
        "**Актуальность.** Устаревшее или противоречащее правило рядом с верным здесь ничего не стоит, пока человек не отметил этот чанк вредным.",
    ),
    "limits.cutoff": (
        "**Another cut-off.** Each number belongs to its k or its budget of characters. Five long chunks are more reading than five short ones, so chunkings are compared at equal characters.",
        "**Другой порог.** Каждое число относится к своему k или запасу символов. Пять длинных чанков — это больше чтения, чем пять коротких, поэтому нарезки сравнивают при равном числе символов.",
    ),
    "limits.noise": (
        "**Chance.** No difference between systems is tested in this report: with a hundred queries, a few that fall the other way move a mean by hundredths.",
        "**Случайность.** Значимость различий между системами в этом отчёте не проверяется: на сотне запросов несколько решённых иначе сдвигают среднее на сотые доли.",
    ),
    "limits.mean": (
        "**The rare case.** A good mean can hide a section where everything fails: see the slices.",
        "**Редкий случай.** За хорошим средним может прятаться раздел, где не находится ничего: смотрите срезы.",
    ),
    "limits.traffic": (
        "**What users ask.** The queries were chosen by hand; shares of them are not shares of real questions.",
        "**Поток вопросов.** Запросы подобраны вручную: доли среди них — не доли настоящих вопросов пользователей.",
    ),
    "limits.tuning": (
        "**New questions.** Dev queries are seen while systems are tuned. How it is on unseen ones, only the closed holdout can say, and each look at it is recorded.",
        "**Новые вопросы.** Запросы dev видны при настройке. Как обстоит дело с невиданными, скажет только закрытый отложенный срез, и каждый взгляд на него записывается.",
    ),
    "limits.threshold": (
        "**Good enough.** No value is good in general: the owner of the system sets the bar, by the harm of a miss.",
        "**Достаточно ли этого.** Хорошего вообще значения не бывает: планку ставит владелец системы, по цене промаха.",
    ),
}
LIMITS = tuple(_LIMITS)
PHRASES: dict[str, tuple[str, str]] = {**_PARTS, **_LIMITS, **TERMS}
