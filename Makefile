# apnap: `make demo` and `make test` are all that a fresh clone needs.
# PY chooses the interpreter (make PY=python3.12), ARGS is handed to the program that a target runs, and
# WORKERS says how many processes share the tests (0: none but the one that is started, for a debugger).
PY ?= python3
ARGS ?=
# one more than there are cores: much of the tests' time is waiting for clocks and sockets
WORKERS ?= $(shell n=$$(nproc 2>/dev/null || echo 1); echo $$((n < 4 ? n + 1 : 4)))
# where there is room in memory, the files of the tests are there: a commit to a disk is most of what many of them take
MEMORY := $(shell df -Pk /dev/shm 2>/dev/null | awk 'NR == 2 && $$4 > 1000000 { print "/dev/shm" }')
# the programs that tests start read compiled modules
unexport PYTHONDONTWRITEBYTECODE
BIN := .venv/bin

.DEFAULT_GOAL := help
.PHONY: help install test demo play docs lint format sources bench constraints clean

help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "make %-12s %s\n", $$1, $$2}' Makefile

install: .venv/.stamp  ## make .venv with apnap and all that its tests need

.venv/.stamp: pyproject.toml constraints.txt
	@command -v $(PY) >/dev/null || { echo "missing: $(PY) (apt-get install python3 python3-venv)"; exit 1; }
	@$(PY) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Python 3.11 or newer is needed, $(PY) is older (make PY=python3.12)"; exit 1; }
	@$(PY) -c 'import ensurepip, venv' 2>/dev/null || { echo "missing: venv (apt-get install python3-venv)"; exit 1; }
	$(PY) -m venv .venv
	$(BIN)/python -m pip install --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $@

test: .venv/.stamp  ## run the tests
	$(if $(MEMORY),PYTEST_DEBUG_TEMPROOT=$(MEMORY)) $(BIN)/python -m pytest -m 'not slow' -n $(WORKERS) --dist worksteal $(ARGS)

demo: .venv/.stamp  ## watch bots play a game over websockets
	@$(BIN)/apnap demo $(ARGS)

play: .venv/.stamp  ## take a seat in this terminal, against bots
	@$(BIN)/apnap play $(ARGS)

docs: .venv/.stamp  ## write the pages that are made from the source
	$(BIN)/python tests/cardkit_page.py
	$(BIN)/python tests/picture.py
	$(BIN)/ruff format -q docs

lint: .venv/.stamp  ## style, format, types and import contracts
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --strict
	$(BIN)/lint-imports

format: .venv/.stamp  ## put the source in the house format
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

sources: .venv/.stamp  ## write docs/sources.md: statements of the old editions and their tests
	$(BIN)/python tests/statements.py

bench: .venv/.stamp  ## measure (never part of the tests)
	@set -e; for name in board triggers games tables recovery; do \
	  echo "== bench/$$name.py"; $(BIN)/python bench/$$name.py $(ARGS); \
	done

constraints: .venv/.stamp  ## refresh constraints.txt from pyproject.toml
	$(BIN)/python -m pip install --disable-pip-version-check pip-tools
	$(BIN)/pip-compile --no-emit-index-url --no-emit-find-links --no-header --strip-extras --upgrade \
	  --extra dev --extra speed -o constraints.txt pyproject.toml

clean:  ## remove everything that make made
	rm -rf .venv build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
