"""Evidence tables for people: on a terminal, as Markdown and HTML, as a section of the report, as spreadsheets."""
