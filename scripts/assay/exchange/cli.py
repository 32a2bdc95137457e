"""Commands that bring other tools' files in: import documents, chunks, questions, results."""

from pathlib import Path
from typing import Any

import click

from assay import git
from assay.exchange.options import asked, fields_help, finish, shaping, thinning
from assay.exchange.records.targets import ASKED, CHUNK, FOUND, QUESTION

FILE = click.argument("file", type=click.Path(exists=True, path_type=Path))


@click.group("import")
def import_() -> None:
    """Bring in documents, ready chunks, questions with labels, results and answers of other tools.

    Every import takes --dry-run. How a file is read is kept in params.yaml by its name (`import`), so that the next
    time it is read the same, without options.

    Example: assay import questions questions.xlsx --dry-run
    """


@import_.command(short_help="A folder of documents.")
@click.argument("place", metavar="FOLDER", type=click.Path(exists=True, path_type=Path))
@click.option("--to", default="corpus", show_default=True, help="Folder of the corpus.")
@click.option("--lang", help="Language of texts that do not say theirs (else by their letters).")
@click.option("--version", help="Version of texts that do not say theirs (else made of the file).")
@click.option("--subject-from-folder", is_flag=True, help="The top folder is the subject.")
@click.option(
    "--split-level", type=click.IntRange(1, 6), help="One document a heading of this level, of a wiki export."
)
@click.option("--whole-page", is_flag=True, help="HTML pages keep menus, sidebars, footers and the like.")
@click.option(
    "--existing",
    type=click.Choice(("refuse", "keep", "replace")),
    default="refuse",
    show_default=True,
    help="What of a document that people edited since the last import, and whose file changed too.",
)
@click.option(
    "--remove-gone", is_flag=True, help="Remove documents whose files are gone from FOLDER, unless edited."
)
@click.option("--dry-run", is_flag=True, help="Show what would be written and lost; write nothing.")
@thinning
def documents(place: Path, to: str, *, existing: str, remove_gone: bool, dry_run: bool, **said: Any) -> None:
    """Documents of Markdown, text, HTML, and with `make office` DOCX and PDF, as Markdown of the corpus.

    Imported again, documents that changed are written anew, each named with what changes; what people edited in the
    corpus stays; labels whose text is still there move along. What each import wrote is kept in .imported there.

    Example: assay import documents ../help-centre --dry-run

    Example: assay import documents wiki.html --split-level 2 --lang ru
    """
    from assay.exchange.documents.corpus_plan import plan_documents

    root = git.root()
    plan = plan_documents(root, place, said, to, existing, remove_gone=remove_gone)
    finish(plan, root, dry=dry_run)


@import_.command(short_help="Chunks that were cut elsewhere.", epilog=fields_help("--map", CHUNK))
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--snapshot", default="main", show_default=True, help="Name of the snapshot in params.yaml.")
@click.option("--to", default="corpus/chunks.jsonl", show_default=True, help="Where they are kept.")
@click.option("--ids-only", is_flag=True, help="FILES are TREC qrels and runs: each id stands for its text.")
@shaping
def chunks(
    files: tuple[Path, ...], *, snapshot: str, to: str, ids_only: bool, dry_run: bool, **how: Any
) -> None:
    """Chunks of JSON, JSON Lines, CSV, XLSX or Parquet: LangChain and LlamaIndex nodes, search scrolls, any shape.

    FILES may be a folder of them, or a BEIR folder. Ids and texts are kept as they are; nothing is cut again.

    Example: assay import chunks nodes.jsonl --dry-run

    Example: assay import chunks scroll.json --map doc_id=_source.page.id --snapshot main
    """
    from assay.exchange.bringing import plan_chunks

    root = git.root()
    plan = plan_chunks(root, files, asked(**how), snapshot=snapshot, to=to, ids_only=ids_only)
    finish(plan, root, dry=dry_run)


