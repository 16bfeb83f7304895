"""Chromium without a window, driven by its driver over HTTP (W3C WebDriver) with nothing but Python's library."""
import base64
import json
import socket
import subprocess
import time
import urllib.error
import urllib.request

WAIT_SECONDS = 60
KEYS = {
    "Ctrl": "\ue009", "Shift": "\ue008", "Alt": "\ue00a", "Left": "\ue012", "Right": "\ue014", "Up": "\ue013", "Down": "\ue015",
    "Enter": "\ue007", "Delete": "\ue017", "Escape": "\ue00c", "Tab": "\ue004", "Space": " ", "Home": "\ue011", "End": "\ue010",
    "F6": "\ue036",
}
# No window, and no request of the browser itself. The sandbox of Chromium does not work for root.
OPTIONS = [
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
    "--no-first-run", "--disable-default-apps", "--disable-dev-shm-usage", "--hide-scrollbars", "--force-color-profile=srgb",
]


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for(what, condition):
    """The first value of `condition` that is true; an error after a minute."""
    end = time.monotonic() + WAIT_SECONDS
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.02)
    raise AssertionError(f"waited {WAIT_SECONDS} s in vain for {what}")


class Browser:
    """One window. `folder` gets the downloads and the profile."""

    def __init__(self, folder):
        self.folder = folder
        port = free_port()
        self.address = f"http://127.0.0.1:{port}"
        self.driver = subprocess.Popen(
            ["chromedriver", f"--port={port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_for("chromedriver", self.is_ready)
        options = {"args": [*OPTIONS, f"--user-data-dir={folder}/profile"],
                   "prefs": {"download.default_directory": str(folder), "download.prompt_for_download": False}}
        capabilities = {"goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"}}
        self.session = self.request("POST", "/session", {"capabilities": {"alwaysMatch": capabilities}})["sessionId"]
        self.size(1600, 900)

    def is_ready(self):
        try:
            return self.request("GET", "/status")["ready"]
        except OSError:
            return False

    def request(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            self.address + path, method=method, data=data, headers={"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=WAIT_SECONDS) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(json.load(error)["value"]["message"].splitlines()[0]) from None

    def command(self, method, path, body=None):
        return self.request(method, f"/session/{self.session}{path}", body)

    def close(self):
        try:
            self.command("DELETE", "")
        finally:
            self.driver.terminate()
            self.driver.wait()

    # Pages

    def open(self, address):
        self.command("POST", "/url", {"url": address})

    def run(self, script, *arguments):
        """The value that a script returns."""
        return self.command("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def run_inside(self, script):
        """Runs a script among those of the page, so that what it imports is what the page has."""
        self.run(script)

    def devtools(self, name, **parameters):
        return self.command("POST", "/goog/cdp/execute", {"cmd": name, "params": parameters})

    def size(self, width, height, is_phone=False, scale=1):
        self.devtools("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=is_phone)
        self.devtools("Emulation.setTouchEmulationEnabled", enabled=is_phone)

    def colors(self, scheme):
        """Sets what the system prefers: light or dark."""
        self.devtools("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def picture(self):
        """The page as PNG."""
        return base64.b64decode(self.command("GET", "/screenshot"))

    def mistakes(self):
        """Errors of scripts, and what the content security policy refused."""
        return [entry["message"] for entry in self.command("POST", "/se/log", {"type": "browser"}) if entry["level"] == "SEVERE"]

    def addresses(self):
        """The address of each request since the last call."""
        messages = [json.loads(entry["message"])["message"] for entry in self.command("POST", "/se/log", {"type": "performance"})]
        return [each["params"]["request"]["url"] for each in messages if each["method"] == "Network.requestWillBeSent"]

    def names(self):
        """The accessibility tree: (role, name) of each node that a screen reader sees."""
        nodes = self.devtools("Accessibility.getFullAXTree")["nodes"]
        seen = [node for node in nodes if not node.get("ignored")]
        return [(node["role"]["value"], node.get("name", {}).get("value", "")) for node in seen]

    # Keys and pointers

    def press(self, *combinations):
        """Presses keys such as `Ctrl+Shift+Z`, one after the other."""
        for combination in combinations:
            # A capital letter would be one with Shift.
            keys = ["+"] if combination == "+" else [KEYS.get(key, key.lower()) for key in combination.split("+")]
            down = [{"type": "keyDown", "value": key} for key in keys]
            up = [{"type": "keyUp", "value": key} for key in reversed(keys)]
            self.act({"type": "key", "id": "keyboard", "actions": down + up})

    def type(self, text):
        self.act({"type": "key", "id": "keyboard", "actions": [
            {"type": kind, "value": letter} for letter in text for kind in ("keyDown", "keyUp")]})

    def point(self, *steps, kind="mouse"):
        """Moves a pointer along (x, y), or presses it for "down" and lifts it for "up"."""
        actions = []
        for step in steps:
            if step in ("down", "up"):
                actions.append({"type": "pointerDown" if step == "down" else "pointerUp", "button": 0})
            else:
                actions.append({"type": "pointerMove", "x": round(step[0]), "y": round(step[1]), "duration": 20})
        self.act({"type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": actions})

    def act(self, source):
        self.command("POST", "/actions", {"actions": [source]})
