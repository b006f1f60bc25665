# SPDX-License-Identifier: MIT
# Part of Platen: every command of the project. `make help` lists them.
#
# pango's pkg-config file carries -pthread, and SwiftPM prints "prohibited flag(s): -pthread" on each
# build: harmless.

SHELL := /bin/bash
PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift
BIN := .build/release/platen

# Debian and Ubuntu packages, by what they are for.
LIBRARIES := pkg-config libcairo2-dev libpango1.0-dev libharfbuzz-dev libpng-dev \
  libturbojpeg0-dev libjpeg-dev libdeflate-dev libzip-dev libssl-dev zlib1g-dev libcmark-gfm-dev \
  libcmark-gfm-extensions-dev libgumbo-dev librsvg2-2 libwebp-dev libtiff-dev \
  libcurl4-openssl-dev libsqlite3-dev libqrencode-dev libyaml-dev libexpat1-dev tzdata
HYPHENS := hyphen-en-us hyphen-en-gb hyphen-de hyphen-fr hyphen-es
FONTS := fonts-ebgaramond fonts-sil-gentium fonts-vollkorn fonts-linuxlibertine fonts-junicode \
  fonts-goudybookletter fonts-blankenburg fonts-lato fonts-inter fonts-cabin fonts-jetbrains-mono \
  fonts-hosny-amiri fonts-texgyre-math fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji \
  fonts-dejavu-core
# One configuration for the program and its tests: what one of both builds compiled, the other uses.
# -enable-testing opens internal declarations to the tests; line tables are all that a backtrace needs.
# Each target declares what it imports, and nothing else can be imported.
# A module and its objects are made by one job: others wait for both anyway, and two jobs check the
# types twice, a seventh of the whole build.
BUILD := -c release -Xswiftc -enable-testing -Xswiftc -gline-tables-only \
  -Xswiftc -no-emit-module-separately-wmo \
  --explicit-target-dependency-import-check error
