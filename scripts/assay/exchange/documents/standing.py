"""What people wrote into the front matter of the corpus, and files imported again do not state: it stays."""

from collections.abc import Mapping

from assay.counting import counted
from assay.exchange.documents.front_matter import front_bytes, split, usable
from assay.exchange.losses import Losses
from assay.retrieval.documents import OPTIONAL

_SHOWN = 3


def with_standing(new: Mapping[str, bytes], old: Mapping[str, bytes]) -> tuple[dict[str, bytes], list[str]]:
    """Documents of an import, those that are in the corpus with the subject, days and address that they have there.

    Args:
        new: documents by path.
        old: files of the corpus by path.

    Returns:
        the documents, and a line on what was kept.
    """
    done, kept = dict(new), dict[str, list[str]]()
    for path in sorted(new.keys() & old.keys()):
        if new[path] != old[path]:
            text = new[path].decode()
            stated, start = split(text, path)
            earlier, _ = split(old[path].decode(errors="replace"), path)
            standing = {
                key: value
                for key, value in usable(earlier, path, Losses()).items()
                if key in OPTIONAL and key not in stated
            }
            if standing:
                done[path] = front_bytes({**stated, **standing}, text[start:])
                for key in standing:
                    kept.setdefault(key, []).append(path)
    lines = []
    for key, paths in kept.items():
        shown = ", ".join(paths[:_SHOWN]) + (", …" if len(paths) > _SHOWN else "")
        lines.append(
            f"kept: {key} of {counted(len(paths), 'document')}, which their files do not state ({shown})"
        )
    return done, lines
