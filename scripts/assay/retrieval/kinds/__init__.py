"""How results come about: one kind of system a module, all with the same function ``retrieve``."""
