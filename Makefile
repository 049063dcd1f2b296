# Plain `make` explains the commands. Needs Python 3.11, 3.12 or 3.13, make and git; the rest is installed into .venv.

.DEFAULT_GOAL := help
SHELL := /bin/sh

VENV   ?= .venv
BIN    := $(VENV)/bin
# What `make test` and `make reproduce` need; `make bench` adds the peers.
EXTRAS := lab,test
INSTALLED := $(VENV)/.installed
BENCH     := $(VENV)/.installed-bench
WARM      := $(VENV)/.warm

SUITABLE := import sys, venv, ensurepip; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))
# The first suitable Python; set PYTHON to choose another.
PYTHON = $(shell for p in python3 python python3.13 python3.12 python3.11; do \
	$$p -c '$(SUITABLE)' 2>/dev/null && { echo $$p; break; }; done)
PIP = $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt
KERNELS = $(shell grep -rl --include='*.py' 'hexlab.run.kernel import kernel' hexlab)

# One worker per core; each keeps to one thread, or they slow each other down.
PYTEST = NUMBA_NUM_THREADS=1 OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 $(BIN)/python -m pytest

.PHONY: help install reproduce publish full lab test test-long verify-all lint bench clean

help:  ## Show this list
	@echo "hexlab: a laboratory for the game of Hex"
	@echo
	@sed -n 's/^\([a-z-]*\):.*##  *\(.*\)/  make \1|\2/p' $(MAKEFILE_LIST) | awk -F'|' '{printf "%-18s %s\n", $$1, $$2}'
	@echo
	@echo "  HEXLAB_GAMES=FOLDER adds your own SGF games to the notebooks, tests and benchmarks."

install: $(WARM)  ## Make .venv with everything below and compile the kernels

$(INSTALLED): pyproject.toml constraints.txt
	@test -n "$(PYTHON)" || { echo "No Python 3.11, 3.12 or 3.13 with venv found. Install one (Debian: apt install python3-venv) or say: make PYTHON=/path/to/python"; exit 1; }
	@echo "Installing into $(VENV) with $(PYTHON) (a few minutes the first time)"
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(PIP) --editable ".[$(EXTRAS)]"
	@touch $@

$(WARM): $(INSTALLED) $(KERNELS)
	@$(BIN)/hexlab warmup
	@touch $@

$(BENCH): $(INSTALLED)
	@$(PIP) --editable ".[$(EXTRAS),bench]"
	@touch $@

reproduce: install  ## Run every notebook at quick scale; results in build/reproduce/
	@$(BIN)/hexlab reproduce

publish: install  ## Run every notebook and replace the tracked ones and figures/
	@$(BIN)/hexlab reproduce --publish

full: install  ## One chapter at a larger scale: make full CHAPTER=takada/02 [SCALE=long]
	@test -n "$(CHAPTER)" || { echo "Say which: make full CHAPTER=takada/02 [SCALE=long|thesis]"; exit 1; }
	@$(BIN)/hexlab reproduce $(CHAPTER) --scale $(or $(SCALE),long)

lab: install  ## Open the notebooks in JupyterLab
	@$(BIN)/python -m jupyterlab notebooks $(LAB_OPTIONS)

test: install  ## Run the test suite (minutes)
	@$(PYTEST) -n 2 -m "not long"

test-long: install  ## Seeded samples of the exhaustive tests, browser and clone runs (up to 25 minutes)
	@$(PYTEST) -m long

verify-all: install  ## Every test at its full count (once a release)
	@HEXLAB_FULL=1 $(PYTEST) -n 2

lint: install  ## Style (ruff) and types (mypy)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

bench: $(BENCH) install  ## Time hexlab beside its peers; writes benchmarks/results.md
	@NUMBA_NUM_THREADS=1 OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 $(BIN)/python -m benchmarks

clean:  ## Remove what was built (not .venv)
	@rm -rf build .pytest_cache .mypy_cache .ruff_cache .hypothesis
