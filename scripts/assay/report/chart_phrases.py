"""The report's phrases on its charts: key → English, Russian."""

CHARTS: dict[str, tuple[str, str]] = {
    "chart.k": ("results read", "прочитано результатов"),
    "chart.chars": ("characters read", "прочитано символов"),
    "chart.k.title": ("{metric} over the number of results", "{metric} по числу результатов"),
    "chart.k.about": (
        "Mean over the queries measured, within the first results; each line is a system. Only the points are measured.",
        "Среднее по измеренным запросам в пределах первых результатов; линия — система. Измерены точки.",
    ),
    "chart.chars.title": ("{metric} over the characters read", "{metric} по прочитанным символам"),
    "chart.chars.about": (
        "Mean over the queries measured, within the whole chunks that fit into so many characters: systems with different chunks are compared at equal reading.",
        "Среднее по измеренным запросам в пределах целых чанков, которые помещаются в столько символов: системы с разной нарезкой сравниваются при равном чтении.",
    ),
    "chart.differences.title": (
        "{metric} by query: {candidate} against {baseline}",
        "{metric} по запросам: {candidate} против {baseline}",
    ),
    "chart.differences.few": (
        "Each bar is a query ({n} in all), sorted: up where the candidate is better, down where it is worse, none where both are alike.",
        "Столбец — запрос (всего {n}), по порядку: вверх, где кандидат лучше, вниз, где хуже, без столбца, где одинаково.",
    ),
    "chart.differences.many": (
        "How many of the {n} queries differ by how much: on the right those where the candidate is better. A bar holds what lies between the number of the bar before and its own.",
        "Сколько из {n} запросов на сколько различаются: справа те, где кандидат лучше. В столбце — разницы между числом предыдущего столбца и его собственным.",
    ),
    "chart.difference": ("difference of {metric}", "разница {metric}"),
    "chart.queries": ("queries, wins first", "запросы, сначала выигрыши"),
    "chart.outcome": ("candidate", "кандидат"),
    "chart.better": ("better", "лучше"),
    "chart.alike": ("alike", "одинаково"),
    "chart.worse": ("worse", "хуже"),
    "chart.coverage.title": ("Coverage of the nearest evidence set", "Покрытие ближайшего набора"),
    "chart.coverage.about": (
        "How many queries have which share of the set that came nearest within the first {k} results: 0 — nothing of the set was found, 1 — all of it.",
        "У скольких запросов какая доля ближайшего к полноте набора нашлась в первых {k} результатах: 0 — из набора ничего не найдено, 1 — найдено всё.",
    ),
    "chart.slice.about": (
        "Mean of {metric} by group, the largest groups first; n is the number of queries. {small}",
        "Среднее {metric} по группам, сначала самые большие; n — число запросов. {small}",
    ),
    "chart.slice.some": (
        "Mean of {metric} by group, the {n} largest of {all} groups; n is the number of queries. {small}",
        "Среднее {metric} по группам, {n} самых больших из {all}; n — число запросов. {small}",
    ),
    "chart.slice.small": (
        "Pale bars rest on fewer than {n} queries and say little; – is not measured.",
        "Бледные столбцы — меньше {n} запросов, они мало о чём говорят; – не измерено.",
    ),
    "chart.slice.n": ("n = {n}", "n = {n}"),
    "chart.slice.n.range": ("n = {least}–{most}", "n = {least}–{most}"),
}
