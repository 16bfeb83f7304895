"""Haptic feedback through hapticd, the haptic feedback service, by the C library libhaptic.

    import haptic, time

    with haptic.Client("org.example.Notes") as haptics:
        tap = haptics.prepare("impact.light")   # while the view appears
        tap.play()                              # on touch: one send that never blocks
        haptics.play("success", intensity=0.8)
        time.sleep(1)                           # playbacks end with their client

No call blocks. A call that sends a request returns whether it was sent: False without a daemon, or if the daemon does
not read its requests; see Client.error. Arguments outside their range raise ValueError, and those of a wrong type
TypeError, which name the argument; intensities and other fractions from 0 to 1 are clamped. After close(), every call
raises ValueError. Any other error raises HapticError, with its code, an Error.

Times are in seconds. Timestamps are those of time.monotonic(); None means now.

Connections are restored: a client connects on first use, and again after a restart of the daemon, with everything that
it has prepared. After fork(), open a new client in the child. Calls hold the global interpreter lock, so that threads
may share a client.

With asyncio:

    def on_readable():
        for event in haptics.dispatch():
            if event.verdict is not None and not event.verdict.is_success:
                print("not felt:", event.verdict)

    asyncio.get_running_loop().add_reader(haptics.fileno(), on_readable)

The constants are Category, Locality and Control for calls, and EventKind, Verdict, Reason, Request, DeviceState,
DeviceKind and Error in events; see pydoc3 haptic.Verdict and so on. They are numbers that print their names, as
"noActuator". A later daemon may send numbers without a constant, which print as "verdict 31".

Tests of a program need no motor; see hapticctl(1):

    hapticctl sandbox --expect impact.light,success -- python3 test_notes.py

See libhaptic(3).
"""

from __future__ import annotations

import collections
import ctypes
import dataclasses
import enum
import math
import operator
import os
import typing
import weakref
from collections.abc import Iterable
from types import TracebackType

# What pydoc describes. The other names of the docstring are as public; for those, it would add thousands of lines that
# they inherit.
__all__ = ["FOREVER", "Client", "Device", "Event", "Pattern", "Playback", "Prepared"]

#: A number of repeats: until the playback is stopped, or the repeats are set to another number.
FOREVER = 2**32 - 1


class _Constant(enum.IntEnum):
    """A number that prints its name in hapticd-protocol(7), such as "noActuator". As other constants, it is true."""

    def __str__(self) -> str:
        return _text(getattr(_library, _NAME_FUNCTIONS[type(self)])(int(self)))

    def __format__(self, form: str) -> str:
        return format(str(self), form)

    def __bool__(self) -> bool:
        return True


class _Received(_Constant):
    """A constant of the daemon or the library. A later one may have a number without a constant: "verdict 31"."""

    @classmethod
    def _missing_(cls, value: object) -> typing.Any:
        if not isinstance(value, int):
            return None
        number = int.__new__(cls, value)
        number._value_ = value
        number._name_ = str(number)
        return number

    def __reduce_ex__(self, protocol: typing.Any) -> tuple[type, tuple[int]]:
        return type(self), (int(self),)


class Error(_Received):
    """The errors of calls. OK is false."""

    OK = 0
    INVALID_ARGUMENT = -1
    OUT_OF_MEMORY = -2
    SYSTEM = -3
    NO_SOCKET_PATH = -4
    NO_DAEMON = -5
    BUSY = -6
    DISCONNECTED = -7
    MALFORMED_PACKET = -8
    NEWER_PROTOCOL = -9
    TOO_LARGE = -10
    NO_HANDLE = -11
    FORKED = -12

    @property
    def text(self) -> str:
        """One line with the error and its remedy."""
        return _text(_library.haptic_strerror(self))

    def __str__(self) -> str:
        return self.text

    def __bool__(self) -> bool:
        return self.value != 0


class HapticError(Exception):
    """An error that the result of a call does not show, with its code."""

    def __init__(self, code: Error) -> None:
        super().__init__(code.text)
        self.code = code


