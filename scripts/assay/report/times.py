"""How long answers took, of the systems whose runs say so."""

from assay.report.catalogue import Catalogue
from assay.report.inputs import Material
from assay.report.markdown import Markdown, code, table

STATED = ("median", "p95", "longest")


def overview(say: Catalogue, material: Material) -> Markdown | None:
    """One line a system whose run states times, in whole milliseconds; None where none does."""
    header = [say(f"head.{name}") for name in ("system", "n", *STATED)]
    lines = [
        [code(system.name), times["n"], *(Markdown(f"{times[name]:.0f}") for name in STATED)]
        for system in material.systems
        if (times := system.summary.get("times"))
    ]
    return table(header, lines, right=len(header) - 1) if lines else None
