"""A Switch Pro Controller behind /dev/uhid, which the kernel's own hid-nintendo drives."""

import bisect
import collections
import os
import pathlib
import select
import struct
import subprocess
import threading
import time

from bench import Motor

DESTROY, OPEN, CLOSE, OUTPUT, CREATE, INPUT = 1, 4, 5, 6, 11, 12
EVENT_SIZE = 4380
REPORTS = ((0x21, 0x81), (0x30, 0x81), (0x81, 0x81), (0x01, 0x91), (0x10, 0x91), (0x80, 0x91))
DESCRIPTOR = bytes.fromhex("0600ff0901a101150026ff007508") + b"".join(
    bytes((0x85, number, 0x09, 0x20, 0x95, 63, kind, 0x02)) for number, kind in REPORTS) + b"\xc0"

# Timer, full battery on a cable, no buttons, sticks in the middle, vibrator.
HEADER = bytes.fromhex("009100800000088000088000")
STATE = b"\x30" + HEADER
SECONDS_BETWEEN_STATES = 0.015
# Calibration of the sticks and of the motion sensors in the factory's memory.
MEMORY = {
    0x603D: bytes.fromhex("000660000880000660"),
    0x6046: bytes.fromhex("000880000660000660"),
    0x6020: struct.pack("<12h", 0, 0, 0, *[0x4000] * 3, 0, 0, 0, *[0x343B] * 3),
}

# The strengths of the driver's table of amplitudes.
AMPLITUDES = (
    0, 10, 12, 14, 17, 20, 24, 28, 33, 40, 47, 56, 67, 80, 95, 112, 117, 123, 128, 134, 140, 146, 152, 159, 166, 173, 181,
    189, 198, 206, 215, 225, 230, 235, 240, 245, 251, 256, 262, 268, 273, 279, 286, 292, 298, 305, 311, 318, 325, 332, 340,
    347, 355, 362, 370, 378, 387, 395, 404, 413, 422, 431, 440, 450, 460, 470, 480, 491, 501, 512, 524, 535, 547, 559, 571,
    584, 596, 609, 623, 636, 650, 665, 679, 694, 709, 725, 741, 757, 773, 790, 808, 825, 843, 862, 881, 900, 920, 940, 960,
    981, 1003)


class SwitchPro(Motor):
    """The step of the table of amplitudes that the left motor was sent."""

    device_name = "Nintendo Switch Pro Controller"
    plays_with_daemon = False
    latest = 0.4

    def __init__(self, name, bus):
        super().__init__()
        self.name, self._bus = name, bus
        self._steps = collections.deque()

    def expected(self, magnitude):
        return bisect.bisect_left(AMPLITUDES, magnitude * AMPLITUDES[-1] // 0xFFFF)

    def update(self):
        while self._steps:
            self.change(*self._steps.popleft())

    def plug(self):
        subprocess.run(["modprobe", "-a", "uhid", "hid-nintendo"], check=True)
        self._file = os.open("/dev/uhid", os.O_RDWR | os.O_CLOEXEC)
        os.write(self._file, struct.pack(
            "<I128s64s64sHHIIII", CREATE, self.device_name.encode(), b"", self.name.encode(), len(DESCRIPTOR), self._bus,
            0x057E, 0x2009, 0x0111, 0) + DESCRIPTOR)
        threading.Thread(target=self._serve, daemon=True).start()

    def unplug(self):
        os.write(self._file, struct.pack("<I", DESTROY))

    def node(self):
        for event in pathlib.Path("/sys/class/input").glob("event*"):
            try:
                name, bus = [(event / "device" / file).read_text().strip() for file in ("name", "id/bustype")]
            except OSError:
                continue  # unplugged meanwhile
            if name == self.device_name and int(bus, 16) == self._bus:
                return f"/dev/input/{event.name}"
        return None

    def _serve(self):
        """Sends the state at intervals while the driver has the pad open, and answers the driver."""
        is_open, due = False, time.monotonic()
        while True:
            readable, _, _ = select.select([self._file], [], [], max(0, due - time.monotonic()))
            now = time.monotonic()
            if readable:
                event = os.read(self._file, EVENT_SIZE)
                (kind,) = struct.unpack_from("<I", event)
                if kind == OUTPUT:
                    (size,) = struct.unpack_from("<H", event, 4 + 4096)
                    self._take(now, event[4 : 4 + size])
                else:
                    is_open = kind == OPEN or is_open and kind != CLOSE
            if now >= due:
                due = max(due + SECONDS_BETWEEN_STATES, now)
                if is_open:
                    self._send(STATE)

    def _take(self, moment, output):
        if output[0] in (0x01, 0x10):
            self._steps.append((moment, output[3] >> 1))
        if output[0] == 0x80 and output[1] != 4:
            self._send(bytes((0x81, output[1])))
        elif output[0] == 0x01:
            self._send(b"\x21" + HEADER + self._answer(output[10], output[11:]))

    def _answer(self, command, arguments):
        if command == 0x02:  # firmware, kind 3: Pro Controller, address
            return bytes((0x82, 0x02, 0x04, 0x33, 0x03, 0x02, 0x02, 0x00, 0x00, 0x00, 0x20, self._bus, 0x01, 0x01))
        if command == 0x10:  # memory: the address and the size, then the contents
            (place,) = struct.unpack_from("<H", arguments)
            return b"\x90\x10" + arguments[:5] + MEMORY.get(place, b"\xff").ljust(24, b"\0")
        return bytes((0x80, command))

    def _send(self, report):
        os.write(self._file, struct.pack("<IH", INPUT, 64) + report.ljust(64, b"\0"))
