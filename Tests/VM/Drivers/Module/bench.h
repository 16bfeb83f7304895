/* SPDX-License-Identifier: GPL-2.0 */
/* The parts of the module haptic_bench: a log, and the hardware behind a phone's vibration motors. */
#ifndef HAPTIC_BENCH_H
#define HAPTIC_BENCH_H

struct device;

/* Adds a line to the log: the time of CLOCK_MONOTONIC in nanoseconds, then the text. For every context. */
__printf(1, 2) void bench_log(const char *format, ...);

/* Each makes what drivers need, without the devices that they bind to. */
int bench_make_pins(struct device *parent);
int bench_make_pwms(struct device *parent);
int bench_make_regulator(struct device *parent);

/* Plugs a device in by its name, such as "gpio" or "drv260x". -ENOENT for an unknown name. */
int bench_plug_platform(const char *name);
int bench_plug_chip(const char *name);

#endif