class Verdict(_Received):
    """The results of requests, from the daemon. Only PLAYED and DONE are successes. See hapticd-protocol(7)."""

    # begin Verdict (generated from protocol.json)
    PLAYED = 0
    UNKNOWN_FEEDBACK = 1
    NO_ACTUATOR = 2
    EXPIRED = 3
    LIMIT = 4
    UNKNOWN_HANDLE = 5
    UNKNOWN_PLAYBACK = 6
    UNKNOWN_DEVICE = 7
    DEVICE_FAILED = 8
    UNSUPPORTED = 9
    DONE = 10
    SILENT = 11
    SWITCHED_OFF = 12
    PROFILE = 13
    CATEGORY_OFF = 14
    APPLICATION_OFF = 15
    QUIET_HOURS = 16
    POWER_SAVER = 17
    SESSION_INACTIVE = 18
    LOCKED = 19
    SUSPENDING = 20
    COALESCED = 21
    RATE_LIMITED = 22
    OUTRANKED = 23
    DEVICE_OFF = 24
    COOLING_DOWN = 25
    NOT_PERMITTED = 26
    # end Verdict

    @property
    def is_success(self) -> bool:
        """Whether the request was admitted or carried out."""
        return self in (Verdict.PLAYED, Verdict.DONE)

    def __bool__(self) -> typing.NoReturn:
        # PLAYED is 0, and "if event.verdict" could also ask whether there is one.
        raise TypeError("a verdict is neither true nor false: use verdict.is_success, or compare it with None")


class Reason(_Received):
    """The reasons for the end of a playback."""

    # begin Reason (generated from protocol.json)
    ENDED = 1
    STOPPED = 2
    UNPLUGGED = 3
    FAILED = 4
    STOPPED_EVERYTHING = 5
    SHUTDOWN = 6
    FORBIDDEN = 7
    COOLING_DOWN = 8
    SUSPENDED = 9
    # end Reason


class Category(_Constant):
    """The purposes of a feedback. DEFAULT is the category of the feedback; media for a pattern."""

    # begin Category (generated from protocol.json)
    DEFAULT = 0
    TOUCH = 1
    KEYBOARD = 2
    NOTIFICATION = 3
    RINGTONE = 4
    ALARM = 5
    MEDIA = 6
    ACCESSIBILITY = 7
    # end Category


class Locality(_Constant):
    """The locations of a playback. DEFAULT is the user's setting."""

    # begin Locality (generated from protocol.json)
    DEFAULT = 0
    PHONE = 1
    GAMEPAD = 2
    HAND = 3
    EVERYWHERE = 4
    # end Locality


class Control(_Constant):
    """The controls of patterns and playbacks: intensity from 0 to 1, the others from -1 to 1. Values are clamped."""

    # begin Control (generated from protocol.json)
    INTENSITY = 1
    SHARPNESS = 2
    ATTACK = 3
    DECAY = 4
    RELEASE = 5
    # end Control


class EventKind(_Constant):
    """The kinds of events."""

    CONNECTED = 1
    DISCONNECTED = 2
    VERDICT = 3
    FINISHED = 4
    RESET = 5
    DEVICES = 6

    def __str__(self) -> str:
        return self.name.lower()


class Request(_Received):
    """The requests that get a verdict."""

    # begin Request (generated from protocol.json)
    PREPARE = 2
    RELEASE = 3
    PLAY = 4
    STOP = 5
    STOP_EVERYTHING = 6
    DEFINE = 10
    TRANSPORT = 12
    MODULATE = 13
    # end Request


class DeviceState(_Received):
    """The states of a device. Only a READY one plays."""

    # begin DeviceState (generated from protocol.json)
    READY = 1
    OPENING = 2
    IGNORED = 3
    NO_PERMISSION = 4
    FAILED = 5
    STALLED = 6
    # end DeviceState


class DeviceKind(_Received):
    """The kinds of devices. VIBRATOR is the motor of a phone or tablet."""

    # begin DeviceKind (generated from protocol.json)
    OTHER = 0
    VIBRATOR = 1
    GAMEPAD = 2
    WHEEL = 3
    JOYSTICK = 4
    TOUCHPAD = 5
    # end DeviceKind


@dataclasses.dataclass(frozen=True)
class Device:
    """A force feedback device that the daemon knows, used or ignored.

    number: for plays and preparations; 0 if the daemon does not use the device.
    motors: how many, 1 or 2; 0 if the daemon does not use the device.
    has_levels: whether the motor has levels; otherwise it is only on or off.
    plays_waves: whether it plays waves of a given period, which sharpness sets, instead of turning a motor.
    name, path: the kernel's name, and the device node; a simulated device has none.
    reason: the reason for the state; may be empty.
    """

    number: int
    state: DeviceState
    kind: DeviceKind
    motors: int
    has_levels: bool
    plays_waves: bool
    name: str
    path: str
    reason: str


