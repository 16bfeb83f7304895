"""A force feedback node, without a daemon."""

import errno
import fcntl
import os
import struct
import time

EV_FF, FF_RUMBLE, FF_CONSTANT = 0x15, 0x50, 0x52
EVIOCSFF, EVIOCRMFF = 0x40304580, 0x40044581


class Node:
    def __init__(self, path, kind=FF_RUMBLE):
        self.file = os.open(path, os.O_WRONLY | os.O_CLOEXEC)
        self.kind = kind

    def close(self):
        os.close(self.file)

    def upload(self, magnitude, length, number=-1):
        """Uploads an effect, or changes it, and returns its number."""
        levels = struct.pack("<HH", magnitude, magnitude) if self.kind == FF_RUMBLE else struct.pack("<h", magnitude >> 1)
        effect = bytearray(struct.pack("<HhHHHHH", self.kind, number, 0, 0, 0, length, 0).ljust(16, b"\0") + levels).ljust(48, b"\0")
        fcntl.ioctl(self.file, EVIOCSFF, effect)
        return struct.unpack_from("<h", effect, 2)[0]

    def has_uploaded(self, magnitude, number):
        """Changes an effect without an end, unless the driver is busy."""
        try:
            self.upload(magnitude, 0, number)
        except OSError as error:
            if error.errno != errno.EBUSY:
                raise
            return False
        return True

    def erase(self, number):
        fcntl.ioctl(self.file, EVIOCRMFF, number)

    def play(self, number):
        """Starts an effect; returns the times before and after the write."""
        return self._write(number, 1)

    def stop(self, number):
        return self._write(number, 0)

    def _write(self, number, value):
        event = struct.pack("<qqHHi", 0, 0, EV_FF, number, value)
        before = time.monotonic()
        os.write(self.file, event)
        return before, time.monotonic()
