#!/usr/bin/python3
"""Plays on the kernel's own drivers of phones' motors, and compares what the hardware did with what was sent.

usage: trial.py MODULES [MOTOR...]

MODULES is the folder with the built modules; MOTOR selects motors: left, gpio, regulator, drv260x, aw86927, da7280,
switch-usb or switch-bluetooth. Runs as root in Tests/VM/guest. Prints a line for each check, as `passed: NAME`, and the
delays of each driver; exits with 1 at the first failure. No check depends on a delay.
"""

import pathlib
import statistics
import subprocess
import sys
import time

from bench import Aw86927, Bench, Da7280, Drv260x, Pin, Pwm, Regulator, wait
from daemon import Daemon
from node import FF_CONSTANT, FF_RUMBLE, Node
from switch_pro import SwitchPro

DRIVERS = ("gpio-vibra", "pwm-vibra", "regulator-haptic", "drv260x", "aw86927", "da7280")
MAGNITUDES = (1, 0x7F, 0xFF, 0x1FF, 0x200, 0x1000, 0x4040, 0x7F7F, 0x8000, 0x8080, 0xC0C0, 0xFEFF, 0xFF00, 0xFFFF)
FEEDBACKS = ("impact.light", "impact.heavy", "success", "error")
TAPS = 100


def check(condition, name, detail=""):
    print(f"passed: {name}" if condition else f"FAILED {name}\n{detail}", flush=True)
    if not condition:
        print(subprocess.run(["dmesg"], stdout=subprocess.PIPE, text=True).stdout[-4000:], flush=True)
        sys.exit(1)


def until(condition, name, detail=lambda: "not within the limit"):
    is_true = wait(condition)
    check(is_true, name, "" if is_true else detail())


def load(folder):
    """Loads the modules that are there, and returns the motors whose drivers they are."""
    subprocess.run(["mount", "-t", "debugfs", "debugfs", "/sys/kernel/debug"], stderr=subprocess.DEVNULL)
    subprocess.run(["modprobe", "-a", "evdev", "ff-memless", "regmap-i2c"], check=True)
    files = [pathlib.Path(folder) / f"drivers/{name}.ko" for name in DRIVERS]
    files = [file for file in files if file.exists()]
    for file in [*files, pathlib.Path(folder) / "haptic_bench.ko"]:
        subprocess.run(["insmod", file], check=True)
    names = {file.stem for file in files}
    motors = [("pwm-vibra", Pwm("left", 0)), ("gpio-vibra", Pin()), ("regulator-haptic", Regulator()),
              ("drv260x", Drv260x()), ("aw86927", Aw86927()), ("da7280", Da7280())]
    return [motor for name, motor in motors if name in names]


def plug(bench, motor):
    bench.plug(motor)
    until(motor.has_node, f"{motor.name}: its driver makes a node")


def report(motor, what, delays):
    delays = sorted(delay * 1e3 for delay in delays)
    print(f"{motor.name}: {what}: median {statistics.median(delays):.2f} ms, 90 % {delays[len(delays) * 9 // 10]:.2f} ms, "
          f"longest {delays[-1]:.2f} ms", flush=True)


# --- The driver, without the daemon.


def driver_alone(motor):
    node = Node(motor.node(), FF_CONSTANT if isinstance(motor, Da7280) else FF_RUMBLE)
    number = node.upload(0xFFFF, 0)
    strengths(motor, node, number)
    delays(motor, node, number)
    short_pulses(motor, node, number)
    end_of_effect(motor, node)
    node.close()


def strengths(motor, node, number):
    """Each magnitude reaches the hardware as the driver's source says."""
    got = {}
    for magnitude in MAGNITUDES:
        wait(lambda: node.has_uploaded(magnitude, number))
        node.play(number)
        # A magnitude that is too small for the hardware changes nothing, for which nothing can be waited.
        wait(motor.turns, 60 if motor.expected(magnitude) else 0.5)
        got[magnitude] = motor.strength
        node.stop(number)
        wait(motor.rests)
    wanted = {magnitude: motor.expected(magnitude) for magnitude in MAGNITUDES}
    check(got == wanted, f"{motor.name}: strengths as in the source of the driver", f"{got} instead of {wanted}")
    print(f"{motor.name}: " + ", ".join(f"{magnitude:#06x} {strength}" for magnitude, strength in got.items()), flush=True)


