#!/usr/bin/env python3
"""Tries the defects of feedbackd with feedbackd and with hapticd, each with a virtual motor, and prints a table.

usage: defects.py [NUMBER | NAME OF A DAEMON]...

Exits with 1 if hapticd has one of the defects. Runs as root in the virtual machine; see `run`.
"""

import os
import subprocess
import sys
import threading
import time

import motor as motors
import services
from motor import Motor
from services import EXPIRED, NOT_FOUND, settle, wait

# Events that feedbackd's own themes do not have.
THEME = [
    {"event-name": "pulse", "type": "VibraRumble", "duration": 600},
    {"event-name": "two-pulses", "type": "VibraRumble", "duration": 600, "count": 2, "pause": 400},
    {"event-name": "phone-incoming-call", "type": "VibraPeriodic", "magnitude": 0.5, "duration": 1000},
]


class Trial:
    """One daemon with its devices. The usual device stays plugged in between trials, because udev is slow."""

    spare = None

    def __init__(self, service, theme=None, devices=1, effects=motors.MEMLESS):
        self.devices = []
        if Trial.spare and (devices == 0 or effects != motors.MEMLESS):
            Trial.spare.unplug()
            Trial.spare = None
        if devices > 0:
            self.devices = [Trial.spare or Motor("pwm-vibrator", effects)]
            Trial.spare = None
        self.effects = effects
        for device in self.devices:
            device.forget_gain()
        self.service = service(theme)
        for device in self.devices:
            device.clear()

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        self.service.close()
        for device in self.devices:
            if device is self.devices[0] and self.effects == motors.MEMLESS:
                Trial.spare = device
            else:
                device.unplug()

    @property
    def motor(self):
        return self.devices[0]

    def client(self):
        return self.service.client()

    def plug(self):
        self.devices.append(Motor("pwm-vibrator"))
        settle(2.0)
        return self.devices[-1]


def milliseconds(seconds):
    return f"{round(seconds * 1000)} ms"


def vibrate_and_die(service):
    with Trial(service) as trial:
        client = trial.client()
        client.vibrate((1.0, 10000), (1.0, 10000))
        trial.motor.wait(trial.motor.is_on)
        client.leave()
        is_off = trial.motor.wait(lambda: not trial.motor.is_on(), 4)
        return not is_off, "silent" if is_off else "vibrates for more than 4 s after the client's death"


def late_periodic(service):
    with Trial(service) as trial:
        before = time.monotonic()
        trial.client().trigger("phone-incoming-call")
        trial.motor.wait(lambda: trial.motor.plays)
        _, effect = trial.motor.plays[0]
        trial.motor.wait(trial.motor.is_on)
        latency = trial.motor.changes[0][0] - before
        return effect.delay > 0, f"effect with a delay of {effect.delay} ms, vibrates after {milliseconds(latency)}"


def dropped(service):
    with Trial(service, THEME) as trial:
        client = trial.client()
        client.trigger("message-new-instant" if service is services.Hapticd else "pulse")
        trial.motor.wait(trial.motor.is_on)
        start = trial.motor.changes[0][0]
        client.trigger("phone-incoming-call")
        settle(3.0)
        late = trial.motor.time_on(start + 0.7, time.monotonic())
        return late == 0, f"a call that starts during a pulse vibrates for {milliseconds(late)} after the pulse"


def second_motor(service):
    with Trial(service) as trial:
        client, first = trial.client(), trial.motor
        second = trial.plug()
        client.trigger("bell-terminal")
        settle(1.0)
        before = [len(device.plays) for device in (first, second)]
        second.unplug()
        trial.devices.pop()
        settle(1.0)
        first.clear()
        client.trigger("bell-terminal")
        plays = first.wait(lambda: first.plays, 3)
        return not plays, (
            f"with two motors, the first one plays {before[0]} effects and the second one {before[1]}; "
            f"after the second one has left, the first one {'plays' if plays else 'stays silent'}"
        )


def late_motor(service):
    with Trial(service, devices=0) as trial:
        client = trial.client()
        try:
            answer = str(client.vibrate((1.0, 100))).lower()
        except services.GLib.Error as error:
            answer = Errors.name(error)
        motor = trial.plug()
        try:
            later = str(client.vibrate((1.0, 100))).lower()
        except services.GLib.Error as error:
            later = Errors.name(error)
        settle(0.5)
        client.trigger("bell-terminal")
        settle(1.0)
        criticals = len(trial.service.criticals())
        bad = "true" not in later or criticals > 0 or not motor.plays
        return bad, f"Vibrate: {answer} without a motor, {later} after it is plugged in; {criticals} failed assertions"