@dataclasses.dataclass(frozen=True)
class Event:
    """An event of the connection. Members that its kind does not use are None, or 0 for numbers.

    kind: an EventKind.
    error: the reason for the end of a connection.
    verdict, request, handle: the result of a request; see Client.request_verdicts() and Verdict.is_success.
    reason: the reason for the end of a playback.
    playback, device: their numbers.
    count: how many playbacks were stopped or changed, how many levels a prepared handle needs in the device, or how many
    devices a play on several has, each of which has a FINISHED.
    received, admitted, written, ended: the times at which the daemon read the request, decided, wrote the first level,
    and ended; 0 if it has not. written is 0 in the verdict of a play that starts later, begins with silence, comes less
    than 4 ms after another command to the device, is held by one of higher priority, or if the device has its own thread;
    then FINISHED has the time.
    daemon_version: for display.
    devices: those in use first, beginning with the preferred one; see Client.request_devices().
    """

    kind: EventKind
    error: Error | None = None
    verdict: Verdict | None = None
    request: Request | None = None
    handle: int = 0
    reason: Reason | None = None
    playback: int = 0
    device: int = 0
    count: int = 0
    received: float = 0
    admitted: float = 0
    written: float = 0
    ended: float = 0
    daemon_version: str = ""
    devices: tuple[Device, ...] = ()


# --- The library


class _Play(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_size_t),
        ("name", ctypes.c_char_p),
        ("intensity", ctypes.c_double),
        ("handle", ctypes.c_int),
        ("playback", ctypes.c_uint32),
        ("device", ctypes.c_uint32),
        ("category", ctypes.c_int),
        ("locality", ctypes.c_int),
        ("flags", ctypes.c_uint32),
        ("start", ctypes.c_uint64),
        ("cause", ctypes.c_uint64),
        ("deadline_us", ctypes.c_uint32),
        ("reserved", ctypes.c_uint32),
        ("offset_us", ctypes.c_uint64),
        ("loop_end_us", ctypes.c_uint64),
        ("limit_us", ctypes.c_uint64),
        ("repeats", ctypes.c_uint32),
        ("rate", ctypes.c_float),
    ]


class _PatternEvent(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_size_t),
        ("type", ctypes.c_int),
        ("sustained", ctypes.c_int),
        ("time_us", ctypes.c_uint32),
        ("duration_us", ctypes.c_uint32),
        ("intensity", ctypes.c_double),
        ("sharpness", ctypes.c_double),
        ("attack", ctypes.c_double),
        ("decay", ctypes.c_double),
        ("release", ctypes.c_double),
    ]


class _Point(ctypes.Structure):
    _fields_ = [("time_us", ctypes.c_uint32), ("value", ctypes.c_float)]


class _Device(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_size_t),
        ("device", ctypes.c_uint32),
        ("state", ctypes.c_int),
        ("kind", ctypes.c_int),
        ("motors", ctypes.c_int),
        ("has_levels", ctypes.c_int),
        ("plays_waves", ctypes.c_int),
        ("name", ctypes.c_char_p),
        ("path", ctypes.c_char_p),
        ("reason", ctypes.c_char_p),
    ]


class _Event(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_size_t),
        ("kind", ctypes.c_int),
        ("error", ctypes.c_int),
        ("verdict", ctypes.c_int),
        ("request", ctypes.c_int),
        ("handle", ctypes.c_int),
        ("reason", ctypes.c_int),
        ("playback", ctypes.c_uint32),
        ("device", ctypes.c_uint32),
        ("count", ctypes.c_uint64),
        ("received", ctypes.c_uint64),
        ("admitted", ctypes.c_uint64),
        ("written", ctypes.c_uint64),
        ("ended", ctypes.c_uint64),
        ("daemon_version", ctypes.c_char_p),
        ("devices", ctypes.POINTER(ctypes.POINTER(_Device))),
        ("device_count", ctypes.c_size_t),
    ]


_IMPORTANT, _FALLBACK = 1, 2
_TRANSIENT, _CONTINUOUS = 1, 2

_int, _u32, _u64 = ctypes.c_int, ctypes.c_uint32, ctypes.c_uint64
_double, _float, _size = ctypes.c_double, ctypes.c_float, ctypes.c_size_t
_pointer, _string = ctypes.c_void_p, ctypes.c_char_p
_points = ctypes.POINTER(_Point)
# As the calls do, the handler runs with the global interpreter lock.
_Handler = ctypes.PYFUNCTYPE(None, _pointer, ctypes.POINTER(_Event), _pointer)

_NAME_FUNCTIONS: dict[type, str] = {
    Verdict: "haptic_verdict_name",
    Reason: "haptic_reason_name",
    Request: "haptic_request_name",
    DeviceState: "haptic_device_state_name",
    DeviceKind: "haptic_device_kind_name",
    Category: "haptic_category_name",
    Locality: "haptic_locality_name",
    Control: "haptic_control_name",
}

