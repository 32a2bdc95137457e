"""What a reproduction says, in English and Russian."""

from assay.wording import Phrases

PHRASES: Phrases = {
    "checkout": (
        "reproducing {name} ({commit:.12}) in a temporary folder",
        "воспроизводится {name} ({commit:.12}) во временной папке",
    ),
    "environment": (
        "making its environment from its locks: about a minute the first time",
        "создаётся окружение по его файлам блокировки: в первый раз около минуты",
    ),
    "stage": ("  {name}", "  {name}"),
    "head": ("{name}, commit {commit}", "{name}, коммит {commit}"),
    "made": (
        "environment: made from requirements.lock of that commit",
        "окружение: создано по requirements.lock этого коммита",
    ),
    "same": (
        "environment: this one; every package of requirements.lock of that commit is here in its version",
        "окружение: текущее; все пакеты из requirements.lock этого коммита здесь той же версии",
    ),
    "here": (
        "environment: this one (--here); other versions:",
        "окружение: текущее (--here); другие версии:",
    ),
    "package": (
        "  {name}: locked {locked}, here {here}",
        "  {name}: в файле блокировки {locked}, здесь {here}",
    ),
    "package.absent": (
        "  {name}: locked {locked}, not here",
        "  {name}: в файле блокировки {locked}, здесь нет",
    ),
    "column.stage": ("stage", "стадия"),
    "column.name": ("output", "выход"),
    "column.expected": ("expected", "записано"),
    "column.actual": ("actual", "получено"),
    "column.verdict": ("verdict", "вердикт"),
    "recomputed": ("recomputed", "пересчитано"),
    "intact": ("intact only", "только цело"),
    "differs": ("DIFFERS", "ОТЛИЧАЕТСЯ"),
    "unchecked": ("CANNOT BE CHECKED", "НЕЛЬЗЯ ПРОВЕРИТЬ"),
    "why.recorded": (
        "taken from a recorded run as it is; the system itself did not run",
        "взято из записанного прогона как есть; сама система не запускалась",
    ),
    "why.unrecorded": (
        "was made, but the revision recorded nothing of it",
        "получено, но ревизия об этом ничего не записала",
    ),
    "why.broken_seal": (
        "the seal does not fit what stands beside it: this state never ran, or was edited",
        "печать не подходит к тому, что записано рядом: такое состояние не запускалось или правилось",
    ),
    "why.unwritten": ("the stage ran and did not write it", "стадия выполнена, но этого не записала"),
    "why.uncommitted": (
        "a stage read it, and the commit does not hold it: git add it, and commit what the pipeline gives then",
        "стадия это читала, а в коммите этого нет: добавьте в Git и закоммитьте то, что даст конвейер",
    ),
    "why.read_other": (
        "a stage read other bytes than the commit holds: it was edited meanwhile, or two states were merged",
        "стадия читала не те байты, что в коммите: файл правили во время прогона или слили два состояния",
    ),
    "why.input_missing": (
        "{about} was added to DVC by hand, and the cache has not all of it: `dvc pull {about}`",
        "{about} добавлено в DVC вручную, а в кэше есть не всё: `dvc pull {about}`",
    ),
    "why.input_damaged": (
        "{about} was added to DVC by hand, and its bytes in the cache are damaged: remove them there, `dvc pull {about}`",
        "{about} добавлено в DVC вручную, а его байты в кэше повреждены: удалите их там, `dvc pull {about}`",
    ),
    "why.failed": ("the stage failed: {about}", "стадия завершилась ошибкой: {about}"),
    "why.not_run": ("the stage did not run", "стадия не выполнялась"),
    "intact.note": (
        "intact only: the bytes are those that were recorded; who answered then was not asked again",
        "только цело: байты те же, что были записаны; тех, кто тогда отвечал, снова не спрашивали",
    ),
    "counts": (
        "recomputed: {recomputed}, intact only: {intact}, differ: {differs}, cannot be checked: {unchecked}",
        "пересчитано: {recomputed}, только цело: {intact}, отличается: {differs}, нельзя проверить: {unchecked}",
    ),
}
