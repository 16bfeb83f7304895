# make          the daemon and hapticctl, as they are installed
# make demo     plays each kind of feedback, on your devices or on a simulated motor, and draws it
# make check    everything that is tested, real kernel drivers in a virtual machine included
# make fuzz     every parser and a whole server against inputs that nobody thought of, ten minutes each
# make tsan     the tests of everything that has threads, with the thread sanitizer
# make soak     an hour of clients, devices and preferences that come and go, in the virtual machine
# make compilers  build and test in Debian 12, in 13 and with Debian's own Swift, as root; RELEASES=trixie for one of them
# make delays   the tests, with threads and processes delayed at random; FILTER=VMTests for those in the virtual machine
# make faults   the daemon, with each of its system calls failing in turn, once and for ever
# make bench    the figures in README.md, measured on this machine
# make fidelity how patterns feel on simulated motors beside a naive player; ARGUMENTS="--files --report" for more
# make install  PREFIX=/usr/local DESTDIR=     make uninstall takes it away again
# make format   make lint
# make themes   after a change of a built-in theme: what the program has of it is written anew
# make order    after a change of the toolchain: which of Swift's functions the daemon uses is written anew
PREFIX ?= /usr/local
SWIFT ?= swift
.DEFAULT_GOAL := all
.PHONY: all help demo check lint format themes order test vm fuzz tsan soak compilers delays faults bench fidelity \
  install uninstall clean build-packages test-packages FORCE

help:
	@sed -n '/^#/!q;s/^# //p' Makefile

# --- Building. The Swift library is linked in, so that the daemon starts fast and needs nothing but libc, libsystemd
# and libevdev. It names neither Task nor Regex: switching off the imports that would bring them keeps it small, and
# proves it. What is installed does not check exclusive access while it runs, which is a sixth of a play; debug builds,
# which are tested, do. hapticctl is not built so, hence the two build folders.
daemon := .build-daemon/release/hapticd
control := .build/release/hapticctl
release := build --configuration release --static-swift-stdlib --disable-local-rpath
lean := -Xswiftc -Xfrontend -Xswiftc -disable-implicit-concurrency-module-import \
        -Xswiftc -Xfrontend -Xswiftc -disable-implicit-string-processing-module-import \
        -Xswiftc -enforce-exclusivity=unchecked

# The C++ library that Swift's own needs is linked in as well, by a folder that holds nothing but its archive, and so is
# the compiler's; no symbol is offered to libraries that might be loaded later. That saves a megabyte of memory and half
# of the start.
archives := .build-daemon/archives
lean += -Xlinker -L$(archives) -Xlinker --no-export-dynamic -Xswiftc -Xclang-linker -Xswiftc -static-libgcc

# lld, which comes with Swift, writes relocations in a hundredth of the space and puts what the daemon uses of Swift's
# library side by side: together two of ten megabytes that would stay resident.
ifneq ($(shell SWIFT=$(SWIFT) Tests/toolchain ld.lld 2>/dev/null),)
lean += -Xswiftc -use-ld=lld -Xswiftc -Xfrontend -Xswiftc -function-sections \
        -Xlinker -z -Xlinker pack-relative-relocs \
        -Xlinker --symbol-ordering-file=Sources/hapticd/runtime.order -Xlinker --no-warn-symbol-ordering
endif

all: $(daemon) $(control)
$(daemon): FORCE | build-packages
	@mkdir -p $(archives)
	@ln -sf "$$("$$(SWIFT=$(SWIFT) Tests/toolchain clang)" -print-file-name=libstdc++.a)" $(archives)
	$(SWIFT) $(release) --product hapticd --scratch-path .build-daemon $(lean)
$(control): FORCE | build-packages
	$(SWIFT) $(release) --product hapticctl

# The packages have the same names in Debian 12 and 13.
build-packages:
	@Tests/packages g++ pkg-config libevdev-dev libexpat1-dev libsystemd-dev libtomlplusplus-dev
test-packages: build-packages
	@Tests/packages mandoc systemd udev qemu-system-x86 busybox-static cpio kmod dbus-daemon
clean:
	rm -rf .build .build-daemon .build-fuzz .build-tsan

# --- Looking and testing.
demo: all
	@Tests/demo $(daemon) $(control)

check: test-packages
	@$(MAKE) --no-print-directory lint test vm