_FUNCTIONS = {
    "haptic_strerror": (_string, [_int]),
    **{name: (_string, [_int]) for name in _NAME_FUNCTIONS.values()},
    "haptic_open_at": (_pointer, [_string, _string]),
    "haptic_close": (None, [_pointer]),
    "haptic_connect": (_int, [_pointer]),
    "haptic_play": (_int, [_pointer, _string, _double]),
    "haptic_play_handle": (_int, [_pointer, _int, _double]),
    "haptic_play_with": (_int, [_pointer, ctypes.POINTER(_Play)]),
    "haptic_new_playback": (_u32, [_pointer]),
    "haptic_stop": (_int, [_pointer, _u32]),
    "haptic_stop_everything": (_int, [_pointer]),
    "haptic_prepare_with": (_int, [_pointer, _string, _u32, _u32]),
    "haptic_renew": (_int, [_pointer, _int]),
    "haptic_release": (_int, [_pointer, _int]),
    "haptic_pattern_new": (_pointer, []),
    "haptic_pattern_free": (None, [_pointer]),
    "haptic_pattern_add_event": (_int, [_pointer, ctypes.POINTER(_PatternEvent)]),
    "haptic_pattern_add_parameter": (_int, [_pointer, _int, _u32, _float]),
    "haptic_pattern_add_curve": (_int, [_pointer, _int, _u32, _points, _size]),
    "haptic_define": (_int, [_pointer, _pointer, _int, _u32]),
    "haptic_stop_at": (_int, [_pointer, _u32, _u64]),
    "haptic_pause": (_int, [_pointer, _u32, _u64]),
    "haptic_resume": (_int, [_pointer, _u32, _u64]),
    "haptic_seek": (_int, [_pointer, _u32, _u64, _u64]),
    "haptic_loop": (_int, [_pointer, _u32, _u32, _u64, _u64]),
    "haptic_set_rate": (_int, [_pointer, _u32, _float, _u64]),
    "haptic_mute": (_int, [_pointer, _u32, _int, _u64]),
    "haptic_cancel": (_int, [_pointer, _u32, _u64]),
    "haptic_modulate": (_int, [_pointer, _u32, _int, _points, _size, _u64]),
    "haptic_set_handler": (_int, [_pointer, _Handler, _pointer]),
    "haptic_request_verdicts": (_int, [_pointer, _int]),
    "haptic_request_devices": (_int, [_pointer]),
    "haptic_fd": (_int, [_pointer]),
    "haptic_dispatch": (_int, [_pointer]),
}


def _load() -> ctypes.PyDLL:
    # The library never waits, so PyDLL, which keeps the global interpreter lock, makes calls faster, and protects
    # clients that threads share.
    try:
        library = ctypes.PyDLL("libhaptic.so.1")
    except OSError as error:
        raise ImportError(f"libhaptic is not installed ({error}); see the README of hapticd") from None
    try:
        for name, (result, arguments) in _FUNCTIONS.items():
            function = getattr(library, name)
            function.restype, function.argtypes = result, arguments
    except AttributeError as error:
        raise ImportError(f"libhaptic is older than this module ({error}); install both of one release") from None
    return library


_library = _load()


def _text(text: bytes) -> str:
    return text.decode()


# The checks of arguments. The library checks most of them as well, but names none, and ctypes truncates numbers.

#: The longest name, in bytes.
_LONGEST_NAME = 48
#: The longest times in seconds: of a pattern, of a deadline, and of a position in a pattern.
_LONGEST_PATTERN, _LONGEST_DEADLINE, _LONGEST_POSITION = 3600, 4294, 9e9


def _instance(name: str, value: object, kind: type, expected: str) -> None:
    """Checks the type of an argument."""
    if not isinstance(value, kind):
        raise TypeError(f"{name}: expected {expected}, not {type(value).__name__}")


def _name(name: str, text: str, shortest: int = 1, expected: str = "a string") -> bytes:
    _instance(name, text, str, expected)
    if "\0" in text:
        raise ValueError(f"{name}: a name contains no NUL")
    try:
        encoded = text.encode()
    except UnicodeEncodeError:
        raise ValueError(f"{name}: expected a name that has a form in UTF-8, not {text!r}") from None
    if not shortest <= len(encoded) <= _LONGEST_NAME:
        raise ValueError(f"{name}: expected {shortest} to {_LONGEST_NAME} bytes of UTF-8, not {len(encoded)}")
    return encoded


def _whole(name: str, value: int, expected: str) -> int:
    # True is no count.
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{name}: expected {expected}, not {value!r}")
    return operator.index(value)


def _number(name: str, value: int, first: int = 0) -> int:
    """Checks an unsigned number of 32 bits."""
    number = _whole(name, value, "a whole number")
    if not first <= number < 2**32:
        raise ValueError(f"{name}: expected a number from {first} to 4294967295, not {value}")
    return number


def _choice(name: str, value: int, kind: type[enum.IntEnum]) -> int:
    """Checks a constant."""
    expected = f"a haptic.{kind.__name__}"
    number = _whole(name, value, expected)
    try:
        return kind(number)
    except ValueError:
        raise ValueError(f"{name}: expected {expected}, not {value!r}") from None


