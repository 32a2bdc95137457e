"""What is said while claims are judged: key → English, Russian."""

WALKING: dict[str, tuple[str, str]] = {
    "judge.intro": (
        "Each verdict is written before the next claim is asked for; what is typed before that is kept, too.",
        "Каждый вердикт записывается до следующего утверждения; набранное до этого тоже сохраняется.",
    ),
    "judge.left_behind": (
        "Said of a claim that has other words now, or is gone, and not written; nothing is taken from it, it stays in {place} until you delete it:",
        "Сказано об утверждении, у которого теперь другие слова или которого больше нет, и не записано; отсюда ничего не берётся, файл {place} останется, пока вы его не удалите:",
    ),
    "judge.progress": (
        "\nClaims to judge: {n} (at any question 0: stop; =: this claim later; .: one question back)",
        "\nУтверждений к оценке: {n} (на любом вопросе 0: выйти; =: отложить утверждение; .: вопрос назад)",
    ),
    "judge.again": (
        "  {name} is judged already. Why is it judged again (=: leave it as it is): ",
        "  {name} уже оценено. Почему оценивается заново (=: оставить как есть): ",
    ),
    "judge.again.nothing": (
        "  ! says nothing: what had been overlooked, or got wrong?",
        "  ! ничего не говорит: что было упущено или понято неверно?",
    ),
    "judge.resumed": (
        "Said before and not written; any of it can still be changed:",
        "Сказано раньше и не записано; всё это ещё можно изменить:",
    ),
    "reply": ("  {number}. {name}: {said}", "  {number}. {name}: {said}"),
    "judge.write": (
        "Write it? (empty: yes; a number above: change that): ",
        "Записать? (пусто: да; номер выше: изменить): ",
    ),
    "judge.nothing": ("no claim is to be judged", "оценивать нечего"),
    "judge.claim": ("{name} [{kind}] {text}", "{name} [{kind}] {text}"),
    "judge.about": ("To judge: {name} {text}", "Оценить: {name} {text}"),
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
        "Does the answer tie a citation to it?\n  1: attached; 2: not attached; 3: not assessable: ",
        "Связал ли ответ с ним цитату?\n  1: прикреплена; 2: не прикреплена; 3: невозможно оценить: ",
    ),
    "judge.which": ("  numbers of the citations that are: ", "  номера этих цитат: "),
    "judge.none_shown": (
        "  ! the record has no citation, so none is attached",
        "  ! в записи нет ни одной цитаты, прикреплять нечего",
    ),
    "judge.none_named": (
        "  ! name at least one, or go one question back (.)",
        "  ! назовите хотя бы одну или вернитесь на вопрос назад (.)",
    ),
    "judge.unattached": (
        "  its citations are left out of the claim: {names}",
        "  цитаты из утверждения убраны: {names}",
    ),
    "judge.none_usable": (
        "  ! no retrieved fragment has its text and rank in the record: nothing can be shown to support it",
        "  ! ни у одного извлечённого фрагмента нет в записи текста и позиции: показать поддержку нечем",
    ),
    "reply.needed": ("  {label}: ", "  {label}: "),
    "reply.optional": ("  {label} (empty: none): ", "  {label} (пусто: нет): "),
    "reply.changed": (
        "  {label}, now: «{text}»\n  (empty: as it is): ",
        "  {label}, сейчас: «{text}»\n  (пусто: как есть): ",
    ),
    "reply.changed.optional": (
        "  {label}, now: «{text}»\n  (empty: as it is; -: none): ",
        "  {label}, сейчас: «{text}»\n  (пусто: как есть; -: нет): ",
    ),
    "ask.attachment_reason": ("why", "почему"),
    "ask.support_reason": ("why", "почему"),
    "ask.missing": ("what exactly is missing", "чего именно не хватает"),
    "ask.observation": ("observation, what can be seen", "наблюдение, что видно"),
    "ask.hypothesis": (
        "hypothesis, a possible cause to be checked",
        "гипотеза, возможная причина, требует проверки",
    ),
    "ask.open_question": ("open question", "нерешённый вопрос"),
    "judge.support": (
        "Do the retrieved fragments justify it, with its limits?\n  1: supported; 2: partially; 3: unsupported; 4: not assessable: ",
        "Обосновывают ли его извлечённые фрагменты вместе с его оговорками?\n  1: подтверждено; 2: частично; 3: не подтверждено; 4: невозможно оценить: ",
    ),
    "judge.evidence": (
        "  retrieved fragments that this rests on, by number (empty: none): ",
        "  извлечённые фрагменты, на которых это основано, номерами (пусто: никаких): ",
    ),
    "judge.evidence.needed": (
        "  retrieved fragments that support it, by number: ",
        "  извлечённые фрагменты, которые его подтверждают, номерами: ",
    ),
    "judge.unusable": (
        "  ! the record lacks text or rank of: {names}",
        "  ! в записи нет текста или позиции у: {names}",
    ),
    "judge.contradicts": (
        "  does one of them say otherwise? (y; empty: no): ",
        "  говорит ли один из них иное? (д; пусто: нет): ",
    ),
    "judge.corpus": (
        "Does the corpus have a text that decides it?\n  1: yes; 2: no; 3: not checked: ",
        "Есть ли в корпусе текст, по которому это решается?\n  1: да; 2: нет; 3: не проверялось: ",
    ),
    "judge.corpus.decline": (
        "Does the corpus have what is declined?\n  1: yes; 2: no; 3: not checked: ",
        "Есть ли в корпусе то, о чём отказ?\n  1: да; 2: нет; 3: не проверялось: ",
    ),
    "judge.corpus_text": (
        "  another text: number of a retrieved fragment, or DOCUMENT: its words\n  (empty: no more): ",
        "  ещё текст: номер извлечённого фрагмента или ДОКУМЕНТ: его слова\n  (пусто: больше нет): ",
    ),
    "judge.corpus_text.needed": (
        "  the text: number of a retrieved fragment, or DOCUMENT: its words\n  (empty: ask again what the corpus has): ",
        "  сам текст: номер извлечённого фрагмента или ДОКУМЕНТ: его слова\n  (пусто: вернуться к вопросу о корпусе): ",
    ),
    "judge.corpus_text.again": (
        "  the text: number of a retrieved fragment, or DOCUMENT: its words\n  (empty: as it is, texts: {n}; -: none): ",
        "  сам текст: номер извлечённого фрагмента или ДОКУМЕНТ: его слова\n  (пусто: как есть, текстов: {n}; -: никаких): ",
    ),
    "judge.says_nothing": (
        "  ! only repeats the label: write what can be seen in which fragment",
        "  ! лишь повторяет метку: напишите, что видно и в каком фрагменте",
    ),
    "judge.unseen": (
        "  ! holds {codes}, which nobody sees: type it again",
        "  ! содержит {codes}, чего никто не видит: наберите ещё раз",
    ),
    "judge.side_by_side": ("Reviewers differ:", "Оценки расходятся:"),
    "judge.whose": (
        "Whose wording does the ruling take?\n  {names}: ",
        "Чью формулировку берёт решение?\n  {names}: ",
    ),
    "judge.recorded": ("recorded in {file}: {name} {verdict}", "записано в {file}: {name}, {verdict}"),
    "judge.kept": (
        "Said and not written; it is kept in {place}, and the next talk goes on with it. In a file it is for `{command}`:",
        "Сказано и не записано; хранится в {place}, следующий разговор продолжит с этого места. В файле это берёт `{command}`:",
    ),
    "judge.not_kept": (
        "Said and not written, and {place} could not take it: save these lines in a file for `{command}`:",
        "Сказано и не записано, и сохранить в {place} не удалось: сохраните эти строки в файле для `{command}`:",
    ),
    "judge.lacks": ("  {name} still lacks: {names}", "  {name}, ещё не хватает: {names}"),
    "judge.lacks_nothing": ("  {name} lacks nothing", "  {name}, всё есть"),
    "judge.left": (
        "claims left to judge: {n}; go on: `{command}`",
        "осталось оценить утверждений: {n}; дальше: `{command}`",
    ),
    "judge.disputed": (
        "reviewers differ: {names}; to decide between them: `{command}`",
        "оценки расходятся: {names}; решить между ними: `{command}`",
    ),
    "judge.disputed.nobody": (
        "reviewers differ: {names}; to decide between them, name who does in params.yaml (adjudicators)",
        "оценки расходятся: {names}; чтобы решить между ними, назовите в params.yaml, кто решает (adjudicators)",
    ),
    "judge.others_left": (
        "nothing is left for you; claims left to other reviewers: {names}; look at it: `{command}`",
        "у вас всё оценено; осталось оценить другим: {names}; посмотреть: `{command}`",
    ),
    "judge.done": (
        "all is judged; look at it: `{command}`; check it: `assay check --only ledgers --only evidence`; then commit evidence/claims",
        "всё оценено; посмотреть: `{command}`; проверить: `assay check --only ledgers --only evidence`; затем закоммитить evidence/claims",
    ),
    "row.judged": ("judged", "вынесен вердикт"),
}