lint:
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests
	mandoc -T lint -W warning man/*.[1578]
	@Tests/lint-units

format:
	$(SWIFT) format --in-place --recursive Package.swift Sources Tests

# Reading forty files would take the daemon as long as everything else before it is ready.
order: all
	@Tests/packages valgrind binutils
	@Tests/order $(daemon) $(control)
	@rm $(daemon)
	@$(MAKE) --no-print-directory all

themes: build-packages
	HAPTICD_WRITE_THEMES=1 $(SWIFT) test --no-parallel --filter CompiledThemeTests

test: build-packages
	@Tests/failures $(SWIFT) test --no-parallel --skip VMTests

vm: all
	@Tests/failures Tests/VM/run

# FUZZ_SECONDS for each, 600 unless told; FUZZERS="ahap theme" for some of them only.
fuzz: build-packages
	@SWIFT=$(SWIFT) Tests/Fuzzers/run $(FUZZERS)

tsan: build-packages
	@SWIFT=$(SWIFT) Tests/failures Tests/Threads/run "$(FILTER)"

soak: all test-packages
	@Tests/Soak/run

RELEASES ?= bookworm trixie sid
compilers:
	@for release in $(RELEASES); do Tests/failures Tests/Compilers/run $$release || exit; done

delays: all test-packages
	@Tests/failures Tests/Delays/run "$(FILTER)"

faults: all test-packages
	@HAPTICD_FAULTS=all Tests/failures $(SWIFT) test --no-parallel --skip VMTests --filter FaultTests
	@HAPTICD_FAULTS=all VM_LIMIT=7200 Tests/failures Tests/VM/run VMTests.FaultTests

bench: all test-packages
	@Tests/Benchmarks/run

fidelity: build-packages
	@$(SWIFT) build --configuration release --product fidelity >&2
	@.build/release/fidelity $(ARGUMENTS)

# --- Installing. udev reads hardware data under /etc and /usr/lib only, so other prefixes put it under /etc.
to := $(DESTDIR)$(PREFIX)
hwdb := $(DESTDIR)$(if $(filter /usr,$(PREFIX)),/usr/lib,/etc)/udev/hwdb.d
installed = $(to)/bin/hapticd $(to)/bin/hapticctl \
  $(to)/lib/systemd/user/hapticd.service $(to)/lib/systemd/user/hapticd.socket \
  $(to)/lib/udev/rules.d/70-hapticd.rules $(hwdb)/60-hapticd.hwdb \
  $(foreach page,$(notdir $(wildcard man/*.[1578])),$(to)/share/man/man$(subst .,,$(suffix $(page)))/$(page)) \
  $(to)/share/bash-completion/completions/hapticctl $(to)/share/zsh/site-functions/_hapticctl \
  $(to)/share/fish/vendor_completions.d/hapticctl.fish

install:
	@test -x $(daemon) -a -x $(control) || { echo "Build first: make (and then, if need be: sudo make install)"; exit 1; }
	install -D -s -t $(to)/bin $(daemon) $(control)
	install -D -m 644 -t $(to)/lib/systemd/user systemd/hapticd.service systemd/hapticd.socket
	sed -i 's,/usr/bin/,$(PREFIX)/bin/,' $(to)/lib/systemd/user/hapticd.service
	install -D -m 644 -t $(to)/lib/udev/rules.d udev/70-hapticd.rules
	install -D -m 644 -t $(hwdb) udev/60-hapticd.hwdb
	for page in man/*.[1578]; do install -D -m 644 -t $(to)/share/man/man$${page##*.} $$page; done
	mkdir -p $(to)/share/bash-completion/completions $(to)/share/zsh/site-functions $(to)/share/fish/vendor_completions.d
	$(control) --generate-completion-script bash > $(to)/share/bash-completion/completions/hapticctl
	$(control) --generate-completion-script zsh > $(to)/share/zsh/site-functions/_hapticctl
	$(control) --generate-completion-script fish > $(to)/share/fish/vendor_completions.d/hapticctl.fish
ifeq ($(DESTDIR),)
	systemd-hwdb update
	-udevadm control --reload && udevadm trigger --subsystem-match=input --settle
	@echo "Installed. Each user who wants haptics:  systemctl --user enable --now hapticd.socket"
endif

uninstall:
	rm -f $(installed)
ifeq ($(DESTDIR),)
	systemd-hwdb update
	-udevadm control --reload
endif
