// SPDX-License-Identifier: GPL-2.0
/*
 * Hardware of phones' vibration motors, for the kernel's own drivers: a pin, two PWMs, a regulator and I2C chips, which
 * record with a time stamp what a driver does to them.
 *
 * In /sys/kernel/debug/haptic-bench:
 *   plug  the name of a device to create: gpio, left, right, regulator, drv260x, aw86927, da7280
 *   log   the recorded lines; a write forgets those that were read last
 *
 * Devices stay, and the module cannot be unloaded: the virtual machine ends with the tests.
 */
#include <linux/debugfs.h>
#include <linux/ktime.h>
#include <linux/module.h>
#include <linux/pci.h>
#include <linux/platform_device.h>
#include <linux/regulator/machine.h>
#include <linux/seq_file.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include <linux/vmalloc.h>

#include "bench.h"

#define LINES 65536

struct line {
	u64 time;
	char text[48];
};

static struct line *lines;
/* Numbers of lines, which are kept at their remainder. */
static unsigned int first, next, read_end;
static DEFINE_SPINLOCK(lock);

void bench_log(const char *format, ...)
{
	unsigned long flags;
	va_list arguments;

	va_start(arguments, format);
	spin_lock_irqsave(&lock, flags);
	if (next - first < LINES) {
		struct line *line = &lines[next++ % LINES];

		line->time = ktime_get_ns();
		vscnprintf(line->text, sizeof(line->text), format, arguments);
	}
	spin_unlock_irqrestore(&lock, flags);
	va_end(arguments);
}

static int log_show(struct seq_file *file, void *unused)
{
	unsigned long flags;

	/* For one reader: only `next` moves meanwhile. */
	spin_lock_irqsave(&lock, flags);
	read_end = next;
	spin_unlock_irqrestore(&lock, flags);
	for (unsigned int i = first; i != read_end; i++)
		seq_printf(file, "%llu %s\n", lines[i % LINES].time, lines[i % LINES].text);
	return 0;
}

static int log_open(struct inode *inode, struct file *file)
{
	return single_open(file, log_show, NULL);
}

static ssize_t log_write(struct file *file, const char __user *data, size_t size, loff_t *offset)
{
	unsigned long flags;

	spin_lock_irqsave(&lock, flags);
	first = read_end;
	spin_unlock_irqrestore(&lock, flags);
	return size;
}

static const struct file_operations log_operations = {
	.owner = THIS_MODULE,
	.open = log_open,
	.read = seq_read,
	.write = log_write,
	.llseek = seq_lseek,
	.release = single_release,
};

static ssize_t plug_write(struct file *file, const char __user *data, size_t size, loff_t *offset)
{
	char buffer[16] = {};
	char *name;
	int error;

	if (size >= sizeof(buffer))
		return -EINVAL;
	if (copy_from_user(buffer, data, size))
		return -EFAULT;
	name = strim(buffer);
	error = bench_plug_platform(name);
	if (error == -ENOENT)
		error = bench_plug_chip(name);
	return error ? error : size;
}

static const struct file_operations plug_operations = { .owner = THIS_MODULE, .write = plug_write };

/* The file systems of the virtual machine stop for ever when their devices are suspended. */
static void __init keep_file_systems_awake(void)
{
	struct pci_dev *device = NULL;

	while ((device = pci_get_device(PCI_VENDOR_ID_REDHAT_QUMRANET, PCI_ANY_ID, device)))
		dev_pm_syscore_device(&device->dev, true);
}

static int __init bench_probe(struct platform_device *device)
{
	struct dentry *folder;
	int error;

	error = bench_make_pins(&device->dev);
	if (!error)
		error = bench_make_pwms(&device->dev);
	if (!error)
		error = bench_make_regulator(&device->dev);
	if (error)
		return error;

	folder = debugfs_create_dir("haptic-bench", NULL);
	debugfs_create_file("log", 0600, folder, NULL, &log_operations);
	debugfs_create_file("plug", 0200, folder, NULL, &plug_operations);
	return 0;
}

/* A device with a driver, because the kernel expects one of each supplier. */
static struct platform_driver bench_driver = { .driver = { .name = "haptic-bench" } };

static int __init bench_init(void)
{
	lines = vzalloc(array_size(LINES, sizeof(*lines)));
	if (!lines)
		return -ENOMEM;
	keep_file_systems_awake();
	/* Supplies that nobody describes are always on. */
	regulator_has_full_constraints();
	return PTR_ERR_OR_ZERO(platform_create_bundle(&bench_driver, bench_probe, NULL, 0, NULL, 0));
}

module_init(bench_init);
MODULE_DESCRIPTION("Hardware of vibration motors that records what drivers do");
MODULE_LICENSE("GPL");
