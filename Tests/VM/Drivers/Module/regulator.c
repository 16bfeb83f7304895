// SPDX-License-Identifier: GPL-2.0
/* A regulator with steps of 100 mV, as in phones' power chips. */
#include <linux/regulator/driver.h>
#include <linux/regulator/machine.h>

#include "bench.h"

static bool is_enabled;
static unsigned int selector;

static int enable(struct regulator_dev *regulator)
{
	is_enabled = true;
	bench_log("regulator on");
	return 0;
}

static int disable(struct regulator_dev *regulator)
{
	is_enabled = false;
	bench_log("regulator off");
	return 0;
}

static int get_enabled(struct regulator_dev *regulator)
{
	return is_enabled;
}

static int set_selector(struct regulator_dev *regulator, unsigned int wanted)
{
	selector = wanted;
	bench_log("regulator %d", regulator_list_voltage_linear(regulator, wanted));
	return 0;
}

static int get_selector(struct regulator_dev *regulator)
{
	return selector;
}

static const struct regulator_ops operations = {
	.enable = enable,
	.disable = disable,
	.is_enabled = get_enabled,
	.set_voltage_sel = set_selector,
	.get_voltage_sel = get_selector,
	.list_voltage = regulator_list_voltage_linear,
	.map_voltage = regulator_map_voltage_linear,
};

static const struct regulator_desc description = {
	.name = "haptic-bench",
	.type = REGULATOR_VOLTAGE,
	.owner = THIS_MODULE,
	.ops = &operations,
	.min_uV = 1100000,
	.uV_step = 100000,
	.n_voltages = 23,
};

static struct regulator_consumer_supply supply = REGULATOR_SUPPLY("haptic", "regulator-haptic");

static const struct regulator_init_data data = {
	.constraints = {
		.min_uV = 1100000,
		.max_uV = 3300000,
		.valid_ops_mask = REGULATOR_CHANGE_VOLTAGE | REGULATOR_CHANGE_STATUS,
	},
	.consumer_supplies = &supply,
	.num_consumer_supplies = 1,
};

static struct regulator_dev *regulator;

int bench_make_regulator(struct device *parent)
{
	struct regulator_config config = { .dev = parent, .init_data = &data };

	regulator = regulator_register(parent, &description, &config);
	return PTR_ERR_OR_ZERO(regulator);
}
