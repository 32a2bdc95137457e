"""What the numbers of a report do not say, in the order in which it is printed: key → English, Russian."""

LIMITS: dict[str, tuple[str, str]] = {
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
        "**Порядок и шум.** Recall, hit, coverage и sufficient не видят, что стоит между фрагментами внутри отсечки. Метрики, которые это видят, зависят от нарезки.",
    ),
    "limits.freshness": (
        "**Freshness.** An outdated or contradicting rule next to the right one costs nothing here, unless a person has graded that chunk harmful.",
        "**Актуальность.** Устаревшее или противоречащее правило рядом с верным здесь ничего не стоит, пока человек не отметил этот чанк вредным.",
    ),
    "limits.cutoff": (
        "**Another cut-off.** Each number belongs to its k or its budget of characters. Five long chunks are more reading than five short ones, so chunkings are compared at equal characters.",
        "**Другая отсечка.** Каждое число относится к своему k или запасу символов. Пять длинных чанков — это больше чтения, чем пять коротких, поэтому нарезки сравнивают при равном числе символов.",
    ),
    "limits.noise": (
        "**Chance.** Each verdict is a test at 5 %, corrected for all tests of this report; other figures are not tested. “No difference shown” does not say that there is none: see which difference could have been found.",
        "**Случайность.** Каждый вывод — проверка на уровне 5 % с поправкой на все проверки отчёта; остальные числа не проверяются. «Различие не показано» не значит, что его нет: смотрите, какую разницу можно было заметить.",
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
