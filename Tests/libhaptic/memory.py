"""Fills the limits of the daemon on memory under the data limit of its unit, with things of every kind and size.

usage: memory.py HAPTICD UNIT MODEL [LEFT-OUT-KIND...]

The daemon must refuse with `limit` and never end. Whatever fills the limit, and whatever filled it before, the memory of
the process grows by no more than the limit: the estimates of MemoryCost are upper ones. When the clients have left, the
memory goes back.
"""

import multiprocessing
import os
import re
import resource
import socket
import struct
import subprocess
import sys
import tempfile
import time

PLAYED, LIMIT, DONE = 0, 4, 10
MIB = 1 << 20
KEPT = 16 * MIB  # Limits.memory
CLIENT = 3 << 10  # a client without handles and playbacks, and its application
WORK = 3 * MIB  # the request at hand, and free memory between blocks
PROCESSES, CLIENTS = 10, 80


class Client:
    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.socket.settimeout(60)
        self.socket.connect(path)
        self.serial = 0
        self.ask(1, struct.pack("<H6x48s", 1, b"memory"))

    def ask(self, opcode, body):
        self.serial += 1
        self.socket.send(struct.pack("<HHI", opcode, 0, self.serial) + body)
        while True:
            packet = self.socket.recv(16384)
            if not packet:
                raise EOFError("the daemon has closed the connection")
            if struct.unpack("<I", packet[4:8])[0] == self.serial:
                return struct.unpack("<H", packet[8:10])[0]

    def define(self, handle, events=(), parameters=(), points=()):
        counts = len(events), len(parameters), len(points)
        verdict = self.ask(10, struct.pack("<II4xIII8x", handle, 0, *counts))
        for kind, records, most in (1, events, 204), (2, parameters, 340), (3, points, 255):
            for first in range(0, len(records) if verdict == DONE else 0, most):
                part = struct.pack("<IB3x", handle, kind) + b"".join(records[first : first + most])
                verdict = self.ask(11, part)
        return verdict

    def loop(self, handle, playback, rate=1.0):
        # In the request itself: a short pattern would have ended before a later one on a busy machine.
        loop = struct.pack("<QQQIf16x", 0, 0, 0, 2**32 - 1, rate)
        return self.ask(4, struct.pack("<IIIHBBQQI4x", playback, handle, 0, 65535, 0, 0, 0, 0, 0) + loop + bytes(48))

    def pause(self, playback):
        return self.ask(12, struct.pack("<IB3xQQf4x", playback, 2, 0, 0, 0.0))

    def modulate(self, playback, control, later):
        at = time.clock_gettime_ns(time.CLOCK_MONOTONIC) + 50_000_000_000 if later else 0
        points = b"".join(struct.pack("<If", index * 1000, index % 7 / 7) for index in range(500))
        return self.ask(13, struct.pack("<IB3xQ", playback, control, at) + points)


def vibration(at, duration, number=0):
    return struct.pack("<IIBBHHHHH", at, duration, 2, 1, 20000 + number * 7919 % 40000, number * 997 % 65536, 0, 0, 0)


def tap(at, number):
    return struct.pack("<IIBBHHHHH", at, 0, 1, 0, 20000 + number * 7919 % 40000, number * 997 % 65536, 0, 0, 0)


def row(count, gap, length):
    return [vibration(index * gap, length, index) for index in range(count)]


def overlapping(count, duration):
    return [vibration(index, duration - index, index) for index in range(count)]


# Each takes a client, and returns the verdict of its last request.


def loops(events, playbacks=4, rate=1.0, controls=0):
    def fill(client):
        verdict = client.define(1, events)
        for playback in range(1, playbacks + 1 if verdict == DONE else 1):
            verdict = client.loop(1, playback, rate)
            for control in range(1, controls + 1):
                if verdict in (PLAYED, DONE):
                    verdict = client.modulate(playback, control, later=False)
        return verdict

    return fill


def scheduled(client):
    verdict = client.define(1, [vibration(0, 60_000_000)])
    verdict = client.loop(1, 1) if verdict == DONE else verdict
    # So that the daemon has time for the requests, whose changes end in 50 s.
    client.pause(1)
    for _ in range(63):
        if verdict in (PLAYED, DONE):
            verdict = client.modulate(1, 1, later=True)
    return verdict


def patterns(events=(), parameters=(), points=(), handles=64):
    def fill(client):
        verdict = DONE
        for handle in range(1, handles + 1):
            if verdict == DONE:
                verdict = client.define(handle, events, parameters, points)
        return verdict

    return fill


