"""Firefox without a window, driven by its own protocol, Marionette, because Debian 12 has no geckodriver. The commands are
those of W3C WebDriver; firefox-source-docs.mozilla.org/testing/marionette has the form of the packets."""
import base64
import json
import os
import pathlib
import shutil
import socket
import subprocess
import tempfile
import unittest

from browser import WAIT_SECONDS, Browser, free_port, wait_for

COMMANDS = {
    "/url": "WebDriver:Navigate", "/execute/sync": "WebDriver:ExecuteScript", "/actions": "WebDriver:PerformActions",
    "/screenshot": "WebDriver:TakeScreenshot",
}
# The errors of scripts and of the content security policy, without warnings.
MISTAKES = """
const found = Services.console.getMessageArray().filter((each) => each instanceof Ci.nsIScriptError
  && !(each.flags & Ci.nsIScriptError.warningFlag) && each.sourceName.startsWith("http"));
Services.console.reset();
return found.map((each) => `${each.sourceName}:${each.lineNumber} ${each.errorMessage}`);
"""
# A script of the driver has a global object and modules of its own.
RUN_INSIDE = """
const { addDebuggerToGlobal } = ChromeUtils.importESModule("resource://gre/modules/jsdebugger.sys.mjs");
addDebuggerToGlobal(globalThis);
new Debugger().makeGlobalObjectReference(window.wrappedJSObject).executeInGlobal(arguments[0]);
"""
# Notes the address of each request of a page.
WATCH = """
globalThis.addresses = [];
Services.obs.addObserver((subject) => {
  const channel = subject.QueryInterface(Ci.nsIHttpChannel);
  if (channel.loadInfo.browsingContextID) globalThis.addresses.push(channel.URI.spec);
}, "http-on-modify-request");
"""


class Firefox(Browser):
    """One window. `folder` gets the downloads."""

    def __init__(self, folder):  # pylint: disable=super-init-not-called
        self.folder = folder
        self.profile = pathlib.Path(tempfile.mkdtemp(prefix="firefox"))
        port = free_port()
        preferences = {
            "marionette.port": port, "browser.download.folderList": 2, "browser.download.dir": str(folder),
            "browser.download.alwaysOpenPanel": False, "browser.helperApps.neverAsk.saveToDisk": "application/octet-stream",
        }
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in preferences.items()]
        (self.profile / "user.js").write_text("\n".join(lines) + "\n")
        self.driver = subprocess.Popen(
            ["firefox-esr", "--headless", "--marionette", "--no-remote", "-remote-allow-system-access", "--profile", self.profile],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={**os.environ, "HOME": str(self.profile)})
        self.socket = wait_for("Firefox", lambda: self.connection(port))
        self.reader = self.socket.makefile("rb")
        self.count = 0
        self.receive()
        self.perform("WebDriver:NewSession", capabilities={"alwaysMatch": {}})
        self.inside(WATCH)
        self.size(1600, 900)

    @staticmethod
    def connection(port):
        try:
            return socket.create_connection(("127.0.0.1", port), WAIT_SECONDS)
        except ConnectionRefusedError:
            return None

    def receive(self):
        """A packet: the number of its bytes, a colon, and JSON."""
        digits = b""
        while not digits.endswith(b":"):
            digits += self.reader.read(1)
        return json.loads(self.reader.read(int(digits[:-1])))

    def perform(self, name, **parameters):
        self.count += 1
        packet = json.dumps([0, self.count, name, parameters]).encode()
        self.socket.sendall(str(len(packet)).encode() + b":" + packet)
        _, _, error, result = self.receive()
        if error:
            raise AssertionError(error["message"])
        return result["value"] if result and "value" in result else result

    def command(self, method, path, body=None):
        return self.perform(COMMANDS[path], **(body or {}))

    def inside(self, script):
        """The value of a script in the browser itself instead of in the page."""
        self.perform("Marionette:SetContext", value="chrome")
        try:
            return self.perform("WebDriver:ExecuteScript", script=script, args=[], sandbox="system", newSandbox=False)
        finally:
            self.perform("Marionette:SetContext", value="content")

    def close(self):
        try:
            self.perform("Marionette:Quit", flags=["eForceQuit"])
        finally:
            self.driver.wait(WAIT_SECONDS)
            self.reader.close()
            self.socket.close()
            shutil.rmtree(self.profile, ignore_errors=True)

    def run_inside(self, script):
        self.perform("WebDriver:ExecuteScript", script=RUN_INSIDE, args=[script], sandbox="system")

    def devtools(self, name, **parameters):
        raise unittest.SkipTest(f"{name}, which Firefox does not have")

    def size(self, width, height, is_phone=False, scale=1):
        if is_phone or scale != 1:
            raise unittest.SkipTest("a phone's screen, which Firefox does not imitate without a window")
        for _ in range(2):
            inner = self.run("return [innerWidth, innerHeight]")
            frame = self.perform("WebDriver:GetWindowRect")
            self.perform(
                "WebDriver:SetWindowRect", width=frame["width"] + width - inner[0], height=frame["height"] + height - inner[1])

    def colors(self, scheme):
        number = ["dark", "light"].index(scheme)
        self.inside(f"Services.prefs.setIntPref('layout.css.prefers-color-scheme.content-override', {number})")

    def picture(self):
        return base64.b64decode(self.command("GET", "/screenshot", {"full": False}))

    def mistakes(self):
        return self.inside(MISTAKES)

    def addresses(self):
        return self.inside("return globalThis.addresses.splice(0)")
