"""What the talks about claims say: key → English, Russian. A test holds both to the same values in braces."""

from assay.judging.shaping_phrases import SHAPING
from assay.judging.walking_phrases import WALKING

_RECORD = {
    "answer.head": ("{name} ({run}, question {query})", "{name} ({run}, вопрос {query})"),
    "answer.query": ("Question: {query}", "Вопрос: {query}"),
    "answer.text": ("Answer:", "Ответ:"),
    "answer.citations": ("Citations shown: {names}", "Показанные цитаты: {names}"),
    "answer.none_cited": ("Citations shown: none", "Показанных цитат нет"),
    "answer.declines": ("Declined in the record: {part}", "Отказ в записи: {part}"),
    "citation": ("{number}. {marker} → {target}", "{number}. {marker} → {target}"),
    "citation.unmarked": ("(no marker)", "(без метки)"),
    "citation.nameless": ("names nothing", "ни на что не указывает"),
    "expected.gold": ("Expected evidence, by the gold set:", "Ожидаемые доказательства, по эталону:"),
    "expected.record": ("Expected evidence, by the record:", "Ожидаемые доказательства, по записи:"),
    "expected.none": (
        "Nobody has stated the expected evidence: claims can be taken down, but not judged.",
        "Ожидаемые доказательства никем не указаны: утверждения можно выписать, но не оценить.",
    ),
    "expected.set": ("  set {number}: {names}", "  набор {number}: {names}"),
    "expected.nothing": (
        "  the corpus answers no part of the question",
        "  в корпусе нет ответа ни на одну часть вопроса",
    ),
    "expected.unanswerable": (
        "  the corpus cannot answer: {part}",
        "  корпус не отвечает на это: {part}",
    ),
    "expected.needed": ("  {name}: {what}", "  {name}: {what}"),
}
_VALUES = {
    "kind.statement": ("statement", "утверждение"),
    "kind.decline": ("declined", "отказ ответить"),
    "kind.immaterial": ("immaterial", "несущественное"),
    "attachment.attached": ("attached", "прикреплена"),
    "attachment.not_attached": ("not attached", "не прикреплена"),
    "attachment.not_assessable": ("not assessable", "невозможно оценить"),
    "support.supported": ("supported", "подтверждено"),
    "support.partially_supported": ("partially supported", "подтверждено частично"),
    "support.unsupported": ("unsupported", "не подтверждено"),
    "support.not_assessable": ("not assessable", "невозможно оценить"),
    "contradicts.true": ("yes", "да"),
    "contradicts.false": ("no", "нет"),
    "corpus.holds": ("has a text that decides it", "есть текст, по которому это решается"),
    "corpus.lacks": ("has no text that decides it", "нет текста, по которому это решается"),
    "corpus.not_checked": ("not checked", "не проверялось"),
    "of.kind": ("kind", "вид"),
    "of.claim": ("claim", "утверждение"),
    "of.attachment": ("citation", "цитата"),
    "of.citations": ("citations", "цитаты"),
    "of.attachment_reason": ("why", "почему"),
    "of.support": ("support", "поддержка"),
    "of.support_reason": ("why", "почему"),
    "of.contradicts": ("a fragment says otherwise", "фрагмент говорит иное"),
    "of.evidence": ("fragments", "фрагменты"),
    "of.missing": ("missing", "чего не хватает"),
    "of.corpus": ("corpus", "корпус"),
    "of.corpus_text": ("texts of the corpus", "тексты корпуса"),
    "of.observation": ("observation", "наблюдение"),
    "of.hypothesis": ("hypothesis", "гипотеза"),
    "of.open_question": ("open question", "нерешённый вопрос"),
}
PHRASES: dict[str, tuple[str, str]] = {**_RECORD, **_VALUES, **SHAPING, **WALKING}
