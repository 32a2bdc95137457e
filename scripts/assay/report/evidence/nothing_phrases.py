"""What is said of refusals and of what the corpus lacks: key → English, Russian."""

NOTHING: dict[str, tuple[str, str]] = {
    "nothing.title": ("Refusals, and what the corpus lacks", "Отказы ответить и то, чего нет в корпусе"),
    "nothing.intro": (
        "What answers decline to say, whether the corpus lacks it, and whether the user is told; then statements about what the corpus does not have: on questions that nothing in it answers, and others for which a reviewer found no text in it. These are lists and counts: no shares. A part declined and a part that the corpus cannot answer are taken to be the same where their words are, or where each is the only one left; nothing else is guessed.",
        "На что ответы отказались отвечать, есть ли это в корпусе и сказано ли об этом пользователю; затем утверждения о том, чего в корпусе нет: по запросам, на которые в нём нет ответа, и другие, для которых проверяющий не нашёл в нём текста. Это списки и счёт, долей здесь нет. Отказ и часть запроса, на которую нет ответа, считаются одним и тем же, если у них те же слова или если с каждой стороны осталось по одному; больше ничего не угадывается.",
    ),
    "nothing.none": (
        "No answer declines anything, and none is known to be about what the corpus lacks.",
        "Отказов нет, и ни об одном ответе не известно, что он о том, чего нет в корпусе.",
    ),
    "nothing.withheld": (
        "Texts are left out (report.include_text: false); “…” stands for each.",
        "Тексты не показаны (report.include_text: false); вместо каждого стоит «…».",
    ),
    "runs.caption": (
        "Answers by what can be seen of them: one may be counted in several lines",
        "Ответы по тому, что о них видно: один ответ может быть посчитан в нескольких строках",
    ),
    "answers.caption": ("Answer by answer", "По ответам"),
    "declined.caption": ("What answers decline", "На что ответы отказались отвечать"),
    "undeclined.caption": (
        "What the corpus cannot answer, and no refusal is known to be about",
        "На что в корпусе нет ответа и о чём отказа не найдено",
    ),
    "stated.caption": (
        "Statements on questions that nothing in the corpus answers, and others that no text in it decides, by a reviewer",
        "Утверждения по запросам, на которые в корпусе нет ответа, и другие, для которых проверяющий не нашёл в нём текста",
    ),
    "head.means": ("what it means", "что это значит"),
    "head.answer": ("answer", "ответ"),
    "head.question": ("question", "запрос"),
    "head.part": ("part", "часть запроса"),
    "head.told": ("user told", "пользователю сказано"),
    "head.expected": ("stated before", "было указано"),
    "head.reviewers": ("corpus, by reviewers", "корпус, по проверяющим"),
    "head.held": ("sufficient set retrieved", "достаточный набор извлечён"),
    "head.seen": ("what can be seen", "что видно"),
    "head.claim": ("statement", "утверждение"),
    "head.verdict": ("verdict", "вердикт"),
    "outcome.honest_no_answer": ("honest no-answer", "честное отсутствие ответа"),
    "outcome.partial_refusal": ("partial refusal", "частичный отказ"),
    "outcome.false_refusal": ("false refusal", "ложный отказ"),
    "outcome.false_confidence": ("false confidence", "ложная уверенность"),
    "outcome.beyond_corpus": ("states what the corpus lacks", "утверждает то, чего нет в корпусе"),
    "outcome.untold": ("user not told", "пользователю не сказано"),
    "outcome.differs": ("expectation and reviewers differ", "ожидание и оценки расходятся"),
    "outcome.unmatched": ("parts not matched", "части не сопоставлены"),
    "outcome.unrecorded": ("refusals not recorded", "отказы не записаны"),
    "outcome.none": ("none of these", "ничего из этого"),
    "means.honest_no_answer": (
        "nothing in the corpus answers the question, and the answer says so and states nothing else that is not supported",
        "ответа на запрос в корпусе нет; так и сказано, и ничего неподтверждённого не добавлено",
    ),
    "means.partial_refusal": (
        "the corpus answers a part, and of what it lacks the answer says that it cannot say it",
        "на часть запроса ответ в корпусе есть, а о том, чего в нём нет, так и сказано",
    ),
    "means.false_refusal": (
        "it declines a part that the corpus has, and what it takes was retrieved",
        "отказ дан на то, что в корпусе есть, и нужное было извлечено",
    ),
    "means.false_confidence": (
        "nothing in the corpus answers the question, and it states what nobody has found to be supported",
        "ответа на запрос в корпусе нет, а утверждается то, что не признано подтверждённым",
    ),
    "means.beyond_corpus": (
        "a reviewer found no text in the corpus that decides some statement; the question is none that nothing there answers",
        "для какого-то утверждения проверяющий не нашёл в корпусе текста; сам запрос не из тех, на которые ответа там нет вовсе",
    ),
    "means.untold": (
        "no words in it speak of a part that the record declines or that the corpus cannot answer",
        "в ответе нет слов о части, на которую по записи дан отказ или на которую в корпусе нет ответа",
    ),
    "means.differs": (
        "of a part that it declines, reviewers differ from each other or from what was stated before",
        "о части, на которую дан отказ, оценки расходятся между собой или с тем, что было указано",
    ),
    "means.unmatched": (
        "whether it declines what the corpus cannot answer or something else cannot be told by their words",
        "по словам не видно, на то ли дан отказ, на что в корпусе нет ответа",
    ),
    "means.unrecorded": (
        "the record does not say what it declines, and a part cannot be answered",
        "на часть запроса ответа нет, а на что ответ отказался отвечать, не записано",
    ),
    "yes": ("yes", "да"),
    "no": ("no", "нет"),
    "unknown": ("not known", "неизвестно"),
    "expected.lacks": ("cannot be answered", "ответа нет"),
    "expected.lacks_as": ("cannot be answered: {part}", "ответа нет: {part}"),
    "expected.whole": ("nothing answers the question", "на запрос ответа нет"),
    "expected.answers": ("not among what cannot be answered", "среди частей без ответа не указано"),
    "expected.unstated": ("not stated", "не указано"),
    "state.lacked": ("the corpus lacks it", "в корпусе этого нет"),
    "state.false_refusal": (
        "false refusal: the corpus has it, and what it takes was retrieved",
        "ложный отказ: в корпусе это есть, и нужное было извлечено",
    ),
    "state.has.no": (
        "the corpus has it; a sufficient set was not retrieved",
        "в корпусе это есть; достаточный набор не извлечён",
    ),
    "state.has.unknown": (
        "the corpus has it; whether a sufficient set was retrieved is not known",
        "в корпусе это есть; извлечён ли достаточный набор, неизвестно",
    ),
    "state.differs": (
        "reviewers differ, from each other or from what was stated before",
        "оценки расходятся между собой или с тем, что было указано",
    ),
    "state.unmatched": (
        "may be one of the parts that cannot be answered",
        "возможно, это одна из частей, на которые ответа нет",
    ),
    "state.unstated": (
        "whether the corpus has it nobody has stated",
        "есть ли это в корпусе, никто не указал",
    ),
    "state.untold": ("the user is not told", "пользователю не сказано"),
    "state.unmatched_part": (
        "something else is declined that may be this",
        "отказ дан на что-то другое: возможно, на это",
    ),
    "state.unrecorded": (
        "what the answer declines is not recorded",
        "на что ответ отказался отвечать, не записано",
    ),
    "part.whole": ("the question as a whole", "запрос целиком"),
    "why.nothing": ("nothing in the corpus answers the question", "ответа на запрос в корпусе нет"),
    "why.lacks": (
        "a reviewer found no text in the corpus that decides it",
        "проверяющий не нашёл в корпусе текста, по которому это решается",
    ),
    "why.aside": (
        "supported by a fragment, though nothing answers the question",
        "подтверждено фрагментом, хотя ответа на запрос в корпусе нет",
    ),
}
