"""A daemon with a simulated motor and the studio, both of this test only, in a folder that it removes."""
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import tempfile

from browser import wait_for

ROOT = pathlib.Path(__file__).resolve().parents[2]
HAPTICD = os.environ.get("HAPTICD", ROOT / ".build/debug/hapticd")
HAPTICCTL = os.environ.get("HAPTICCTL", ROOT / ".build/debug/hapticctl")
STUDIO = os.environ.get("HAPTICD_STUDIO", ROOT / ".build/debug/hapticd-studio")


class Programs:
    """`folder` is the opened folder, with the files of the test."""

    def __init__(self, motor="erm"):
        self.scratch = pathlib.Path(tempfile.mkdtemp(prefix="studio"))
        self.folder = self.scratch / "patterns"
        self.folder.mkdir()
        self.environment = self.private_environment()
        self.daemon = self.start([HAPTICD, "--no-devices", "--simulate", motor, "--socket", self.environment["HAPTICD_SOCKET"]])
        wait_for("hapticd", self.is_listening)
        self.studio = None

    def is_listening(self):
        """The file of the socket exists a moment before the daemon listens."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as probe:
            return probe.connect_ex(self.environment["HAPTICD_SOCKET"]) == 0

    def private_environment(self):
        environment = {key: value for key, value in os.environ.items() if not key.startswith("XDG_")}
        for name in ("CONFIG", "DATA", "CACHE", "STATE"):
            environment[f"XDG_{name}_HOME"] = str(self.scratch / name.lower())
        runtime = self.scratch / "runtime"
        runtime.mkdir(mode=0o700)
        return environment | {"XDG_RUNTIME_DIR": str(runtime), "HAPTICD_SOCKET": str(self.scratch / "socket"), "HOME": str(self.scratch)}

    def start(self, command, **options):
        return subprocess.Popen(
            [str(part) for part in command], env=self.environment, stderr=subprocess.DEVNULL,
            **{"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, **options})

    def put(self, name, contents):
        """Writes a file into the opened folder."""
        (self.folder / name).write_text(contents)

    def read(self, name):
        return (self.folder / name).read_text()

    def open_studio(self, target="."):
        """Starts the studio; gives the address of its page."""
        self.close_studio()
        self.studio = self.start([STUDIO, "--no-browser", target], cwd=self.folder, stdout=subprocess.PIPE)
        return self.studio.stdout.readline().decode().strip()

    def close_studio(self):
        if self.studio:
            stop(self.studio)
            self.studio.stdout.close()
        self.studio = None

    def ask(self, *arguments, text=None):
        """The output of hapticctl as JSON."""
        command = [str(HAPTICCTL), *arguments, "--json"]
        result = subprocess.run(command, env=self.environment, input=text, capture_output=True, text=True, check=False)
        return json.loads(result.stdout)

    def close(self):
        self.close_studio()
        stop(self.daemon)
        shutil.rmtree(self.scratch, ignore_errors=True)


def stop(process):
    process.send_signal(signal.SIGTERM)
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
