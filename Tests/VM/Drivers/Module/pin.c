// SPDX-License-Identifier: GPL-2.0
/* Two pins: the motor of gpio-vibra, and the reset of an AW86927. */
#include <linux/gpio/driver.h>
#include <linux/gpio/machine.h>
#include <linux/version.h>

#include "bench.h"

enum { MOTOR, RESET, PINS };

static bool values[PINS];

static int set(struct gpio_chip *chip, unsigned int pin, int value)
{
	values[pin] = value;
	if (pin == MOTOR)
		bench_log("gpio %d", value);
	return 0;
}

static int get(struct gpio_chip *chip, unsigned int pin)
{
	return values[pin];
}

static int make_output(struct gpio_chip *chip, unsigned int pin, int value)
{
	return set(chip, pin, value);
}

#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 17, 0)
static void set_without_result(struct gpio_chip *chip, unsigned int pin, int value)
{
	set(chip, pin, value);
}
#define SET set_without_result
#else
#define SET set
#endif

static struct gpio_chip chip = {
	.label = "haptic-bench-pins",
	.owner = THIS_MODULE,
	.base = -1,
	.ngpio = PINS,
	.get = get,
	.set = SET,
	.direction_output = make_output,
	.can_sleep = false,
};

static struct gpiod_lookup_table motor = {
	.dev_id = "gpio-vibrator",
	.table = { GPIO_LOOKUP("haptic-bench-pins", MOTOR, "enable", GPIO_ACTIVE_HIGH), {} },
};

static struct gpiod_lookup_table reset = {
	.dev_id = "i2c-aw86927",
	.table = { GPIO_LOOKUP("haptic-bench-pins", RESET, "reset", GPIO_ACTIVE_LOW), {} },
};

int bench_make_pins(struct device *parent)
{
	int error;

	chip.parent = parent;
	error = gpiochip_add_data(&chip, NULL);
	if (error)
		return error;
	gpiod_add_lookup_table(&motor);
	gpiod_add_lookup_table(&reset);
	return 0;
}
