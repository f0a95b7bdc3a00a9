# Every target sets up what it needs. `make` alone lists them.
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory
export CMAKE_BUILD_PARALLEL_LEVEL ?= $(shell nproc)

PREFIX ?= /usr/local
library := build/dist/lib/libtaproot.so
java_sources := $(shell find java-harness -name target -prune -o -type f -print 2>/dev/null)
cxx_sources = $(shell find agent include test cmake -name '*.cc' -o -name '*.h')
# ThreadSanitizer's memory map does not fit every randomised address space.
fixed_addresses = $(shell setarch -R true 2>/dev/null && echo setarch -R)

help: ## List the targets
	@sed -nE 's/^([a-z0-9]+):.*## (.*)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 16

setup: build/release/build.ninja ## Install the packages that are missing, and build Abseil once

build: build/jars ## Build into build/dist: the agent and the jars

test: build tools ## Run all tests: C++, Java, and on every JDK from 17 on
	@scripts/test

unit: build/release/build.ninja ## Run the C++ unit tests alone
	@scripts/test unit

e2e: build tools ## Run the tests on real JVMs alone
	@scripts/test e2e

soak: build ## Capture a loaded server by fork for SOAK_MINUTES (30) on each JDK, and see that nothing grows
	SOAK_MINUTES=$${SOAK_MINUTES:-30} /usr/bin/python3 -m pytest -s test/e2e/test_soak.py

asan: build/asan/build.ninja ## Run the C++ unit tests under AddressSanitizer and UBSan
	cmake --build --preset asan --target taproot_tests
	ctest --preset asan

tsan: build/tsan/build.ninja ## Run the C++ unit tests under ThreadSanitizer
	cmake --build --preset tsan --target taproot_tests
	$(fixed_addresses) ctest --preset tsan

sweep: build tools ## Run the long comparisons: with brute force on random graphs, and of the engines on every layout
	cmake --build --preset release --target taproot_tests
	build/release/test/taproot_tests "[.long]"
	/usr/bin/python3 -m pytest -q --long test/e2e/test_engines.py

fuzz: packages ## Feed damaged input to each reader of what others wrote, for FUZZ_SECONDS (600) each
	scripts/setup fuzz
	scripts/fuzz $${FUZZ_SECONDS:-600}

bench: build ## Run the benchmarks: captures of a live heap side by side, a whole answer, then the analyses
	/usr/bin/python3 test/benchmark/capture_bench.py
	for collector in Z Shenandoah; do /usr/bin/python3 test/benchmark/capture_bench.py --millions 6 --collector $$collector; done
	/usr/bin/python3 test/benchmark/answer_bench.py
	/usr/bin/python3 test/benchmark/leaks_bench.py
	cmake --build --preset release --target taproot_bench
	/usr/bin/python3 test/benchmark/dominators_bench.py
	build/release/test/taproot_bench --benchmark_filter=-^dominators/

lint: build/release/build.ninja ## Check format, clang-tidy and the include rules
	scripts/setup lint
	clang-format-16 --dry-run -Werror $(cxx_sources)
	run-clang-tidy-16 -quiet -p build/release -j $(CMAKE_BUILD_PARALLEL_LEVEL) -extra-arg=-Wno-unknown-warning-option '$(CURDIR)/agent/'
	/usr/bin/python3 -m pytest -q test/e2e/test_include_rules.py

format: ## Format all C++ files
	scripts/setup lint
	clang-format-16 -i $(cxx_sources)

demo: build ## Show what Taproot does
	scripts/demo

install: build ## Install under PREFIX (/usr/local); DESTDIR goes before it
	for component in Unspecified jars local; do cmake --install build/release --prefix "$(PREFIX)" --component $$component >/dev/null || exit; done

package: build ## Make build/package/taproot-*.tar.gz and .deb
	cd build/release && cpack --config CPackConfig.cmake -B "$(CURDIR)/build/package"

clean: ## Remove what was built here (Abseil stays in its cache)
	rm -rf build java-harness/target java-harness/*/target

build/%/build.ninja: | packages
	cmake --preset $*

$(library): build/release/build.ninja FORCE
	cmake --build --preset release --target dist

tools: build/release/build.ninja
	@cmake --build --preset release --target graph_compare

build/jars: $(library) $(java_sources)
	scripts/jars
	@touch $@

packages:
	@scripts/setup

FORCE:

.PHONY: help setup build test unit e2e soak tools asan tsan sweep fuzz bench lint format demo install package clean packages FORCE
