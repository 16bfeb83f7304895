# make          builds the daemon with its helper, hapticctl with its studio, and libhaptic for installation
# make demo     plays and draws each kind of feedback, on your devices or on a simulated motor
# make check    runs the tests, including those with real kernel drivers in a virtual machine
# make check-all runs what is slow: the release build, all cases of each test, Debian 13; PARTS="memory studio" selects parts
# make test     runs the tests of this machine; make vm, those in the virtual machine; FILTER=NAME selects tests
# make clients  tests libhaptic, its Python module and the examples; part of make check
# make kernels  runs the tests of the virtual machine with three kernels: Debian 12's, 13's and the newest of its backports
# make drivers  tries the kernel's own drivers of phones' motors over simulated hardware, in the virtual machine
# make feedbackd compares the daemon with feedbackd, and runs it with squeekboard and phosh, in the virtual machine
# make fuzz     fuzzes every parser and a complete server, ten minutes each
# make tsan     runs the tests of all code with threads with the thread sanitizer
# make soak     runs the daemon for an hour in the virtual machine, with changing clients, devices and preferences
# make delays   runs the tests with random delays of threads and processes; FILTER=VMTests for the virtual machine
# make faults   makes each system call of the daemon fail, once and permanently
# make bench    measures the figures in docs/figures.md on this machine
# make studio-check tries the page of the studio in a browser without a window; FILTER="Keyboard" selects tests,
#               BROWSER=firefox another browser
# make fidelity compares patterns on simulated motors with naive players; ARGUMENTS="--files --report" for more
# make sensitivity varies each constant of the renderer by 10 % and prints what changes; CONSTANTS="gap body" selects some
# make dist     makes the source archive; make dist-check builds it without network, in Debian unstable and Debian 13
# make arm64    builds for arm64, with the installed files in .build-arm64/stage; make check-arm64 tries them
# make drivers-arm64 tries Debian's own gpio-vibra over the kernel's gpio-sim, in that virtual machine with a newer kernel
# make deb      builds Debian packages for DEBIANS="bookworm trixie", each in a clean root, without network
# make deb-arm64 builds those for Debian 13 on arm64
# make packages-check tries the packages in Debian 12 and 13, booted in the virtual machine
# make packages-desktop presses keys of squeekboard and shows notifications of phosh, with the package of Debian 13
# make install  PREFIX=/usr/local DESTDIR=     make uninstall removes the installed files
# make format   formats the sources            make lint checks sources, manual pages and units
# make protocol regenerates what is derived from the table of the protocol; needed after a change of the table
# make themes   regenerates the built-in themes in the program; needed after a change of a theme
# make path     lists the functions that a play calls, up to the write to a device in the virtual machine
# make order    regenerates the list of functions that the daemon uses; useful after a change of the toolchain
PREFIX ?= /usr/local
INSTALL ?= install
SWIFT ?= swift
# SwiftPM would compile with them, in place of its own clang.
unexport CC AR
.DEFAULT_GOAL := all
.PHONY: all help demo check check-all build-tests by-files stage lint format protocol themes order path test vm vm-system vm-motors clients feedbackd fuzz tsan soak \
  studio-check test-extended arm64 deb deb-arm64 packages-check packages-desktop kernels drivers delays check-arm64 dist dist-check test-programs faults bench fidelity sensitivity install installed-files uninstall clean build-packages test-packages package-names build-package-names arm64-package-names arm64-guest-package-names drivers-arm64 FORCE

help:
	@sed -n '/^#/!q;s/^# //p' Makefile

