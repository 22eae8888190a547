# The one door to the project. Each target installs what it lacks (tools/setup) and builds only what changed.
.PHONY: help build run test test-arm bench fuzz conformance chaos lint format
.NOTPARALLEL:

JOBS := $(shell nproc)
SECONDS = 60
SUITES =
suites = $(if $(SUITES),ASSAY_SUITES='$(abspath $(SUITES))')
ctest = $(suites) ctest --no-tests=error --no-label-summary --output-on-failure -j $(JOBS)

help: ## say what each target is for
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

build: ## build the library and the program, build/release/assay
	@tools/setup build
	@tools/configure release without-tests
	@cmake --build build/release -j $(JOBS) --target assay assay_cli

run: build ## check the example replies and show what became of each
	@sh tools/run

test: ## build and run the tests: optimised, and with address and undefined-behaviour sanitizers
	@tools/setup test
	@tools/configure release
	@tools/configure dev
	@cmake --build build/release -j $(JOBS)
	@cmake --build build/dev -j $(JOBS)
	ASSAY_KERNEL=portable $(ctest) --test-dir build/release -L '^(unit|cases)$$'
	$(ctest) --test-dir build/dev -LE '^(conformance|package|project)$$'
	$(ctest) --test-dir build/release -LE '^conformance$$'

test-arm: ## run the tests of the scan kernels as 64-bit ARM code, under qemu
	@tools/setup test-arm
	@mkdir -p build && cmake -S cmake/arm -B build/arm -G Ninja >build/arm.log 2>&1 || { cat build/arm.log; exit 1; }
	@cmake --build build/arm -j $(JOBS)
	$(ctest) --test-dir build/arm

bench: ## measure, beside the libraries that people would use instead
	@tools/setup bench
	@tools/configure bench
	@cmake --build build/bench -j $(JOBS)
	@tools/bench

fuzz: ## run each fuzz target for SECONDS=60 seconds
	@tools/setup fuzz
	@tools/configure fuzz
	@cmake --build build/fuzz -j $(JOBS)
	@tools/fuzz $(SECONDS)

conformance: ## run the public test suites in the folder SUITES=FOLDER
	@tools/conformance '$(SUITES)'

chaos: ## kill and break what keeps data, and look for losses
	@echo 'NOT RUN: chaos: nothing in this version keeps data, so there is nothing to break'

lint: ## check layout, names, pitfalls, layers, budgets and links
	@tools/setup lint
	@tools/configure release
	@tools/lint

format: ## lay out the sources
	@tools/setup format
	@find include src tests fuzz bench -name '*.h' -o -name '*.cpp' 2>/dev/null | xargs clang-format-19 -i
