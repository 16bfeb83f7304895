"""The hardware of the module haptic_bench: what the kernel's drivers did to it, and when."""

import os
import pathlib
import time

FOLDER = pathlib.Path("/sys/kernel/debug/haptic-bench")


class Bench:
    """The motors that are plugged in, and the log of the module."""

    def __init__(self):
        self.motors = []

    def plug(self, motor):
        motor.bench = self
        self.motors.append(motor)
        motor.plug()

    def update(self):
        text = (FOLDER / "log").read_text()
        (FOLDER / "log").write_text("\n")
        for line in text.splitlines():
            moment, *words = line.split()
            for motor in self.motors:
                motor.take(int(moment) / 1e9, words)
        for motor in self.motors:
            motor.update()


def wait(condition, limit=180.0):
    """Waits until a condition is true, and returns whether it is."""
    end = time.monotonic() + limit
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


class Motor:
    """A motor on the bench, behind the kernel's own driver for it."""

    # The name on the bench, and that of the input device.
    name = device_name = ""
    # The bus and the driver in sysfs, and the name of the device that the driver binds to.
    driver, device = "", ""
    # Whether the kernel ends an effect after its length.
    ends_by_itself = True
    # Whether the device may be taken away from its driver.
    can_be_unbound = True
    # Whether it is fast enough to follow each level of the daemon.
    plays_with_daemon = True
    # Seconds after which a command has reached the hardware.
    latest = 0.05

    def __init__(self):
        self.bench = None
        self.strength = 0
        self.changes = []

    # What the driver did.

    def take(self, moment, words):
        """Takes a line of the log."""
        if words[0] == self.name:
            self.change(moment, self.read(words[1:]))

    def update(self):
        """Takes what is not in the log."""

    def change(self, moment, strength):
        if strength != self.strength:
            self.strength = strength
            self.changes.append((moment, strength))

    def clear(self):
        self.bench.update()
        self.changes = []

    def read(self, words):
        """The strength of the motor after a line, in the unit of the hardware; 0 at rest."""
        raise NotImplementedError

    def expected(self, magnitude):
        """The strength for a magnitude, by the source of the driver."""
        raise NotImplementedError

    def length_of_pulse(self):
        """From the first strength to the last rest."""
        return self.changes[-1][0] - self.changes[0][0]

    def changes_between_levels(self):
        """The changes, without those that a driver makes on its way from one level to another."""
        return self.changes

    def turns(self):
        self.bench.update()
        return self.strength > 0

    def has_turned(self):
        """Whether it has turned since the last clear."""
        self.bench.update()
        return any(strength for _, strength in self.changes)

    def rests(self):
        return not self.turns()

    # The device.

    def plug(self):
        (FOLDER / "plug").write_text(self.name)

    def parent(self):
        """The folder in sysfs with the input device."""
        return pathlib.Path("/sys/bus") / self.driver.split("/")[0] / "devices" / self.device

    def node(self):
        nodes = list(self.parent().glob("input/input*/event*"))
        return f"/dev/input/{nodes[0].name}" if nodes else None

    def has_node(self):
        return self.node() is not None

    def tell_driver(self, what):
        """Takes the device from its driver, or gives it back: `unbind` or `bind`."""
        bus, driver = self.driver.split("/")
        pathlib.Path(f"/sys/bus/{bus}/drivers/{driver}/{what}").write_text(self.device)


class Pin(Motor):
    name, device_name = "gpio", "gpio-vibrator"
    driver, device = "platform/gpio-vibrator", "gpio-vibrator"

    def read(self, words):
        return int(words[0])

    def expected(self, magnitude):
        return int(magnitude > 0)


class Pwm(Motor):
    """The duty in nanoseconds, of a period of 25 µs."""

    device_name = "pwm-vibrator"
    driver = "platform/pwm-vibrator"

    def __init__(self, name, number):
        super().__init__()
        self.name, self.device = name, f"pwm-vibrator.{number}"

    def read(self, words):
        return int(words[0])

    def expected(self, magnitude):
        return (magnitude * 25000 + 0x7FFF) // 0xFFFF


class Regulator(Motor):
    """The voltage in microvolts, or 0 if it is switched off. The regulator rounds up to steps of 100 mV."""

    name, device_name = "regulator", "regulator-haptic"
    driver, device = "platform/regulator-haptic", "regulator-haptic"

    def __init__(self):
        super().__init__()
        self.voltage, self.is_on = 1100000, False

    def read(self, words):
        if words[0] in ("on", "off"):
            self.is_on = words[0] == "on"
        else:
            self.voltage = int(words[0])
        return self.voltage if self.is_on else 0

    def changes_between_levels(self):
        # Before it is switched off, the driver sets the least voltage.
        return [(moment, strength) for moment, strength in self.changes if strength != 1100000]

    def expected(self, magnitude):
        wanted = (1600000 * magnitude >> 16) + 1100000
        return -(-wanted // 100000) * 100000 if magnitude else 0


class Chip(Motor):
    """A chip on I2C, with its registers."""

    def __init__(self):
        super().__init__()
        self.registers = {}

    def read(self, words):
        self.registers[int(words[0], 16)] = int(words[1], 16)
        return self.now()

    def now(self):
        raise NotImplementedError


class Drv260x(Chip):
    """The register of direct playback, while the chip is in that mode."""

    name, device_name = "drv260x", "drv260x:haptics"
    driver, device = "i2c/drv260x-haptics", "i2c-drv260x"

    def now(self):
        return self.registers.get(2, 0) if self.registers.get(1) == 5 else 0

    def expected(self, magnitude):
        return magnitude & 0xFF if IS_OLD else magnitude >> 8


class Aw86927(Chip):
    """The gain, from GO to STOP."""

    name, device_name = "aw86927", "aw86927-haptics"
    driver, device = "i2c/aw86927-haptics", "i2c-aw86927"

    def now(self):
        return self.registers.get(7, 0) if self.registers.get(9, 0) & 1 else 0

    def expected(self, magnitude):
        return magnitude * 0x80 // 0xFFFF


class Da7280(Chip):
    """The level, while the chip is in its direct mode.

    Nothing ends an effect but a stop. The driver registers its input device at the I2C bus, so that an unbind frees it
    without unregistering it, and the kernel uses freed memory later.
    """

    name, device_name = "da7280", "da7280-haptic"
    driver, device = "i2c/da7280", "i2c-da7280"
    ends_by_itself = can_be_unbound = False

    def parent(self):
        return super().parent().resolve().parent

    def now(self):
        return self.registers.get(0x23, 0) if self.registers.get(0x22, 0) & 7 == 1 else 0

    def expected(self, magnitude):
        return min((magnitude >> 1) * 254 // 0x7FFF, 0xFF)


# Before 6.12, drv260x writes the low byte of a magnitude.
IS_OLD = tuple(int(part) for part in os.uname().release.split(".")[:2]) < (6, 12)
