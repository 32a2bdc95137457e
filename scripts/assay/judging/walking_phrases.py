"""What is said while claims are judged: key → English, Russian."""

WALKING: dict[str, tuple[str, str]] = {
    "judge.intro": (
        "Claims to judge: {n}. Each verdict is written before the next claim; 0 stops at any question.",
        "Утверждений к оценке: {n}. Каждый вердикт записывается до следующего утверждения; 0 на любом вопросе: выйти.",
    ),
    "judge.nothing": ("no claim is to be judged", "оценивать нечего"),
    "judge.claim": ("{name} [{kind}] {text}", "{name} [{kind}] {text}"),
    "judge.within": ("In the answer, between ⟦ and ⟧:", "В ответе, между ⟦ и ⟧:"),
    "judge.cited": ("Cited fragments:", "Процитированные фрагменты:"),
    "judge.others": ("Other retrieved fragments:", "Остальные извлечённые фрагменты:"),
    "judge.none_cited": ("Cited fragments: none", "Процитированных фрагментов нет"),
    "judge.none_retrieved": ("No fragment was retrieved.", "Не извлечено ни одного фрагмента."),
    "judge.never": (
        "  ! cited, but never retrieved: {name}",
        "  ! процитирован, но не извлечён: {name}",
    ),
    "fragment": (
        "  {number}. {name}; rank: {rank}; source: {source}; version: {version}",
        "  {number}. {name}; позиция: {rank}; источник: {source}; версия: {version}",
    ),
    "fragment.absent": ("not in the record", "нет в записи"),
    "fragment.no_text": (
        "     the record does not have its text: no verdict can rest on it",
        "     текста в записи нет: опереть на него вердикт нельзя",
    ),
    "fragment.no_rank": (
        "     the record does not have its rank: no verdict can rest on it",
        "     позиции в записи нет: опереть на него вердикт нельзя",
    ),
    "judge.attachment": (
        "Does the answer tie a citation to it? 1: attached; 2: not attached; 3: not assessable (0: stop): ",
        "Связал ли ответ с ним цитату? 1: прикреплена; 2: не прикреплена; 3: невозможно оценить (0: выйти): ",
    ),
    "judge.which": (
        "  numbers of the citations that are (0: stop): ",
        "  номера этих цитат (0: выйти): ",
    ),
    "judge.none_shown": (
        "  ! no citation of the record is named, so none is attached",
        "  ! ни одна цитата из записи не названа, прикреплять нечего",
    ),
    "judge.unattached": (
        "  its citations are left out of the claim",
        "  цитаты из утверждения убраны",
    ),
    "judge.none_usable": (
        "  ! no retrieved fragment has its text and rank in the record: nothing can be shown to support it",
        "  ! ни у одного извлечённого фрагмента нет в записи текста и позиции: показать поддержку нечем",
    ),
    "judge.reason": ("  why: ", "  почему: "),
    "judge.support": (
        "Do the retrieved fragments justify it, with its limits? 1: supported; 2: partially; 3: unsupported; 4: not assessable (0: stop): ",
        "Обосновывают ли его извлечённые фрагменты вместе с его оговорками? 1: подтверждено; 2: частично; 3: не подтверждено; 4: невозможно оценить (0: выйти): ",
    ),
    "judge.evidence": (
        "  numbers of the retrieved fragments that this rests on (empty: none): ",
        "  номера извлечённых фрагментов, на которые это опирается (пусто: никаких): ",
    ),
    "judge.evidence.needed": (
        "  numbers of the retrieved fragments that support it: ",
        "  номера извлечённых фрагментов, которые его подтверждают: ",
    ),
    "judge.unusable": (
        "  ! the record lacks text or rank of: {names}",
        "  ! в записи нет текста или позиции у: {names}",
    ),
    "judge.contradicts": (
        "  does one of them say otherwise? (y; empty: no): ",
        "  говорит ли один из них иное? (д; пусто: нет): ",
    ),
    "judge.missing": ("  what exactly is missing: ", "  чего именно не хватает: "),
    "judge.corpus": (
        "Does the corpus have a text that decides it? 1: yes; 2: no; 3: not checked (0: stop): ",
        "Есть ли в корпусе текст, по которому это решается? 1: да; 2: нет; 3: не проверялось (0: выйти): ",
    ),
    "judge.corpus.decline": (
        "Does the corpus have what is declined? 1: yes; 2: no; 3: not checked (0: stop): ",
        "Есть ли в корпусе то, о чём отказ? 1: да; 2: нет; 3: не проверялось (0: выйти): ",
    ),
    "judge.corpus_text": (
        "  another text: number of a retrieved fragment, or DOCUMENT: its words (empty: no more): ",
        "  ещё текст: номер извлечённого фрагмента или ДОКУМЕНТ: его слова (пусто: больше нет): ",
    ),
    "judge.corpus_text.needed": (
        "  the text: number of a retrieved fragment, or DOCUMENT: its words (empty: back): ",
        "  сам текст: номер извлечённого фрагмента или ДОКУМЕНТ: его слова (пусто: назад): ",
    ),
    "judge.observation": (
        "Observation, what can be seen (empty: none): ",
        "Наблюдение, что видно (пусто: нет): ",
    ),
    "judge.observation.needed": ("Observation, what can be seen: ", "Наблюдение, что видно: "),
    "judge.hypothesis": (
        "Hypothesis, a possible cause to be checked (empty: none): ",
        "Гипотеза, возможная причина, требует проверки (пусто: нет): ",
    ),
    "judge.open_question": ("Open question (empty: none): ", "Нерешённый вопрос (пусто: нет): "),
    "judge.says_nothing": (
        "  ! only repeats the label: write what can be seen in which fragment",
        "  ! лишь повторяет метку: напишите, что видно и в каком фрагменте",
    ),
    "judge.side_by_side": ("Reviewers differ:", "Оценки расходятся:"),
    "judge.whose": (
        "Whose wording does the ruling take? {names} (0: stop): ",
        "Чью формулировку берёт решение? {names} (0: выйти): ",
    ),
    "judge.recorded": ("recorded in {file}: {name} {verdict}", "записано в {file}: {name}, {verdict}"),
    "judge.left": ("claims left to judge: {n}", "осталось оценить утверждений: {n}"),
    "row.judged": ("judged", "вынесен вердикт"),
}
