# Everything a person needs, from a fresh clone: each target sets up what it uses.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
WORKERS ?= 2

.DELETE_ON_ERROR:
.PHONY: all demo test slow check bench warmup browser page docs clean

PAGE := src/supple/editor/page/index.html
WEB := $(shell find web/src -type f 2>/dev/null) web/index.html web/vite.config.js web/tsconfig.json

all: warmup page

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.ready: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[test,check]"
	touch $@

$(VENV)/.demo: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[all]"
	touch $@

$(VENV)/.bench: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[bench]"
	touch $@

# The page of the editor. Where npm is missing, everything else works, and `supple editor` says what is missing.
page:
	@if command -v npm >/dev/null; then $(MAKE) -s $(PAGE); \
	  else echo "npm (Node 20 or newer) is not installed: the page of the editor is not built."; fi

web/node_modules/.ready: web/package.json
	cd web && npm install --no-audit --no-fund --loglevel=error
	touch $@

$(PAGE): web/node_modules/.ready $(WEB)
	cd web && npm run --silent build
	touch $@

demo: $(VENV)/.demo page
	$(BIN)/supple demo --out demo/ --force

warmup: $(VENV)/.ready
	$(BIN)/supple warmup

test: warmup browser page
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadfile -m "not slow" tests

# Where Chromium is missing and may be installed, it is; elsewhere the tests that need it are skipped and say so.
browser:
	@command -v chromium >/dev/null || { command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ] && \
	  apt-get update -qq && apt-get install -y -qq chromium >/dev/null; } || \
	  echo "Chromium is not installed: the tests that need a browser will be skipped."

slow: warmup browser page
	$(BIN)/python -m pytest -n $(WORKERS) -m slow tests

check: $(VENV)/.ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	@if command -v npm >/dev/null; then $(MAKE) -s web/node_modules/.ready && cd web && npm run --silent check; \
	  else echo "npm is not installed: the types of the page are not checked."; fi

bench: $(VENV)/.bench page
	$(BIN)/supple warmup
	$(BIN)/python -m benchmarks

docs: $(VENV)/.ready page
	$(BIN)/python docs/generate.py
	$(BIN)/python docs/draw_batch.py
	$(BIN)/python docs/draw_editor.py
	$(BIN)/python docs/draw_edits.py
	$(BIN)/python docs/draw_examples.py
	$(BIN)/python docs/draw_feet.py
	$(BIN)/python docs/draw_fitting.py
	$(BIN)/python docs/draw_gait.py
	$(BIN)/python docs/draw_geometric.py
	$(BIN)/python docs/draw_detecting.py
	$(BIN)/python docs/draw_dynamics.py
	$(BIN)/python docs/draw_looking.py
	$(BIN)/python docs/draw_markers.py
	$(BIN)/python docs/draw_first_hour.py
	$(BIN)/python docs/draw_reaching.py
	$(BIN)/python docs/draw_retargeting.py
	$(BIN)/python docs/draw_terrain.py
	$(BIN)/python docs/draw_transitions.py
	$(BIN)/python docs/draw_walking.py

clean:
	rm -rf $(VENV) demo build dist web/node_modules src/supple/editor/page .pytest_cache .mypy_cache .ruff_cache .hypothesis
