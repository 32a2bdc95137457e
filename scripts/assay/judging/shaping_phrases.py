"""What is said while claims are taken down, split, merged and changed: key → English, Russian."""

SHAPING: dict[str, tuple[str, str]] = {
    "shape.intro": (
        "Nothing is written before you say so at the end; Ctrl-C leaves everything as it is.",
        "До вашего согласия в конце ничего не записывается; Ctrl-C оставит всё как есть.",
    ),
    "shape.claim": ("  {number}. [{kind}] {text}", "  {number}. [{kind}] {text}"),
    "shape.why": ("     why: {reason}", "     почему: {reason}"),
    "shape.renumbered": (
        "     gets another number instead of {name}",
        "     получит другой номер вместо {name}",
    ),
    "shape.unnumbered": (
        "  ! it has no number yet: it gets one when it is written",
        "  ! номера у него ещё нет: появится при записи",
    ),
    "shape.cites": ("     cites {names}", "     цитаты {names}"),
    "shape.uncited": ("     cites nothing", "     без цитат"),
    "shape.untold": (
        "quotes nothing: the user is not told",
        "слов в ответе нет: пользователю не сказано",
    ),
    "shape.left_out": ("  ! in no claim yet: «{text}»", "  ! пока ни в одном утверждении: «{text}»"),
    "shape": (
        "Number of a claim: change it; 1+2: merge; -2: remove; +: add\n  (empty: write them; 0: leave without writing): ",
        "Номер утверждения: изменить; 1+2: слить; -2: убрать; +: добавить\n  (пусто: записать; 0: выйти без записи): ",
    ),
    "shape.help": (
        "  ! write a number from 1 to {n}, numbers with + between them, - and a number, +, or 0",
        "  ! напишите номер от 1 до {n}, номера через +, минус и номер, + или 0",
    ),
    "change": (
        "1: split; 2: wording; 3: words quoted; 4: citations; 5: immaterial; 6: declined; 7: statement; 8: another number\n  (empty: back): ",
        "1: разделить; 2: формулировка; 3: слова ответа; 4: цитаты; 5: несущественное; 6: отказ ответить; 7: утверждение; 8: другой номер\n  (пусто: назад): ",
    ),
    "part": (
        "  words of part {number}, as they stand in the answer; several stretches: words + words\n  (empty: no more parts): ",
        "  слова части {number}, как в ответе; несколько отрезков: слова + слова\n  (пусто: частей больше нет): ",
    ),
    "part.text": (
        "    as one statement (empty: «{text}»): ",
        "    одним утверждением (пусто: «{text}»): ",
    ),
    "merged.text": (
        "  as one statement (empty: «{text}»): ",
        "  одним утверждением (пусто: «{text}»): ",
    ),
    "wording": ("  wording (empty: «{text}»): ", "  формулировка (пусто: «{text}»): "),
    "quote": (
        "  words of the answer that it quotes; several stretches: words + words\n  (empty: as they are): ",
        "  слова ответа, которые оно цитирует; несколько отрезков: слова + слова\n  (пусто: как есть): ",
    ),
    "quote.new": (
        "  words of the answer that it quotes; several stretches: words + words\n  (empty: back): ",
        "  слова ответа, которые оно цитирует; несколько отрезков: слова + слова\n  (пусто: назад): ",
    ),
    "quote.often": (
        "  places with these words: {n}; number of the one that is meant (empty: back): ",
        "  мест с этими словами: {n}; номер нужного (пусто: назад): ",
    ),
    "quote.place": ("    {number}. {text}", "    {number}. {text}"),
    "citations": (
        "  numbers of the citations attached (empty: as they are; -: none): ",
        "  номера прикреплённых цитат (пусто: как есть; -: никаких): ",
    ),
    "immaterial": (
        "  why it can change nobody's decision: ",
        "  почему оно не может изменить ничьё решение: ",
    ),
    "decline": (
        "  what the answer declines to say, in words{more}: ",
        "  что ответ отказывается сказать, словами{more}: ",
    ),
    "decline.more": (", or number of a part above", " или номер части выше"),
    "decline.part": ("    {number}. {part}", "    {number}. {part}"),
    "why_changed": ("Why the claims are changed: ", "Почему утверждения изменены: "),
    "shape.printed": (
        "nothing is written; these lines are what `{command}` takes",
        "ничего не записано; эти строки принимает `{command}`",
    ),
    "shape.not_yet": (
        "Nothing is written yet: see to what is named above; an empty line tries again.",
        "Пока ничего не записано: устраните названное выше; пустая строка повторит попытку.",
    ),
    "shape.back": (
        "to go on from them, put these lines into a file, and name it in place of FILE:\n  {command}",
        "чтобы продолжить с них, сохраните эти строки в файл и укажите его вместо FILE:\n  {command}",
    ),
    "shape.next": ("next: `{command}`", "дальше: `{command}`"),
    "shape.reason": ("REASON", "ПРИЧИНА"),
    "shape.unexpected": (
        "  ! cannot be judged yet: nobody has stated which evidence a careful answer would need; label its question in gold/ (`assay gold edit`), or record the answer with expected_evidence",
        "  ! оценить пока нельзя: не указано, какие доказательства нужны аккуратному ответу; разметьте вопрос в gold/ (`assay gold edit`) или запишите ответ вместе с expected_evidence",
    ),
    "shape.others": (
        "note: {names} have claims of this answer; --from takes them over, so that verdicts can be compared",
        "заметьте: утверждения этого ответа уже есть у {names}; --from берёт их, чтобы вердикты можно было сравнить",
    ),
    "shape.again": (
        "changed, so to be judged again: {names}",
        "изменены, их нужно оценить заново: {names}",
    ),
    "row.renumbered": ("the claim has another number", "у утверждения другой номер"),
    "shape.rulings": (
        "note: an adjudication of {names} stays in force; whom params.yaml names may supersede it",
        "заметьте: решение по разногласию о {names} остаётся в силе; заменить его может тот, кого называет params.yaml",
    ),
}
