"""What a difference touches, by the names of its counts: one account for `gold diff` and for gold/CHANGELOG.md."""

from assay.changes.difference import GROUPS, Difference

KINDS = ("added", "removed")
SETS = ("added", "removed", "replaced", "narrowed", "widened", "renumbered")


def touched(changed: Difference) -> dict[str, dict[str, list[str]]]:
    """Ids of ``queries``, of queries whose evidence ``sets`` changed (one a set), and of ``passages``, by what became of them."""
    asked, marked = changed.queries, changed.passages
    queries = {kind: [one.id for one in asked if one.kind == kind] for kind in KINDS}
    for group in GROUPS:
        hit = changed.relabels if group == "labels" else lambda one, group=group: one.touches(group)
        queries[group] = [one.id for one in asked if hit(one)]
    queries["holdout"] = sorted(changed.closed)
    became = [(one.id, each.kind) for one in asked for each in changed.sets(one)]
    passages = {kind: [one.id for one in marked if one.kind == kind] for kind in KINDS}
    passages["texts"] = [one.id for one in marked if "text" in one.fields]
    passages["places"] = [one.id for one in marked if one.fields and "text" not in one.fields]
    passages["renamed"] = sorted(changed.renamed.values())
    sets = {kind: [name for name, each in became if each == kind] for kind in SETS}
    return {"queries": queries, "sets": sets, "passages": passages}
