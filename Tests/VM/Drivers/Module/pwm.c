// SPDX-License-Identifier: GPL-2.0
/* PWMs of two motors, with the second PWM that pwm-vibra asks for on a machine without a device tree. */
#include <linux/kprobes.h>
#include <linux/pwm.h>
#include <linux/version.h>

#include "bench.h"

enum { LEFT, LEFT_DIRECTION, RIGHT, RIGHT_DIRECTION, CHANNELS };

/* The period of the motors of a GameForce Chi. */
#define PERIOD 25000

/* The function that adds a table of PWMs is not exported: boards that have one are built in. */
static void *address_of(const char *name)
{
	struct kprobe probe = { .symbol_name = name };
	void *address;

	if (register_kprobe(&probe))
		return NULL;
	address = probe.addr;
	unregister_kprobe(&probe);
	return address;
}

static int apply(struct pwm_chip *chip, struct pwm_device *pwm, const struct pwm_state *state)
{
	const char *name = pwm->hwpwm == LEFT ? "left" : pwm->hwpwm == RIGHT ? "right" : NULL;

	if (name)
		bench_log("%s %llu %llu", name, state->enabled ? state->duty_cycle : 0, state->period);
	return 0;
}

static const struct pwm_ops operations = {
	.apply = apply,
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 8, 0)
	.owner = THIS_MODULE,
#endif
};

static struct pwm_lookup lookups[] = {
	PWM_LOOKUP("haptic-bench", LEFT, "pwm-vibrator.0", "enable", PERIOD, PWM_POLARITY_NORMAL),
	PWM_LOOKUP("haptic-bench", LEFT_DIRECTION, "pwm-vibrator.0", "direction", PERIOD, PWM_POLARITY_NORMAL),
	PWM_LOOKUP("haptic-bench", RIGHT, "pwm-vibrator.1", "enable", PERIOD, PWM_POLARITY_NORMAL),
	PWM_LOOKUP("haptic-bench", RIGHT_DIRECTION, "pwm-vibrator.1", "direction", PERIOD, PWM_POLARITY_NORMAL),
};

#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 9, 0)
static struct pwm_chip chip = { .ops = &operations, .npwm = CHANNELS };

static int add_chip(struct device *parent)
{
	chip.dev = parent;
	return pwmchip_add(&chip);
}
#else
static struct pwm_chip *chip;

static int add_chip(struct device *parent)
{
	int error;

	chip = pwmchip_alloc(parent, CHANNELS, 0);
	if (IS_ERR(chip))
		return PTR_ERR(chip);
	chip->ops = &operations;
	error = pwmchip_add(chip);
	if (error)
		pwmchip_put(chip);
	return error;
}
#endif

int bench_make_pwms(struct device *parent)
{
	void (*add_table)(struct pwm_lookup *, size_t) = address_of("pwm_add_table");
	int error;

	if (!add_table)
		return -ENOENT;
	error = add_chip(parent);
	if (error)
		return error;
	add_table(lookups, ARRAY_SIZE(lookups));
	return 0;
}
