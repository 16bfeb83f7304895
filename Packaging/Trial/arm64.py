#!/usr/bin/python3
"""Tries the installed files of arm64 in a virtual machine of arm64, and feels the motors. usage: arm64.py PROGRAMS

PROGRAMS is a folder with the tests of libhaptic as programs. Runs as root in Tests/VM/guest.
"""

import os
import pathlib
import platform
import shutil
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
TESTS = HERE.parent.parent / "Tests"
sys.path[:0] = [str(HERE), str(TESTS / "Lab/Feedbackd")]

from checks import LIMIT, check, until  # noqa: E402
from dualsense import DualSense  # noqa: E402
from motor import Motor  # noqa: E402

NAMES = ("impact.light", "impact.medium", "impact.heavy", "impact.soft", "impact.rigid", "selection", "success", "warning",
         "error")
USER = ("setpriv", "--reuid", "1000", "--regid", "1000", "--clear-groups", "--")
FOLDER = "/run/user/1000"
os.environ |= {"XDG_RUNTIME_DIR": FOLDER, "PATH": "/usr/bin:/usr/sbin"}

import haptic  # noqa: E402 (the installed module)


def run(*command):
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    check(result.returncode == 0, os.path.basename(command[-1]), result.stdout)
    return result.stdout


class Daemon:
    """The installed daemon of the user, with the devices of the machine, and a client of it."""

    def __init__(self):
        self.process = subprocess.Popen((*USER, "env", "HOME=/home/tester", "hapticd"))
        until(lambda: os.path.exists(f"{FOLDER}/hapticd.sock"), "the daemon starts")
        # The daemon asks the kernel for the user at the other end.
        os.seteuid(1000)
        self.client = haptic.Client("org.example.Trial")
        self.client.connect()
        os.seteuid(0)
        self.client.request_verdicts()
        self.devices = []
        until(self.are_ready, "the daemon has both devices")

    def are_ready(self):
        self.client.request_devices()
        for event in self.events():
            self.devices = [device for device in event.devices if device.state == haptic.DeviceState.READY]
        return len(self.devices) == 2

    def number(self, motor):
        """The number of a motor's device."""
        return next(device.number for device in self.devices if ("Sony" in device.name) == isinstance(motor, DualSense))

    def events(self):
        """The events until one that is a reply."""
        time.sleep(0.2)
        return [event for event in self.client.dispatch() if event.kind == haptic.EventKind.DEVICES]

    def play(self, motor, feedback):
        """Plays a feedback to its end."""
        number = self.client.new_playback()
        self.client.play(feedback, device=self.number(motor), playback=number, deadline=60)

        def has_ended():
            for event in self.client.dispatch():
                refused = event.kind == haptic.EventKind.VERDICT and not event.verdict.is_success
                if event.kind == haptic.EventKind.DISCONNECTED or refused:
                    check(False, f"{feedback} plays", repr(event))
                if event.kind == haptic.EventKind.FINISHED and event.playback == number:
                    return True
            return False

        until(has_ended, f"{feedback} ends")

    def memory(self):
        """The private and the resident memory, in KiB."""
        lines = pathlib.Path(f"/proc/{self.process.pid}/smaps_rollup").read_text().splitlines()[1:]
        sizes = {name: int(value.split()[0]) for name, value in (line.split(":") for line in lines)}
        return sizes["Private_Dirty"] + sizes["Private_Clean"], sizes["Rss"]


def turns(daemon, motor, name):
    """Whether the motor turns for a feedback, and stops. Repeated, because an emulated machine may miss a short step."""
    for _ in range(20):
        motor.clear()
        daemon.play(motor, name)
        if motor.wait(lambda: any(level > 0 for _, level in motor.changes), 1):
            return motor.wait(lambda: motor.level == 0, LIMIT)
    return False


def prepared(daemon, motor):
    feedback = daemon.client.prepare("success", device=daemon.number(motor))
    daemon.play(motor, feedback)

    def has_none():
        motor.clear()
        for _ in range(10):
            daemon.play(motor, feedback)
        return motor.plays and not motor.uploads

    until(has_none, "a prepared feedback plays without an upload")
    check(True, "ten plays of a prepared feedback, no upload")


def silenced(daemon, motor):
    """SIGKILL while a motor turns. The daemon's socket stays."""
    daemon.client.play("ringtone", device=daemon.number(motor), repeats=100, deadline=60)
    check(motor.wait(lambda: motor.level > 0, LIMIT), f"a ringtone: {type(motor).__name__} turns")
    daemon.process.kill()
    daemon.process.wait()
    check(motor.wait(lambda: motor.level == 0, LIMIT), f"after SIGKILL: {type(motor).__name__} is off")
    os.unlink(f"{FOLDER}/hapticd.sock")


def libraries(programs):
    """The tests of the C library and of the Python module, with daemons of their own."""
    settings = f"{FOLDER}/tests"
    os.makedirs(f"{settings}/hapticd")
    shutil.copy(TESTS / "libhaptic/hapticd.toml", f"{settings}/hapticd")
    environment = (f"XDG_CONFIG_HOME={settings}", f"TMPDIR={FOLDER}", "HOME=/home/tester", "HAPTICD=/usr/bin/hapticd",
                   "PYTHONDONTWRITEBYTECODE=1")
    for name in ("golden", "client", "later", "daemon"):
        run(*USER, "env", *environment, f"{programs}/{name}")
    output = run(*USER, "env", *environment, "python3", "-W", "error", str(TESTS / "libhaptic/test_haptic.py"))
    print(output.strip().splitlines()[-1], flush=True)


def main():
    check(platform.machine() == "aarch64", "the machine is of arm64")
    subprocess.run(["modprobe", "-a", "evdev", "uinput"], check=True)
    motors = [Motor("gpio-vibrator"), DualSense()]
    subprocess.run(["udevadm", "settle", "--timeout=180"], check=True)
    daemon = Daemon()
    for name in NAMES:
        for motor in motors:
            check(turns(daemon, motor, name), f"{name}: {type(motor).__name__} turns and stops")
    prepared(daemon, motors[0])
    print("memory of the daemon: {} KiB private, {} KiB resident".format(*daemon.memory()), flush=True)
    silenced(daemon, motors[0])
    silenced(Daemon(), motors[1])
    libraries(os.path.abspath(sys.argv[1]))


main()
