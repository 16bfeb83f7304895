"""The installed daemon of the user, with a client of it and a list of the levels that it writes."""

import json
import os
import signal
import subprocess
import threading
import typing

from bench import wait

USER = ("setpriv", "--reuid", "1000", "--regid", "1000", "--clear-groups", "--")
FOLDER = "/run/user/1000"
os.environ |= {"XDG_RUNTIME_DIR": FOLDER, "PATH": "/usr/bin:/usr/sbin:/bin:/sbin"}

import haptic  # noqa: E402 (the installed module)


class Daemon:
    def __init__(self):
        if os.path.exists(f"{FOLDER}/hapticd.sock"):
            os.unlink(f"{FOLDER}/hapticd.sock")
        self.process = subprocess.Popen((*USER, "env", "HOME=/home/tester", "hapticd"))
        wait(lambda: os.path.exists(f"{FOLDER}/hapticd.sock"))
        # The daemon asks the kernel for the user at the other end.
        os.seteuid(1000)
        self.client = haptic.Client("org.example.Drivers")
        self.client.connect()
        os.seteuid(0)
        self.client.request_verdicts()
        self.devices, self.ended, self.refusals = None, set(), []
        # A long vibration at one level, without the rise of an envelope.
        self.hum = self.client.define(haptic.Pattern().vibration(0, 20, intensity=1, sharpness=0.2))
        self.levels = Levels()

    def update(self):
        for event in self.client.dispatch():
            if event.kind == haptic.EventKind.DEVICES:
                self.devices = event.devices
            elif event.kind == haptic.EventKind.FINISHED:
                self.ended.add(event.playback)
            elif event.kind == haptic.EventKind.VERDICT and not event.verdict.is_success:
                self.refusals.append(event.verdict)
                self.ended.add(event.playback)

    def device(self, motor):
        """The record of a motor's device; None if the daemon does not have it."""
        self.devices = None
        self.client.request_devices()
        wait(self._knows_devices)
        return next((device for device in self.devices if device.path == motor.node()), None)

    def _knows_devices(self):
        self.update()
        return self.devices is not None

    def has(self, motor):
        device = self.device(motor)
        return device is not None and device.state == haptic.DeviceState.READY

    def start(self, feedback, motor=None, **options):
        """Starts a playback, on a motor or where the daemon plays it, and returns its number."""
        number = self.client.new_playback()
        device = self.device(motor).number if motor else 0
        self.client.play(feedback, device=device, playback=number, deadline=60, **options)
        return number

    def has_ended(self, playback):
        self.update()
        return playback in self.ended

    def play(self, feedback, motor=None, **options):
        playback = self.start(feedback, motor, **options)
        wait(lambda: self.has_ended(playback))

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.levels.close()

    def pause(self, paused):
        self.process.send_signal(signal.SIGSTOP if paused else signal.SIGCONT)


class Level(typing.NamedTuple):
    moment: float
    device: int
    magnitude: int


class Levels:
    """The levels that the daemon has written."""

    def __init__(self):
        self._levels, self._lock = [], threading.Lock()
        self._monitor = subprocess.Popen((*USER, "hapticctl", "monitor", "--levels", "--json"), stdout=subprocess.PIPE, text=True)
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self._monitor.stdout:
            event = json.loads(line)
            if event["event"] == "level":
                with self._lock:
                    self._levels.append(
                        Level(event["writtenMonotonicNanoseconds"] / 1e9, event["deviceID"], event["strongMagnitude"]))

    def of(self, device):
        with self._lock:
            return [level for level in self._levels if level.device == device]

    def clear(self):
        with self._lock:
            self._levels = []

    def close(self):
        self._monitor.kill()
        self._monitor.wait()
