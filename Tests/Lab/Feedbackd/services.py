"""feedbackd and hapticd on a private bus in the virtual machine, and clients for both."""

import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time

from gi.repository import Gio, GLib

NAME, PATH, INTERFACE = "org.sigxcpu.Feedback", "/org/sigxcpu/Feedback", "org.sigxcpu.Feedback"
NOT_FOUND, NATURAL, EXPIRED, EXPLICIT = 4294967295, 0, 1, 2
HERE = os.path.dirname(os.path.abspath(__file__))
CLIENTS = os.environ.get("HAPTICD_DEBIAN13", "")


def load_drivers():
    for module in ("evdev", "uinput"):
        subprocess.run(["modprobe", module], check=True)


def tag_motors():
    """Gives each virtual motor the property that feedbackd's rule gives to the motors of phones."""
    os.makedirs("/run/udev/rules.d", exist_ok=True)
    with open("/run/udev/rules.d/91-feedbackd.rules", "w") as rules:
        rules.write('SUBSYSTEM=="input", KERNEL=="event*", ATTRS{name}=="pwm-vibrator*", ENV{FEEDBACKD_TYPE}="vibra"\n')
    subprocess.run(["udevadm", "control", "--reload"], check=True)


def wait(condition, limit=10.0):
    """Runs signal handlers until a condition is true, and returns whether it is."""
    end = time.monotonic() + limit
    wakeups = GLib.timeout_add(20, lambda: True)
    try:
        while not condition():
            if time.monotonic() > end:
                return False
            GLib.MainContext.default().iteration(True)
        return True
    finally:
        GLib.source_remove(wakeups)


def settle(seconds):
    wait(lambda: False, seconds)


class Bus:
    def __init__(self):
        self.folder = tempfile.mkdtemp()
        self.address = f"unix:path={self.folder}/bus"
        configuration = f"{self.folder}/configuration"
        with open(configuration, "w") as file:
            file.write(
                f"<busconfig><type>session</type><listen>{self.address}</listen><auth>EXTERNAL</auth>"
                '<policy context="default"><allow user="*"/><allow send_destination="*"/>'
                '<allow receive_sender="*"/><allow own="*"/></policy></busconfig>'
            )
        self.process = subprocess.Popen(["dbus-daemon", f"--config-file={configuration}", "--nofork", "--nopidfile"])
        # The socket exists a moment before the bus listens.
        wait(self._listens)
        self._control = Client(self)

    def _listens(self):
        with socket.socket(socket.AF_UNIX) as trial:
            return trial.connect_ex(f"{self.folder}/bus") == 0

    def owner(self):
        """The process that serves the name; None without one."""
        try:
            return self._control.ask_bus("GetConnectionUnixProcessID", GLib.Variant("(s)", (NAME,)))
        except GLib.Error:
            return None

    def close(self):
        self._control.leave()
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.folder)


class Client:
    """A program on the bus."""

    def __init__(self, bus):
        flags = Gio.DBusConnectionFlags
        self.connection = Gio.DBusConnection.new_for_address_sync(
            bus.address, flags.AUTHENTICATION_CLIENT | flags.MESSAGE_BUS_CONNECTION, None, None
        )
        self.connection.set_exit_on_close(False)
        self.ended = []  # (id, reason)
        self.connection.signal_subscribe(
            None, INTERFACE, "FeedbackEnded", PATH, None, Gio.DBusSignalFlags.NONE,
            lambda connection, sender, path, interface, member, values: self.ended.append(tuple(values)),
        )

    def leave(self):
        """Ends the connection, as the end of the process does."""
        self.connection.close_sync(None)

    def call(self, interface, member, arguments):
        answer = self.connection.call_sync(NAME, PATH, interface, member, arguments, None, 0, 20000, None).unpack()
        return answer[0] if answer else None

    def ask_bus(self, member, arguments, interface="org.freedesktop.DBus"):
        return self.connection.call_sync(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", interface, member, arguments, None, 0, 5000, None
        ).unpack()[0]

    def trigger(self, event, timeout=-1, application="org.example.App", **hints):
        values = {name: GLib.Variant("b" if value is True else "s", value) for name, value in hints.items()}
        arguments = GLib.Variant("(ssa{sv}i)", (application, event, values, timeout))
        return self.call(INTERFACE, "TriggerFeedback", arguments)

    def end(self, number):
        self.call(INTERFACE, "EndFeedback", GLib.Variant("(u)", (number,)))

    def vibrate(self, *items):
        arguments = GLib.Variant("(sa(du))", ("org.example.Game", list(items)))
        return self.call(INTERFACE + ".Haptic", "Vibrate", arguments)

    def set_profile(self, profile):
        arguments = GLib.Variant("(ssv)", (INTERFACE, "Profile", GLib.Variant("s", profile)))
        self.call("org.freedesktop.DBus.Properties", "Set", arguments)


class Service:
    """A running daemon on a bus of its own."""

    command: list
    label: str

    def __init__(self, theme=None):
        self.bus = Bus()
        self.folder = self.bus.folder
        self.log = f"{self.bus.folder}/log"
        environment = dict(os.environ)
        environment.pop("DBUS_SYSTEM_BUS_ADDRESS", None)
        environment |= {
            "DBUS_SESSION_BUS_ADDRESS": self.bus.address, "GSETTINGS_BACKEND": "memory", "HOME": self.bus.folder,
            "XDG_CONFIG_HOME": f"{self.bus.folder}/config", "XDG_RUNTIME_DIR": self.bus.folder,
        }
        if theme:
            environment["FEEDBACK_THEME"] = f"{self.bus.folder}/theme.json"
            with open(environment["FEEDBACK_THEME"], "w") as file:
                feedbacks = {"full": [], "quiet": theme, "silent": []}
                profiles = [{"name": name, "feedbacks": list} for name, list in feedbacks.items()]
                json.dump({"name": "test", "profiles": profiles}, file)
        self.prepare()
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(self.command, env=environment, stdout=log, stderr=log)
        if not wait(lambda: self.bus.owner() or self.process.poll() is not None, 60) or self.process.poll() is not None:
            raise RuntimeError(f"{self.label} did not start: {self.text()}")
        # The devices are found after the name is taken.
        settle(1.0)

    def prepare(self):
        pass

    def client(self):
        return Client(self.bus)

    def text(self):
        with open(self.log, errors="replace") as log:
            return log.read()

    def criticals(self):
        """The assertions of GLib that failed."""
        return [line for line in self.text().splitlines() if "CRITICAL" in line]

    def close(self):
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.bus.close()


class Feedbackd12(Service):
    label = "feedbackd 0.0.3"
    command = ["/usr/libexec/feedbackd"]


class Feedbackd13(Service):
    label = "feedbackd 0.8.2"
    command = [os.path.join(HERE, "../Debian13/enter"), CLIENTS, "/usr/libexec/feedbackd"]


class Hapticd(Service):
    label = "hapticd"
    command = [*os.environ.get("HAPTICD", "/usr/bin/hapticd").split(), "--verbose"]

    def prepare(self):
        os.makedirs(f"{self.bus.folder}/config/hapticd")
        with open(f"{self.bus.folder}/config/hapticd/hapticd.toml", "w") as settings:
            settings.write('feedback-interface = true\n[app."org.gnome.clocks"]\nimportant = true\n')


def available():
    """The daemons that are installed."""
    services = [Feedbackd12] if os.access("/usr/libexec/feedbackd", os.X_OK) else []
    return services + ([Feedbackd13] if CLIENTS and os.path.isdir(CLIENTS) else []) + [Hapticd]
