#!/usr/bin/python3
"""Installs, upgrades and removes hapticd's packages in a booted Debian, and feels the motors.

usage: trial.py FOLDER

FOLDER has the packages. Runs as root in the virtual machine, which has a user `tester` and, in /packages, feedbackd with
what it needs. Prints a line for each check, as `passed: NAME`; exits with 1 at the first failure.
"""

import glob
import os
import pathlib
import shutil
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent.parent / "Tests/Lab/Feedbackd")]

from checks import LIMIT, check, passed, until  # noqa: E402
from dualsense import DualSense  # noqa: E402
from motor import Motor  # noqa: E402

ACTIVATION = "/usr/share/dbus-1/services/org.sigxcpu.Feedback.service"
SESSION = {"XDG_RUNTIME_DIR": "/run/user/1000", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/run/user/1000/bus",
           "HOME": "/home/tester", "PATH": "/usr/bin:/usr/sbin", "LC_ALL": "C.UTF-8"}
PACKAGES = ("hapticd", "hapticd-studio", "libhaptic1", "libhaptic-dev", "python3-haptic", "hapticd-doc")

# Plays for each line until the daemon has it.
CLIENT = """
import haptic, sys, time
client = haptic.Client("org.example.trial")
for line in sys.stdin:
    while not client.play(line.strip(), deadline=60):
        time.sleep(0.1)
"""


def as_user(*command):
    """The command for the user of the session."""
    return ("setpriv", "--reuid", "tester", "--regid", "tester", "--init-groups", "--reset-env", "env",
            *(f"{name}={value}" for name, value in SESSION.items()), *command)


def start(*command):
    """Starts a program of the user."""
    return subprocess.Popen(as_user(*command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                            text=True)


def run(*command, user=False, **options):
    """Runs a command, for the user of the session if `user`, and returns its output; a failure ends the trial."""
    if user:
        command = as_user(*command)
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)
    if result.returncode:
        print(f"FAILED {' '.join(command)}: status {result.returncode}\n{result.stdout}", flush=True)
        sys.exit(1)
    return result.stdout


def apt(*arguments):
    return run("apt-get", "-y", "--no-install-recommends", *arguments,
               env=dict(os.environ, DEBIAN_FRONTEND="noninteractive"))


def log_in():
    run("systemctl", "start", "getty@tty1.service")
    until(lambda: subprocess.run(["systemctl", "is-active", "--quiet", "user@1000.service"]).returncode == 0,
          "the user logs in")
    until(lambda: os.path.exists("/run/user/1000/bus"), "the session has a bus")


def log_out():
    run("systemctl", "stop", "getty@tty1.service")
    subprocess.run(["loginctl", "terminate-user", "tester"])
    until(lambda: subprocess.run(["systemctl", "is-active", "--quiet", "user@1000.service"]).returncode != 0,
          "the user logs out")


def felt(motors, what, play):
    """Whether each motor turns after `play`, and stops."""
    for motor in motors:
        motor.clear()
    play()
    for motor in motors:
        check(motor.wait(lambda: any(level > 0 for _, level in motor.changes), LIMIT), f"{what}: {type(motor).__name__} turns")
        check(motor.wait(lambda: motor.level == 0, LIMIT), f"{what}: {type(motor).__name__} stops")


def play():
    """Plays on each device, because a feedback of a touch otherwise goes to the motor of the phone only."""
    for device in ("gpio-vibrator", "DualSense"):
        run("hapticctl", "play", "success", "--device", device, "--wait", user=True)


def trigger():
    run("busctl", "--user", "call", "org.sigxcpu.Feedback", "/org/sigxcpu/Feedback", "org.sigxcpu.Feedback",
        "TriggerFeedback", "ssa{sv}i", "org.example.trial", "phone-incoming-call", "0", "1", user=True)


def process():
    return run("systemctl", "--user", "show", "--property=MainPID", "--value", "hapticd.service", user=True).strip()


def older(folder):
    """Copies of the packages with a lower version."""
    place = pathlib.Path("/tmp/older")
    place.mkdir()
    for package in PACKAGES:
        source = glob.glob(f"{folder}/{package}_*.deb")[0]
        tree = place / package
        run("dpkg-deb", "-R", source, str(tree))
        control = (tree / "DEBIAN/control").read_text().replace("0.9.0-1", "0.9.0-0")
        (tree / "DEBIAN/control").write_text(control)
        run("dpkg-deb", "--root-owner-group", "-Znone", "-b", str(tree), str(place / f"{package}.deb"))
        shutil.rmtree(tree)
    return [str(place / f"{package}.deb") for package in PACKAGES]


def files():
    """All files, except those that change by themselves and the user's."""
    skipped = {"/proc", "/sys", "/dev", "/run", "/tmp", "/host", "/out", "/home", "/var/log", "/var/cache", "/var/tmp",
               "/var/lib/dpkg", "/var/lib/apt", "/var/lib/systemd", "/packages", "/usr/lib/modules", "/root"}
    found = set()
    for folder, folders, names in os.walk("/"):
        folders[:] = [name for name in folders if os.path.join(folder, name) not in skipped and name != "__pycache__"]
        found.update(os.path.join(folder, name) for name in names + folders)
    return found


