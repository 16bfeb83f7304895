"""What the trials print: a line for each check, as `passed: NAME`. The first failure ends the trial with 1."""

import sys
import time

LIMIT = 180  # seconds for anything; the processor is emulated


def passed(name):
    print(f"passed: {name}", flush=True)


def check(condition, name, detail=""):
    if not condition:
        print(f"FAILED {name}\n{detail}", flush=True)
        sys.exit(1)
    passed(name)


def until(condition, what):
    """Waits until a condition is true."""
    end = time.monotonic() + LIMIT
    while not condition():
        if time.monotonic() > end:
            check(False, what, "not within the limit")
        time.sleep(0.1)