def _real(name: str, value: float) -> float:
    # A string of digits is no number.
    if not hasattr(value, "__float__") and not hasattr(value, "__index__"):
        raise TypeError(f"{name}: expected a number, not {value!r}")
    try:
        number = float(value)
    except OverflowError:
        number = math.nan
    if math.isnan(number):
        raise ValueError(f"{name}: expected a number, not {value}")
    return number


def _single(name: str, value: float) -> float:
    """Checks a number that the library takes with single precision, where it could become infinite."""
    return min(max(_real(name, value), -1e30), 1e30)


def _microseconds(name: str, seconds: float, longest: float = _LONGEST_PATTERN) -> int:
    """Converts a length of time. Only 0 is 0, which can mean that there is no limit."""
    seconds = _real(name, seconds)
    if not 0 <= seconds <= longest:
        raise ValueError(f"{name}: expected a time from 0 to {longest:.0f} seconds, not {seconds}")
    return max(round(seconds * 1e6), 1 if seconds > 0 else 0)


def _moment(name: str, at: float | None) -> int:
    """Converts a timestamp to nanoseconds."""
    if at is None:
        return 0
    at = _real(name, at)
    if not 0 <= at < 9e9:
        raise ValueError(f"{name}: expected a time of time.monotonic(), not {at}")
    return max(round(at * 1e9), 1)


def _seconds(nanoseconds: int) -> float:
    return nanoseconds / 1e9


def _point_array(points: Iterable[tuple[float, float]], most: int) -> ctypes.Array[_Point]:
    try:
        times_and_values = [(time, value) for time, value in points]
    except (TypeError, ValueError):
        raise TypeError(f"points: expected pairs of a time and a value, not {points!r}") from None
    pairs = [_Point(_microseconds("points", time), _single("points", value)) for time, value in times_and_values]
    if not 1 <= len(pairs) <= most:
        raise ValueError(f"points: expected 1 to {most} points, not {len(pairs)}")
    if any(former.time_us > latter.time_us for former, latter in zip(pairs, pairs[1:])):
        raise ValueError("points: expected points in order of time")
    return (_Point * len(pairs))(*pairs)


def _check(result: int) -> int:
    """Returns a result that is not an error. Raises the exception for an error."""
    if result >= 0:
        return result
    if result == Error.INVALID_ARGUMENT:
        raise ValueError(Error.INVALID_ARGUMENT.text)
    if result == Error.OUT_OF_MEMORY:
        raise MemoryError
    raise HapticError(Error(result))


#: The errors that a result of False means.
_NOT_SENT = frozenset(range(Error.NEWER_PROTOCOL, Error.OUT_OF_MEMORY))


class _Owner:
    """The only owner of an object of the library, which a copy would share and use after its end."""

    def __reduce_ex__(self, protocol: typing.SupportsIndex) -> typing.NoReturn:
        raise TypeError(f"a {type(self).__name__} can be neither copied nor pickled; make another one")


# --- Patterns


class Pattern(_Owner):
    """A pattern of the application: taps and vibrations over time, with controls that change while they last.

        knock = Pattern().tap(0, 0.8, 0.4).tap(0.14, 1, 0.6)

    Times are in seconds from the start of the pattern. Each method returns the pattern.
    """

    def __init__(self) -> None:
        pointer = _library.haptic_pattern_new()
        if not pointer:
            raise MemoryError
        self._pointer = pointer
        weakref.finalize(self, _library.haptic_pattern_free, pointer)

    def tap(self, at: float, intensity: float = 1, sharpness: float = 0.5) -> Pattern:
        """Adds a tap. Sharpness is from 0 for dull to 1 for crisp."""
        return self._add(_TRANSIENT, at, 0, intensity, sharpness)

    def vibration(
        self, at: float, duration: float, intensity: float = 1, sharpness: float = 0.5, *, attack: float = 0,
        decay: float = 0, release: float = 0, sustained: bool = True,
    ) -> Pattern:  # fmt: skip
        """Adds a vibration of up to an hour.

        attack, decay and release: from 0 to 1; their times grow exponentially.
        sustained: whether it holds its intensity for its duration; otherwise it ends after its attack and decay.
        """
        return self._add(_CONTINUOUS, at, duration, intensity, sharpness, attack, decay, release, sustained)

    def _add(
        self, kind: int, at: float, duration: float, intensity: float, sharpness: float, attack: float = 0,
        decay: float = 0, release: float = 0, sustained: bool = True,
    ) -> Pattern:  # fmt: skip
        event = _PatternEvent(
            ctypes.sizeof(_PatternEvent), kind, bool(sustained), _microseconds("at", at),
            _microseconds("duration", duration), _real("intensity", intensity), _real("sharpness", sharpness),
            _real("attack", attack), _real("decay", decay), _real("release", release),
        )  # fmt: skip
        _check(_library.haptic_pattern_add_event(self._pointer, event))
        return self

    def parameter(self, control: Control, at: float, value: float) -> Pattern:
        """Sets a control to a value from a time on."""
        _check(
            _library.haptic_pattern_add_parameter(
                self._pointer, _choice("control", control, Control), _microseconds("at", at), _single("value", value)))
        return self

    def curve(self, control: Control, at: float, points: Iterable[tuple[float, float]]) -> Pattern:
        """Adds a curve of (time, value) points, in order of time. The times count from `at`."""
        array = _point_array(points, 32768)
        _check(
            _library.haptic_pattern_add_curve(
                self._pointer, _choice("control", control, Control), _microseconds("at", at), array, len(array)))
        return self


