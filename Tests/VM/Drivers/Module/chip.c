// SPDX-License-Identifier: GPL-2.0
/*
 * Haptic chips on I2C, each on a bus of its own: registers that can be written and read, and the little that the drivers
 * wait for. Every write is recorded, at the end of its transfer.
 */
#include <linux/delay.h>
#include <linux/i2c.h>
#include <linux/irq.h>
#include <linux/ktime.h>
#include <linux/module.h>
#include <linux/property.h>

#include "bench.h"

static unsigned int bus_kilohertz = 400;
module_param(bus_kilohertz, uint, 0600);
MODULE_PARM_DESC(bus_kilohertz, "clock of the I2C buses; 0 for no delay");

static unsigned int brake_milliseconds = 8;
module_param(brake_milliseconds, uint, 0600);
MODULE_PARM_DESC(brake_milliseconds, "time from a stop of the AW86927 to its standby");

struct chip {
	const char *name;
	const char *type; /* the name of the device for its driver */
	u8 address;
	const char *driver; /* whose table of devices is for device trees only; NULL otherwise */
	const struct software_node *node;
	void (*prepare)(struct chip *chip);
	void (*written)(struct chip *chip, u8 place);
	u8 (*read)(struct chip *chip, u8 place);
	bool (*is_repeated)(u8 place); /* whether data goes to the same register */
	u8 registers[256];
	struct i2c_adapter adapter;
	struct i2c_client *client;
	ktime_t standby;
};

/* DRV2605L: the bit that starts a calibration goes off when it has ended. */
#define DRV260X_GO 0x0c

static void drv260x_written(struct chip *chip, u8 place)
{
	if (place == DRV260X_GO)
		chip->registers[place] = 0;
}

static const struct property_entry drv260x_properties[] = {
	PROPERTY_ENTRY_U32("mode", 1), /* LRA without calibration */
	PROPERTY_ENTRY_U32("library-sel", 6), /* LRA */
	PROPERTY_ENTRY_U32("vib-rated-mv", 1800),
	PROPERTY_ENTRY_U32("vib-overdrive-mv", 2400),
	{}
};
static const struct software_node drv260x_node = { .properties = drv260x_properties };

/* AW86927: plays from GO to STOP, and then brakes. */
#define AW86927_PLAY 0x09
#define AW86927_STATE 0x3f
#define AW86927_MEMORY 0x42

static void aw86927_prepare(struct chip *chip)
{
	chip->registers[0x57] = 0x92;
	chip->registers[0x58] = 0x70;
}

static void aw86927_written(struct chip *chip, u8 place)
{
	u8 *state = &chip->registers[AW86927_STATE];

	if (place != AW86927_PLAY)
		return;
	if (chip->registers[place] & BIT(0)) {
		*state = 7;
	} else if (*state) {
		*state = 0;
		chip->standby = ktime_add_ms(ktime_get(), brake_milliseconds);
	}
}

static u8 aw86927_read(struct chip *chip, u8 place)
{
	if (place == AW86927_STATE && ktime_before(ktime_get(), chip->standby))
		return 7;
	return chip->registers[place];
}

static bool aw86927_is_repeated(u8 place)
{
	return place == AW86927_MEMORY;
}

/* DA7280, as in the device tree of the Surface Duo. */
static const struct property_entry da7280_properties[] = {
	PROPERTY_ENTRY_STRING("dlg,actuator-type", "LRA"),
	PROPERTY_ENTRY_U32("dlg,const-op-mode", 1),
	PROPERTY_ENTRY_U32("dlg,periodic-op-mode", 1),
	PROPERTY_ENTRY_U32("dlg,resonant-freq-hz", 180),
	{}
};
static const struct software_node da7280_node = { .properties = da7280_properties };

