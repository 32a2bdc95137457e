"""What the talk of `assay init` says: key → English, Russian. A test holds both to the same values in braces."""

WORDS: dict[str, tuple[str, str]] = {
    "intro": (
        "Three documents and three questions make a first report; all of them can be changed or removed later.",
        "Три документа и три вопроса дают первый отчёт; всё это потом можно поменять и убрать.",
    ),
    "document": ("\nDocument {n} of {all}", "\nДокумент {n} из {all}"),
    "title": ("  Title: ", "  Название: "),
    "text": ("  Text (an empty line ends it):", "  Текст (заканчивается пустой строкой):"),
    "question": ("\nQuestion {n} of {all}", "\nВопрос {n} из {all}"),
    "query": ("  A question, as your users ask it: ", "  Вопрос, как его задают пользователи: "),
    "documents": ("\nYour documents:", "\nВаши документы:"),
    "listed": ("  {n}. {title}", "  {n}. {title}"),
    "which": (
        "  Number of the document that answers it (empty: none of them does): ",
        "  Номер документа, где есть ответ (пусто: ответа нет нигде): ",
    ),
    "quote": (
        "  The words there that answer it, word for word (empty: choose the document again): ",
        "  Слова оттуда, которые отвечают, слово в слово (пусто: выбрать документ заново): ",
    ),
    "reviewer": (
        "\nYour name, if these answers have been checked (empty: not checked yet): ",
        "\nВаше имя, если эти ответы проверены (пусто: ещё не проверены): ",
    ),
    "empty": ("  ! write at least one letter or digit", "  ! нужна хотя бы одна буква или цифра"),
    "printable": (
        "  ! holds a character that cannot be printed: type it again",
        "  ! содержит непечатаемый знак: наберите ещё раз",
    ),
    "private": (
        "  ! looks like personal data or a key (address, phone, card): write a placeholder instead",
        "  ! похоже на личные данные или ключ (адрес, телефон, карта): напишите вместо них заглушку",
    ),
    "number": (
        "  ! write a number from 1 to {all}, or nothing",
        "  ! напишите число от 1 до {all} или ничего",
    ),
    "absent": ("  ! these words are not in «{title}»", "  ! таких слов в «{title}» нет"),
    "nearest": ("    nearest there: {text}", "    ближе всего там: {text}"),
    "nothing_near": ("    nothing there is like them", "    ничего похожего там нет"),
    "several": (
        "  ! these words stand there {n} times: give more of them",
        "  ! эти слова встречаются там несколько раз ({n}): приведите больше слов",
    ),
    "interrupted": (
        "\ninterrupted: nothing is written; run the same command to begin again",
        "\nпрервано: ничего не записано; чтобы начать заново, запустите ту же команду",
    ),
    "again": ("    try again", "    попробуйте ещё раз"),
    "made": ("\nmade {place}: {n} files, one commit", "\nготово: {place}, файлов: {n}, один коммит"),
    "next": ("next:", "дальше:"),
    "environment": ("about a minute the first time", "в первый раз около минуты"),
    "activate": ("once a shell", "один раз в каждой оболочке"),
    "repro": ("the environment, the pipeline, reports/report.md", "окружение, конвейер, reports/report.md"),
    "import.documents": (
        "your documents: Markdown, text, HTML (DOCX and PDF: make office)",
        "ваши документы: Markdown, текст, HTML (DOCX и PDF: make office)",
    ),
    "import.chunks": ("or chunks as your system cut them", "или чанки, как их нарезала ваша система"),
    "import.questions": ("questions, with labels if there are any", "вопросы, с разметкой, если она есть"),
    "import.results": ("what your system found for them", "что по ним нашла ваша система"),
    "import.answers": (
        "what it answered, to be judged claim by claim",
        "что она ответила, чтобы оценить по утверждениям",
    ),
    "doctor": ("what is not set up yet", "что ещё не настроено"),
}


def phrase(lang: str, key: str, **values: object) -> str:
    """A phrase in a language (``ru``; any other: English), with its values."""
    return WORDS[key][lang == "ru"].format(**values)
