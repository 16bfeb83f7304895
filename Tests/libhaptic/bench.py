#!/usr/bin/env python3
"""Prints the cost of a play in Python next to a bare send of the same bytes, and the time from the start of a program
to its first packet. usage: bench.py BARE LINKED, the programs of start.c. No figure decides the exit status."""

import socket
import subprocess
import sys
import tempfile
import time

import haptic

BATCH, BATCHES, STARTS = 50, 1000, 60
FLAGS = socket.MSG_DONTWAIT | socket.MSG_NOSIGNAL


def median(values: "list[int]") -> float:
    return sorted(values)[len(values) // 2]


def connection(listener: socket.socket) -> socket.socket:
    peer = listener.accept()[0]
    peer.recv(4096)
    return peer


def drain(peer: socket.socket) -> None:
    for _ in range(BATCH):
        peer.recv(4096)


def measure_plays(path: str, listener: socket.socket) -> None:
    with haptic.Client("bench", path) as client:
        tap = client.prepare("impact.light")
        peer = connection(listener)
        peer.recv(4096)
        tap.play()
        packet = peer.recv(4096)
        near, far = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        bare, plays = [], []
        for _ in range(BATCHES):
            start = time.perf_counter_ns()
            for _ in range(BATCH):
                near.send(packet, FLAGS)
            bare.append(time.perf_counter_ns() - start)
            drain(far)
            start = time.perf_counter_ns()
            for _ in range(BATCH):
                tap.play()
            plays.append(time.perf_counter_ns() - start)
            drain(peer)
    floor, cost = median(bare) / BATCH, median(plays) / BATCH
    print(f"Python: socket.send {floor:.0f} ns, prepared play {cost:.0f} ns ({cost / floor:.2f} x), median of batches")


def start_time(command: "list[str]", listener: socket.socket) -> int:
    """Returns the time from the start of a program to its first play."""
    start = time.perf_counter_ns()
    process = subprocess.Popen(command)
    peer = connection(listener)
    peer.recv(4096)
    elapsed = time.perf_counter_ns() - start
    process.wait()
    return elapsed


def measure_starts(path: str, listener: socket.socket, bare_program: str, program: str) -> None:
    script = f"import haptic; haptic.Client('', {path!r}).play('tap')"
    bare_script = (
        "import socket; s = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET); "
        f"s.connect({path!r}); s.send(bytes(64)); s.send(bytes(144))")
    bare, linked, bare_python, python = [], [], [], []
    for _ in range(STARTS):
        bare.append(start_time([bare_program, path], listener))
        linked.append(start_time([program, path], listener))
    for _ in range(STARTS // 4):
        bare_python.append(start_time([sys.executable, "-c", bare_script], listener))
        python.append(start_time([sys.executable, "-c", script], listener))
    print(
        f"exec to first play: bare socket {median(bare) / 1e6:.2f} ms, libhaptic {median(linked) / 1e6:.2f} ms; "
        f"in Python: bare socket {median(bare_python) / 1e6:.0f} ms, haptic {median(python) / 1e6:.0f} ms, median")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/socket"
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        listener.bind(path)
        listener.listen()
        measure_plays(path, listener)
        measure_starts(path, listener, *sys.argv[1:])


main()
