"""Lists in the cells of a table: as JSON writes them, and as Python or NumPy does where a data frame was saved as CSV."""

import ast
import io
import json
import tokenize
from collections.abc import Collection
from dataclasses import replace
from typing import Any

from assay.exchange.records.names import is_called
from assay.exchange.records.paths import keys_of
from assay.exchange.records.recordset import Records
from assay.exchange.records.targets import Target


def with_lists(records: Records, targets: Collection[Target], stated: Collection[str]) -> Records:
    """The records of a table with lists where texts in the columns of lists are such; any others as they are.

    Args:
        records: of a file.
        targets: the fields that are lists.
        stated: paths of columns that people say are lists.
    """
    if not records.table:
        return records
    columns = {
        name
        for value in records.values
        for name in value
        if any(is_called(one, [name]) for target in targets for one in target.names)
    }
    columns |= {keys[0] for path in stated if (keys := keys_of(path))}
    values = [
        {name: _listed(cell) if name in columns else cell for name, cell in value.items()}
        for value in records.values
    ]
    read = sorted(name for name in columns if any(isinstance(value.get(name), list) for value in values))
    notes = [f"{', '.join(read)}: lists that are written as texts"] if read else []
    return replace(records, values=values, notes=[*records.notes, *notes], written=None)


def _listed(cell: Any) -> Any:
    """The list that a text writes, or the cell as it is."""
    text = cell.strip() if isinstance(cell, str) else ""
    if not (text.startswith("[") and text.endswith("]")):
        return cell
    for read in (json.loads, _literal):
        try:
            found = read(text)
        except (ValueError, SyntaxError, RecursionError, MemoryError, tokenize.TokenError):
            continue
        if isinstance(found, list):
            return found
    return cell


def _literal(text: str) -> Any:
    """What a literal of Python says; texts with no comma between them are those of an array of NumPy, and no single one."""
    tokens = [one for one in tokenize.generate_tokens(io.StringIO(text).readline) if one.type != tokenize.NL]
    words = [
        f"{one.string}," if one.type == after.type == tokenize.STRING else one.string
        for one, after in zip(tokens, [*tokens[1:], tokens[-1]], strict=True)
    ]
    return ast.literal_eval(" ".join(words).strip())