class Errors:
    @staticmethod
    def name(error):
        return (services.Gio.dbus_error_get_remote_error(error) or "error").split(".")[-1]


def rumble_only(service):
    with Trial(service, effects=motors.RUMBLE_ONLY) as trial:
        client, felt = trial.client(), []
        for event in ("phone-incoming-call", "alarm-clock-elapsed", "bell-terminal", "button-pressed"):
            trial.motor.clear()
            number = client.trigger(event)
            felt.append(trial.motor.wait(lambda: trial.motor.changes, 2))
            client.end(number)
            settle(0.3)
        return not all(felt), f"{sum(felt)} of {len(felt)} events vibrate"


def weak(service):
    with Trial(service) as trial:
        client = trial.client()
        client.vibrate((1.0, 1000))
        trial.motor.wait(lambda: trial.motor.plays)
        _, effect = trial.motor.plays[0]
        gain = trial.motor.gains[-1] if trial.motor.gains else 1.0
        return gain < 0.99 or effect.weak == 0 or effect.strong < 0.99, (
            f"gain {gain:.0%}; amplitude 1: strong motor {effect.strong:.0%}, weak motor {effect.weak:.0%}"
        )


def work_per_event(service):
    with Trial(service) as trial:
        client = trial.client()
        client.trigger("bell-terminal")
        settle(1.0)
        trial.motor.clear()
        messages = Messages(trial.service.bus)
        for _ in range(20):
            client.trigger("bell-terminal")
            settle(0.4)
        counts = messages.stop()
        uploads, erases = len(trial.motor.uploads), trial.motor.erases
        client.leave()
        extra = counts - 3 * 20
        return uploads >= 20 or extra > 0, (
            f"for 20 events {uploads} uploads and {erases} erasures; {counts / 20:.1f} messages for each event"
        )


class Messages:
    """Counts the messages of a bus."""

    def __init__(self, bus):
        self.process = subprocess.Popen(
            ["dbus-monitor", "--address", bus.address, "--profile"], stdout=subprocess.PIPE, text=True, errors="replace"
        )
        self.lines = []
        self.thread = threading.Thread(target=lambda: self.lines.extend(self.process.stdout))
        self.thread.start()
        settle(2.0)
        self.before = len(self.lines)

    def stop(self):
        settle(0.5)
        self.process.terminate()
        self.thread.join()
        return len([line for line in self.lines[self.before :] if line.split("\t")[0] in ("mc", "mr", "sig", "err")])


def foreign_end(service):
    with Trial(service) as trial:
        owner, other = trial.client(), trial.client()
        ids = [owner.trigger("no-such-thing") for _ in range(3)]
        call = owner.trigger("phone-incoming-call", 0)
        trial.motor.wait(trial.motor.is_on)
        other.end(call)
        settle(1.0)
        ended = any(number == call for number, _ in owner.ended)
        broadcast = bool(other.ended)
        in_order = ids == list(range(ids[0], ids[0] + 3))
        words = [
            "another client ends the call" if ended else "another client cannot end the call",
            f"FeedbackEnded reaches {'all clients' if broadcast else 'the caller only'}",
            f"ids {', '.join(map(str, ids))}",
        ]
        return ended or broadcast or in_order, "; ".join(words)


def claimed_importance(service):
    with Trial(service) as trial:
        client = trial.client()
        client.set_profile("silent")
        settle(1.0)
        number = client.trigger("alarm-clock-elapsed", -1, "org.gnome.clocks", important=True, profile="full")
        felt = trial.motor.wait(trial.motor.is_on, 2)
        assert number
        result = "vibrates in profile silent" if felt else "stays silent"
        return felt, f"a program that claims to be gnome-clocks {result}"


def unlimited(service):
    # Without sounds, whose failure feedbackd repeats without a pause.
    with Trial(service, THEME) as trial:
        client = trial.client()
        before, begin = memory(trial.service), time.monotonic()
        for count in range(1000):
            try:
                client.trigger("phone-incoming-call", 0)
            except services.GLib.Error:
                return True, f"with {count} endless events, a call has no reply within 20 s"
        seconds = time.monotonic() - begin
        settle(2.0)
        refused = sum(reason == NOT_FOUND for _, reason in client.ended)
        running = 1000 - len(client.ended)
        grown = memory(trial.service) - before
        return running > 128, (
            f"of 1000 endless events in {seconds:.1f} s {running} run and {refused} are refused; {grown} kB more memory"
        )