# The program has Swift's libraries inside where the toolchain brings them as archives.
RESOURCES := $(shell $(SWIFT) -print-target-info 2> /dev/null | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')
STATIC := $(if $(wildcard $(RESOURCES)_static/linux/libFoundation.a),env PLATEN_STATIC=1)
# What tests look at pictures, pages and archives with.
INSPECTION := poppler-utils file unzip cmark-gfm openssl libharfbuzz-bin cmake ninja-build curl python3 \
  gdal-bin libvips-tools
PACKAGING := binutils debhelper fakeroot cmark-gfm python3

.DEFAULT_GOAL := help

demo: deps build  ## install what is missing, build, render the sample; ends with its pictures' paths
	@$(BIN) run Samples/Ardenfell/platen.yaml --output-dir Samples/Ardenfell/out
	@find "$(CURDIR)/Samples/Ardenfell/out" -type f \( -name '*.png' -o -name '*.pdf' \) | LC_ALL=C sort

build: static  ## build the command in release, at .build/release/platen
	@$(STATIC) $(SWIFT) build $(BUILD) --product platen

static:
	@# The library of C++ inside the program as well, where it can be had: Swift's alone needs it, and
	@# looking its names up takes a tenth of a start. The linker takes it from the folder that has it in
	@# no other form.
	@archive=$$(cc -print-file-name=libstdc++.a 2>/dev/null); mkdir -p .build/static; \
	  if [ -f "$$archive" ]; then ln -sf "$$archive" .build/static/; fi
	@# What the program exports: nothing.
	@echo '{ local: *; };' > .build/static/exports.map

deps:  ## install the system packages that are missing (apt), or name them
	@.ci/deps $(LIBRARIES) $(FONTS) $(HYPHENS)

ONLY ?=
# Each name is a folder of one module's tests, or a part of the identifiers of tests, which are such as
# `BaseTests.SuiteName/name()/File.swift:1:2`.
FILTERS = $(foreach name,$(ONLY),$(or $(foreach file,$(wildcard Tests/*/$(name)/*.swift),\
  --filter '^($(word 2,$(subst /, ,$(file)))Tests|$(name))\..*/$(notdir $(file)):'),--filter '$(name)'))
test: deps inspection tests  ## run all tests, or some: make test ONLY=GeometryTests; real maps need ../shared
ifneq ($(ONLY),)
	@$(STATIC) .ci/tell $(SWIFT) test $(BUILD) --skip-build $(FILTERS)
else
	@$(STATIC) .ci/tell $(SWIFT) test $(BUILD) --skip-build --parallel --num-workers 2 --skip BrowserTests
	@# Browsers, where there are any, alone: beside the other tests their start alone takes minutes.
	@$(STATIC) .ci/tell $(SWIFT) test $(BUILD) --skip-build --filter BrowserTests
endif

inspection:
	@.ci/deps $(INSPECTION)

tests: static
	@$(STATIC) $(SWIFT) build $(BUILD) --build-tests

lint:  ## check format, file headers and words
	@$(SWIFT) format lint --strict --parallel --recursive Package.swift Sources Tests
	@.ci/headers
	@.ci/words

format:  ## rewrite the sources in the project's format
	@$(SWIFT) format --in-place --parallel --recursive Package.swift Sources Tests

sanitize: deps inspection  ## run the tests under the address and thread sanitizers (half an hour)
	@SWIFT="$(SWIFT)" .ci/sanitize address
	@SWIFT="$(SWIFT)" .ci/sanitize thread

bench: deps build  ## measure speed and memory; the table is in Tests/Benchmarks/README.md
	@PLATEN_BENCH=1 $(STATIC) $(SWIFT) build $(BUILD) --build-tests
	@Tests/Benchmarks/bench $(BIN) \
	  --engine "env PLATEN_BENCH=1 $(STATIC) $(SWIFT) test $(BUILD) --skip-build --filter EngineSpeed"

faults: build  ## kill it and fail its disk at every write, rename and fsync of a run (minutes)
	@Tests/Faults/faults $(BIN)

cluster: build  ## kill tasks, nodes and the controller of a Slurm cluster on this machine (root)
	@PLATEN=$(BIN) Tests/Faults/cluster

SECONDS ?= 60
fuzz: deps  ## fuzz what reads untrusted bytes: make fuzz SECONDS=600 ONLY="json zip"
	@SWIFT="$(SWIFT)" Tests/Fuzz/build
	@Tests/Fuzz/fuzz $(SECONDS) $(ONLY)

SOAK_SECONDS ?= 1200
soak: build  ## edits, damage and kills at random: make soak SOAK_SECONDS=1200
	@Tests/Faults/soak $(BIN) $(SOAK_SECONDS)

record: deps inspection static  ## record the expected pictures and outputs again, for a person to look at
	@PLATEN_RECORD=1 $(STATIC) $(SWIFT) test $(BUILD) --parallel --num-workers 2 || true
	@git status --short Tests

samples: build  ## make the sample world again
	@$(BIN) sample world -o Samples/Ardenfell/ardenfell.map --force --name Ardenfell \
	  --seed 12 --cells 24000 --width 1440 --height 900

gallery: build  ## make the pictures of the README again
	@$(BIN) run Samples/Gallery/platen.yaml

docs: inspection build  ## build the manual in .build/docs: a site that opens from the disk, and man pages
	@.ci/docs $(BIN) .build/docs

install: build  ## install under PREFIX (/usr/local), staged below DESTDIR
	@.ci/stage $(BIN) "$(DESTDIR)$(PREFIX)" .build/docs zsh/site-functions

uninstall:  ## undo install
	rm -rf "$(DESTDIR)$(PREFIX)/bin/platen" "$(DESTDIR)$(PREFIX)/share/platen" \
	  "$(DESTDIR)$(PREFIX)/share/bash-completion/completions/platen" \
	  "$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_platen" \
	  "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/platen.fish" \
	  "$(DESTDIR)$(PREFIX)"/share/man/man1/platen*.1 "$(DESTDIR)$(PREFIX)"/share/man/man5/platen.yaml.5

deb: build  ## make Debian packages in .build/deb: the program, and one that brings its fonts
	@.ci/deps $(PACKAGING)
	@.ci/deb $(BIN) .build/deb "$(FONTS)" "$(HYPHENS)"

image: deb  ## make an OCI image in .build/image of the package, with and without large fonts (root)
	@.ci/deps mmdebstrap umoci
	@.ci/image .build/deb .build/image "$(FONTS)" "$(HYPHENS)"

tarball: build  ## make a tarball in .build/tarball that runs where it is unpacked
	@.ci/deps $(PACKAGING)
	@.ci/tarball $(BIN) .build/tarball

rpm: build  ## make an RPM package in .build/rpm
	@.ci/deps $(PACKAGING) rpm chrpath
	@.ci/rpm $(BIN) .build/rpm

clean:  ## remove what was built
	rm -rf .build .build-*

help:  ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: demo build static deps inspection tests test lint format sanitize bench faults cluster fuzz soak record samples gallery docs install deb image tarball rpm uninstall clean help
