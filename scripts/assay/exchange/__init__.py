"""Files of other tools, in and out: one module a format, and what each cannot say."""