# --- Building. The Swift library is linked in, so that the daemon starts fast and needs nothing but libc, libsystemd
# and libevdev. It uses neither Task nor Regex; without their implicit imports it is smaller, and a use does not compile.
# The installed daemon does not check exclusive access at run time, which would take a sixth of a play; debug builds,
# which are tested, do. hapticctl has other options, hence the two build folders.
# BUILD=tests names the programs of `swift build --build-tests`, which make check tries; make check-all tries those that are
# installed.
BUILD ?= release
release_daemon := .build-daemon/release/hapticd
release_control := .build/release/hapticctl
release_studio := .build/release/hapticd-studio
release_helper := .build-daemon/release/hapticd-sound-light
release_settings := .build-daemon/release/hapticd-gsettings
program = $(if $(filter tests,$(BUILD)),.build/debug/$(notdir $(1)),$(1))
daemon := $(call program,$(release_daemon))
helper := $(call program,$(release_helper))
settings := $(call program,$(release_settings))
control := $(call program,$(release_control))
studio := $(call program,$(release_studio))
# The folder of the build is in no file, so that a build elsewhere makes the same bytes. Without breadcrumbs, debugging
# information does not name the cache of C modules, whose names depend on the folder.
prefix_map := -ffile-prefix-map=$(CURDIR)=.
release := build $(SWIFT_SDK) --configuration release --static-swift-stdlib --disable-local-rpath \
           -Xswiftc -file-prefix-map -Xswiftc $(CURDIR)=. -Xcc $(prefix_map) \
           -Xswiftc -Xfrontend -Xswiftc -no-clang-module-breadcrumbs
lean := -Xswiftc -Xfrontend -Xswiftc -disable-implicit-concurrency-module-import \
        -Xswiftc -Xfrontend -Xswiftc -disable-implicit-string-processing-module-import \
        -Xswiftc -enforce-exclusivity=unchecked

# The C++ library, which Swift's library needs, is also linked in, from a folder with nothing but its archive, and so is
# the compiler's library. No symbol is exported. Together this saves a megabyte of memory and half of the start.
archives := .build-daemon/archives
lean += -Xlinker -L$(archives) -Xlinker --no-export-dynamic -Xswiftc -Xclang-linker -Xswiftc -static-libgcc
# Not -Osize: it would save a twentieth, slow down the studio, and the compiler of Swift 6.3.1 fails with it in HapticProtocol
# (CopyPropagation on DaemonEvent.write).
small := -Xlinker --no-export-dynamic

# Foundation would be a quarter of hapticctl, for the little that its packages use. They import this module in its place, and
# no module uses the regular expressions of the standard library, which would be a tenth.
stand_in := $(CURDIR)/.build/stand-in/release
small += -Xswiftc -I$(stand_in)/Modules -Xlinker $(stand_in)/libFoundationEssentials.a \
         -Xswiftc -Xfrontend -Xswiftc -disable-implicit-string-processing-module-import

# lld, which comes with Swift, writes relocations in a hundredth of the space and places the daemon's used functions next
# to each other: together more than two of ten megabytes of resident memory.
ifneq ($(shell SWIFT=$(SWIFT) Tests/toolchain ld.lld 2>/dev/null),)
sections := -Xswiftc -use-ld=lld -Xswiftc -Xfrontend -Xswiftc -function-sections -Xlinker -z -Xlinker pack-relative-relocs \
            -Xlinker -T -Xlinker $(CURDIR)/Packaging/discard.ld
lean += $(sections) \
        -Xlinker --symbol-ordering-file=Sources/Service/hapticd/runtime.order -Xlinker --no-warn-symbol-ordering
small += $(sections)
endif

CFLAGS ?= -O2 -g
library := .build-libhaptic/libhaptic.so.1
archive := .build-libhaptic/libhaptic.a
all: $(release_daemon) $(release_helper) $(release_settings) $(release_control) $(release_studio) $(library) $(archive)
$(release_daemon): FORCE | build-packages
	@mkdir -p $(archives)
	@ln -sf "$$("$$(SWIFT=$(SWIFT) Tests/toolchain clang)" $(CLANG_TARGET) -print-file-name=libstdc++.a)" $(archives)
	$(SWIFT) $(release) --product hapticd --scratch-path .build-daemon $(lean)
$(release_control): FORCE | build-packages
	$(SWIFT) $(release) --package-path Packaging/FoundationStandIn --scratch-path $(CURDIR)/.build/stand-in $(sections)
	@for program in $(release_control) $(release_studio); do \
	  [ ! $(stand_in)/libFoundationEssentials.a -nt $$program ] || rm -f $$program; done
	$(SWIFT) $(release) --product hapticctl $(small)
