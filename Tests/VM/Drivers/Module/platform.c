// SPDX-License-Identifier: GPL-2.0
/* The devices that gpio-vibra, pwm-vibra and regulator-haptic bind to. */
#include <linux/platform_data/regulator-haptic.h>
#include <linux/platform_device.h>
#include <linux/string.h>

#include "bench.h"

/* The motor of a Galaxy S III. */
static const struct regulator_haptic_data voltages = { .min_volt = 1100000, .max_volt = 2700000 };

static struct motor {
	const char *name;
	struct platform_device_info info;
	bool is_plugged;
} motors[] = {
	{ "gpio", { .name = "gpio-vibrator", .id = PLATFORM_DEVID_NONE } },
	{ "left", { .name = "pwm-vibrator", .id = 0 } },
	{ "right", { .name = "pwm-vibrator", .id = 1 } },
	{ "regulator", { .name = "regulator-haptic", .id = PLATFORM_DEVID_NONE, .data = &voltages,
			 .size_data = sizeof(voltages) } },
};

static int plug(struct motor *motor)
{
	struct platform_device *device;

	if (motor->is_plugged)
		return -EEXIST;
	device = platform_device_register_full(&motor->info);
	if (IS_ERR(device))
		return PTR_ERR(device);
	motor->is_plugged = true;
	return 0;
}

int bench_plug_platform(const char *name)
{
	for (unsigned int i = 0; i < ARRAY_SIZE(motors); i++)
		if (!strcmp(motors[i].name, name))
			return plug(&motors[i]);
	return -ENOENT;
}
