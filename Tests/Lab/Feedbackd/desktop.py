#!/usr/bin/env python3
"""Presses keys of squeekboard and shows a notification of phosh, without a screen, and checks that hapticd makes a
virtual motor vibrate. Both are unmodified programs of Debian 13, in headless compositors. usage: desktop.py

Runs as root in the virtual machine; see `run`.
"""

import os
import subprocess
import sys
import time

import services
from motor import Motor
from services import settle, wait

DESKTOP = os.environ["HAPTICD_DEBIAN13_DESKTOP"]


class Session:
    """A compositor without outputs of its own, and programs in it, with hapticd as the only feedback service."""

    def __init__(self, *compositor):
        self.motor = Motor()
        self.service = services.Hapticd()
        self.environment = dict(os.environ) | {
            "DBUS_SESSION_BUS_ADDRESS": self.service.bus.address, "GSETTINGS_BACKEND": "memory",
            "HOME": self.service.folder, "XDG_RUNTIME_DIR": self.service.folder, "XDG_CURRENT_DESKTOP": "Phosh:GNOME",
            "XDG_SESSION_TYPE": "wayland", "WLR_BACKENDS": "headless", "WLR_LIBINPUT_NO_DEVICES": "1",
            "WLR_RENDERER": "pixman", "NO_AT_BRIDGE": "1", "TMPDIR": "/tmp",
        }
        self.programs = []
        self.start(*compositor)
        self.environment["WAYLAND_DISPLAY"] = "wayland-0"
        self.need(lambda: os.path.exists(f"{self.service.folder}/wayland-0"), "the compositor's socket", 120)
        self.motor.clear()

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        if failure[0]:
            for name, _ in self.programs:
                print(f"--- {name}:", self.text(name)[-3000:], sep="\n")
            print("--- hapticd:", self.service.text()[-3000:], sep="\n")
        for _, program in reversed(self.programs):
            program.kill()
            program.wait()
        self.service.close()
        self.motor.unplug()

    @staticmethod
    def command(arguments):
        return [os.path.join(services.HERE, "../Debian13/enter"), DESKTOP, *arguments]

    def start(self, *arguments):
        name = os.path.basename(arguments[0])
        with open(f"{self.service.folder}/{name}.log", "wb") as log:
            program = subprocess.Popen(self.command(arguments), env=self.environment, stdout=log, stderr=log)
        self.programs.append((name, program))

    def run(self, *arguments):
        return subprocess.run(
            self.command(arguments), env=self.environment, check=True, capture_output=True, text=True, timeout=120
        ).stdout

    def text(self, name):
        with open(f"{self.service.folder}/{name}.log", errors="replace") as log:
            return log.read()

    def need(self, condition, what, limit):
        if not wait(condition, limit):
            raise RuntimeError(f"{what} did not come within {limit} s")

    def need_name(self, name):
        """Waits for a program on the bus."""
        client = self.service.client()
        question = services.GLib.Variant("(s)", (name,))
        self.need(lambda: client.ask_bus("NameHasOwner", question), name, 180)
        client.leave()

    def press(self, x, y):
        """Moves the virtual pointer from the corner to a place, and clicks."""
        self.run("wlrctl", "pointer", "move", "-5000", "-5000")
        self.run("wlrctl", "pointer", "move", str(x), str(y))
        self.run("wlrctl", "pointer", "click")

    def expect_vibration(self, what):
        felt = self.motor.wait(lambda: any(level > 0 for _, level in self.motor.changes), 20)
        silent = self.motor.wait(lambda: not self.motor.is_on(), 20)
        plays = len(self.motor.plays)
        self.motor.clear()
        if not felt or not silent:
            raise RuntimeError(f"{what}: {'the motor does not stop' if felt else 'the motor does not vibrate'}")
        print(f"{what}: the motor vibrates and stops ({plays} effects)", flush=True)


def squeekboard():
    with Session("labwc") as session:
        session.start("squeekboard")
        session.need_name("sm.puri.OSK0")
        keyboard = ("sm.puri.OSK0", "/sm/puri/OSK0", "sm.puri.OSK0")
        session.run("busctl", "--user", "call", *keyboard, "SetVisible", "b", "true")
        settle(5.0)
        # The keyboard is at the lower edge of the 1280 x 720 output.
        for y in (600, 640, 680):
            session.press(640, y)
            session.expect_vibration(f"key of squeekboard at 640, {y}")


def phosh():
    with Session("phoc", "-E", "/usr/libexec/phosh -U") as session:
        session.need_name("org.freedesktop.Notifications")
        server = ("org.freedesktop.Notifications", "/org/freedesktop/Notifications", "org.freedesktop.Notifications")
        for category in ("im.received", "email.arrived"):
            session.run(
                "busctl", "--user", "call", *server, "Notify", "susssasa{sv}i", "--",
                "Chat", "0", "", "Hello", "World", "0", "1", "category", "s", category, "-1",
            )
            session.expect_vibration(f"notification of phosh, category {category}")


def main():
    services.load_drivers()
    services.tag_motors()
    failures = 0
    for scene in (squeekboard, phosh):
        begin = time.monotonic()
        try:
            scene()
            print(f"{scene.__name__}: {time.monotonic() - begin:.0f} s", flush=True)
        except Exception as error:
            failures += 1
            print(f"{scene.__name__} FAILED: {error!r}", flush=True)
    return min(failures, 1)


if __name__ == "__main__":
    os.chdir("/run")
    sys.exit(main())
