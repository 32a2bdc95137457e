"""The report: what people read, made from what the other stages wrote."""