# --- Clients


class Client(_Owner):
    """A connection to hapticd. Close it, or use it in a with statement; its playbacks end then.

    application: the name of the application, such as its reverse domain name, up to 48 bytes of UTF-8.
    path: the path of the daemon's socket; None is HAPTICD_SOCKET in the environment, or else hapticd.sock in
    XDG_RUNTIME_DIR.
    """

    def __init__(self, application: str, path: str | os.PathLike[str] | None = None) -> None:
        try:
            place = None if path is None else os.fsencode(path)
        except TypeError:
            raise TypeError(f"path: expected a path, not {type(path).__name__}") from None
        if place is not None and b"\0" in place:
            raise ValueError("path: a path contains no NUL")
        pointer = _library.haptic_open_at(_name("application", application, shortest=0), place)
        if not pointer:
            raise MemoryError
        self._open: int | None = pointer
        #: The error of the latest call that returned False.
        self.error = Error.OK
        # Neither refers to the client, which can therefore be collected.
        events: collections.deque[Event] = collections.deque()
        self._events = events
        self._handler = _Handler(lambda _client, event, _context: _append(events, event.contents))
        _check(_library.haptic_set_handler(pointer, self._handler, None))
        self._finalizer = weakref.finalize(self, _close, pointer, self._handler)

    def close(self) -> None:
        """Closes the connection. Has no effect on a closed client; all other calls raise ValueError then."""
        self._open = None
        self._finalizer()

    @property
    def _pointer(self) -> int:
        if self._open is None:
            raise ValueError("the client is closed")
        return self._open

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def connect(self) -> None:
        """Connects now, instead of with the first request. Raises HapticError with the reason if that fails."""
        _check(_library.haptic_connect(self._pointer))

    def play(
        self, feedback: str | Prepared, intensity: float = 1, *, category: Category = Category.DEFAULT,
        locality: Locality = Locality.DEFAULT, device: int = 0, start: float | None = None, cause: float | None = None,
        deadline: float = 0, offset: float = 0, repeats: int = 0, loop_end: float = 0, limit: float = 0,
        rate: float = 1, playback: int = 0, important: bool = False, fallback: bool = False,
    ) -> bool:  # fmt: skip
        """Plays a feedback by its name, such as "impact.light", or prepared.

        start: the time of the start, at most 60 seconds ahead.
        cause: the time of the event that caused it, such as a touch. The deadline counts from start, or from
        here if that is later.
        deadline: the maximum delay in seconds; a later play is dropped. 0 is the deadline of the category.
        offset: the position in the pattern at which it begins.
        repeats: how often it returns to the start of the pattern, up to FOREVER.
        loop_end: the position at which it returns; 0 is the end of the pattern.
        limit: it ends this long after its start; 0 is no limit.
        rate: 2 is twice as fast; 0 is 1, and other values are clamped to 0.1...10.
        playback: a number from new_playback(), to receive its end. See start() for more.
        important: plays in spite of profile, quiet hours and power saver, if the user permits this.
        fallback: accepts a shorter name for an unknown one.
        """
        if loop_end and not repeats:
            raise ValueError(f"loop_end: expected 0 without repeats, not {loop_end!r}")
        play = _Play(
            size=ctypes.sizeof(_Play), intensity=_real("intensity", intensity), playback=_number("playback", playback),
            device=_number("device", device), category=_choice("category", category, Category),
            locality=_choice("locality", locality, Locality), start=_moment("start", start),
            cause=_moment("cause", cause), deadline_us=_microseconds("deadline", deadline, _LONGEST_DEADLINE),
            flags=bool(important) * _IMPORTANT | bool(fallback) * _FALLBACK,
            offset_us=_microseconds("offset", offset, _LONGEST_POSITION), repeats=_number("repeats", repeats),
            loop_end_us=_microseconds("loop_end", loop_end, _LONGEST_POSITION),
            limit_us=_microseconds("limit", limit, _LONGEST_POSITION), rate=_single("rate", rate),
        )  # fmt: skip
        if isinstance(feedback, Prepared):
            if feedback.client is not self:
                raise ValueError("feedback: it was prepared by another client")
            play.handle = feedback._valid_handle
        else:
            play.name = _name("feedback", feedback, expected="a name or a Prepared")
        return self._sent(_library.haptic_play_with(self._pointer, play))

    def start(
        self, feedback: str | Prepared, intensity: float = 1, *, at: float | None = None, offset: float = 0,
        repeats: int = 0, loop_end: float = 0, limit: float = 0, rate: float = 1,
    ) -> Playback:  # fmt: skip
        """Plays a feedback under a new number, as play() does. Returns its playback; see Client.error for an error."""
        number = self.new_playback()
        self.error = Error.OK
        self.play(
            feedback, intensity, playback=number, start=at, offset=offset, repeats=repeats, loop_end=loop_end,
            limit=limit, rate=rate)  # fmt: skip
        return Playback(self, number)

    def new_playback(self) -> int:
        """Returns a new number for a playback."""
        # 0 only in a child process.
        return int(_library.haptic_new_playback(self._pointer)) or _check(Error.FORKED)

    def prepare(self, name: str, *, device: int = 0, fallback: bool = False) -> Prepared:
        """Prepares a feedback, so that its first play is as fast as later ones.

        Needs no daemon yet. Raises HapticError if 64 handles are in use.
        """
        flags = bool(fallback) * _FALLBACK
        number = _number("device", device)
        return Prepared(
            self, _check(_library.haptic_prepare_with(self._pointer, _name("name", name), number, flags)))

    def define(self, pattern: Pattern, *, category: Category = Category.DEFAULT, device: int = 0) -> Prepared:
        """Prepares a pattern of the application. Later changes of the pattern have no effect."""
        _instance("pattern", pattern, Pattern, "a Pattern")
        return Prepared(
            self,
            _check(
                _library.haptic_define(
                    self._pointer, pattern._pointer, _choice("category", category, Category),
                    _number("device", device))))

    def stop(self) -> bool:
        """Stops all playbacks of this client."""
        return self._sent(_library.haptic_stop(self._pointer, 0))

    def stop_everything(self) -> bool:
        """Stops the playbacks of all clients, for emergencies."""
        return self._sent(_library.haptic_stop_everything(self._pointer))

    def request_verdicts(self, enabled: bool = True) -> None:
        """Requests the verdicts on all later requests, as events."""
        _check(_library.haptic_request_verdicts(self._pointer, bool(enabled)))

    def request_devices(self) -> bool:
        """Requests the list of devices, as an event of the kind DEVICES. After one of the kind RESET, it may have
        changed."""
        return self._sent(_library.haptic_request_devices(self._pointer))

    def fileno(self) -> int:
        """Returns a descriptor for select and event loops, which stays the same. If it is readable, call dispatch()."""
        return _check(_library.haptic_fd(self._pointer))

    def dispatch(self) -> list[Event]:
        """Reads without waiting and returns the events. Connects if there is no connection; see Client.error."""
        self.error = Error.OK
        self._sent(_library.haptic_dispatch(self._pointer))
        events: list[Event] = []
        # One by one, because several threads may take events.
        try:
            while True:
                events.append(self._events.popleft())
        except IndexError:
            return events

    def _sent(self, result: int) -> bool:
        """Returns whether a request was sent. Raises exceptions for errors of the caller."""
        if result not in _NOT_SENT:
            return _check(result) >= 0
        self.error = Error(result)
        return False