def memory(service):
    process = service.bus.owner()
    with open(f"/proc/{process}/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("RssAnon"))


def long_pause(service):
    with Trial(service, THEME) as trial:
        client, before = trial.client(), time.monotonic()
        if service is services.Hapticd:
            client.vibrate((1.0, 100), (0.0, 400), (1.0, 100))
        else:
            client.trigger("two-pulses")
        settle(2.0)
        on = trial.motor.time_on(before, time.monotonic())
        lengths = [effect.length for _, effect in trial.motor.plays]
        pulses = sum(level > 0 for _, level in trial.motor.changes)
        return pulses != 2, (
            f"two pulses with a pause of 400 ms: {pulses} pulses, {milliseconds(on)} in total, effects of {lengths} ms"
        )


def unplugged(service):
    with Trial(service) as trial:
        client = trial.client()
        number = client.trigger("alarm-clock-elapsed", 2)
        trial.motor.wait(trial.motor.is_on)
        trial.devices.pop().unplug()
        ended = wait(lambda: (number, EXPIRED) in client.ended or any(id == number for id, _ in client.ended), 6)
        settle(0.5)
        criticals = len(trial.service.criticals())
        motor = trial.plug()
        client.trigger("bell-terminal")
        plays = motor.wait(lambda: motor.plays, 3)
        return criticals > 0 or not ended or not plays, (
            f"{criticals} failed assertions, FeedbackEnded {'comes' if ended else 'is missing'}, "
            f"the next motor {'plays' if plays else 'stays silent'}"
        )


def end_of_zero(service):
    with Trial(service) as trial:
        client = trial.client()
        try:
            client.end(0)
            answer = "an empty reply"
        except services.GLib.Error as error:
            answer = Errors.name(error)
        criticals = len(trial.service.criticals())
        return criticals > 0, f"{answer}, {criticals} failed assertions"


def call_during_game(service):
    with Trial(service) as trial:
        game, phone = trial.client(), trial.client()
        game.vibrate((1.0, 3000))
        trial.motor.wait(trial.motor.is_on)
        phone.trigger("phone-incoming-call", 0)
        settle(4.0)
        game_over = time.monotonic()
        settle(6.0)
        on = trial.motor.time_on(game_over, time.monotonic())
        return on == 0, f"in the 6 s after the game's vibration, the looping call vibrates for {milliseconds(on)}"


DEFECTS = {
    1: ("Vibrate continues after the client's death", vibrate_and_die),
    2: ("periodic effects start 200 ms late", late_periodic),
    3: ("a new vibration is dropped during another one", dropped),
    4: ("a second motor replaces the first one", second_motor),
    5: ("no Vibrate without a motor at start", late_motor),
    6: ("motors without periodic effects are refused", rumble_only),
    7: ("gain of 75 %, weak motor off", weak),
    8: ("upload, erasure and bus traffic for each event", work_per_event),
    9: ("ids of others can be guessed and ended", foreign_end),
    10: ("important by a claimed id", claimed_importance),
    11: ("no limit for events", unlimited),
    12: ("a pause longer than the pulse wraps around", long_pause),
    13: ("unplugging during a playback", unplugged),
    14: ("EndFeedback(0)", end_of_zero),
    15: ("a call during a game's vibration stays silent", call_during_game),
}


def main():
    numbers = [int(argument) for argument in sys.argv[1:] if argument.isdigit()] or list(DEFECTS)
    names = [argument for argument in sys.argv[1:] if not argument.isdigit()]
    services.load_drivers()
    services.tag_motors()
    available = [
        service for service in services.available() if not names or any(name in service.label for name in names)
    ]
    print("| # | defect | " + " | ".join(service.label for service in available) + " |")
    print("|---|---|" + "---|" * len(available), flush=True)
    failures = 0
    for number in numbers:
        title, trial = DEFECTS[number]
        cells = []
        for service in available:
            try:
                is_defective, words = trial(service)
                cells.append(f"{'**yes**' if is_defective else 'no'}: {words}")
                failures += is_defective and service is services.Hapticd
            except Exception as error:
                words = "this version has no Vibrate" if "Feedback.Haptic" in str(error) else f"failed: {error!r}"
                cells.append(words)
                failures += service is services.Hapticd
        print(f"| {number} | {title} | " + " | ".join(cells) + " |", flush=True)
    return 1 if failures else 0


if __name__ == "__main__":
    os.chdir("/run")
    sys.exit(main())
