# Two commands are enough: `make demo` runs the whole path offline, `make test` runs the tests.
# Everything lives in .venv; nothing else on the machine is touched.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: demo test quick lint bench bench-peers browser lock clean

demo: $(VENV)/core
	$(BIN)/evalwright demo

test: $(VENV)/dev browser
	$(BIN)/python -m pytest

quick: $(VENV)/dev
	$(BIN)/python -m pytest -m "not slow"

lint: $(VENV)/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(VENV)/dev
	$(BIN)/python -m benchmarks

# The browser tests drive Debian's Chromium; where it can be neither found nor installed they are skipped, saying so.
browser:
	@command -v chromium >/dev/null || { \
	  [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && \
	  apt-get update -qq >/dev/null && apt-get install -y -qq chromium fonts-noto-cjk >/dev/null 2>&1; } || \
	  echo "chromium is not installed (apt-get install chromium): browser tests will be skipped"

# EvalScope and the metric libraries it uses, for side-by-side measurements; 1.2 GB, used by nothing else.
bench-peers:
	$(PYTHON) -m venv .venv-peers
	.venv-peers/bin/python -m pip install --quiet --disable-pip-version-check \
	  evalscope==1.14.1 nltk==3.9.2 jieba==0.42.1 rouge_chinese

# The marker files say which set of requirements .venv holds; a changed requirement file installs anew.
$(VENV)/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "evalwright needs Python 3.11 or newer: make PYTHON=python3.11 ...")'
	$(PYTHON) -m venv $(VENV)

$(VENV)/core: requirements/core.txt pyproject.toml | $(VENV)/bin/python
	$(PIP) --require-hashes -r requirements/core.txt
	$(PIP) --no-deps --no-build-isolation --editable .
	touch $@

$(VENV)/dev: requirements/dev.txt pyproject.toml | $(VENV)/bin/python
	$(PIP) --require-hashes -r requirements/dev.txt
	$(PIP) --no-deps --no-build-isolation --editable .
	touch $@ $(VENV)/core

# Pins anew, with hashes and without addresses.
lock:
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-emit-index-url \
	  --no-annotate requirements/build.in pyproject.toml -o requirements/core.txt
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-emit-index-url \
	  --no-annotate --extra dev -c requirements/core.txt pyproject.toml -o requirements/dev.txt

clean:
	rm -rf $(VENV) build dist outputs .pytest_cache .mypy_cache .ruff_cache .hypothesis
