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
            if event.verdict not in (None, haptic.Verdict.PLAYED, haptic.Verdict.DONE):
                sys.exit(f"not played: {event.verdict.protocol_name}")
            if event.playback == playback.number and event.reason:
                print(f"{event.reason.protocol_name} after {(event.ended - event.written) * 1000:.0f} ms")
                sys.exit()
    sys.exit("no reply")