# After hapticctl, because SwiftPM builds one product at a time.
$(release_studio): $(release_control)
	$(SWIFT) $(release) --product hapticd-studio $(small)

# The helper is C, so that it stays small without sounds; it loads the sound library itself. A build of the daemon may
# replace its folder.
helper_sources := Sources/Service/hapticd-sound-light
$(release_helper): $(wildcard $(helper_sources)/*.[ch]) | $(release_daemon) build-packages
	$(CC) -std=c11 -D_GNU_SOURCE -Wall -Wextra $(prefix_map) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) -o $@ $(helper_sources)/*.c -ldl -lpthread

settings_sources := Sources/Service/hapticd-gsettings
$(release_settings): $(wildcard $(settings_sources)/*.[ch]) | $(release_daemon) build-packages
	$(CC) -std=c11 -D_GNU_SOURCE -Wall -Wextra $(prefix_map) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) -o $@ $(settings_sources)/*.c -ldl -lm

# The C library needs nothing but libc. It is built in a second, so every object depends on every header.
libhaptic := Sources/Clients/libhaptic
objects := $(patsubst $(libhaptic)/%.c,.build-libhaptic/%.o,$(wildcard $(libhaptic)/*.c))
$(objects): .build-libhaptic/%.o: $(libhaptic)/%.c $(wildcard $(libhaptic)/*.h) | build-packages
	@mkdir -p $(@D)
	$(CC) -std=c11 -D_GNU_SOURCE -Wall -Wextra -fPIC -fvisibility=hidden $(prefix_map) $(CPPFLAGS) $(CFLAGS) -c -o $@ $<
$(library): $(objects) $(libhaptic)/libhaptic.map
	$(CC) -shared -Wl,-soname,$(@F),--version-script=$(libhaptic)/libhaptic.map,-z,defs $(CFLAGS) $(LDFLAGS) \
	  -o $@ $(objects)
	ln -sf $(@F) .build-libhaptic/libhaptic.so

# One object, in which only the functions of the header are global: other names could be those of an application.
OBJCOPY ?= objcopy
$(archive): $(objects)
	$(CC) -r -nostdlib -o .build-libhaptic/whole.o.tmp $(objects)
	$(OBJCOPY) --localize-hidden .build-libhaptic/whole.o.tmp .build-libhaptic/libhaptic.o.tmp
	rm -f $@
	$(AR) rcs $@ .build-libhaptic/libhaptic.o.tmp

# The tests of the C library as programs, for a machine without a compiler. The test client refuses allocations.
test_programs := $(addprefix .build-libhaptic/tests/,golden client later daemon)
test-programs: $(test_programs)
	$(CC) -std=c11 -D_GNU_SOURCE -I$(libhaptic) -fsyntax-only Tests/libhaptic/structures-test.c
.build-libhaptic/tests/client: refusals := -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=strdup
$(test_programs): .build-libhaptic/tests/%: Tests/libhaptic/%-test.c $(objects)
	@mkdir -p $(@D)
	$(CC) -std=c11 -D_GNU_SOURCE $(CFLAGS) $(refusals) -I$(@D) -I$(libhaptic) -o $@ $< $(objects)

# The packages have the same names in Debian 12 and 13.
build_packages := g++ pkg-config libevdev-dev libexpat1-dev libsystemd-dev libtomlplusplus-dev
test_packages := mandoc systemd udev dbus-daemon feedbackd libfeedback-dev gir1.2-lfb-0.0 python3-gi mmdebstrap \
  libcanberra0 libcanberra-pulse pulseaudio pulseaudio-utils sound-theme-freedesktop \
  dconf-gsettings-backend libglib2.0-bin libsndfile1
vm_packages := qemu-system-x86 busybox-static cpio kmod
client_packages := abigail-tools binutils mypy python3 strace valgrind libsdl2-dev libgtk-4-dev xvfb xdotool
# What programs for arm64 are linked with, and what runs in their virtual machine.
arm64_packages := libc6-dev libgcc-14-dev libstdc++-14-dev libevdev-dev libsystemd-dev libexpat1-dev libtomlplusplus-dev \
  linux-image-arm64 base-files base-passwd bash busybox-static coreutils dash dbus-daemon findutils grep kmod libc-bin mawk \
  mount procps python3 sed systemd udev util-linux
arm64_guest_packages := $(filter-out %-dev linux-image-arm64,$(arm64_packages)) libevdev2 libexpat1 libstdc++6
# PACKAGES=given: dpkg, or a person, has installed what the build needs.
build-packages:
	@$(if $(filter given,$(PACKAGES)),:,Tests/packages $(build_packages))
test-packages: build-packages
	@Tests/packages $(test_packages) $(vm_packages)
# For Tests/Lab/Debian13/root.
package-names:
	@echo $(build_packages) $(test_packages) $(vm_packages) $(client_packages) | tr ' ' ,
build-package-names:
	@echo $(build_packages) | tr ' ' ,
arm64-package-names:
	@echo $(arm64_packages) | tr ' ' ,
arm64-guest-package-names:
	@echo $(arm64_guest_packages) | tr ' ' ,
clean:
	rm -rf .build .build-arm64 .build-daemon .build-debian13 .build-fuzz .build-libhaptic .build-tsan

# --- Looking and testing.
demo: all
	@Tests/demo $(daemon) $(control)

# One build, then two virtual machines, three parts of the tests of this machine and the tests of the C
# library side by side. Tests/report counts each part, and `total` gives the status. What is slow by nature is in
# check-all.
results := .build/check
parts := lint unit-control unit-daemon unit-rest vm-system vm-motors clients
check: test-packages
	@Tests/packages $(client_packages)
	@rm -rf $(results)
	@[ -e .build/debug.yaml ] || { mkdir -p .build && echo whole > $(test_modules); }
	@$(MAKE) --no-print-directory --jobs=2 build-tests $(library) $(archive)
	@$(MAKE) --no-print-directory stage BUILD=tests
	@$(MAKE) --no-print-directory --keep-going --jobs=7 BUILD=tests BUILT=yes $(parts:%=part-%) || true
	@Tests/report total $(results) $(parts)

# Every case of the tests of which make check runs a share, and the release build in the virtual machine.
check-all:
	@rm -rf $(results)
	@Tests/check-all $(results) $(PARTS)

# The tests and the programs that they start. `swift build` by hand has other options, and builds anew. Debugging information
# would take a sixth of the build. A module is one batch for the compiler, because each batch reads the whole module; that is
# another sixth. What computes is optimised (Package.swift).
test_build := -debug-info-format none -Xswiftc -driver-batch-count -Xswiftc 1
build-tests: build-packages
	HAPTICD_TESTS=$$(cat $(test_modules) 2>/dev/null || echo files) $(SWIFT) build --build-tests $(test_build)

# In a fresh clone, make check compiles each module of tests as a whole, for less time of a processor. After a change, that
# would compile the whole module again: make test and make vm compile files.
test_modules := .build/test-modules
by-files:
	@rm -f $(test_modules)
	@$(MAKE) --no-print-directory build-tests

# The installed files, for the tests in virtual machines.
stage ?= .build/stage
stage:
	@rm -rf $(stage)
	@$(MAKE) --no-print-directory --silent install BUILD=$(BUILD) DESTDIR=$(stage) PREFIX=/usr >/dev/null

part-lint:
	@Tests/report lint $(results) $(MAKE) --no-print-directory lint
part-unit-control:
	@Tests/report unit-control $(results) $(MAKE) --no-print-directory test FILTER='$(control_suites)' SKIP='$(calibrations)' EVENTS={events}
part-unit-daemon:
	@Tests/report unit-daemon $(results) $(MAKE) --no-print-directory test FILTER='$(daemon_suites)|$(calibrations)' EVENTS={events}
part-unit-rest:
	@Tests/report unit-rest $(results) $(MAKE) --no-print-directory test SKIP='$(control_suites)|$(daemon_suites)' EVENTS={events}
part-vm-system:
	@Tests/report vm-system $(results) $(MAKE) --no-print-directory vm-system
part-vm-motors:
	@Tests/report vm-motors $(results) $(MAKE) --no-print-directory vm-motors
# make check-all tries the memory of clients in the installed daemon, and that of the library under valgrind.
quick_clients := exports abi static header golden client daemon strace python manual examples
part-clients:
	@Tests/report clients $(results) $(MAKE) --no-print-directory clients PARTS="$(quick_clients)"

lint:
	$(SWIFT) format lint --strict --parallel --recursive Package.swift Sources Tests
	@echo "passed: the format of the sources"
	mandoc -T lint -W warning man/*.[13578]
	@echo "passed: the manual pages"
	@Tests/lint-units
	@echo "passed: the units, the hardware data and the udev rules"
	@udev/generate --check
	@echo "passed: the page of devices, from the hardware data and the evidence"
	@Packaging/lint-files "$(MAKE)" $(stage)
	@echo "passed: each installed file is in one package"
	@Sources/Protocol/generate --check
	@echo "passed: what is derived from the table of the protocol, and the promises of released tables"
	@Tests/lint-dependencies $(SWIFT)
	@echo "passed: what the libraries for applications link"
	@! grep -rlE '$(extents)' Tests --include='*.swift' --exclude='*Tests.swift' --exclude-dir=VM --exclude-dir=TestSupport || \
	  { echo "test-extended finds tests by their files: ask for the extent of a test in its own file." >&2; exit 1; }
	@echo "passed: each test with more cases in check-all is found there"
	@python3 -B Tests/Protocol/test_table.py --quiet
	@echo "passed: the rules of the table of the protocol"

format:
	$(SWIFT) format --in-place --recursive Package.swift Sources Tests

# Reading forty files would take the daemon as long as everything else before it is ready.
order: all
	@Tests/packages valgrind binutils
	@Tests/order $(daemon) $(control)
	@rm $(release_daemon)
	@$(MAKE) --no-print-directory all

path: test-packages
	@Tests/packages valgrind binutils
	@$(SWIFT) build >&2
	@Tests/path .build/debug/hapticd .build/debug/hapticctl

protocol:
	@Sources/Protocol/generate

# Twice, because the resolved themes are made of the tables in the program.
themes:
	@for step in tables resolved; do HAPTICD_WRITE_THEMES=1 $(MAKE) --no-print-directory test FILTER=CompiledThemeTests || exit; done
	@echo "written: Sources/Files/HapticThemes/Compiled; the next build has it"

# FILTER and SKIP are regular expressions for the names of tests. BUILT=yes uses the tests of the last build. Not by
# `swift test`: other commands of SwiftPM would wait until the tests have ended. Without Debian 13, which check-all makes,
# the tests of its programs are skipped.
built := $(if $(BUILT),,by-files)
events = $(if $(EVENTS),--event-stream-version 0 --event-stream-output-path $(EVENTS))
test: $(built)
	@$(CURDIR)/.build/debug/hapticdPackageTests.xctest --testing-library swift-testing --no-parallel \
	  $(if $(FILTER),--filter '$(FILTER)') $(if $(SKIP),--skip '$(SKIP)') $(events)

# The tests that mostly wait for the programs that they start. The calibrations of hapticctl are with those of the daemon, so that
# both parts take as long.
control_suites := hapticctlTests\.
calibrations := hapticctlTests\.CalibrateCommandTests
daemon_suites := (hapticdTests|HapticsTests|SourceCompatibility\w*)\.

# The tests that make check does not run, or not with all of their cases: those of the files that ask for the extent of the
# tests, for patterns of the corpus or for Debian 13, and those that only check-all builds: of the fuzzers, and in the language
# mode of Swift 5.
extents := TestExtent\.|Corpus\.some|Debian13\.obstacle
extended_files = $(basename $(notdir $(shell grep -rlE '$(extents)' Tests --include='*Tests.swift' --exclude-dir=VM)))
extended_tests = /($(subst $() ,|,$(extended_files)))\.swift:|(FuzzersTests|SourceCompatibilitySwift5)\.
test-extended: $(built)
	@$(MAKE) --no-print-directory test BUILT=yes FILTER='$(extended_tests)'

# Two virtual machines at the same time, each with the suites of one folder.
suites = VMTests\.($(subst $() ,|,$(basename $(notdir $(wildcard Tests/VM/Behaviours/$(1)/*Tests.swift)))))/
vm: $(built) $(if $(BUILT),,all stage)
	@BUILT=yes HAPTICD_STAGE=$(stage) Tests/VM/run $(if $(FILTER),"$(FILTER)")
vm-system: $(built)
	@BUILT=yes HAPTICD_STAGE=$(stage) Tests/VM/run '$(call suites,System)'
vm-motors: $(built)
	@BUILT=yes HAPTICD_STAGE=$(stage) Tests/VM/run '$(call suites,Motors)'

# The kernels of Debian 12, of Debian 13 and the newest of its backports.
KERNELS ?= bookworm trixie trixie-backports
kernels: $(built) $(if $(BUILT),,all stage)
	@for debian in $(KERNELS); do \
	  VM_DEBIAN=$$debian Tests/report kernel-$$debian $(results) $(MAKE) --no-print-directory vm BUILT=yes FILTER='$(FILTER)'; \
	done; Tests/report total $(results) $(KERNELS:%=kernel-%)

# The kernel's own drivers of phones' motors, with the kernel VM_DEBIAN; MOTORS="gpio drv260x" selects motors.
drivers: $(if $(BUILT),,all test-packages stage)
	@HAPTICD_STAGE=$(stage) Tests/VM/Drivers/run $(MOTORS)

# PARTS selects parts.
clients: $(if $(BUILT),,all test-packages)
	@Tests/packages $(client_packages)
	@CC="$(CC)" HAPTICD=$(abspath $(daemon)) HAPTICCTL=$(abspath $(control)) Tests/libhaptic/run $(PARTS)

# Half an hour: fifteen defects with three daemons, and a desktop without a screen. DEFECTS="1 9" selects defects.
feedbackd: all test-packages
	@Tests/Lab/Feedbackd/run defects $(DEFECTS)
	@Tests/Lab/Feedbackd/run desktop

# FUZZ_SECONDS is the time of each fuzzer (600); FUZZERS="ahap theme" selects fuzzers.
fuzz: build-packages
	@SWIFT=$(SWIFT) Tests/Lab/Fuzzers/run $(FUZZERS)

tsan: build-packages
	@SWIFT=$(SWIFT) Tests/Lab/Threads/run "$(FILTER)"

soak: all test-packages
	@Tests/Lab/Soak/run

delays: all test-packages
	@Tests/Lab/Delays/run "$(FILTER)"

faults: all test-packages build-tests stage
	@HAPTICD_FAULTS=all $(MAKE) --no-print-directory test BUILT=yes FILTER=FaultTests
	@HAPTICD_FAULTS=all VM_LIMIT=7200 $(MAKE) --no-print-directory vm BUILT=yes FILTER=VMTests.FaultTests

bench: all test-packages
	@Tests/Lab/Benchmarks/run
	@CC="$(CC)" Tests/libhaptic/run bench

# With BUILD=tests, the programs are those of the tests, which are too slow to time a drag.
studio_packages := $(if $(filter firefox,$(BROWSER)),firefox-esr,chromium chromium-driver)
studio-check: $(if $(BUILT),,$(if $(filter tests,$(BUILD)),build-tests,all))
	@Tests/packages $(studio_packages)
	@HAPTICD=$(abspath $(daemon)) HAPTICCTL=$(abspath $(control)) HAPTICD_STUDIO=$(abspath $(studio)) HAPTICD_BROWSER=$(BROWSER) \
	  Tests/Studio/run $(FILTER)

fidelity: build-packages
	@HAPTICD_LABORATORY=1 $(SWIFT) build --configuration release --product fidelity >&2
	@.build/release/fidelity $(ARGUMENTS)

# In a folder of its own, because the installed programs have constants that do not vary.
sensitivity: build-packages
	@HAPTICD_LABORATORY=1 HAPTICD_SENSITIVITY=1 $(SWIFT) build --scratch-path .build/sensitivity --configuration release \
	  --product fidelity >&2
	@Tests/Lab/Fidelity/sensitivity .build/sensitivity/release/fidelity $(CONSTANTS)

# --- The source archive, of the latest commit, with the Swift packages. dist-check builds it without a network, twice each in
# Debian unstable with its own Swift and in Debian 13 with this one.
dist = .build/dist/hapticd-$(release_number).tar.xz
dist:
	@SWIFT=$(SWIFT) Packaging/dist .build/dist
dist-check: dist
	@SWIFT=$(SWIFT) Packaging/dist-check $(dist) unstable
	@SWIFT=$(SWIFT) Packaging/dist-check $(dist) debian13

# --- arm64. The installed files go to .build-arm64/stage; check-arm64 tries them in a virtual machine of arm64.
arm64:
	@SWIFT=$(SWIFT) Packaging/arm64
check-arm64: arm64
	@Tests/packages qemu-system-arm busybox-static cpio kmod
	@SWIFT=$(SWIFT) Packaging/check-arm64

# gpio-vibra as Debian builds it, over the kernel's gpio-sim, with the newest kernel of the backports.
drivers-arm64: arm64
	@Tests/packages qemu-system-arm device-tree-compiler busybox-static cpio kmod
	@Tests/VM/Drivers/run-arm64

# --- Packages. Each in a clean root of its release of Debian, from the source archive; in .build/deb.
DEBIANS ?= bookworm trixie
deb: dist
	@Tests/packages mmdebstrap
	@for release in $(DEBIANS); do Packaging/deb $(dist) $$release || exit 1; done

# For arm64, of the files that a cross build has installed.
arm64_stage := $(CURDIR)/.build-arm64/packages
deb-arm64: dist
	@Tests/packages mmdebstrap
	@rm -rf $(arm64_stage)
	@SWIFT=$(SWIFT) Packaging/arm64 all install DESTDIR=$(arm64_stage) PREFIX=/usr LIBDIR=/usr/lib/aarch64-linux-gnu
	@Packaging/deb $(dist) trixie $(arm64_stage)

packages-check:
	@Tests/packages mmdebstrap squashfs-tools-ng $(vm_packages)
	@for release in $(DEBIANS); do Packaging/check $$release || exit 1; done

# Keys of squeekboard and notifications of phosh in a Debian 13 with the package in place of feedbackd.
packages-desktop: all
	@Tests/packages mmdebstrap $(vm_packages)
	@Tests/Lab/Feedbackd/run package

# --- Installing. udev reads hardware data under /etc and /usr/lib only, so other prefixes put it under /etc. feedbackd's
# file for the message bus has the same name as ours; it is neither replaced nor removed.
to := $(DESTDIR)$(PREFIX)
activation := $(to)/share/dbus-1/services/org.sigxcpu.Feedback.service
is_ours = test ! -e $(activation) || grep -qs '^Exec=.*/hapticd$$' $(activation)
LIBDIR ?= $(PREFIX)/lib
# Debian's Python has one folder for modules in /usr, and one for each version in /usr/local.
PYTHONDIR ?= $(PREFIX)/lib/$(if $(filter /usr,$(PREFIX)),python3,$(python))/dist-packages
python = $(shell python3 -c 'import sys; print("python%d.%d" % sys.version_info[:2])' 2>/dev/null || echo python3)
release_number = $(shell sed -n 's/^public let release = "\(.*\)"/\1/p' Sources/Model/HapticProtocol/Release.swift)
hwdb := $(DESTDIR)$(if $(filter /usr,$(PREFIX)),/usr/lib,/etc)/udev/hwdb.d
installed = $(to)/bin/hapticd $(to)/bin/hapticctl $(to)/libexec/hapticd-sound-light $(to)/libexec/hapticd-studio \
  $(to)/libexec/hapticd-gsettings \
  $(to)/lib/systemd/user/hapticd.service $(to)/lib/systemd/user/hapticd.socket \
  $(to)/lib/udev/rules.d/70-hapticd.rules $(to)/lib/udev/rules.d/71-hapticd-leds.rules $(hwdb)/60-hapticd.hwdb \
  $(to)/lib/sysusers.d/hapticd.conf \
  $(foreach page,$(notdir $(wildcard man/*.[13578])),$(to)/share/man/man$(subst .,,$(suffix $(page)))/$(page)) \
  $(to)/share/bash-completion/completions/hapticctl $(to)/share/zsh/site-functions/_hapticctl \
  $(to)/share/fish/vendor_completions.d/hapticctl.fish \
  $(to)/share/hapticd/protocol.json \
  $(DESTDIR)$(LIBDIR)/libhaptic.so.1 $(DESTDIR)$(LIBDIR)/libhaptic.so $(DESTDIR)$(LIBDIR)/libhaptic.a $(DESTDIR)$(LIBDIR)/pkgconfig/libhaptic.pc \
  $(to)/include/haptic.h $(DESTDIR)$(PYTHONDIR)/haptic.py

installed-files:
	@echo $(installed)

install:
	@test -x $(daemon) -a -x $(helper) -a -x $(settings) -a -x $(control) -a -x $(studio) -a -e $(library) -a -e $(archive) || { echo "not built; run: make && sudo make install"; exit 1; }
	$(INSTALL) -D -s -t $(to)/bin $(daemon) $(control)
	$(INSTALL) -D -s -t $(to)/libexec $(helper) $(settings) $(studio)
	install -D -m 644 -t $(to)/lib/systemd/user systemd/hapticd.service systemd/hapticd.socket
	sed -i 's,/usr/\(bin\|libexec\)/hapticd,$(PREFIX)/\1/hapticd,' $(to)/lib/systemd/user/hapticd.service
ifeq ($(ACTIVATION),yes)
	@if $(is_ours); then install -D -m 644 systemd/org.sigxcpu.Feedback.service $(activation) && \
	  sed -i 's,/usr/bin/,$(PREFIX)/bin/,' $(activation); \
	else echo "$(activation) belongs to feedbackd and is kept"; fi
endif
	install -D -m 644 -t $(to)/lib/udev/rules.d udev/70-hapticd.rules udev/71-hapticd-leds.rules
	install -D -m 644 systemd/hapticd.sysusers $(to)/lib/sysusers.d/hapticd.conf
	install -D -m 644 -t $(hwdb) udev/60-hapticd.hwdb
	install -D -m 644 -t $(to)/share/hapticd Sources/Protocol/protocol.json
	for page in man/*.[13578]; do install -D -m 644 -t $(to)/share/man/man$${page##*.} $$page; done
	mkdir -p $(to)/share/bash-completion/completions $(to)/share/zsh/site-functions $(to)/share/fish/vendor_completions.d
	$(EMULATOR) $(control) --generate-completion-script bash > $(to)/share/bash-completion/completions/hapticctl
	$(EMULATOR) $(control) --generate-completion-script zsh > $(to)/share/zsh/site-functions/_hapticctl
	$(EMULATOR) $(control) --generate-completion-script fish > $(to)/share/fish/vendor_completions.d/hapticctl.fish
	$(INSTALL) -D -s -m 644 -t $(DESTDIR)$(LIBDIR) $(library)
	ln -sf libhaptic.so.1 $(DESTDIR)$(LIBDIR)/libhaptic.so
	install -D -m 644 -t $(DESTDIR)$(LIBDIR) $(archive)
	mkdir -p $(DESTDIR)$(LIBDIR)/pkgconfig
	sed 's,@PREFIX@,$(PREFIX),; s,@LIBDIR@,$(LIBDIR),; s,@VERSION@,$(release_number),' $(libhaptic)/libhaptic.pc.in \
	  > $(DESTDIR)$(LIBDIR)/pkgconfig/libhaptic.pc
	install -D -m 644 -t $(to)/include $(libhaptic)/haptic.h
	install -D -m 644 -t $(DESTDIR)$(PYTHONDIR) Sources/Clients/python/haptic.py
ifeq ($(DESTDIR),)
	ldconfig
	systemd-hwdb update
	-systemd-sysusers $(to)/lib/sysusers.d/hapticd.conf
	-udevadm control --reload && udevadm trigger --subsystem-match=input --subsystem-match=leds --settle
	@echo "Installed. Enable it for each user with:  systemctl --user enable --now hapticd.socket"
endif

uninstall:
	@if $(is_ours); then rm -f $(activation); fi
	rm -f $(installed)
ifeq ($(DESTDIR),)
	ldconfig
	systemd-hwdb update
	-udevadm control --reload
endif
