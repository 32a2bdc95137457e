"""Bad input as people and programs produce it, end to end: the stages with the commands of dvc.yaml, and `assay`.

Every refusal: exit code 1, exactly these lines, no traceback, and every file of the repository as it was.
"""