def delays(motor, node, number):
    """From the write of a play and of a stop to the hardware, and how long the calls take."""
    wait(lambda: node.has_uploaded(0xFFFF, number))
    starts, stops, writes = [], [], []
    for _ in range(TAPS):
        time.sleep(motor.latest)
        for write, condition, found in ((node.play, motor.turns, starts), (node.stop, motor.rests, stops)):
            motor.clear()
            before, after = write(number)
            wait(condition)
            found.append(motor.changes[-1][0] - before)
            writes.append(after - before)
    report(motor, "write of a play to the hardware", starts)
    report(motor, "write of a stop to the hardware", stops)
    report(motor, "write", writes)


def short_pulses(motor, node, number):
    """How many pulses reach the hardware whose stop follows their start at once, or soon, and their length there."""
    kept = []
    for length in (0, 0.001, 0.002, 0.005, 0.02):
        lengths = []
        for _ in range(20):
            motor.clear()
            node.play(number)
            if length:
                time.sleep(length)
            node.stop(number)
            time.sleep(motor.latest)
            wait(motor.rests)
            if motor.has_turned():
                lengths.append(motor.length_of_pulse())
        there = f" with {statistics.median(lengths) * 1e3:.1f} ms" if lengths else ""
        kept.append(f"{length * 1e3:.0f} ms {len(lengths)}{there}")
    print(f"{motor.name}: of 20 pulses reach the hardware: {', '.join(kept)}", flush=True)


def end_of_effect(motor, node):
    """ff-memless ends an effect after its length; a driver without it does not."""
    number = node.upload(0xFFFF, 50)
    if not motor.ends_by_itself:
        motor.clear()
        node.play(number)
        wait(motor.turns)
        time.sleep(1)
        check(motor.turns(), f"{motor.name}: an effect of 50 ms does not end by itself")
        node.stop(number)
        return until(motor.rests, f"{motor.name}: a stop ends it")
    lengths = []

    def has_ended():
        """Repeated, because the effect may end before an emulated machine has started the motor."""
        motor.clear()
        node.play(number)
        if wait(motor.has_turned, 1):
            wait(motor.rests)
            lengths.append(motor.length_of_pulse())
        return len(lengths) == 10

    until(has_ended, f"{motor.name}: ff-memless ends an effect")
    report(motor, "length of an effect of 50 ms that ends by itself", lengths)


# --- With the daemon.


def plays(motor, daemon):
    """The hardware has the levels that the daemon wrote, in their order, and rests at the end."""
    delays = []
    for feedback in FEEDBACKS:
        until(lambda: is_followed(motor, daemon, feedback, delays), f"{motor.name}: {feedback} as it was sent",
              lambda: f"{motor.changes} after {daemon.levels.of(daemon.device(motor).number)}")
    report(motor, "write of a level by the daemon to the hardware", delays)


def is_followed(motor, daemon, feedback, delays):
    """Repeated, because an emulated machine may merge two levels."""
    number = daemon.device(motor).number
    daemon.levels.clear()
    motor.clear()
    daemon.play(feedback, motor)
    wait(motor.rests)
    wait(lambda: len(daemon.levels.of(number)) > 1 and daemon.levels.of(number)[-1].magnitude == 0, 5)
    sent = without_repeats((level.moment, motor.expected(level.magnitude)) for level in daemon.levels.of(number))
    found = without_repeats(motor.changes_between_levels())
    if [strength for _, strength in sent] != [strength for _, strength in found] or len(found) < 2:
        return False
    delays += [there - here for (here, _), (there, _) in zip(sent, found)]
    return True


def without_repeats(changes):
    found, last = [], 0
    for moment, strength in changes:
        if strength != last:
            found.append((moment, strength))
            last = strength
    return found


def hums(motor, daemon, what):
    """Starts a long vibration of full strength. Repeated: an emulated machine may be too late for one."""
    daemon.client.stop()
    until(motor.rests, f"{motor.name}: rests before {what}")
    playback = daemon.start(daemon.hum, motor)
    until(motor.turns, f"{motor.name}: turns before {what}", lambda: str(daemon.refusals))
    return playback


