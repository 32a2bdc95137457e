"""What the review of stale labels says: key → English, Russian."""

PHRASES: dict[str, tuple[str, str]] = {
    "none": (
        "no label is stale: every passage stands where it was labelled",
        "устаревшей разметки нет: каждый отрывок там, где размечен",
    ),
    "counts": ("moved: {moved}, stale: {stale}", "сдвинулось: {moved}, устарело: {stale}"),
    "moved": ("{name}: {old} → {new} of {doc}", "{name}: {old} → {new} в {doc}"),
    "moved.hint": (
        "moved passages keep their words: `assay gold review --refresh` takes their new places",
        "у сдвинувшихся слова прежние: `assay gold review --refresh` примет новые места",
    ),
    "refresh": (
        "Take the new places of all moved passages? (y; empty: no): ",
        "Принять новые места всех сдвинувшихся? (д; пусто: нет): ",
    ),
    "passage": ("\n{name} ({number} of {n}): {reason}", "\n{name} ({number} из {n}): {reason}"),
    "reason.text_changed": ("its text is not in {doc} any more", "такого текста в {doc} больше нет"),
    "reason.document_missing": ("there is no document {doc} any more", "документа {doc} больше нет"),
    "reason.ambiguous": (
        "its text stands several times in {doc}",
        "этот текст стоит в {doc} несколько раз",
    ),
    "reason.split_or_absent": ("no chunk holds its text", "ни в одном чанке нет этого текста"),
    "users": ("  used by: {names}", "  используется в: {names}"),
    "unused": ("  no query uses it", "  ни один вопрос его не использует"),
    "question": ("    {name}: {query}", "    {name}: {query}"),
    "was": ("  was: «{text}»", "  было: «{text}»"),
    "now": ("  now ({likeness} %) in {place}: «{text}»", "  стало ({likeness} %) в {place}: «{text}»"),
    "difference": ("  words:", "  слова:"),
    "nothing": ("  nothing there is like it", "  ничего похожего нет"),
    "numbered": ("  {number}. {place}", "  {number}. {place}"),
    "decide": (
        "1: same meaning, take the text of today; 2: choose other words; 3: retire (empty: later; 0: stop): ",
        "1: смысл тот же, взять нынешний текст; 2: выбрать другие слова; 3: снять (пусто: позже; 0: выйти): ",
    ),
    "decide.none": (
        "2: choose other words; 3: retire (empty: later; 0: stop): ",
        "2: выбрать другие слова; 3: снять (пусто: позже; 0: выйти): ",
    ),
    "which": ("  number of the place (empty: none of them): ", "  номер места (пусто: ни одно): "),
    "loses": (
        "  {query} loses the set {names}",
        "  {query} теряет набор {names}",
    ),
    "loses.name": (
        "  {query} names it besides its sets: removed there",
        "  {query} называет его вне наборов: там он убирается",
    ),
    "unlabelled": (
        "  {query} has no sets left: it is not labelled then",
        "  у {query} наборов не остаётся: он станет неразмеченным",
    ),
    "orphans": (
        "  no query will use any more: {names}",
        "  больше нигде не используются: {names}",
    ),
    "retire": ("Retire {name}? (y; empty: no): ", "Снять {name}? (д; пусто: нет): "),
}