@import_.command(short_help="Questions, with flat or span labels.", epilog=fields_help("--map", QUESTION))
@FILE
@click.option(
    "--chunks", "table", type=click.Path(exists=True, path_type=Path), help="Chunks of the labels' date."
)
@click.option(
    "--snapshot", help="Snapshot of this repository whose chunks the ids are (default: by the ids)."
)
@click.option(
    "--sets",
    type=click.Choice(("unstated", "together", "each")),
    show_default="unstated",
    help="What the members of a list of labels are to one another: sufficient together, or each alone.",
)
@click.option("--relevant-from", type=click.IntRange(1), show_default="1", help="Lowest grade that counts.")
@click.option(
    "--existing",
    type=click.Choice(("refuse", "keep", "replace")),
    default="refuse",
    show_default=True,
    help="What of a question that is in the gold set and says something else.",
)
@click.option("--type", help="Kind of the questions, where the file says none.")
@click.option("--lang", help="Language of the questions, where the file says none (else by their letters).")
@click.option("--split", type=click.Choice(("dev", "holdout")), show_default="dev")
@click.option("--qrels", type=click.Path(exists=True, path_type=Path), help="TREC qrels with the labels.")
@click.option("--group", help="Of TREC qrels in which several people judged the same: whose (column 2).")
@click.option("--qrels-split", help="Of a BEIR folder: whose labels.")
@click.option(
    "--topic-text",
    type=click.Choice(("title", "description")),
    default="title",
    show_default=True,
    help="Of TREC topics: what is the question.",
)
@shaping
def questions(
    file: Path,
    *,
    existing: str,
    dry_run: bool,
    **how: Any,
) -> None:
    """Questions of JSON Lines, JSON, CSV or XLSX, with the ids, spans or quotations that answer them; TREC, BEIR.

    FILE may be TREC topics (labels: --qrels), qrels alone, a BEIR folder, or a .txt with one question a line.

    Labels are matched to the corpus by the chunk's id, its text, or the words; what is not found goes to a file with
    the reason, and its question stays unlabelled. Imported questions are unreviewed.

    Example: assay import questions questions.xlsx --dry-run

    Example: assay import questions gold.jsonl --chunks chunks-2026-03.jsonl --sets together
    """
    from assay.exchange.bringing import plan_questions
    from assay.exchange.questions.question_files import Labels

    root = git.root()
    labels = Labels(
        *(how.pop(name) for name in ("qrels", "qrels_split", "table", "topic_text", "snapshot", "group"))
    )
    said = {name: how.pop(name) for name in ("sets", "relevant_from", "type", "lang", "split")}
    plan = plan_questions(root, file, asked(**how), labels=labels, said=said, existing=existing)
    finish(plan, root, dry=dry_run)


@import_.command(
    short_help="What another system found.",
    epilog=f"{fields_help('--map', ASKED)}\n\n{fields_help('--item', FOUND)}",
)
@FILE
@click.option("--system", required=True, help="Name of the system in params.yaml.")
@click.option("--run", help="Name of the run's folder (default: --recorded-at, else --corpus-version).")
@click.option("--corpus-version", help="State of the corpus that was searched, as its owner names it.")
@click.option("--recorded-at", help="Day or time of the run, as 2026-11-01.")
@click.option(
    "--chunks", "table", type=click.Path(exists=True, path_type=Path), help="All chunks of that date."
)
@click.option("--snapshot", help="Snapshot of this repository that was searched (default: the first).")
@click.option("--trust-ids", is_flag=True, help="Ids without texts are those of that snapshot as it is now.")
@click.option("--same-corpus", is_flag=True, help="It searched these documents, whatever words it adds.")
@click.option("--depth", type=click.IntRange(1, 10_000), help="Results that were asked for.")
@click.option(
    "--card", "stated", multiple=True, metavar="KEY=VALUE", help="What is known of the system, as model=e5."
)
@click.option(
    "--item", "items", multiple=True, metavar="FIELD=PATH", help="Where a field is in a result (JMESPath)."
)
@click.option(
    "--repeated",
    type=click.Choice(("refuse", "first", "last", "best")),
    show_default="refuse",
    help="What of a question that stands in several records; best: of a chunk twice in a TREC run, its best place.",
)
@click.option(
    "--missing",
    type=click.Choice(("not-asked", "nothing-found")),
    help="What of questions that the file does not name (default: not asked; of a TREC run: nothing found, 0).",
)
@click.option(
    "--order",
    type=click.Choice(("trec10", "trec9")),
    default="trec10",
    show_default=True,
    help="Of a TREC run: scores compared as trec_eval 10 does (64 bits), or as 9 and pytrec_eval (32 bits).",
)
@shaping
def results(
    file: Path,
    *,
    items: tuple[str, ...],
    repeated: str | None,
    table: Path | None,
    order: str,
    missing: str | None,
    dry_run: bool,
    **how: Any,
) -> None:
    """What another system found: JSON Lines, CSV, search responses, service logs, TREC runs; as a new recorded run.

    A request that failed is an error, and never nothing found. Chunks are those of --chunks, or of the snapshot where
    ids and texts agree, or else the results' own texts, placed in the documents.

    Example: assay import results log.jsonl --system prod --recorded-at 2026-11-01 --depth 10 --dry-run

    Example: assay import results hits.json --system es --corpus-version kb-7 --map id=query_id --item text=_source.body
    """
    from assay.exchange.bringing import plan_results
    from assay.exchange.runs.run_place import where_of

    root = git.root()
    where = where_of(how)
    said = {**asked(**how), "order": order, "missing": missing}
    plan = plan_results(root, file, said, items=items, repeated=repeated, table=table, where=where)
    finish(plan, root, dry=dry_run)
