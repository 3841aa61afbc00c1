# Charleston's commands; `make help` lists them. Variables go after the command: make run LAN=1 PORT=9000

ENVIRONMENT = python=$$(sh start/find-python.sh) && "$$python" start/environment.py
PYTHON_HERE = .venv/bin/python

.DEFAULT_GOAL := help
.PHONY: help run setup test quick check messages fuzz audit lock release release-check release-pythons release-try pictures pictures-all bench-rules bench-seating bench-desk bench-live bench-paper bench-phones bench-season prove-seating
.NOTPARALLEL:
MAKEFLAGS += --no-print-directory

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /  make \1|/p' $(MAKEFILE_LIST) | awk -F'|' '{printf "%-22s %s\n", $$1, $$2}'

run: ## serve from this machine (LAN=1: to the whole hall; PORT=8001; DEMO=0: without the demonstration club)
	@$(ENVIRONMENT) runtime && exec $(PYTHON_HERE) -m start.serve

setup: ## make the environment for development in .venv
	@$(ENVIRONMENT) dev

test: ## every test on every database there is, in a browser too (ARGS="-k ranking": some of them)
	@$(ENVIRONMENT) dev && exec $(PYTHON_HERE) tools/test.py $(ARGS)

quick: ## what is quick of the tests, on SQLite alone: an answer within a minute (ARGS as for test)
	@$(ENVIRONMENT) dev && exec $(PYTHON_HERE) tools/test.py --quick $(ARGS)

messages: ## bring the catalogues of the translations up to date (locale/) and compile them
	@$(ENVIRONMENT) dev && exec $(PYTHON_HERE) tools/messages.py

check: ## format, lint, types, layers, migrations, deployment
	@$(ENVIRONMENT) dev && exec $(PYTHON_HERE) tools/check.py

fuzz: ## forms of any mix at every address, many of them (ROUNDS=50), and other examples of what the rules hold
	@$(ENVIRONMENT) dev && CHARLESTON_FUZZ=$(or $(ROUNDS),50) exec $(PYTHON_HERE) -m pytest tests/whole/test_fuzz.py tests/rules

audit: ## look up known holes of the locked packages (fails where it could not look)
	@$(ENVIRONMENT) dev && exec $(PYTHON_HERE) tools/audit.py

lock: ## write requirements/*.txt anew from requirements/*.in (UPGRADE=1: newest versions)
	@$(ENVIRONMENT) dev && sh requirements/lock.sh $(if $(UPGRADE),--upgrade)

release: ## make what is published in dist/ (PYTHONS=FOLDER packs those in; PUBLISH=1: only where nothing keeps it from being published)
	@$(ENVIRONMENT) dev && exec $(PYTHON_HERE) -m tools.release build $(if $(PYTHONS),--pythons $(PYTHONS)) $(if $(PUBLISH),--publish)

release-check: ## whether a release could be made: a wheel for every system, and what docs/releasing.md asks for
	@$(ENVIRONMENT) dev && exec $(PYTHON_HERE) -m tools.release check

release-pythons: ## fetch a standalone Python for each system into build/pythons, for make release PYTHONS=build/pythons
	@$(ENVIRONMENT) dev && exec $(PYTHON_HERE) -m tools.release pythons build/pythons

release-try: ## start what lies in dist/ in an empty folder without a network (ARGS="python3.12 python3.13": with those)
	@$(ENVIRONMENT) dev && exec $(PYTHON_HERE) -m tools.release try $(ARGS)

pictures: ## take the pictures of the director's guide anew from the running program
	@$(ENVIRONMENT) dev && exec $(PYTHON_HERE) tools/make_pictures.py

pictures-all: ## a picture of every page at three widths, into build/pictures/
	@$(ENVIRONMENT) dev && mkdir -p build/pictures && CHARLESTON_PICTURES=1 exec $(PYTHON_HERE) -m pytest tests/browser/test_look.py -k sound

bench-rules: ## time the rules
	@$(ENVIRONMENT) dev && exec $(PYTHON_HERE) benchmarks/bench_rules.py $(ARGS)

bench-seating: ## time the seating
	@$(ENVIRONMENT) dev && exec $(PYTHON_HERE) benchmarks/bench_seating.py $(ARGS)

bench-desk: ## time the score desk of the program as make run starts it
	@$(ENVIRONMENT) dev && exec $(PYTHON_HERE) benchmarks/bench_desk.py $(ARGS)

bench-paper: ## time the sheets that are printed most
	@$(ENVIRONMENT) dev && exec $(PYTHON_HERE) benchmarks/bench_paper.py $(ARGS)

bench-season: ## the standings of a season of 500 people and 52 evenings: made anew, and from memory
	@$(ENVIRONMENT) dev && exec $(PYTHON_HERE) benchmarks/bench_season.py $(ARGS)

bench-phones: ## a hall finishing a round on its phones, with dropped answers and a killed process
	@$(ENVIRONMENT) dev && exec $(PYTHON_HERE) benchmarks/bench_phones.py $(ARGS)

bench-live: ## time the public side with a hall looking on, and the score desk meanwhile (ARGS=--small: less of it)
	@$(ENVIRONMENT) dev && exec $(PYTHON_HERE) benchmarks/bench_live.py $(ARGS)

prove-seating: ## count every plan by steps over again: 2 to 130 tables, 1 to 12 rounds, 0 to 3 empty seats
	@$(ENVIRONMENT) dev && exec $(PYTHON_HERE) -m tools.every_size