def suspend(motor):
    """A suspend by the real logind. The kernel freezes all processes and, as a test, wakes up five seconds later."""
    until(lambda: "hapticd" in run("systemd-inhibit", "--list"), "the daemon delays a suspend")
    passed("the daemon may delay a suspend")
    pathlib.Path("/sys/power/mem_sleep").write_text("s2idle")
    pathlib.Path("/sys/power/pm_test").write_text("freezer")
    client = start("hapticctl", "play", "ringtone", "--loop")
    check(motor.wait(motor.is_on, LIMIT), "a client plays before a suspend")
    run("systemctl", "suspend")
    until(lambda: "PM: suspend exit" in run("dmesg"), "the machine resumes")
    entry = next(line for line in run("dmesg").splitlines() if "PM: suspend entry" in line)
    slept = float(entry.split("[")[1].split("]")[0])
    off = [moment for moment, level in motor.changes if level == 0 and moment < slept]
    on = [moment for moment, level in motor.changes if level > 0 and moment < slept]
    check(off and off[-1] > on[-1], "the motor is off before the machine sleeps", f"{motor.changes} {entry}")
    client.terminate()
    client.wait(LIMIT)
    check(motor.wait(lambda: motor.level == 0, LIMIT), "the motor is off after the client's end")


def main():
    folder = os.path.abspath(sys.argv[1])
    packages = [glob.glob(f"{folder}/{package}_*.deb")[0] for package in PACKAGES]
    run("modprobe", "-a", "uinput")
    before = files()
    log_in()
    motors = [Motor("gpio-vibrator"), DualSense()]
    run("udevadm", "settle", "--timeout=180")

    began = time.monotonic()
    apt("install", packages[0])
    run("systemctl", "--user", "start", "hapticd.socket", user=True)
    felt(motors, "installed", play)
    print(f"from apt install to both motors felt: {time.monotonic() - began:.1f} s", flush=True)
    print(run("hapticctl", "devices", user=True), flush=True)
    print(run("hapticctl", "doctor", user=True), flush=True)
    passed("doctor finds nothing")
    felt(motors[:1], "a call by feedbackd's interface", trigger)
    suspend(motors[0])
    felt(motors, "after a suspend", play)
    refused = start("hapticctl", "studio", "--no-browser").communicate(timeout=LIMIT)[0]
    check("install the package hapticd-studio" in refused, "without its package, the studio is named", refused)

    log_out()
    apt("purge", "hapticd")
    apt("install", *older(folder))
    log_in()
    check(run("systemctl", "--user", "is-active", "hapticd.socket", user=True).strip() == "active",
          "the socket is there after the next login")
    felt(motors, "version 0.9.0-0", play)

    lasting = start("/usr/bin/python3", "-c", CLIENT)

    def ask():
        lasting.stdin.write("success\n")
        lasting.stdin.flush()

    felt(motors[:1], "a client in Python", ask)
    client = start("hapticctl", "play", "ringtone", "--loop")
    check(motors[0].wait(motors[0].is_on, LIMIT), "a client plays without an end")
    former = process()
    apt("install", *packages)
    until(lambda: process() not in ("0", former), "the daemon restarts")
    passed("an upgrade restarts the daemon")
    output = client.communicate(timeout=LIMIT)[0]
    check(motors[0].wait(lambda: motors[0].level == 0, LIMIT), "an upgrade stops the motor", output)
    felt(motors, "upgraded", play)
    studio = start("hapticctl", "studio", "--no-browser")
    address = studio.stdout.readline()
    check(address.startswith("http://127.0.0.1:"), "the studio of its package serves its page", address)
    studio.terminate()
    studio.wait(LIMIT)
    felt(motors[:1], "the client of before the upgrade goes on", ask)
    lasting.stdin.close()
    check("0.9.0-1" in run("dpkg-query", "-W", "-f", "${Version}", "hapticd"), "the new version is installed")

    check("/usr/bin/hapticd" in pathlib.Path(ACTIVATION).read_text(), "the session's bus starts hapticd")
    # By its files, because the system has no lists of packages.
    apt("install", *glob.glob("/packages/*.deb"))
    check("hapticd" not in pathlib.Path(ACTIVATION).read_text(), "beside feedbackd, the session's bus starts feedbackd")
    felt(motors, "beside feedbackd", play)
    apt("purge", "feedbackd")
    check("/usr/bin/hapticd" in pathlib.Path(ACTIVATION).read_text(), "after feedbackd's removal, the session's bus starts hapticd")
    felt(motors[:1], "after feedbackd's removal", trigger)

    run("hapticctl", "set", "touch.strength", "90%", user=True)
    apt("remove", *PACKAGES)
    check(not os.path.exists(ACTIVATION), "a removal removes the file of the session's bus")
    run("dpkg", "--purge", *PACKAGES)
    left = sorted(files() - before)
    check(not [file for file in left if "haptic" in file.lower()], "nothing of hapticd is left after purge", "\n".join(left))
    print(f"left by other packages: {len(left)} files", flush=True)
    check(os.path.exists("/home/tester/.config/hapticd/hapticd.toml"), "the user's settings are kept")
    apt("install", *packages)
    run("systemctl", "--user", "start", "hapticd.socket", user=True)
    felt(motors, "installed again", play)


main()