static struct chip chips[] = {
	{ .name = "drv260x", .type = "drv2605l", .address = 0x5a, .node = &drv260x_node, .written = drv260x_written },
	{ .name = "aw86927", .type = "aw86927", .address = 0x5a, .driver = "aw86927-haptics", .prepare = aw86927_prepare,
	  .written = aw86927_written, .read = aw86927_read, .is_repeated = aw86927_is_repeated },
	{ .name = "da7280", .type = "da7280", .address = 0x4a, .node = &da7280_node },
};

/* A byte has nine bits on the bus. */
static void wait_for_bus(unsigned int bytes)
{
	unsigned int kilohertz = READ_ONCE(bus_kilohertz);
	unsigned int microseconds;

	if (!kilohertz)
		return;
	microseconds = bytes * 9000 / kilohertz;
	usleep_range(microseconds, microseconds + 10);
}

static void take(struct chip *chip, const u8 *bytes, unsigned int count, u8 *place)
{
	if (!count)
		return;
	*place = bytes[0];
	for (unsigned int i = 1; i < count; i++) {
		chip->registers[*place] = bytes[i];
		bench_log("%s %02x %02x", chip->name, *place, bytes[i]);
		if (chip->written)
			chip->written(chip, *place);
		if (!chip->is_repeated || !chip->is_repeated(*place))
			++*place;
	}
}

static int transfer(struct i2c_adapter *adapter, struct i2c_msg *messages, int count)
{
	struct chip *chip = i2c_get_adapdata(adapter);
	u8 place = 0;

	for (int i = 0; i < count; i++) {
		struct i2c_msg *message = &messages[i];

		if (message->addr != chip->address)
			return -ENXIO;
		wait_for_bus(message->len + 1);
		if (!(message->flags & I2C_M_RD)) {
			take(chip, message->buf, message->len, &place);
			continue;
		}
		for (unsigned int k = 0; k < message->len; k++, place++)
			message->buf[k] = chip->read ? chip->read(chip, place) : chip->registers[place];
	}
	return count;
}

static u32 abilities(struct i2c_adapter *adapter)
{
	return I2C_FUNC_I2C;
}

static const struct i2c_algorithm algorithm = { .master_xfer = transfer, .functionality = abilities };

/* Gives a driver for device trees the table by which a device without one is found. */
static int name_devices_of(const char *driver)
{
	static const struct i2c_device_id table[] = { { .name = "aw86927" }, {} };
	struct device_driver *found = driver_find(driver, &i2c_bus_type);

	if (!found)
		return -ENODEV;
	to_i2c_driver(found)->id_table = table;
	return 0;
}

/* An interrupt that never comes; the drivers ask for one. */
static int make_interrupt(void)
{
	int irq = irq_alloc_desc(NUMA_NO_NODE);

	if (irq > 0)
		irq_set_chip_and_handler(irq, &dummy_irq_chip, handle_simple_irq);
	return irq;
}

static int plug(struct chip *chip)
{
	struct i2c_board_info info = { .addr = chip->address, .dev_name = chip->name, .swnode = chip->node };
	int error;

	if (chip->client)
		return -EEXIST;
	if (chip->driver) {
		error = name_devices_of(chip->driver);
		if (error)
			return error;
	}
	if (chip->prepare)
		chip->prepare(chip);
	info.irq = make_interrupt();
	if (info.irq < 0)
		return info.irq;

	chip->adapter.owner = THIS_MODULE;
	chip->adapter.algo = &algorithm;
	strscpy(chip->adapter.name, "haptic-bench", sizeof(chip->adapter.name));
	i2c_set_adapdata(&chip->adapter, chip);
	error = i2c_add_adapter(&chip->adapter);
	if (error)
		return error;
	strscpy(info.type, chip->type, sizeof(info.type));
	chip->client = i2c_new_client_device(&chip->adapter, &info);
	return PTR_ERR_OR_ZERO(chip->client);
}

int bench_plug_chip(const char *name)
{
	for (unsigned int i = 0; i < ARRAY_SIZE(chips); i++)
		if (!strcmp(chips[i].name, name))
			return plug(&chips[i]);
	return -ENOENT;
}