def _close(pointer: int, _handler: object) -> None:
    # The handler must exist as long as the client.
    _library.haptic_close(pointer)


def _append(events: collections.deque[Event], event: _Event) -> None:
    if event.kind in _KINDS:
        events.append(_read(event))


#: A later library may have more.
_KINDS = frozenset(EventKind)


def _read(event: _Event) -> Event:
    kind = EventKind(event.kind)
    is_verdict = kind == EventKind.VERDICT
    return Event(
        kind=kind,
        error=Error(event.error) if kind == EventKind.DISCONNECTED else None,
        verdict=Verdict(event.verdict) if is_verdict else None,
        request=Request(event.request) if is_verdict else None,
        handle=event.handle,
        reason=Reason(event.reason) if kind == EventKind.FINISHED else None,
        playback=event.playback,
        device=event.device,
        count=event.count,
        received=_seconds(event.received),
        admitted=_seconds(event.admitted),
        written=_seconds(event.written),
        ended=_seconds(event.ended),
        daemon_version=event.daemon_version.decode() if event.daemon_version else "",
        devices=tuple(_read_device(event.devices[index].contents) for index in range(event.device_count)),
    )


def _read_device(device: _Device) -> Device:
    return Device(
        number=device.device,
        state=DeviceState(device.state),
        kind=DeviceKind(device.kind),
        motors=device.motors,
        has_levels=device.has_levels != 0,
        plays_waves=device.plays_waves != 0,
        name=device.name.decode(),
        path=device.path.decode(),
        reason=device.reason.decode(),
    )