PARAMETERS = [struct.pack("<B3xIf", 1, index * 100, index % 5 / 5) for index in range(32_768)]
CURVES = [struct.pack("<BB2xIIf", 1, 1, index * 100, 0, index % 5 / 5) for index in range(32_768)]
CURVE = [struct.pack("<BB2xIIf", 1, 0, 0, index * 100, index % 5 / 5) for index in range(32_768)]
KINDS = {
    "loops of one event": loops([vibration(0, 1_000_000)]),
    "loops of 20 ms": loops([vibration(0, 20_000)], rate=10.0),
    "loops of 100 events": loops(row(100, 10_000, 5_000)),
    "loops of 200 taps": loops([tap(index * 15_000, index) for index in range(200)]),
    "loops of 300 vibrations at once": loops(overlapping(300, 1_000_000), rate=10.0),
    "loops with changed controls": loops(overlapping(300, 60_000_000), controls=5),
    "scheduled changes": scheduled,
    "patterns of one event": patterns([vibration(0, 1000)]),
    "patterns of 100 events": patterns(row(100, 2000, 1000)),
    "patterns of 16,000 events": patterns(row(16_000, 200, 100)),
    "patterns of 32,768 parameters": patterns([vibration(0, 1000)], PARAMETERS),
    "patterns of 32,768 curves": patterns([vibration(0, 1000)], points=CURVES),
    "patterns with a curve of 32,768 points": patterns([vibration(0, 1000)], points=CURVE),
}


def fill_from_process(path, kind, answers, end):
    clients, refused = [], False
    for _ in range(CLIENTS):
        client = Client(path)
        clients.append(client)
        if not refused:
            refused = KINDS[kind](client) == LIMIT
    answers.put(refused)
    end.wait()


class Daemon:
    def __init__(self, program, limit, model, folder):
        self.path = os.path.join(folder, "socket")
        self.process = subprocess.Popen(
            [program, "--simulate", model, "--no-devices", "--socket", self.path],
            stderr=open(os.path.join(folder, "daemon.log"), "w"),
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_DATA, (limit, limit)),
        )
        self.wait("the daemon listens", self.is_listening)
        Client(self.path).define(1, [vibration(0, 1000)])
        self.start = self.read("VmData")
        self.resident = self.read("RssAnon")

    def is_listening(self):
        """The file exists a moment before the daemon listens."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as probe:
            return probe.connect_ex(self.path) == 0

    def wait(self, what, condition):
        for _ in range(600):
            if condition():
                return
            assert self.process.poll() is None, f"the daemon has ended with status {self.process.returncode}"
            time.sleep(0.1)
        raise AssertionError(f"not so after a minute: {what}; {self.read('RssAnon') >> 10} kB are resident")

    def read(self, name):
        with open(f"/proc/{self.process.pid}/status") as status:
            return int(re.search(rf"{name}:\s+(\d+)", status.read())[1]) << 10

    def is_empty(self):
        return self.read("RssAnon") <= self.resident + 4 * MIB

    def fill(self, kind):
        before = self.read("VmData") - self.start
        answers, end = multiprocessing.Queue(), multiprocessing.Event()
        processes = [
            multiprocessing.Process(target=fill_from_process, args=(self.path, kind, answers, end))
            for _ in range(PROCESSES)
        ]
        for process in processes:
            process.start()
        refused = sum(answers.get(timeout=300) for _ in processes)
        # Loops have rendered what they keep.
        time.sleep(2)
        assert self.process.poll() is None, f"{kind}: the daemon has ended with status {self.process.returncode}"
        grown = self.read("VmData") - self.start
        end.set()
        for process in processes:
            process.join()
        print(f"{kind}: from {before >> 10} to {grown >> 10} kB, {refused} of {PROCESSES} processes refused", flush=True)
        assert refused, f"{kind}: the limit was not reached"
        # Twice, because blocks of one size leave gaps in which blocks of another size find no room.
        assert grown <= 2 * KEPT + PROCESSES * CLIENTS * CLIENT + WORK, f"{kind}: {grown >> 10} kB are more than the limit"


def main(program, unit, model, *left_out):
    with open(unit) as text:
        limit = int(re.search(r"^LimitDATA=(\d+)M$", text.read(), re.MULTILINE)[1]) * MIB
    with tempfile.TemporaryDirectory() as folder:
        daemon = Daemon(program, limit, model, folder)
        try:
            for kind in [each for each in KINDS if each not in left_out]:
                daemon.fill(kind)
                daemon.wait(f"the memory of {kind} goes back", daemon.is_empty)
        finally:
            daemon.process.terminate()
            status = daemon.process.wait(60)
        assert status == 0, f"the daemon has ended with status {status}"


if __name__ == "__main__":
    main(*sys.argv[1:])
