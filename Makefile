# Charleston's commands; `make help` lists them. Variables go after the command: make run LAN=1 PORT=9000

ENVIRONMENT = python=$$(sh start/find-python.sh) && "$$python" start/environment.py
PYTHON_HERE = .venv/bin/python

.DEFAULT_GOAL := help
.PHONY: help run setup test check lock bench-rules bench-seating bench-desk
.NOTPARALLEL:
MAKEFLAGS += --no-print-directory

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /  make \1|/p' $(MAKEFILE_LIST) | awk -F'|' '{printf "%-22s %s\n", $$1, $$2}'

run: ## serve from this machine (LAN=1: to the whole hall; PORT=8001; DEMO=0: without the demonstration club)
	@$(ENVIRONMENT) runtime && exec $(PYTHON_HERE) -m start.serve

setup: ## make the environment for development in .venv
	@$(ENVIRONMENT) dev

test: ## every test, on every database there is (ARGS="-k ranking": some of them)
	@$(ENVIRONMENT) dev && exec $(PYTHON_HERE) tests/run.py $(ARGS)

check: ## format, lint, types, layers, migrations, deployment
	@$(ENVIRONMENT) dev && exec $(PYTHON_HERE) tests/check.py

lock: ## write requirements/*.txt anew from requirements/*.in (needs uv; UPGRADE=1: newest versions)
	@sh requirements/lock.sh $(if $(UPGRADE),--upgrade)

bench-rules: ## time the rules
	@$(ENVIRONMENT) dev && exec $(PYTHON_HERE) benchmarks/bench_rules.py $(ARGS)

bench-seating: ## time the seating
	@$(ENVIRONMENT) dev && exec $(PYTHON_HERE) benchmarks/bench_seating.py $(ARGS)

bench-desk: ## time the score desk
	@$(ENVIRONMENT) dev && exec $(PYTHON_HERE) benchmarks/bench_desk.py $(ARGS)