class Prepared:
    """A prepared feedback or a defined pattern, from Client.prepare() or Client.define()."""

    def __init__(self, client: Client, handle: int) -> None:
        self.client = client
        #: The handle in events; 0 after release().
        self.handle = handle

    def play(self, intensity: float = 1) -> bool:
        """Plays it now: one send that never blocks."""
        client = self.client
        return client._sent(_library.haptic_play_handle(client._pointer, self._valid_handle, _real("intensity", intensity)))

    def renew(self) -> bool:
        """Prepares it again. The daemon keeps its uploads for 30 seconds after the latest preparation."""
        return self.client._sent(_library.haptic_renew(self.client._pointer, self._valid_handle))

    def release(self) -> None:
        """Releases the handle. Active playbacks continue; later plays raise ValueError."""
        _check(_library.haptic_release(self.client._pointer, self._valid_handle))
        self.handle = 0

    @property
    def _valid_handle(self) -> int:
        if self.handle == 0:
            raise ValueError("the feedback is released")
        return self.handle


class Playback:
    """A playback with a number. Its methods return whether the request was sent.

    `at` is the time of the change, at most 60 seconds ahead.
    """

    def __init__(self, client: Client, number: int) -> None:
        _instance("client", client, Client, "a Client")
        self.client = client
        #: The number in events.
        self.number = _number("number", number, first=1)

    def stop(self, at: float | None = None) -> bool:
        """Stops it."""
        if at is None:
            return self.client._sent(_library.haptic_stop(self._pointer, self.number))
        return self.client._sent(_library.haptic_stop_at(self._pointer, self.number, _moment("at", at)))

    def pause(self, at: float | None = None) -> bool:
        """Silences it and keeps its position."""
        return self.client._sent(_library.haptic_pause(self._pointer, self.number, _moment("at", at)))

    def resume(self, at: float | None = None) -> bool:
        """Continues at its position."""
        return self.client._sent(_library.haptic_resume(self._pointer, self.number, _moment("at", at)))

    def seek(self, offset: float, at: float | None = None) -> bool:
        """Moves to a position in the pattern, in seconds. At its end or later, it ends or, in a loop, moves to the start."""
        position = _microseconds("offset", offset, _LONGEST_POSITION)
        return self.client._sent(_library.haptic_seek(self._pointer, self.number, position, _moment("at", at)))

    def loop(self, repeats: int = FOREVER, end: float = 0, at: float | None = None) -> bool:
        """Sets how often it returns to the start at `end` seconds, or at the end of the pattern. 0 repeats end the loop."""
        count, end_us = _number("repeats", repeats), _microseconds("end", end, _LONGEST_POSITION)
        if end_us > 0 and count == 0:
            raise ValueError(f"end: expected 0 without repeats, not {end!r}")
        return self.client._sent(_library.haptic_loop(self._pointer, self.number, count, end_us, _moment("at", at)))

    def set_rate(self, rate: float, at: float | None = None) -> bool:
        """Sets the rate: 2 is twice as fast. Clamped to 0.1...10."""
        return self.client._sent(_library.haptic_set_rate(self._pointer, self.number, _single("rate", rate), _moment("at", at)))

    def mute(self, muted: bool = True, at: float | None = None) -> bool:
        """Silences it, while its time continues, or ends that."""
        return self.client._sent(_library.haptic_mute(self._pointer, self.number, bool(muted), _moment("at", at)))

    def cancel(self, at: float | None = None) -> bool:
        """Drops its scheduled changes and ends it."""
        return self.client._sent(_library.haptic_cancel(self._pointer, self.number, _moment("at", at)))

    def set_control(self, control: Control, value: float, at: float | None = None) -> bool:
        """Sets a control to a value."""
        return self.modulate(control, [(0, value)], at)

    def modulate(self, control: Control, points: Iterable[tuple[float, float]], at: float | None = None) -> bool:
        """Changes a control along straight lines between up to 500 points of (time, value), in order of time."""
        array = _point_array(points, 500)
        kind = _choice("control", control, Control)
        return self.client._sent(
            _library.haptic_modulate(self._pointer, self.number, kind, array, len(array), _moment("at", at)))

    @property
    def _pointer(self) -> int:
        return self.client._pointer
