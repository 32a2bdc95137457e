"""What the talks about labels say: key → English, Russian. A test holds both to the same values in braces."""

from assay.proposal.phrases import PHRASES as OF_CHANGES

FIELDS = {
    key.replace("field.", "name."): pair for key, pair in OF_CHANGES.items() if key.startswith("field.")
}

PHRASES: dict[str, tuple[str, str]] = {
    "input": ("standard input", "стандартный ввод"),
    "ended.nothing": (
        "ended before all was answered; nothing is written",
        "закончился раньше ответов; ничего не записано",
    ),
    "not_utf8": ("is not UTF-8", "не в UTF-8"),
    "empty": ("  ! write at least one letter or digit", "  ! нужна хотя бы одна буква или цифра"),
    "printable": (
        "  ! holds a character that cannot be printed: type it again",
        "  ! содержит непечатаемый знак: наберите ещё раз",
    ),
    "number": ("  ! write a number from 1 to {n}", "  ! напишите число от 1 до {n}"),
    "choices": ("  ! write one of: {options}", "  ! напишите одно из: {options}"),
    "next_line": ("  (empty: no more): ", "  (пусто: больше нет): "),
    "listed": ("  - {value}", "  - {value}"),
    "intro": (
        "A new question. Nothing is written before you say so at the end; Ctrl-C leaves everything as it is.",
        "Новый вопрос. До вашего согласия в конце ничего не записывается; Ctrl-C оставит всё как есть.",
    ),
    "query": ("Question, as it is asked: ", "Вопрос, как его задают: "),
    "id": ("Id (empty: {default}): ", "Id (пусто: {default}): "),
    "taken": ("  ! the id {name} is already used", "  ! id {name} уже занят"),
    "field": ("{name} (empty: {old}): ", "{name} (пусто: {old}): "),
    "field.type": (
        "{name}, one of {types}, or a word of your own (empty: {old}): ",
        "{name}: {types} или своё слово (пусто: {old}): ",
    ),
    "field.null": (
        "{name} (empty: as it is «{old}»; -: none): ",
        "{name} (пусто: как есть «{old}»; -: нет): ",
    ),
    "field.none": ("{name} (empty: none): ", "{name} (пусто: нет): "),
    "field.choice": (
        "{name}: {allowed} (empty: {old}): ",
        "{name}: {allowed} (пусто: {old}): ",
    ),
    "pick": (
        "Choose a passage. Number of a document, exact words to find, or id of a passage\n  (?: documents; ?words: by title; empty: back): ",
        "Выберите отрывок. Номер документа, точные слова для поиска или id отрывка\n  (?: документы; ?слова: по названию; пусто: назад): ",
    ),
    "pick.offered": (
        "Choose a passage. Number of a document, exact words to find, or id of a passage\n  (empty: {name}; ?: documents; ?words: by title): ",
        "Выберите отрывок. Номер документа, точные слова для поиска или id отрывка\n  (пусто: {name}; ?: документы; ?слова: по названию): ",
    ),
    "documents.more": (
        "  … {shown} of {n} documents; ?: the next",
        "  … {shown} из {n} документов; ?: дальше",
    ),
    "section": (
        "Number of a section to read, or words of this document (empty: back): ",
        "Номер раздела или слова из этого документа (пусто: назад): ",
    ),
    "sentences": (
        "Sentences of the passage (2, 2-4, *: all), or its words (empty: back): ",
        "Предложения отрывка (2, 2-4, *: все) или его слова (пусто: назад): ",
    ),
    "sentences.found": (
        "Sentences of the passage (2, 2-4, *: all), or its words (empty: just the words found; 0: back): ",
        "Предложения отрывка (2, 2-4, *: все) или его слова (пусто: только найденные слова; 0: назад): ",
    ),
    "absent": ("  ! these words are not there", "  ! таких слов там нет"),
    "nearest": ("    nearest there: «{text}»", "    ближе всего там: «{text}»"),
    "nowhere": ("  ! no document has the words «{words}»", "  ! слов «{words}» нет ни в одном документе"),
    "places": ("  places, in the order of the documents: {n}", "  мест, в порядке документов: {n}"),
    "place": ("Number of the place (empty: back): ", "Номер места (пусто: назад): "),
    "place.more": (
        "Number of the place (empty: more of them; 0: back): ",
        "Номер места (пусто: ещё; 0: назад): ",
    ),
    "passage.id": ("Id of the passage (empty: {default}): ", "Id отрывка (пусто: {default}): "),
    "known": ("  labelled already as {name}", "  уже размечен как {name}"),
    "sets.intro": (
        "Evidence sets: in a set all passages are needed together; of several sets any one is enough.",
        "Наборы оснований: внутри набора нужны все отрывки вместе; из нескольких наборов хватает любого.",
    ),
    "sets.null": ("  no sets: not labelled yet", "  наборов нет: ещё не размечено"),
    "sets.none": ("  no sets: the corpus has no answer", "  наборов нет: ответа в корпусе нет"),
    "sets.one": ("  set {number}: {names}", "  набор {number}: {names}"),
    "sets": (
        "+: new set; +2: passage into set 2; -2: without set 2; -2.1: without its passage 1;\n  0: the corpus has no answer; ?: not labelled yet (empty: done): ",
        "+: новый набор; +2: отрывок в набор 2; -2: убрать набор 2; -2.1: убрать его отрывок 1;\n  0: ответа в корпусе нет; ?: ещё не размечено (пусто: готово): ",
    ),
    "sets.help": (
        "  ! write +, +2, -2, -2.1, 0 or ?, with numbers of sets above",
        "  ! напишите +, +2, -2, -2.1, 0 или ? с номерами наборов выше",
    ),
    "sets.more": (
        "  {names}: is another passage needed together with it? (y; empty: the set is complete): ",
        "  {names}: нужен ли вместе с этим ещё отрывок? (д; пусто: набор полон): ",
    ),
    "relevant": (
        "What helps besides, in no set. +: a passage; -1: without it (empty: done): ",
        "Что полезно кроме наборов. +: отрывок; -1: убрать (пусто: готово): ",
    ),
    "relevant.grade": (
        "  grade of {name}: 2, or 1 (a little): ",
        "  оценка {name}: 2 или 1 (немного): ",
    ),
    "why": (
        "  why it is there (empty: «{old}»; -: none): ",
        "  почему он здесь (пусто: «{old}»; -: нет): ",
    ),
    "why.none": ("  why it is there (empty: not said): ", "  почему он здесь (пусто: не сказано): "),
    "claim": ("  {number}. {text} [{names}]", "  {number}. {text} [{names}]"),
    "claims": (
        "What a right answer must say. A new claim, a number to change, -1 to remove (empty: done): ",
        "Что должен сказать верный ответ. Новое утверждение, номер для правки, -1: убрать (пусто: готово): ",
    ),
    "claim.text": ("  claim (empty: «{old}»): ", "  утверждение (пусто: «{old}»): "),
    "claim.passages": (
        "    numbers of the passages that each support it (empty: «{old}»): ",
        "    номера отрывков, каждый из которых его подтверждает (пусто: «{old}»): ",
    ),
    "history": (
        "Earlier turns, one a line, the user's first (empty: as they are; -: none): ",
        "Предыдущие реплики, по одной в строке, первая пользователя (пусто: как есть; -: нет): ",
    ),
    "unanswerable": (
        "Parts that the corpus cannot answer, one a line (empty: as they are; -: none): ",
        "На что корпус не отвечает, по одному в строке (пусто: как есть; -: нет): ",
    ),
    "reviewers": (
        "Who checked it, names with ; between (empty: as it is «{old}»; -: nobody): ",
        "Кто проверил, имена через ; (пусто: как есть «{old}»; -: никто): ",
    ),
    "reviewers.new": (
        "Who checked it, names with ; between (empty: {who}; -: nobody yet): ",
        "Кто проверил, имена через ; (пусто: {who}; -: пока никто): ",
    ),
    "reviewers.same": (
        "note: the labels are others now, the reviewers as before: {names}",
        "заметьте: разметка изменилась, а проверившие прежние: {names}",
    ),
    "status": ("  status: {status}", "  состояние: {status}"),
    "overview": ("\n{name}", "\n{name}"),
    "finish": (
        "Number of a field to change (empty: write it; 0: leave without writing): ",
        "Номер поля для правки (пусто: записать; 0: выйти без записи): ",
    ),
    "not_yet": (
        "Nothing is written yet: mend what is named above.",
        "Пока ничего не записано: исправьте названное выше.",
    ),
    "not_written": (
        "nothing is written; these would have been the lines:",
        "ничего не записано; строки были бы такими:",
    ),
    "unchanged": ("nothing changed, nothing is written", "ничего не изменилось, ничего не записано"),
    "later": ("left for later: {n}", "отложено: {n}"),
    "ended.kept": (
        "ended; what was decided before is kept",
        "закончился; решённое до этого сохранено",
    ),
    "left": ("nothing is written", "ничего не записано"),
    "warning": ("warning: {text}", "предупреждение: {text}"),
    "still": ("still: {text}", "по-прежнему: {text}"),
    "wrote": ("wrote {file}: {names}", "записано в {file}: {names}"),
}
