"""Tests of the Python module, with a fake daemon in the same process and with the real one (HAPTICD)."""

import asyncio
import copy
import ctypes
import gc
import inspect
import math
import os
import pathlib
import pickle
import pydoc
import re
import select
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import haptic

ROOT = pathlib.Path(__file__).parent.parent.parent
# The limit of each wait, as in the other tests; a passing test never reaches it.
WAIT_SECONDS = 120
# The classes that applications use.
PUBLIC = [
    "Category", "Client", "Control", "Device", "DeviceKind", "DeviceState", "Error", "Event", "EventKind", "HapticError",
    "Locality", "Pattern", "Playback", "Prepared", "Reason", "Request", "Verdict",
]  # fmt: skip
# The machine of arm64 has none.
needs_compiler = unittest.skipUnless(shutil.which(os.environ.get("CC", "cc").split()[0]), "there is no compiler for C")
HEADER = (ROOT / "Sources/Clients/libhaptic/haptic.h").read_text()


class FakeDaemon:
    """Listens, and sends and receives single packets. No call of the library waits, so one thread is enough."""

    def __init__(self, folder: str) -> None:
        self.path = f"{folder}/hapticd.sock"
        self.listener = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.listener.bind(self.path)
        self.listener.listen()
        self.peer: "socket.socket | None" = None

    def accept(self) -> bytes:
        """Accepts a connection and returns its hello."""
        self.listener.settimeout(WAIT_SECONDS)
        self.peer = self.listener.accept()[0]
        self.peer.settimeout(WAIT_SECONDS)
        return self.receive()

    def receive(self) -> bytes:
        return self.peer.recv(4096)

    def reply_hello(self, version: int = 1) -> None:
        self.peer.send(struct.pack("<HHIHHHH48s16x", 0x8001, 0, 1, version, 64, 32, 4096, b"9.8.7"))

    def close(self) -> None:
        self.listener.close()
        if self.peer:
            self.peer.close()


