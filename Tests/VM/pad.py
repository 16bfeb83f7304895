#!/usr/bin/env python3
"""A gamepad with two motors behind /dev/uhid, which the kernel's driver hid-microsoft serves, until this program ends.

The driver writes to the pad in a worker, so that a play does not wait. It asks the pad nothing.
"""
import os
import struct

UHID_CREATE2, BUS_BLUETOOTH, MICROSOFT, XBOX_ONE_S = 11, 5, 0x045E, 0x02FD
# Ten buttons, and the report 3 with the motors, of eight bytes.
DESCRIPTOR = bytes.fromhex(
    "05010905a101"
    "850105091901290a150025017501950a8102750195068103"
    "8503050f092115002501750895089102"
    "c0")

pad = os.open("/dev/uhid", os.O_RDWR)
os.write(pad, struct.pack(
    "=I128s64s64sHHIIII4096s", UHID_CREATE2, b"Pad", b"", b"", len(DESCRIPTOR), BUS_BLUETOOTH, MICROSOFT, XBOX_ONE_S, 0,
    0, DESCRIPTOR))
while os.read(pad, 4380):
    pass
