"""Whether a written reason says something: a label is a pointer, not an analysis."""

import re
from functools import cache, lru_cache

from assay.lookalikes import cyrillic, latin, plain
from assay.retrieval.tokens import terms

# Words that only repeat a verdict, in both languages; inflections are told by their stems, and so is «не» before one.
_LABELS = """
attached unattached detached supported unsupported partial partially partly assess assessable unassessable assessment
contradicts contradiction contradictory conflict immaterial declined refusal cited citation citing uncited verdict label
judged confirmed unconfirmed confirmation justified unjustified proven proved proof agrees matches mismatch corresponds
consistent inconsistent relevant irrelevant correct incorrect accurate inaccurate grounded ungrounded clear clearly
obvious obviously evident evidently true truth false wrong valid invalid matters important unimportant fully full
complete completely incomplete entire entirely wholly absolutely totally definitely certainly sufficient insufficient
enough possible impossible holds lacks
подтверждено подтвержденное подтверждает подтвердить подтверждение прикреплено прикрепленное прикрепление прикрепить
поддерживает поддержано поддержка обосновано обоснованное обосновывает обоснование обоснованно оценить оценено оценивать
оценка возможно нельзя противоречит противоречие противоречиво существенно отказ вердикт доказано доказывает
доказательство соответствует соответствие совпадает совпадение верно верная правильно точно ясно очевидно истинно ложно
частично частичная частичное полностью полное совсем целиком абсолютно безусловно действительно достаточно хватает важно
значения
"""
# And those that name what every verdict is about.
_THINGS = """
claim statement answer sentence fragment chunk passage source document text quote quoted quotation link reference
evidence record corpus
утверждение высказывание ответ предложение фрагмент чанк отрывок источник документ текст цитата ссылка свидетельство
запись корпус
"""
# What names no thing at all, even where something is missing; and that something is written anew.
_EMPTY = """
data information info details fact something anything everything nothing
данные данных информация инфа сведения подробности факт что-то что-нибудь нечто ничто кое-что
change changed update updated edit edited rewrite rewritten reword correction corrected fix fixed amend amended
replace replaced supersede superseded again anew reason
изменение изменить изменено исправление исправить исправлено правка обновление обновить обновлено уточнение уточнить
уточнено замена заменить заменено пересмотр пересмотреть пересмотрено переоценка переписать переписано снова заново
причина

an the is are was were be been being it its this that these those there here of to in on at by for from with and or as
but so if then than not no none nor any all some only just very quite does do did done has have had can cannot can't
could may might n/a will would should must don't doesn't didn't isn't aren't what which who how why because since we you
they he she my our your their me us them up out about into yes ok okay fine good bad well lgtm null todo tbd na nil see
looks look seems right same
это этот эта эти этого этой этому этом этих тот та те то того той тем тех он она оно они его ее их ему ей им них нем
нет не ни да и или а но же ли бы в во на с со к ко по из от до для о об при за под над без у так как что чтобы
который которая которое которые которого которой есть был была было были будет быть может можно надо нужно все
весь вся всего только лишь уже еще очень вполне потому поэтому если ок окей хорошо плохо нормально смотри см видно
здесь там тут ничего никак никакой никакая никакие один одна одно
"""
_PART = re.compile(r"[^\s_:;,()«»]+")


def says_nothing(reason: str, *, things: bool = True) -> bool:
    """Whether a reason has no word beyond its label, the names of what it is about, and such as every text has.

    Ids and numbers are no words: p04, [D-01], returns-v4#term.1 say where to look, not what is there. That a fragment
    says something, or does not, is a reason: «ни p04, ни p07 об этом не говорят».

    Args:
        reason: as it was written.
        things: whether words as «fragment», «text», «source» and the ids of such are among those; not where the reason
            says what is missing.
    """
    return not any(_says(part[0], things=things) for part in _PART.finditer(reason))


@lru_cache(maxsize=2**16)
def _says(part: str, *, things: bool) -> bool:
    """Whether one word, with the points around it, says something, in whatever letters it is written."""
    if any(map(str.isdigit, plain(part))):
        return not things
    known = _known(things=things)
    ways = zip(*(terms(form(part), stem=True) for form in (plain, latin, cyrillic)), strict=True)
    words = (forms for forms in ways if _is_word(forms[0]))
    return not all(
        any(form in known or form.removeprefix("не") in known for form in forms) for forms in words
    )


def _is_word(term: str) -> bool:
    """Whether it is one word: of several that signs join, each is a term by itself as well."""
    return len(term) > 1 and any(map(str.isalpha, term)) and not any(sign in term for sign in "-/._&")


@cache
def _known(*, things: bool) -> frozenset[str]:
    return frozenset(terms(_LABELS + _EMPTY + (_THINGS if things else ""), stem=True))
