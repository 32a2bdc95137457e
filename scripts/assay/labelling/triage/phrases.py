"""What triage says: key → English, Russian."""

PHRASES: dict[str, tuple[str, str]] = {
    "counts": ("candidates: {n}, queries: {queries}", "кандидатов: {n}, вопросов: {queries}"),
    "not_run": (
        "note: no results of {names}; run `make repro`",
        "заметьте: нет результатов {names}; запустите `make repro`",
    ),
    "unlabelled": (
        "note: {sha} ({place}) joins gold by decision, but no evidence set of {query} has it: `assay gold edit {query}`",
        "заметьте: {sha} ({place}) по решению входит в эталон, но его нет ни в одном наборе вопроса {query}: `assay gold edit {query}`",
    ),
    "nothing": ("nothing is to be decided", "решать нечего"),
    "question": ("{name} «{query}»", "{name} «{query}»"),
    "of_claim": ("  claim {name}: {text}", "  утверждение {name}: {text}"),
    "candidate": ("  {sha} {place}", "  {sha} {place}"),
    "found": ("    found by {systems}", "    нашли {systems}"),
    "decided": ("    decided: {decision} by {by}: {reason}", "    решено: {decision}, {by}: {reason}"),
    "decide": (
        "1: joins gold; 2: not relevant; 3: contradicts (empty: later; 0: stop): ",
        "1: в эталон; 2: не относится; 3: противоречит (пусто: позже; 0: выйти): ",
    ),
    "reason": ("  why: ", "  почему: "),
    "supports": (
        "  ids of the claims that it supports, spaces between (empty: none): ",
        "  id утверждений, которые он подтверждает, через пробел (пусто: никаких): ",
    ),
    "compatible": (
        "  ids of passages that hold together with it, spaces between (empty: none): ",
        "  id отрывков, с которыми он совместим, через пробел (пусто: нет): ",
    ),
    "offer": (
        "The text is offered as passage {name}. State the set that it is part of: nothing joins gold without one.",
        "Текст предложен как отрывок {name}. Назовите набор, в который он входит: без набора в эталон ничего не попадёт.",
    ),
    "no_place": (
        "  the whole text stands in no document, or several times: choose the passage yourself",
        "  целиком такого текста в документах нет, или он стоит несколько раз: выберите отрывок сами",
    ),
    "words": (
        "Which words of it answer? Choose them, or take all.",
        "Какие его слова отвечают на вопрос? Выберите их или возьмите все.",
    ),
    "not_joined": (
        "nothing joins gold: no set names the text; the decision alone is recorded",
        "в эталон ничего не вошло: текста нет ни в одном наборе; записано только решение",
    ),
    "recorded": (
        "recorded in {file}: {query} {sha} {decision}",
        "записано в {file}: {query} {sha} {decision}",
    ),
}
