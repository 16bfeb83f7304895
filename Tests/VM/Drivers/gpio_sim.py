#!/usr/bin/python3
"""Plays on the kernel's gpio-vibra over its gpio-sim, as they are in Debian's kernel for arm64. usage: gpio_sim.py

Runs as root in Tests/VM/guest, on a machine whose device tree has both (gpio-sim.dts). Prints a line for each check, as
`passed: NAME`; exits with 1 at the first failure. The level of the pin is read each millisecond, so that shorter pulses are
not seen; no check depends on one.
"""

import pathlib
import platform
import subprocess
import threading
import time

from bench import Pin, wait
from daemon import Daemon
from node import Node
from trial import check, end_of_effect, hung_daemon, killed, plays_at_all, strengths, unbound, until

PIN = "sim_gpio3/value"


class SimulatedPin(Pin):
    """A pin of gpio-sim. It is also the bench: there is only one motor."""

    device = "vibrator"

    def __init__(self):
        super().__init__()
        self.bench = self
        self.file = next(pathlib.Path("/sys/devices").glob(f"platform/*/gpiochip*/{PIN}"))
        self.seen, self.lock = [], threading.Lock()
        threading.Thread(target=self.watch, daemon=True).start()

    def watch(self):
        level = 0
        while True:
            now = int(self.file.read_text())
            if now != level:
                level = now
                with self.lock:
                    self.seen.append((time.monotonic(), level))
            time.sleep(0.001)

    def update(self):
        with self.lock:
            seen, self.seen = self.seen, []
        for moment, level in seen:
            self.change(moment, level)


def main():
    check(platform.machine() == "aarch64", "the machine is of arm64")
    subprocess.run(["modprobe", "-a", "evdev", "gpio-sim", "gpio-vibra"], check=True)
    check(wait(lambda: list(pathlib.Path("/sys/devices").glob(f"platform/*/gpiochip*/{PIN}"))), "gpio-sim has its pins")
    motor = SimulatedPin()
    until(motor.has_node, "gpio-vibra makes a node")
    print(f"Linux {platform.release()}", flush=True)
    node = Node(motor.node())
    strengths(motor, node, node.upload(0xFFFF, 0))
    end_of_effect(motor, node)
    node.close()
    daemon = Daemon()
    until(lambda: daemon.has(motor), "the daemon has the motor", lambda: str(daemon.devices))
    plays_at_all(motor, daemon)
    for part in (hung_daemon, unbound, killed):
        part(motor, daemon)
    print("skipped: a suspend, after which this machine's file system (9p) loses a request, so that the daemon cannot end")


main()
