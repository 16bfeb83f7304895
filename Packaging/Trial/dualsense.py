"""A DualSense behind /dev/uhid, so that the kernel's hid-playstation drives its motors."""

import os
import select
import struct
import subprocess
import threading
import time

DESTROY, GET_REPORT, GET_REPORT_REPLY, CREATE2, OUTPUT = 1, 9, 10, 11, 6
NAME = "Sony Interactive Entertainment DualSense Wireless Controller"
ADDRESS = "02:00:00:00:ce:06"


def _descriptor():
    """The declaration of the reports; the driver knows their layout."""
    data = bytes([0x06, 0x00, 0xFF, 0x09, 0x01, 0xA1, 0x01, 0x15, 0x00, 0x26, 0xFF, 0x00, 0x75, 0x08])
    for kind, number, size in ((0x81, 1, 63), (0x91, 2, 62), (0xB1, 5, 40), (0xB1, 9, 19), (0xB1, 0x20, 63)):
        data += bytes([0x85, number, 0x09, 0x20, 0x95, size, kind, 0x02])
    return data + b"\xc0"


# Calibration of the motion sensors, address (last byte first), and a firmware with the second vibration mode.
FEATURES = {
    0x05: (b"\x05" + struct.pack("<17h", 0, 0, 0, 8839, -8839, 8839, -8839, 8839, -8839, 540, 540,
                                 8192, -8192, 8192, -8192, 8192, -8192)).ljust(41, b"\0"),
    0x09: bytes([9, 6, 0xCE, 0, 0, 0, 2]).ljust(20, b"\0"),
    0x20: (b"\x20".ljust(24, b"\0") + bytes([0x13, 3, 0, 0, 10, 0, 5, 0]) + bytes(12) + b"\x24\x02").ljust(64, b"\0"),
}


class DualSense:
    """Keeps each change of its motors as (time, strength from 0 to 1)."""

    def __init__(self):
        subprocess.run(["modprobe", "-a", "uhid", "hid_playstation"], check=True)
        self.level, self.changes = 0.0, []
        self._lock = threading.Condition()
        self._file = os.open("/dev/uhid", os.O_RDWR | os.O_NONBLOCK)
        descriptor = _descriptor()
        self._send(CREATE2, struct.pack("<128s64s64sHHIIII", NAME.encode(), b"trial/1", ADDRESS.encode(), len(descriptor),
                                        3, 0x054C, 0x0CE6, 0x0111, 0) + descriptor)
        threading.Thread(target=self._serve, daemon=True).start()

    def _send(self, kind, payload):
        os.write(self._file, struct.pack("<I", kind) + payload)

    def _serve(self):
        while True:
            select.select([self._file], [], [])
            event = os.read(self._file, 4380)
            kind = struct.unpack_from("<I", event)[0]
            if kind == GET_REPORT:
                request, number = struct.unpack_from("<IB", event, 4)
                report = FEATURES.get(number, b"")
                self._send(GET_REPORT_REPLY, struct.pack("<IHH", request, 0 if report else 5, len(report)) + report)
            elif kind == OUTPUT:
                self._take(event[4:])

    def _take(self, report):
        # Report 2: flags of the motors in byte 1, the weak motor in byte 3 and the strong one in byte 4.
        if report[0] != 2 or not report[1] & 3:
            return
        with self._lock:
            self.level = max(report[3], report[4]) / 255
            self.changes.append((time.monotonic(), self.level))
            self._lock.notify_all()

    def clear(self):
        with self._lock:
            self.changes = []

    def wait(self, condition, limit=60.0):
        """Waits until a condition is true, and returns whether it is."""
        with self._lock:
            return bool(self._lock.wait_for(condition, limit))
