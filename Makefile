# Two commands do everything: make repro, make test.
.DEFAULT_GOAL := repro
.DELETE_ON_ERROR:
SHELL := /bin/sh
PYTHON ?= python3
BIN := .venv/bin
UV := .venv/uv/bin/uv
SYNC := $(UV) pip sync --quiet --require-hashes --python $(BIN)/python
ADD := $(UV) pip install --quiet --offline --no-deps --no-build-isolation --python $(BIN)/python -e . && \
  for pth in .venv/lib/python*/site-packages/*assay*.pth; do echo ../../../../scripts >"$$pth"; done # relative: survives a move, and LC_ALL=C below a folder with Cyrillic letters
LOCK := --quiet --universal --fork-strategy fewest --generate-hashes --no-annotate --no-header --python-version 3.11
export PATH := $(CURDIR)/$(BIN):$(PATH)
export UV_NO_CONFIG := 1
export UV_PYTHON_DOWNLOADS := never

.PHONY: repro test check bench office lock help

help:  ## what can be made
	@sed -n 's/^\([a-z]*\):.*  ## /make \1\t/p' Makefile

repro: .venv/runtime  ## make the environment, run the pipeline, leave the report
	@assay params
	@dvc repro
	@assay docs
	@echo "report: $(CURDIR)/reports/report.html (what changed: git status)"

test: .venv/dev  ## make the environment, run all checks and tests
	@assay check
	@python -m pytest -n auto --dist loadgroup

check: .venv/dev  ## schemas, gold, ledgers, documents, lint: under a minute
	@assay check

bench: .venv/dev .venv-oracles/ready  ## speed and memory against the field's tools, in one run
	@python tests/bench/scoring.py
	@python tests/bench/gold.py
	@python tests/bench/comparison.py
	@python tests/bench/evidence.py
	@python tests/bench/claims.py
	@page=$$(mktemp) && trap 'rm -f "$$page" "$$page.html"' EXIT && \
	  python tests/bench/page.py --to "$$page.html" && python tests/bench/page_opened.py "$$page.html"

office: .venv/runtime  ## add what reads DOCX and PDF (assay import documents)
	@$(UV) pip install --quiet --require-hashes --python $(BIN)/python -r requirements-office.lock

lock: .venv/uv  ## write the lock files anew from pyproject.toml
	@$(UV) pip compile $(LOCK) pyproject.toml -o requirements.lock
	@$(UV) pip compile $(LOCK) pyproject.toml --group dev -c requirements.lock -o requirements-dev.lock
	@printf '%s; python_version < "3"\n' datasets sentence-transformers | \
	  $(UV) pip compile $(LOCK) --group oracles --override - -o requirements-oracles.lock # beir reads files without its models
	@$(UV) pip compile $(LOCK) --group office -c requirements.lock -o requirements-office.lock

.venv/uv: requirements-uv.lock
	@echo "making the environment in .venv: about a minute the first time"
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed: make PYTHON=python3.12 …"; exit 1; }
	@$(PYTHON) -m venv .venv || { echo "Python lacks its venv module: install the package python3-venv"; exit 1; }
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --upgrade --target .venv/uv -r requirements-uv.lock
	@touch .venv/uv

# An environment that has the tests' tools keeps them: their lock holds all of the runtime's.
.venv/runtime: .venv/uv requirements.lock pyproject.toml
	@lock=requirements.lock; [ ! -e .venv/dev ] || lock=requirements-dev.lock; $(SYNC) $$lock
	@$(ADD)
	@touch .venv/runtime

.venv/dev: .venv/runtime requirements-dev.lock
	@$(SYNC) requirements-dev.lock
	@$(ADD)
	@touch .venv/dev

.venv-oracles/ready: .venv/uv requirements-oracles.lock
	@$(UV) venv --quiet --allow-existing --python $(BIN)/python .venv-oracles
	@$(UV) pip sync --quiet --require-hashes --python .venv-oracles/bin/python requirements-oracles.lock
	@touch .venv-oracles/ready
