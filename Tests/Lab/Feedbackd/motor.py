"""A vibration motor behind /dev/uinput that records what a driver would do."""

import fcntl
import os
import select
import struct
import subprocess
import threading
import time

EV_FF, EV_UINPUT = 0x15, 0x0101
FF_RUMBLE, FF_PERIODIC, FF_SQUARE, FF_TRIANGLE, FF_SINE, FF_GAIN = 0x50, 0x51, 0x58, 0x59, 0x5A, 0x60
MEMLESS = (FF_RUMBLE, FF_PERIODIC, FF_SQUARE, FF_TRIANGLE, FF_SINE, FF_GAIN)
RUMBLE_ONLY = (FF_RUMBLE, FF_GAIN)


def _request(direction, number, size):
    return direction << 30 | size << 16 | ord("U") << 8 | number


UPLOAD_SIZE, ERASE_SIZE, SETUP_SIZE = 104, 12, 92
DEV_CREATE, DEV_DESTROY = _request(0, 1, 0), _request(0, 2, 0)
DEV_SETUP = _request(1, 3, SETUP_SIZE)
SET_EVBIT, SET_FFBIT = _request(1, 100, 4), _request(1, 107, 4)
BEGIN_UPLOAD, END_UPLOAD = _request(3, 200, UPLOAD_SIZE), _request(1, 201, UPLOAD_SIZE)
BEGIN_ERASE, END_ERASE = _request(3, 202, ERASE_SIZE), _request(1, 203, ERASE_SIZE)
SYSNAME = _request(2, 44, 64)


class Effect:
    """An uploaded effect: its type, its times in milliseconds, and its magnitudes from 0 to 1."""

    def __init__(self, raw):
        self.type, self.id = struct.unpack_from("<Hh", raw, 0)
        self.length, self.delay = struct.unpack_from("<HH", raw, 10)
        self.strong = self.weak = 0.0
        if self.type == FF_RUMBLE:
            strong, weak = struct.unpack_from("<HH", raw, 16)
            self.strong, self.weak = strong / 0xFFFF, weak / 0xFFFF
        elif self.type == FF_PERIODIC:
            self.strong = self.weak = abs(struct.unpack_from("<h", raw, 20)[0]) / 0x7FFF


class Motor:
    """A device that feedbackd and hapticd accept. It runs its effects for their lengths, as ff-memless does."""

    def __init__(self, name="pwm-vibrator", effects=MEMLESS):
        self.name = name
        self.uploads, self.erases, self.gains = [], 0, []
        self.plays = []  # (time, effect)
        self.level = 0.0
        self.changes = []  # (time, level) of the motor
        self._effects, self._running = {}, {}
        self._lock = threading.Condition()
        self._file = os.open("/dev/uinput", os.O_RDWR | os.O_NONBLOCK)
        fcntl.ioctl(self._file, SET_EVBIT, EV_FF)
        for effect in effects:
            fcntl.ioctl(self._file, SET_FFBIT, effect)
        setup = struct.pack("<HHHH80sI", 0x06, 1, 2, 3, name.encode(), 16)
        fcntl.ioctl(self._file, DEV_SETUP, setup)
        fcntl.ioctl(self._file, DEV_CREATE)
        system = fcntl.ioctl(self._file, SYSNAME, bytes(64)).rstrip(b"\0").decode()
        self._is_plugged = True
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()
        folder = f"/sys/devices/virtual/input/{system}"
        self.node = "/dev/input/" + next(entry for entry in os.listdir(folder) if entry.startswith("event"))
        subprocess.run(["udevadm", "settle", "--timeout=30"], check=True)

    def unplug(self):
        self._is_plugged = False
        self._thread.join()
        fcntl.ioctl(self._file, DEV_DESTROY)
        os.close(self._file)
        subprocess.run(["udevadm", "settle", "--timeout=30"], check=True)

    # What was felt.

    def clear(self):
        """Forgets everything except the state and the gain of the motor."""
        with self._lock:
            self.uploads, self.erases, self.plays = [], 0, []
            self.changes = []

    def forget_gain(self):
        """Forgets the gain as well, before another daemon uses the motor."""
        with self._lock:
            self.gains = []

    def wait(self, condition, limit=10.0):
        """Waits until a condition is true, and returns whether it is."""
        with self._lock:
            return bool(self._lock.wait_for(condition, limit))

    def is_on(self):
        return self.level > 0

    def time_on(self, start, end):
        """The seconds for which the motor ran between two times."""
        with self._lock:
            changes = list(self.changes) + [(end, 0.0)]
        total, since, was_on = 0.0, start, False
        for moment, level in changes:
            moment = min(max(moment, start), end)
            if was_on:
                total += moment - since
            since, was_on = moment, level > 0
        return total

    # The kernel's requests.

    def _serve(self):
        while self._is_plugged:
            select.select([self._file], [], [], self._pause())
            try:
                data = os.read(self._file, 24 * 16)
            except BlockingIOError:
                data = b""
            now = time.monotonic()
            with self._lock:
                for offset in range(0, len(data), 24):
                    kind, code, value = struct.unpack_from("<HHi", data, offset + 16)
                    self._take(now, kind, code, value)
                self._follow(now)
                self._lock.notify_all()

    def _pause(self):
        """The seconds until the motor changes by itself, or until the device may be unplugged."""
        now = time.monotonic()
        moments = [moment - now for times in self._running.values() for moment in times if moment > now]
        return min(moments + [0.2])

    def _take(self, now, kind, code, value):
        if kind == EV_UINPUT and code == 1:
            request = bytearray(struct.pack("<Ii", value, 0) + bytes(96))
            fcntl.ioctl(self._file, BEGIN_UPLOAD, request)
            effect = Effect(bytes(request[8:56]))
            self.uploads.append(effect)
            self._effects[effect.id] = effect
            fcntl.ioctl(self._file, END_UPLOAD, request)
        elif kind == EV_UINPUT and code == 2:
            request = bytearray(struct.pack("<IiI", value, 0, 0))
            fcntl.ioctl(self._file, BEGIN_ERASE, request)
            number = struct.unpack("<IiI", request)[2]
            self._running.pop(number, None)
            self.erases += 1
            fcntl.ioctl(self._file, END_ERASE, request)
        elif kind == EV_FF and code == FF_GAIN:
            self.gains.append(value / 0xFFFF)
        elif kind == EV_FF and value == 0:
            self._running.pop(code, None)
        elif kind == EV_FF and code in self._effects:
            effect = self._effects[code]
            self.plays.append((now, effect))
            begin = now + effect.delay / 1000
            length = effect.length * value / 1000 if effect.length else float("inf")
            self._running[code] = (begin, begin + length)

    def _follow(self, now):
        level = 0.0
        for number, (begin, end) in list(self._running.items()):
            effect = self._effects[number]
            if end <= now:
                del self._running[number]
            elif begin <= now:
                level = max(level, effect.strong, effect.weak)
        if level != self.level:
            self.level = level
            self.changes.append((now, level))