class Case(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.daemon = FakeDaemon(self.folder)
        self.addCleanup(self.daemon.close)

    def connected(self) -> haptic.Client:
        client = haptic.Client("org.example.Test", self.daemon.path)
        self.addCleanup(client.close)
        client.connect()
        self.assertEqual(self.daemon.accept()[16:32], b"org.example.Test")
        self.daemon.reply_hello()
        (event,) = client.dispatch()
        self.assertEqual((event.kind, event.daemon_version), (haptic.EventKind.CONNECTED, "9.8.7"))
        return client


class ModuleAndHeader(unittest.TestCase):
    """The module has the constants, the structures and the functions of haptic.h."""

    def test_constants_are_those_of_the_header(self) -> None:
        tables = {
            "error": haptic.Error,
            "verdict": haptic.Verdict,
            "reason": haptic.Reason,
            "category": haptic.Category,
            "locality": haptic.Locality,
            "control": haptic.Control,
            "event_kind": haptic.EventKind,
            "request": haptic.Request,
            "device_state": haptic.DeviceState,
            "device_kind": haptic.DeviceKind,
        }
        for name, values in tables.items():
            body = re.search(rf"^enum haptic_{name} {{(.*?)^}};", HEADER, re.S | re.M)[1]
            constants = re.findall(r"^  (HAPTIC_\w+) = (-?\d+)", body, re.M)
            expected = {value.name: int(value) for value in values}
            prefix = f"HAPTIC_{name.upper() if name.startswith('device') else name.upper().removesuffix('_KIND')}_"
            found = {key.removeprefix(prefix): int(value) for key, value in constants}
            if name == "error":
                found["OK"] = found.pop("HAPTIC_OK")
            self.assertEqual(found, expected, name)

    def test_flags_and_types_are_those_of_the_header(self) -> None:
        self.assertIn(f"HAPTIC_FLAG_IMPORTANT = {haptic._IMPORTANT}", HEADER)
        self.assertIn(f"HAPTIC_FLAG_FALLBACK = {haptic._FALLBACK}", HEADER)
        self.assertIn(f"HAPTIC_PATTERN_EVENT_TRANSIENT = {haptic._TRANSIENT}", HEADER)
        self.assertIn(f"HAPTIC_PATTERN_EVENT_CONTINUOUS = {haptic._CONTINUOUS}", HEADER)

    @needs_compiler
    def test_structures_have_the_layout_of_the_compiler(self) -> None:
        structures = {
            "haptic_play_options": haptic._Play,
            "haptic_pattern_event": haptic._PatternEvent,
            "haptic_point": haptic._Point,
            "haptic_event": haptic._Event,
            "haptic_device": haptic._Device,
        }
        prints, expected = [], []
        for name, structure in structures.items():
            prints.append(f'printf("%zu\\n", sizeof(struct {name}));')
            expected.append(ctypes.sizeof(structure))
            for field, *_ in structure._fields_:
                prints.append(f'printf("%zu\\n", offsetof(struct {name}, {field}));')
                expected.append(getattr(structure, field).offset)
        source = f"#include <stdio.h>\n#include <haptic.h>\nint main(void) {{ {' '.join(prints)} }}"
        with tempfile.TemporaryDirectory() as folder:
            program = f"{folder}/layout"
            compiler, include = os.environ.get("CC", "cc"), str(ROOT / "Sources/Clients/libhaptic")
            command = [*compiler.split(), "-x", "c", "-", "-o", program, "-I", include]
            subprocess.run(command, input=source, text=True, check=True)
            output = subprocess.run([program], capture_output=True, text=True, check=True).stdout
        self.assertEqual([int(line) for line in output.split()], expected)

    def test_functions_have_the_types_of_the_header(self) -> None:
        names = {
            "int": ctypes.c_int, "size_t": ctypes.c_size_t, "uint32_t": ctypes.c_uint32, "uint64_t": ctypes.c_uint64,
            "double": ctypes.c_double, "float": ctypes.c_float, "const char *": ctypes.c_char_p, "void": None,
            "struct haptic_client *": ctypes.c_void_p, "struct haptic_pattern *": ctypes.c_void_p,
            "const struct haptic_pattern *": ctypes.c_void_p, "void *": ctypes.c_void_p,
            "const struct haptic_play_options *": ctypes.POINTER(haptic._Play), "haptic_handler": haptic._Handler,
            "const struct haptic_pattern_event *": ctypes.POINTER(haptic._PatternEvent),
            "const struct haptic_point *": ctypes.POINTER(haptic._Point),
        }  # fmt: skip
        prototypes = re.findall(r"^HAPTIC_PUBLIC (.*?)(haptic_\w+)\(\s*(.*?)\);", HEADER, re.S | re.M)
        self.assertGreater(len(prototypes), 35)
        found = {}
        for result, name, arguments in prototypes:
            types = [re.sub(r"\w+$", "", " ".join(text.split())).strip() for text in arguments.split(",")]
            types = [] if arguments == "void" else types
            found[name] = (names[result.strip()], [names[kind] for kind in types])
        for name, types in haptic._FUNCTIONS.items():
            self.assertEqual(found[name], types, name)

    @needs_compiler
    def test_an_older_library_is_an_error_that_says_so(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            compiler = os.environ.get("CC", "cc").split()
            library = f"{folder}/libhaptic.so.1"
            command = [*compiler, "-shared", "-fPIC", "-Wl,-soname,libhaptic.so.1", "-x", "c", "-", "-o", library]
            subprocess.run(command, input="int haptic_strerror;", text=True, check=True)
            result = subprocess.run(
                [sys.executable, "-c", "import haptic"], env=os.environ | {"LD_LIBRARY_PATH": folder}, text=True,
                stderr=subprocess.PIPE)  # fmt: skip
        self.assertRegex(result.stderr, "ImportError: libhaptic is older than this module")

    def test_every_public_name_has_a_docstring(self) -> None:
        self.assertTrue(haptic.__doc__)
        for name in PUBLIC:
            value = getattr(haptic, name)
            self.assertTrue(inspect.getdoc(value), name)
            for method, function in vars(value).items():
                if inspect.isfunction(function) and not method.startswith("_"):
                    self.assertTrue(function.__doc__, f"{name}.{method}")

    def test_texts_come_from_the_library(self) -> None:
        self.assertIn("hapticd is not running", haptic.Error.NO_DAEMON.text)
        self.assertEqual(f"{haptic.Error.NO_DAEMON}", haptic.Error.NO_DAEMON.text)
        self.assertEqual((str(haptic.Error(-99)), haptic.Error(-99)), ("unknown error", -99))
        self.assertEqual(f"{haptic.Verdict.NO_ACTUATOR}", "noActuator")
        self.assertEqual(str(haptic.Reason.STOPPED_EVERYTHING), "stoppedEverything")
        self.assertEqual(str(haptic.Request.STOP_EVERYTHING), "stopEverything")
        self.assertEqual(f"{haptic.DeviceState.IGNORED} {haptic.DeviceKind.OTHER}", "ignored other")
        self.assertEqual(f"{haptic.Category.DEFAULT} {haptic.Locality.HAND}", "default hand")
        self.assertEqual("%s %s" % (haptic.Control.SHARPNESS, haptic.EventKind.RESET), "sharpness reset")

    def test_a_number_without_a_constant_is_a_value_with_a_name(self) -> None:
        cases = [
            (haptic.Verdict, "verdict 31"), (haptic.Reason, "reason 31"), (haptic.Request, "request 31"),
            (haptic.DeviceState, "state 31"), (haptic.DeviceKind, "kind 31"),
        ]  # fmt: skip
        for kind, name in cases:
            value = kind(31)
            self.assertEqual((str(value), f"{value}", value.name), (name, name, name))
            self.assertEqual((value, int(value), hash(value), type(value)), (31, 31, hash(31), kind))
            self.assertEqual(pickle.loads(pickle.dumps(value)), value)
            self.assertNotIn(value, list(kind))
        self.assertFalse(haptic.Verdict(31).is_success)
        for kind in [haptic.Category, haptic.Locality, haptic.Control]:
            with self.assertRaises(ValueError):
                kind(31)

    def test_a_verdict_has_no_truth_value(self) -> None:
        for verdict in [haptic.Verdict.PLAYED, haptic.Verdict.EXPIRED, haptic.Verdict(31)]:
            with self.assertRaisesRegex(TypeError, "is_success"):
                bool(verdict)
        successes = {verdict for verdict in haptic.Verdict if verdict.is_success}
        self.assertEqual(successes, {haptic.Verdict.PLAYED, haptic.Verdict.DONE})
        # Other constants are true, as those of enum.Enum, although some are 0.
        self.assertTrue(haptic.DeviceKind.OTHER and haptic.Category.DEFAULT and haptic.Reason(0))
        self.assertFalse(haptic.Error.OK)

    def test_the_help_begins_with_the_client_and_is_short(self) -> None:
        text = pydoc.render_doc(haptic, renderer=pydoc.plaintext)
        self.assertEqual(re.findall(r"^    class (\w+)", text, re.M)[0], "Client")
        self.assertLess(len(text.splitlines()), 600)  # later versions of Python break lines
        for name in PUBLIC:
            self.assertRegex(text, rf"\b{name}\b")


class Requests(Case):
    def test_a_play_has_all_its_options(self) -> None:
        client = self.connected()
        self.assertTrue(
            client.play(
                "success", 0.5, category=haptic.Category.ALARM, locality=haptic.Locality.HAND, device=3, start=1.5,
                cause=2.5, deadline=0.02, offset=0.25, repeats=7, loop_end=0.75, limit=65, rate=1.5, playback=9,
                important=True, fallback=True))  # fmt: skip
        packet = self.daemon.receive()
        expected = struct.pack("<HHIIIIHBB", 4, 0, 0, 9, 0, 3, 32768, 5, 3)
        expected += struct.pack("<QQIBBH", 1_500_000_000, 2_500_000_000, 20_000, 1, 1, 0)
        expected += struct.pack("<QQQIf16x48s", 250_000, 750_000, 65_000_000, 7, 1.5, b"success")
        self.assertEqual(packet, expected)

    def test_a_limit_below_a_microsecond_is_a_limit(self) -> None:
        client = self.connected()
        self.assertTrue(client.play("tap", deadline=1e-7, repeats=1, loop_end=1e-7, limit=1e-7))
        packet = self.daemon.receive()
        self.assertEqual(struct.unpack_from("<I", packet, 40), (1,))
        self.assertEqual(struct.unpack_from("<QQQ", packet, 48), (0, 1, 1))

    def test_a_prepared_feedback_is_played_by_its_handle(self) -> None:
        client = self.connected()
        tap = client.prepare("impact.light", device=2, fallback=True)
        self.assertEqual(self.daemon.receive(), struct.pack("<HHIIIB7x48s", 2, 0, 0, 1, 2, 1, b"impact.light"))
        self.assertTrue(tap.play(2))
        packet = self.daemon.receive()
        self.assertEqual((packet[12], packet[20:22], packet[48:]), (1, b"\xff\xff", bytes(96)))
        self.assertTrue(client.play(tap, category=haptic.Category.KEYBOARD))
        self.assertEqual(self.daemon.receive()[22], 2)
        self.assertTrue(tap.renew())
        self.assertEqual(self.daemon.receive()[0], 2)
        tap.release()
        self.assertEqual(self.daemon.receive(), struct.pack("<HHII", 3, 0, 0, 1))
        with self.assertRaises(ValueError):
            tap.play()

    def test_a_pattern_is_defined_in_microseconds(self) -> None:
        client = self.connected()
        pattern = haptic.Pattern().tap(0, 1, 0.5).vibration(0.25, 1.5, 0.5, 0, attack=1, sustained=False)
        pattern.parameter(haptic.Control.SHARPNESS, 0.1, -0.5).curve(haptic.Control.INTENSITY, 0.5, [(0, 1), (0.5, 0)])
        client.define(pattern, category=haptic.Category.RINGTONE, device=7)
        self.assertEqual(self.daemon.receive(), struct.pack("<HHIIIB3xIII8x", 10, 0, 0, 1, 7, 4, 2, 1, 2))
        events = self.daemon.receive()[16:]
        self.assertEqual(events[:20], struct.pack("<IIBBHHHHH", 0, 0, 1, 1, 65535, 32768, 0, 0, 0))
        self.assertEqual(events[20:], struct.pack("<IIBBHHHHH", 250_000, 1_500_000, 2, 0, 32768, 0, 65535, 0, 0))
        self.assertEqual(self.daemon.receive()[16:], struct.pack("<B3xIf", 2, 100_000, -0.5))
        points = struct.pack("<BB2xIIfBB2xIIf", 1, 1, 500_000, 0, 1, 1, 0, 500_000, 500_000, 0)
        self.assertEqual(self.daemon.receive()[16:], points)

    def test_a_playback_is_controlled(self) -> None:
        client = self.connected()
        playback = client.start("success", at=1.5, offset=2, repeats=haptic.FOREVER, loop_end=3, limit=4, rate=0.5)
        packet = self.daemon.receive()
        self.assertEqual(struct.unpack_from("<I", packet, 8)[0], playback.number)
        self.assertEqual(struct.unpack_from("<Q", packet, 24)[0], 1_500_000_000)
        self.assertEqual(struct.unpack_from("<QQQIf", packet, 48), (2_000_000, 3_000_000, 4_000_000, 2**32 - 1, 0.5))
        calls = [
            (lambda: playback.pause(), 2, 0, 0, 0, 0.0, 0),
            (lambda: playback.resume(1.5), 3, 0, 1_500_000_000, 0, 0.0, 0),
            (lambda: playback.seek(2.5), 4, 0, 0, 2_500_000, 0.0, 0),
            (lambda: playback.loop(end=0.5), 5, 0, 0, 500_000, 0.0, 2**32 - 1),
            (lambda: playback.loop(3), 5, 0, 0, 0, 0.0, 3),
            (lambda: playback.loop(0), 5, 0, 0, 0, 0.0, 0),
            (lambda: playback.set_rate(100), 6, 0, 0, 0, 10.0, 0),
            (lambda: playback.mute(), 7, 1, 0, 0, 0.0, 0),
            (lambda: playback.stop(3.5), 1, 0, 3_500_000_000, 0, 0.0, 0),
            (lambda: playback.cancel(), 8, 0, 0, 0, 0.0, 0),
        ]
        for call, action, flag, at, offset, rate, repeats in calls:
            self.assertTrue(call())
            expected = struct.pack("<HHIIBB2xQQfI", 12, 0, 0, playback.number, action, flag, at, offset, rate, repeats)
            self.assertEqual(self.daemon.receive(), expected)
        self.assertTrue(playback.set_control(haptic.Control.INTENSITY, 0.5))
        self.assertEqual(self.daemon.receive()[12:], struct.pack("<B3xQIf", 1, 0, 0, 0.5))
        self.assertTrue(playback.stop())
        self.assertEqual(self.daemon.receive(), struct.pack("<HHII", 5, 0, 0, playback.number))
        self.assertTrue(client.stop())
        self.assertTrue(client.stop_everything())

    def test_arguments_outside_their_range_raise_an_error_and_send_nothing(self) -> None:
        client = self.connected()
        playback = haptic.Playback(client, 1)
        calls = [
            lambda: client.play(""),
            lambda: client.play("x" * 49),
            lambda: client.play("tap\0tap"),
            lambda: client.play("\udcff"),
            lambda: client.play("tap", math.nan),
            lambda: client.play("tap", device=2**32),
            lambda: client.play("tap", playback=-1),
            lambda: client.play("tap", start=math.nan),
            lambda: client.play("tap", start=-1),
            lambda: client.play("tap", cause=math.inf),
            lambda: client.play("tap", deadline=5000),
            lambda: client.play("tap", category=8),  # type: ignore[arg-type]
            lambda: client.prepare("x" * 49),
            lambda: client.define(haptic.Pattern(), device=-1),
            lambda: haptic.Pattern().tap(-1),
            lambda: haptic.Pattern().tap(3601),
            lambda: haptic.Pattern().vibration(0, math.nan),
            lambda: haptic.Pattern().tap(0, math.nan),
            lambda: haptic.Pattern().parameter(13, 0, 1),  # type: ignore[arg-type]
            lambda: haptic.Pattern().curve(haptic.Control.INTENSITY, 0, []),
            lambda: haptic.Pattern().curve(haptic.Control.INTENSITY, 0, [(1, 0), (0, 0)]),
            lambda: playback.seek(-1),
            lambda: playback.seek(math.inf),
            lambda: playback.set_rate(math.nan),
            lambda: playback.modulate(haptic.Control.INTENSITY, [(0, 1)] * 501),
            lambda: haptic.Client("x" * 49),
            lambda: haptic.Client("\0"),
            lambda: haptic.Client("", "/tmp/a\0b"),
        ]
        for number, call in enumerate(calls):
            with self.assertRaises(ValueError, msg=str(number)):
                call()
        for wrong in [lambda: client.play(7), lambda: client.play("tap", "loud")]:  # type: ignore[arg-type]
            with self.assertRaises((TypeError, ctypes.ArgumentError)):
                wrong()
        self.daemon.peer.setblocking(False)
        with self.assertRaises(BlockingIOError):
            self.daemon.receive()

    def test_errors_name_the_argument(self) -> None:
        client = self.connected()
        playback = haptic.Playback(client, 1)
        pattern = haptic.Pattern()
        other = haptic.Client("", f"{self.folder}/none").prepare("tap")
        whole = [2**32, 2**64, -1, 2**32 + 1]
        constants = [*whole, 8, 77, 1.5, "touch", None]
        reals = [math.nan, 10**400, "loud", None, [1]]
        moments = [-1, math.nan, math.inf, 1e10, "now"]
        control = haptic.Control.INTENSITY
        cases = {
            "category": (lambda value: client.play("tap", category=value), constants),
            "category ": (lambda value: client.define(pattern, category=value), constants),
            "locality": (lambda value: client.play("tap", locality=value), constants),
            "device": (lambda value: client.play("tap", device=value), [*whole, 1.5, "1"]),
            "device ": (lambda value: client.prepare("tap", device=value), [*whole, 1.5]),
            "device  ": (lambda value: client.define(pattern, device=value), [*whole, 1.5]),
            "playback": (lambda value: client.play("tap", playback=value), [*whole, 1.5]),
            "number": (lambda value: haptic.Playback(client, value), [*whole, 0, 1.5]),
            "intensity": (lambda value: client.play("tap", value), reals),
            "intensity ": (lambda value: pattern.tap(0, value), reals),
            "sharpness": (lambda value: pattern.tap(0, 1, value), reals),
            "attack": (lambda value: pattern.vibration(0, 1, attack=value), reals),
            "decay": (lambda value: pattern.vibration(0, 1, decay=value), reals),
            "release": (lambda value: pattern.vibration(0, 1, release=value), reals),
            "at": (lambda value: pattern.tap(value), [*reals, -1, 3601, math.inf]),
            "duration": (lambda value: pattern.vibration(0, value), [*reals, -1, 3601]),
            "control": (lambda value: pattern.parameter(value, 0, 1), [*constants, 0]),
            "control ": (lambda value: pattern.curve(value, 0, [(0, 1)]), [*constants, 0]),
            "control  ": (lambda value: playback.set_control(value, 1), [*constants, 0]),
            "value": (lambda value: pattern.parameter(control, 0, value), reals),
            "points": (lambda value: playback.set_control(control, value), reals),
            "points ": (lambda value: playback.modulate(control, value), [[], [(1, 0), (0, 0)], [(-1, 0)], [(0, 0)] * 501]),
            "points  ": (lambda value: pattern.curve(control, 0, value), [[], [(1, 0), (0, 0)], [(3601, 0)]]),
            "start": (lambda value: client.play("tap", start=value), moments),
            "cause": (lambda value: client.play("tap", cause=value), moments),
            "deadline": (lambda value: client.play("tap", deadline=value), [-1, 5000, math.nan]),
            "at ": (lambda value: playback.pause(value), moments),
            "offset": (lambda value: playback.seek(value), [-1, math.inf, math.nan]),
            "end": (lambda value: playback.loop(1, value), [-1, math.inf, math.nan]),
            "end ": (lambda value: playback.loop(0, value), [1]),
            "repeats": (lambda value: playback.loop(value), [*whole, True, 1.5, "1", None]),
            "repeats ": (lambda value: client.play("tap", repeats=value), [*whole, True, 1.5]),
            "rate": (lambda value: playback.set_rate(value), reals),
            "rate ": (lambda value: client.play("tap", rate=value), reals),
            "offset ": (lambda value: client.play("tap", offset=value), [-1, math.inf, math.nan, "1"]),
            "limit": (lambda value: client.play("tap", limit=value), [-1, math.inf, math.nan, "1"]),
            "loop_end": (lambda value: client.play("tap", loop_end=value), [1]),
            "loop_end ": (lambda value: client.play("tap", repeats=1, loop_end=value), [-1, math.inf, math.nan, "1"]),
            "feedback": (lambda value: client.play(value), ["", "x" * 49, "a\0b", "\udcff", 7, other]),
            "pattern": (lambda value: client.define(value), ["tap", None]),
            "client": (lambda value: haptic.Playback(value, 1), ["tap", None]),
            "points   ": (lambda value: pattern.curve(control, 0, value), [5, None, [1], [(1, 2, 3)], "ab"]),
            "path ": (lambda value: haptic.Client("", value), [7, object()]),
            "name": (lambda value: client.prepare(value), ["", "x" * 49, "a\0b", None]),
            "application": (lambda value: haptic.Client(value), ["x" * 49, "\0", 7]),
            "path": (lambda value: haptic.Client("", value), ["/tmp/a\0b"]),
        }  # fmt: skip
        for name, (call, values) in cases.items():
            for value in values:
                with self.subTest(name=name, value=str(value)[:20]):
                    with self.assertRaisesRegex((ValueError, TypeError), f"^{name.strip()}:"):
                        call(value)
        self.daemon.peer.setblocking(False)
        with self.assertRaises(BlockingIOError):
            self.daemon.receive()

    def test_numbers_beyond_single_precision_are_clamped(self) -> None:
        client = self.connected()
        self.assertTrue(haptic.Playback(client, 1).set_rate(1e300))
        self.assertTrue(haptic.Playback(client, 1).set_control(haptic.Control.SHARPNESS, -1e300))

    def test_a_65th_handle_raises_an_error(self) -> None:
        client = self.connected()
        for _ in range(64):
            client.prepare("tap")
        with self.assertRaises(haptic.HapticError) as context:
            client.prepare("tap")
        self.assertEqual(context.exception.code, haptic.Error.NO_HANDLE)
        self.assertIn("64 handles", str(context.exception))

    def test_a_pattern_that_is_too_large_raises_an_error(self) -> None:
        pattern = haptic.Pattern()
        for _ in range(16384):
            pattern.tap(0)
        with self.assertRaises(haptic.HapticError) as context:
            pattern.tap(0)
        self.assertEqual(context.exception.code, haptic.Error.TOO_LARGE)


class Connections(Case):
    def test_without_a_daemon_plays_return_false(self) -> None:
        with haptic.Client("", f"{self.folder}/none") as client:
            tap = client.prepare("tap")
            self.assertFalse(client.play("tap"))
            self.assertEqual(client.error, haptic.Error.NO_DAEMON)
            self.assertFalse(tap.play())
            self.assertEqual(client.dispatch(), [])
            self.assertEqual(client.error, haptic.Error.NO_DAEMON)
            with self.assertRaises(haptic.HapticError) as context:
                client.connect()
            self.assertEqual(context.exception.code, haptic.Error.NO_DAEMON)

    def test_a_daemon_that_does_not_read_makes_plays_return_false(self) -> None:
        client = self.connected()
        for _ in range(100_000):
            if not client.play("tap"):
                break
        self.assertEqual(client.error, haptic.Error.BUSY)

    def test_a_newer_daemon_is_refused(self) -> None:
        with haptic.Client("", self.daemon.path) as client:
            client.connect()
            self.daemon.accept()
            self.daemon.reply_hello(0xFFFF)
            (event,) = client.dispatch()
            self.assertEqual((event.kind, event.error), (haptic.EventKind.DISCONNECTED, haptic.Error.NEWER_PROTOCOL))
            self.assertEqual(client.error, haptic.Error.NEWER_PROTOCOL)
            self.assertIn("newer version", client.error.text)

    def test_a_closed_client_raises_an_error(self) -> None:
        client = self.connected()
        tap = client.prepare("tap")
        client.close()
        client.close()
        playback = haptic.Playback(client, 1)
        calls = [
            client.connect, client.dispatch, client.fileno, client.new_playback, client.stop, client.stop_everything,
            client.request_verdicts, client.request_devices, tap.play, tap.renew, tap.release, playback.stop,
            playback.mute, lambda: client.play("tap"), lambda: client.start("tap"), lambda: client.prepare("tap"),
            lambda: client.define(haptic.Pattern().tap(0)),
        ]  # fmt: skip
        for call in calls:
            with self.assertRaisesRegex(ValueError, "closed"):
                call()

    def test_a_released_feedback_raises_an_error(self) -> None:
        tap = self.connected().prepare("tap")
        tap.release()
        for call in [tap.play, tap.renew, tap.release, lambda: tap.client.play(tap)]:
            with self.assertRaisesRegex(ValueError, "released"):
                call()

    def test_a_collected_client_ends_its_connection(self) -> None:
        client = haptic.Client("org.example.Test", self.daemon.path)
        client.connect()
        self.daemon.accept()
        del client
        gc.collect()
        self.assertEqual(self.daemon.receive(), b"")

    def test_what_owns_memory_of_the_library_cannot_be_copied(self) -> None:
        owners: list[object] = [haptic.Pattern(), haptic.Client("test", "/nonexistent")]
        for owner in owners:
            with self.assertRaisesRegex(TypeError, f"a {type(owner).__name__} can be neither copied nor pickled"):
                copy.copy(owner)
            with self.assertRaises(TypeError):
                copy.deepcopy([owner])
            with self.assertRaises(TypeError):
                pickle.dumps(owner)

    def test_a_child_process_cannot_use_the_client(self) -> None:
        client = self.connected()
        child = os.fork()
        if child == 0:
            refused = 0
            for call in (lambda: client.play("tap"), client.new_playback):
                try:
                    call()
                except haptic.HapticError as error:
                    refused += error.code == haptic.Error.FORKED
            client.close()
            os._exit(int(refused == 2))
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 1)
        self.assertTrue(client.play("tap"))
        self.assertEqual(len(self.daemon.receive()), 144)

    def test_threads_may_share_a_client(self) -> None:
        client = self.connected()
        received = 0

        def play() -> None:
            for _ in range(500):
                while not client.play("tap"):
                    time.sleep(0.001)
                client.dispatch()

        threads = [threading.Thread(target=play) for _ in range(4)]
        for thread in threads:
            thread.start()
        for _ in range(2000):
            received += len(self.daemon.receive()) == 144
        for thread in threads:
            thread.join()
        self.assertEqual(received, 2000)


class Events(Case):
    FINISHED = struct.pack("<HHIIHxxQQIxxxx", 0x4001, 0, 0, 5, 3, 1_000_000_000, 2_500_000_000, 7)

    def test_events_have_typed_members(self) -> None:
        client = self.connected()
        client.request_verdicts()
        client.prepare("tap")
        serial = self.daemon.receive()[4:8]
        self.daemon.peer.send(struct.pack("<HH4sHxxIIxxxxQQQQ", 0x8000, 0, serial, 2, 3, 0, 4, 5_000_000_000, 0, 0))
        self.daemon.peer.send(self.FINISHED)
        self.daemon.peer.send(struct.pack("<HHI", 0x4002, 0, 0))
        verdict, finished, reset = client.dispatch()
        self.assertEqual((verdict.kind, verdict.verdict), (haptic.EventKind.VERDICT, haptic.Verdict.NO_ACTUATOR))
        self.assertEqual((verdict.request, verdict.handle, verdict.device), (haptic.Request.PREPARE, 1, 3))
        self.assertEqual((verdict.count, verdict.received, verdict.admitted), (4, 5.0, 0))
        self.assertEqual((finished.playback, finished.reason), (5, haptic.Reason.UNPLUGGED))
        self.assertEqual((finished.written, finished.ended, finished.device), (1.0, 2.5, 7))
        self.assertEqual(reset, haptic.Event(haptic.EventKind.RESET))
        self.assertEqual(client.dispatch(), [])

    def test_devices_are_listed(self) -> None:
        client = self.connected()
        self.assertTrue(client.request_devices())
        packet = self.daemon.receive()
        record = struct.pack("<IBBBB32x", 3, 1, 1, 1, 2) + struct.pack("<BB30xB7x", 2, 0, 1)
        record += struct.pack("<64s48s64s", "Gerät".encode(), b"/dev/input/event7", b"")
        self.daemon.peer.send(struct.pack("<HH4sII", 0x8007, 0, packet[4:8], 1, 256) + record)
        (event,) = client.dispatch()
        expected = haptic.Device(
            3, haptic.DeviceState.READY, haptic.DeviceKind.GAMEPAD, 2, True, True, "Gerät", "/dev/input/event7", "")
        self.assertEqual((event.kind, event.devices), (haptic.EventKind.DEVICES, (expected,)))

    def test_a_daemon_of_version_99_is_understood(self) -> None:
        client = haptic.Client("org.example.Old", self.daemon.path)
        self.addCleanup(client.close)
        client.request_verdicts()
        client.connect()
        # It agrees on version 1, whatever the library offers.
        self.assertNotEqual(self.daemon.accept()[8:10], b"\0\0")
        # The bytes 0xa5 are reserved today.
        hello = struct.pack("<HHIHHHH48s", 0x8001, 0xA5A5, 2**24, 1, 640, 320, 8192, b"99.0")
        self.daemon.peer.send(hello + 16 * b"\xa5")
        (event,) = client.dispatch()
        self.assertEqual(event.daemon_version, "99.0")
        for opcode in range(0x4003, 0x8000, 0x777):
            self.daemon.peer.send(struct.pack("<HHI", opcode, 0xA5A5, 0) + bytes(opcode % 5000))
            self.assertEqual(client.dispatch(), [])

        client.play("tap")
        serial = self.daemon.receive()[4:8]
        verdict = struct.pack("<HH4sHHIIIQQQQ", 0x8000, 0xA5A5, serial, 31, 0xA5A5, 0, 0, 0xA5A5A5A5, 0, 1, 2, 3)
        self.daemon.peer.send(verdict)
        self.daemon.peer.send(struct.pack("<HHIIHHQQII", 0x4001, 0xA5A5, 0, 5, 12, 0xA5A5, 1, 2, 7, 0xA5A5A5A5))
        played, finished = client.dispatch()
        self.assertEqual((f"{played.request}: {played.verdict}"), "play: verdict 31")
        self.assertFalse(played.verdict.is_success)
        self.assertEqual((str(finished.reason), finished.playback), ("reason 12", 5))

        client.request_devices()
        serial = self.daemon.receive()[4:8]
        record = struct.pack("<IBBBB32x", 3, 9, 0xA5, 0xA5, 10)
        record += struct.pack("<BB30xBB6s", 2, 0xA5, 0xA5, 0xA5, 6 * b"\xa5")
        record += struct.pack("<64s48s64s", b"Pen", b"", b"not today") + 64 * b"\xa5"
        self.daemon.peer.send(struct.pack("<HH4sII", 0x8007, 0xA5A5, serial, 3, len(record)) + 3 * record)
        (event,) = client.dispatch()
        expected = haptic.Device(
            3, haptic.DeviceState(9), haptic.DeviceKind(10), 2, False, True, "Pen", "", "not today")
        self.assertEqual(event.devices, (expected,) * 3)
        self.assertEqual((str(event.devices[0].state), str(event.devices[0].kind)), ("state 9", "kind 10"))
        self.assertTrue(client.play("tap"))

    def test_the_descriptor_serves_select_and_asyncio(self) -> None:
        client = self.connected()
        self.assertEqual(select.select([client], [], [], 0)[0], [])

        async def wait() -> "list[haptic.Event]":
            loop, future = asyncio.get_running_loop(), asyncio.get_running_loop().create_future()
            loop.add_reader(client.fileno(), lambda: future.set_result(client.dispatch()))
            self.daemon.peer.send(self.FINISHED)
            try:
                return await asyncio.wait_for(future, 5)
            finally:
                loop.remove_reader(client.fileno())

        (event,) = asyncio.run(wait())
        self.assertEqual(event.reason, haptic.Reason.UNPLUGGED)


@unittest.skipUnless(os.environ.get("HAPTICD"), "HAPTICD does not name the daemon")
class RealDaemon(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = f"{folder.name}/hapticd.sock"
        command = [os.environ["HAPTICD"], "--socket", self.path, "--simulate", "erm", "--no-devices"]
        daemon = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        self.addCleanup(daemon.wait)
        self.addCleanup(daemon.terminate)
        self.wait(self.is_listening)

    def is_listening(self) -> bool:
        """The file exists a moment before the daemon listens."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as probe:
            return probe.connect_ex(self.path) == 0

    def wait(self, condition: "object") -> None:
        end = time.monotonic() + WAIT_SECONDS
        while not condition():
            self.assertLess(time.monotonic(), end)
            time.sleep(0.01)

    def test_a_pattern_is_played_and_ends(self) -> None:
        with haptic.Client("org.example.Test", self.path) as client:
            events: "list[haptic.Event]" = []
            client.request_verdicts()
            knock = client.define(haptic.Pattern().tap(0).tap(0.14).vibration(0.2, 0.1))
            playback = haptic.Playback(client, client.new_playback())
            client.play(knock, 0.8, playback=playback.number, deadline=60)

            def has_ended() -> bool:
                events.extend(client.dispatch())
                return any(event.kind == haptic.EventKind.FINISHED for event in events)

            self.wait(has_ended)
            verdicts = {event.request: event.verdict for event in events if event.kind == haptic.EventKind.VERDICT}
            expected = {haptic.Request.DEFINE: haptic.Verdict.DONE, haptic.Request.PLAY: haptic.Verdict.PLAYED}
            self.assertEqual(verdicts, expected)
            self.assertEqual(events[-1].reason, haptic.Reason.ENDED)
            self.assertEqual(events[-1].playback, playback.number)

    def test_the_devices_are_listed(self) -> None:
        with haptic.Client("org.example.Test", self.path) as client:
            events: "list[haptic.Event]" = []
            self.assertTrue(client.request_devices())

            def is_listed() -> bool:
                events.extend(client.dispatch())
                return any(event.kind == haptic.EventKind.DEVICES for event in events)

            self.wait(is_listed)
            (device,) = events[-1].devices
            self.assertEqual((device.number, device.state, device.motors), (1, haptic.DeviceState.READY, 1))

    def test_the_example_of_the_module_runs(self) -> None:
        lines = haptic.__doc__.split("\n\n    ", 1)[1].split("\n\nNo call")[0]
        example = "\n".join(line.removeprefix("    ") for line in ("    " + lines).splitlines())
        self.assertLessEqual(len(example.splitlines()), 10)
        environment = os.environ | {"HAPTICD_SOCKET": self.path}
        subprocess.run([sys.executable, "-W", "error", "-c", example], env=environment, check=True)


if __name__ == "__main__":
    unittest.main()
