"""Prints the verdict on a play and the devices, as a client of the Python module sees them."""

import select
import sys

import haptic

with haptic.Client("org.example.Contract") as client:
    client.request_verdicts()
    client.play("warning", deadline=60)  # this machine may be busy
    client.request_devices()
    for _ in range(120):
        select.select([client], [], [], 1)
        for event in client.dispatch():
            if event.kind == haptic.EventKind.VERDICT:
                print("verdict", event.verdict)
            if event.kind == haptic.EventKind.DISCONNECTED:
                print("disconnected:", event.error)
            if event.kind == haptic.EventKind.DEVICES:
                for device in event.devices:
                    print(f"device {device.name}, {device.kind}")
                sys.exit(0)
sys.exit("no devices")
