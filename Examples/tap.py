#!/usr/bin/env python3
"""Plays a knock and waits for its end."""

import select
import sys

import haptic

with haptic.Client("org.example.Tap") as haptics:
    haptics.request_verdicts()
    knock = haptics.define(haptic.Pattern().tap(0, 0.8, 0.4).tap(0.14, 1, 0.6))
    playback = haptics.start(knock)
    if haptics.error:
        sys.exit(haptics.error.text)
    while select.select([haptics], [], [], 5)[0]:
        for event in haptics.dispatch():
            if event.verdict is not None and not event.verdict.is_success:
                sys.exit(f"not played: {event.verdict}")
            if event.playback == playback.number and event.reason is not None:
                print(f"{event.reason} after {(event.ended - event.written) * 1000:.0f} ms")
                sys.exit()
    sys.exit("no reply")
