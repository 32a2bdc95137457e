"""Phrases about a proposed change: key → English, Russian. Counts stand behind a colon: no plural has to agree."""

from assay import wording
from assay.changes.revisions import WORKING_TREE
from assay.changes.terms import TERMS
from assay.report.phrases import PHRASES as OF_REPORT

PHRASES: dict[str, tuple[str, str]] = {
    **TERMS,
    "title": ("Gold set: what changes", "Эталон: что меняется"),
    "sides": ("{base} → {head}", "{base} → {head}"),
    "nothing": ("Nothing changes in the gold set.", "В эталоне ничего не меняется."),
    "revision.new": (
        "a new gold revision: figures are to be compared on one revision, as `assay gold impact` does",
        "новая редакция эталона: сравнивать числа нужно на одной редакции, как делает `assay gold impact`",
    ),
    "revision.same": (
        "the gold revision stays as it is: no figure changes",
        "редакция эталона прежняя: значения не меняются",
    ),
    "count.reasons": ("with other reasons: {n}", "с другими обоснованиями: {n}"),
    "count.holdout": (
        "of the holdout, with those whose passages change: {n}",
        "отложенных, считая те, чьи отрывки меняются: {n}",
    ),
    "section.added": ("New queries", "Новые вопросы"),
    "section.removed": ("Queries that are gone", "Удалённые вопросы"),
    "section.labels": ("Queries with other evidence", "Вопросы с другими основаниями"),
    "section.changed": ("Queries changed otherwise", "Прочие изменения вопросов"),
    "section.passages": ("Passages", "Отрывки"),
    "set.added": ("accepted now as well: {after}", "принимается теперь и: {after}"),
    "set.removed": ("no longer accepted: {before}", "больше не принимается: {before}"),
    "set.last": ("was accepted: {before}", "принималось: {before}"),
    "set.replaced": (
        "accepted now: {after} INSTEAD OF {before}",
        "принимается теперь: {after} ВМЕСТО {before}",
    ),
    "set.narrowed": ("enough now WITHOUT {lost}: {after}", "теперь достаточно БЕЗ {lost}: {after}"),
    "set.widened": ("needed now AS WELL {gained}: {after}", "теперь нужно ЕЩЁ И {gained}: {after}"),
    "set.renumbered": (
        "the sets are as before, in another order",
        "наборы прежние, в другом порядке",
    ),
    "sets.were_none": ("labelled now; before: not labelled", "теперь размечено; раньше не было размечено"),
    "sets.now_none": ("not labelled any more", "разметка снята"),
    "sets.were_unanswerable": ("before: the corpus has no answer", "раньше: ответа в корпусе нет"),
    "sets.now_unanswerable": ("now: the corpus has no answer", "теперь: ответа в корпусе нет"),
    "field.place": ("place", "место"),
    "reviewers.same": (
        "labels changed, reviewers are as before: {names}",
        "разметка изменилась, а проверившие прежние: {names}",
    ),
    "passage.users": ("used by: {names}", "используется в: {names}"),
    "passage.unused": ("no query uses it", "ни один вопрос его не использует"),
    "passage.renamed": (
        "another id for the same text: {old} → {new}",
        "другой id того же текста: {old} → {new}",
    ),
    "passage.unlike": (
        "its hash or its span does not fit its words; the words decide: run `assay gold passage refresh {id}`",
        "хеш или границы не подходят к тексту, а верен текст: выполните `assay gold passage refresh {id}`",
    ),
    "passage.unknown": ("no such passage", "такого отрывка нет"),
    "impact.title": ("What it does to the recorded runs", "Что это меняет в записанных прогонах"),
    "impact.metrics": ("Metrics", "Метрики"),
    "impact.metrics.of": ("All metrics of {system}", "Все метрики {system}"),
    "impact.median": ("median", "медиана"),
    "impact.common": ("… on the same queries", "… на тех же вопросах"),
    "impact.flips": ("Queries that flip", "Вопросы, исход которых меняется"),
    "impact.arrivals": ("Outcomes of queries that came or went", "Исход новых и удалённых вопросов"),
    "impact.gained": ("now sufficient: {n}", "стало достаточно: {n}"),
    "impact.lost": ("no longer sufficient: {n}", "стало недостаточно: {n}"),
    "impact.unchanged": ("no query flips", "исход ни одного вопроса не меняется"),
    "impact.partly": ("Impact for {n} of {all} systems.", "Влияние посчитано для {n} из {all} систем."),
    "impact.absent": ("{system}: not scored, {reason}", "{system}: не посчитана, {reason}"),
    "impact.outdated": (
        "{system}: its run is of other settings than params.yaml has now; `make repro` runs it anew",
        "{system}: прогон сделан с другими настройками, чем сейчас в params.yaml; `make repro` выполнит его заново",
    ),
    "impact.asked": (
        "these runs answered other words or conditions of {names} than {side} has",
        "{side}: там у вопросов {names} другие слова или условия, чем те, на которые отвечали эти прогоны",
    ),
    "impact.ask_again": (
        "; `make repro` asks what the gold set says now",
        "; нынешние спросит `make repro`",
    ),
    "impact.refused": (
        "Not scored: the pipeline would refuse this. `assay gold check` shows all of it.",
        "Не посчитано: с этим конвейер работать не станет. Всё целиком покажет `assay gold check`.",
    ),
    "impact.holdout": (
        "holdout queries that change, with those whose passages change: {n}; nothing is said of their results",
        "меняется отложенных вопросов, считая те, чьи отрывки меняются: {n}; об их результатах не говорится ничего",
    ),
    "impact.definition": (
        "{name} is defined anew, {then} → {now}: both sides are scored by {now}, so figures published earlier may differ",
        "{name} определена заново, {then} → {now}: обе стороны посчитаны по {now}, опубликованное раньше может отличаться",
    ),
    "impact.setting": (
        "`{name}` is set anew, {then} → {now}: both sides are scored by {now}, so figures published earlier may differ",
        "`{name}` задано заново, {then} → {now}: обе стороны посчитаны по {now}, опубликованное раньше может отличаться",
    ),
    "impact.head.system": ("system", "система"),
    "impact.head.metric": ("metric", "метрика"),
    "impact.head.before": ("before", "было"),
    "impact.head.after": ("after", "стало"),
    "impact.head.difference": ("difference", "разница"),
    "impact.head.n": ("n", "n"),
    "impact.head.common": ("on the same queries", "на тех же вопросах"),
    "flip": ("{before} → {after}", "{before} → {after}"),
    "flip.of": ("{system}: {states}", "{system}: {states}"),
    "state.met": ("sufficient", "достаточно"),
    "state.unmet": ("not sufficient", "недостаточно"),
    "state.hit": ("found", "найдено"),
    "state.miss": ("not found", "не найдено"),
    "state.unmeasured": ("not measured ({reason})", "не измерено ({reason})"),
    "cause": ("reason: {cause}", "причина: {cause}"),
    "cause.reworded": ("the question has other words", "вопрос переформулирован"),
    "cause.field": ("{field} changed", "изменено: {field}"),
    "cause.text": ("{name} has other words", "у {name} другой текст"),
    "cause.place": ("{name} stands elsewhere", "{name} на другом месте"),
    "cause.unknown": ("the labels of other rows changed", "изменилась разметка других строк"),
    "effect.found": ("{passages} found by rank {rank}", "{passages} найдено к позиции {rank}"),
    "effect.hit": ("found at rank {rank}", "найдено на позиции {rank}"),
    "effect.missing": ("missing: {passages}", "не хватает: {passages}"),
    "effect.at": ("{name} (found at rank {rank})", "{name} (найден на позиции {rank})"),
    "effect.never": ("{name} (not found)", "{name} (не найден)"),
    "set.now": (
        "accepted now: {after}",
        "теперь принимается: {after}",
    ),
    "claim": (
        "claim {id}",
        "утверждение {id}",
    ),
    "claim.gone": (
        "is gone",
        "снято",
    ),
    "claim.new": (
        "is new",
        "добавлено",
    ),
    "claim.words": (
        "has other words",
        "переформулировано",
    ),
    "passage.helps": ("helps now, in no set", "теперь помогает, вне наборов"),
    "passage.moved": (
        "the same words, at another place of their documents: {names}",
        "те же слова на другом месте своих документов: {names}",
    ),
    "side.absent": (
        "{side} has no {path}: it counts as empty",
        "{side}: нет файла {path}, он считается пустым",
    ),
    "side.renamed": (
        "{path} was {then} at {side}",
        "{side}: {path} назывался там {then}",
    ),
    "impact.unmeasured": (
        "no longer measured: {n}",
        "больше не измеряется: {n}",
    ),
    "impact.measured": (
        "measured now, before not: {n}",
        "теперь измеряется, раньше нет: {n}",
    ),
    "impact.otherwise": (
        "not measured, for another reason than before: {n}",
        "не измеряется по другой причине: {n}",
    ),
    "impact.corpus": (
        "{systems}: searched the documents in another state than they are in now; `make repro` searches today's",
        "{systems}: поиск шёл по документам в другом состоянии, чем сейчас; `make repro` ищет по нынешним",
    ),
    "impact.no_base": (
        "{side} has no gold set: there is nothing to compare with, so these are the first figures",
        "{side}: эталона там нет, сравнивать не с чем, поэтому это первые числа",
    ),
    "diff.refused": (
        "Not compared: what these lines hold cannot be told. `assay gold check` shows all of it.",
        "Не сравнено: что в этих строках, сказать нельзя. Всё целиком покажет `assay gold check`.",
    ),
    "side.here": ("working tree", "рабочая копия"),
    "absent.file": (
        "{path} is not there; `make repro` makes it",
        "нет файла {path}; его сделает `make repro`",
    ),
    "absent.cut": (
        "its run is of another cut of the documents than the snapshot that is there; `make repro` runs it anew",
        "её прогон сделан на другой нарезке документов, чем нынешний снимок; `make repro` выполнит его заново",
    ),
    "absent.failed": ("{path} failed", "не удалось: {path}"),
    "impact.no_head": (
        "{side} has no gold set: there is nothing to score",
        "{side}: эталона там нет, считать нечего",
    ),
    "impact.moved": (
        "of them moved between dev and holdout: {n}; so the sides measure other queries",
        "из них перешло между dev и отложенными: {n}; поэтому стороны измеряют разные вопросы",
    ),
    "value.any": ("any", "любое значение"),
    "claim.support.gone": ("no longer supported by: {names}", "больше не подтверждает: {names}"),
    "claim.support.new": ("now also supported by: {names}", "теперь подтверждает и: {names}"),
    "left_out": (
        "Left out to stay within {limit} characters: {names}. All of it: {commands}.",
        "Не поместилось в {limit} символов: {names}. Целиком: {commands}.",
    ),
    "left_out.items": ("{title}: {n}", "{title}: {n}"),
    "no_texts": (
        "Texts are left out (`report.include_text: false`).",
        "Тексты не показаны (`report.include_text: false`).",
    ),
}


class Words(wording.Words):
    """The phrases about a proposed change in one language."""

    def __init__(self, lang: str) -> None:
        super().__init__(lang, PHRASES)

    def of_report(self, key: str, **values: object) -> str:
        """A phrase of the report with its values."""
        return OF_REPORT[key][self._at].format(**values)


def side_name(name: str, words: Words) -> str:
    """What people call a side, in their language."""
    return words("side.here") if name == WORKING_TREE else name
