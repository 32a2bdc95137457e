"""The report's phrases on recorded systems, which have runs, repeats and times: key → English, Russian."""

RECORDED: dict[str, tuple[str, str]] = {
    "repeats.title": ("Asked again", "Повторные запросы"),
    "repeats.intro": (
        "These systems were asked the same questions several times. How often the first results changed, and between which values the figures lay, over the n measured questions that were answered each time.",
        "Этим системам одни и те же вопросы задавали несколько раз. Как часто менялись первые результаты и между какими значениями лежали показатели по n измеренным вопросам, на которые ответ пришёл каждый раз.",
    ),
    "repeats.order": ("other order in the first {k}", "другой порядок в первых {k}"),
    "repeats.set": ("other chunks in the first {k}", "другие чанки в первых {k}"),
    "repeats.share": ("{share} % ({n})", "{share} % ({n})"),
    "repeats.range": ("{low}–{high}", "{low}–{high}"),
    "repeats.noise": (
        "A difference between systems is *inside the noise* where their values of {metric} over the repeats overlap: asked again, the order of the two could be the other one. Both values are of the same n questions.",
        "Разница между системами *в пределах шума*, если их значения {metric} по повторам перекрываются: при новом запросе порядок двух систем мог бы оказаться обратным. Оба значения — по одним и тем же n вопросам.",
    ),
    "repeats.unlike": (
        "not comparable: measured on different questions; ask again what failed (`assay record … --retry`)",
        "несравнимо: измерено на разных вопросах; повторите неудачные запросы (`assay record … --retry`)",
    ),
    "repeats.inside": ("inside the noise", "в пределах шума"),
    "repeats.outside": ("outside the noise", "за пределами шума"),
    "times.title": ("Answer times", "Время ответа"),
    "times.intro": (
        "Milliseconds until an answer, as each run states them, of the answers of the first time (n); errors are left out, and the 95th percentile is interpolated linearly. Compare only what was measured in one place: `assay record` counts the way over the network, a service's own log does not.",
        "Миллисекунды до ответа, как их указывает прогон, по ответам первого раза (n); сбои не учтены, 95-й процентиль — с линейной интерполяцией. Сравнивайте только измеренное в одном месте: `assay record` считает и путь по сети, а журнал самого сервиса — нет.",
    ),
    "runs.shown": (
        "Of each recorded system one run is shown: {runs}. To see an earlier one beside it, copy the system's entries in `params.yaml` (`systems`; `snapshots`, where it has its own) under another name, with that run's folder in place of this one's, and run `make repro`.",
        "От каждой записанной системы показан один прогон: {runs}. Чтобы увидеть рядом более ранний, скопируйте записи системы в `params.yaml` (`systems`; `snapshots`, если там есть своя) под другим именем, с папкой того прогона вместо этой, и запустите `make repro`.",
    ),
}
