"""What cannot be checked without an element that a record lacks, in English and Russian."""

PHRASES = {
    "lack.corpus": (
        "which state of the corpus was searched is not known: a replay cannot be compared",
        "неизвестно, какое состояние корпуса искали: повтор не с чем сравнивать",
    ),
    "lack.retrieval": (
        "how fragments were found is not known: another order in a replay has no context",
        "неизвестно, как искали фрагменты: другой порядок в повторе нечем пояснить",
    ),
    "lack.filters": (
        "what was filtered out is not known: an absent fragment may have been excluded",
        "неизвестно, что отсекли фильтры: отсутствующий фрагмент мог быть исключён",
    ),
    "lack.generation": (
        "settings of the generator are not known: another answer in a replay has no context",
        "неизвестны настройки генератора: другой ответ в повторе нечем пояснить",
    ),
    "lack.prompt": (
        "the instruction is not known: a replay may have had another one",
        "неизвестна инструкция: в повторе она могла быть другой",
    ),
    "lack.model": (
        "the model is not known: a replay may have had another one",
        "неизвестна модель: в повторе она могла быть другой",
    ),
    "lack.revision": (
        "the version of the application is not known",
        "неизвестна версия приложения",
    ),
    "lack.locale": (
        "the locale is not known: sources and wording may depend on it",
        "неизвестна локаль: от неё могут зависеть источники и формулировки",
    ),
    "lack.time": (
        "the time is not known: rules with a term of validity cannot be held against it",
        "неизвестно время: правила со сроком действия не с чем сверить",
    ),
    "lack.scenario": (
        "no other run can be held against it",
        "другой прогон с ним не сопоставить",
    ),
    "lack.query_id": (
        "the gold set cannot say which evidence is expected",
        "эталон не может сказать, какие доказательства ожидаются",
    ),
    "lack.query": ("what was asked is not known", "неизвестно, о чём спросили"),
    "lack.answer": ("there is nothing to judge", "оценивать нечего"),
    "lack.retrieved": (
        "what the generator was given is not known: no claim can be supported",
        "неизвестно, что получил генератор: ни одно утверждение нельзя подтвердить",
    ),
    "lack.citations": (
        "what the user was shown is not known: attachment cannot be assessed",
        "неизвестно, что показали пользователю: прикрепление нельзя оценить",
    ),
    "lack.declines": (
        "what the answer declines to say is told by its words alone",
        "от чего ответ отказался, видно только по его словам",
    ),
    "lack.rank": ("its place in the order is not known", "неизвестно его место в выдаче"),
    "lack.score": (
        "how sure the search was is not known",
        "неизвестно, насколько уверен был поиск",
    ),
    "lack.source": ("its source is not known", "неизвестен его источник"),
    "lack.version": (
        "the version of its source is not known: an outdated rule cannot be told",
        "неизвестна версия источника: устаревшее правило не отличить",
    ),
    "lack.text": (
        "its words are not known: no claim can be held against it",
        "неизвестны его слова: ни одно утверждение нельзя с ним сверить",
    ),
    "lack.marker": ("how it was shown is not known", "неизвестно, как её показали"),
    "lack.cited": ("what it names is not known", "неизвестно, на что она указывает"),
    "lack.span": (
        "the words that it stands at are not known: attachment cannot be assessed",
        "неизвестно, у каких слов она стоит: прикрепление нельзя оценить",
    ),
    "lack.expected": (
        "nobody has stated which evidence a careful answer needs: it cannot be judged yet",
        "не указано, какие доказательства нужны аккуратному ответу: оценивать рано",
    ),
    "lack.never": (
        "it is cited, and was never retrieved: its words are not known",
        "на него ссылаются, но в выдаче его нет: слова неизвестны",
    ),
    "whole": ("nothing is lacking", "всё на месте"),
    "none": (
        "no recorded answers: put answers.jsonl into runs/recorded/<system>/<run>/ (see its README.md)",
        "записанных ответов нет: положите answers.jsonl в runs/recorded/<система>/<прогон>/ (см. README.md)",
    ),
    "run": ("{run}: answers: {n}", "{run}: ответов: {n}"),
    "closed": (
        "answers to holdout questions, of which nothing is shown: {n}",
        "ответов на отложенные вопросы, о них ничего не показано: {n}",
    ),
    "lacks": ("{place}: lacks {element}: {why}", "{place}: нет {element}: {why}"),
    "or": (" or ", " или "),
    "never": ("{chunk}, which `{citation}` names, in `retrieved`", "{chunk} из `{citation}` в `retrieved`"),
    "left_out": (
        "faults in {files}: {n}; answers with any are left out (`assay answers check` names each fault)",
        "ошибки в {files}: {n}; ответы с ними пропущены (каждую назовёт `assay answers check`)",
    ),
    "repeats": (
        "answers to open questions that a holdout question asks in the same words: {n}; they are closed too",
        "ответов на открытые вопросы, которые теми же словами задаёт отложенный: {n}; они тоже закрыты",
    ),
    "away": (
        "recorded, and not here, since DVC keeps them: {n}; {command}",
        "записано, но здесь нет, хранит DVC: {n}; {command}",
    ),
}