def hung_daemon(motor, daemon):
    """A daemon that hangs."""
    hums(motor, daemon, "the daemon hangs")
    daemon.pause(True)
    start = time.monotonic()
    if motor.ends_by_itself:
        until(motor.rests, f"{motor.name}: rests when the lease of a hung daemon ends")
        print(f"{motor.name}: {motor.changes[-1][0] - start:.2f} s after the daemon hung", flush=True)
    else:
        time.sleep(3)
        check(motor.turns(), f"{motor.name}: goes on while the daemon hangs")
    daemon.pause(False)
    daemon.client.stop()
    until(motor.rests, f"{motor.name}: rests after the daemon is back")


def unbound(motor, daemon):
    """The driver loses its device while the motor turns."""
    if not motor.can_be_unbound:
        return
    hums(motor, daemon, "the unbind")
    motor.clear()
    start = time.monotonic()
    motor.tell_driver("unbind")
    end = time.monotonic()
    until(motor.rests, f"{motor.name}: rests after the unbind")
    print(f"{motor.name}: off {(motor.changes[-1][0] - start) * 1e3:.2f} ms after the unbind began, which took "
          f"{(end - start) * 1e3:.2f} ms", flush=True)
    motor.tell_driver("bind")
    wait(motor.has_node)
    until(lambda: daemon.has(motor), f"{motor.name}: the daemon has it again after a bind")
    plays_at_all(motor, daemon)


def plays_at_all(motor, daemon):
    def is_felt():
        motor.clear()
        daemon.play("impact.heavy", motor)
        return motor.has_turned()

    until(is_felt, f"{motor.name}: turns for impact.heavy")
    until(motor.rests, f"{motor.name}: rests after it")


def asleep(motor, daemon):
    """The kernel's test of a suspend, in which devices sleep for a second. The daemon is not told, as without logind."""
    hums(motor, daemon, "the suspend")
    motor.clear()
    start = time.monotonic()
    pathlib.Path("/sys/power/pm_test").write_text("devices")
    pathlib.Path("/sys/module/suspend/parameters/pm_test_delay").write_text("1")
    pathlib.Path("/sys/power/state").write_text("freeze")
    end = time.monotonic()
    motor.bench.update()
    changes = [(moment, strength) for moment, strength in motor.changes if moment < end]
    print(f"{motor.name}: in a suspend of {end - start:.1f} s: "
          + ("; ".join(f"{strength} after {moment - start:.2f} s" for moment, strength in changes) or "no change"), flush=True)
    daemon.client.stop()
    until(motor.rests, f"{motor.name}: rests after a suspend and a stop")
    plays_at_all(motor, daemon)


def killed(motor, daemon):
    hums(motor, daemon, "SIGKILL")
    motor.clear()
    start = time.monotonic()
    daemon.kill()
    until(motor.rests, f"{motor.name}: rests after SIGKILL")
    print(f"{motor.name}: off {(motor.changes[-1][0] - start) * 1e3:.2f} ms after SIGKILL", flush=True)


def handheld(bench, left):
    """A handheld's two motors of the same name play together; each can be played alone."""
    right = Pwm("right", 1)
    plug(bench, right)
    daemon = Daemon()
    both = (left, right)
    until(lambda: all(daemon.has(motor) for motor in both), "left and right: the daemon has both")

    def turned(motor):
        for each in both:
            each.clear()
        daemon.play("impact.heavy", motor)
        return [each.has_turned() for each in both]

    until(lambda: turned(None) == [True, True], "left and right: turn together")
    until(lambda: turned(right) == [False, True], "left and right: the right one turns alone")
    daemon.kill()
    until(lambda: left.rests() and right.rests(), "left and right: rest")
    right.tell_driver("unbind")


def main(folder, *names):
    bench = Bench()
    motors = load(folder) + [SwitchPro("switch-usb", 3), SwitchPro("switch-bluetooth", 5)]
    motors = [motor for motor in motors if not names or motor.name in names]
    for motor in motors:
        plug(bench, motor)
        # Before the others, which would be the motor of the phone.
        if motor.name == "left":
            handheld(bench, motor)
        driver_alone(motor)
        # It could not answer its driver in a suspend, which would take half a minute.
        if not motor.plays_with_daemon:
            motor.unplug()
    for motor in motors:
        if motor.plays_with_daemon:
            daemon = Daemon()
            until(lambda: daemon.has(motor), f"{motor.name}: the daemon has it", lambda: str(daemon.devices))
            for part in (plays, hung_daemon, unbound, asleep, killed):
                part(motor, daemon)


if __name__ == "__main__":
    main(*sys.argv[1:])
