"""Documents of other tools as Markdown of the corpus."""
