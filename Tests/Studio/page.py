"""The page of the studio, as a user handles it."""
import base64
import os
import pathlib
import shutil
import tempfile
import unittest

from browser import Browser, wait_for
from firefox import Firefox
from programs import Programs

BROWSERS = {"chromium": Browser, "firefox": Firefox}
# A folder of pattern files beside the repository, as for the other tests; it may be missing.
CORPUS = pathlib.Path(os.environ.get("HAPTICD_CORPUS") or pathlib.Path(__file__).parents[3] / "shared/corpus") / "ahap"

DROP = """
const bytes = Uint8Array.from(atob(arguments[1]), (letter) => letter.charCodeAt(0));
const data = new DataTransfer();
data.items.add(new File([bytes], arguments[0]));
for (const kind of ["dragenter", "dragover", "drop"]) {
  document.getElementById("stage").dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));
}
"""


def pattern(*events):
    """An AHAP text of (time, intensity) for taps and (time, intensity, duration) for vibrations, in an unusual layout."""
    lines = []
    for time, intensity, *duration in events:
        kind = f'"HapticContinuous", "EventDuration": {duration[0]}' if duration else '"HapticTransient"'
        lines.append(
            f'\t{{ "Event": {{ "Time": {time}, "EventType": {kind}, "EventParameters": [\n'
            f'\t\t{{ "ParameterID": "HapticIntensity", "ParameterValue": {intensity} }} ] }} }}')
    return '{ "Version": 1.0, "Metadata": { "Project": "test" },\n  "Pattern": [\n' + ",\n".join(lines) + "\n  ] }\n"


class PageTest(unittest.TestCase):
    """A browser for each class, and a daemon with its studio for each test. `motor` is simulated."""

    motor = "erm"
    files = {}
    target = "."

    @classmethod
    def setUpClass(cls):
        cls.downloads = pathlib.Path(tempfile.mkdtemp(prefix="downloads"))
        cls.browser = BROWSERS[os.environ.get("HAPTICD_BROWSER") or "chromium"](cls.downloads)

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        shutil.rmtree(cls.downloads, ignore_errors=True)

    def tearDown(self):
        """No script fails, nothing breaks the content security policy, and no request goes to another place."""
        mistakes, addresses = self.browser.mistakes(), self.browser.addresses()
        self.leave()
        self.assertEqual(mistakes, [])
        origin = self.address.split("/?")[0]
        own = (origin, "data:", f"blob:{origin}", "chrome:", "about:")
        self.assertEqual([each for each in addresses if not each.startswith(own)], [])

    def leave(self):
        """Closes the page. It must not outlive its server: its requests would count as those of the next test."""
        self.browser.open("about:blank")
        self.browser.mistakes()
        self.browser.addresses()

    def setUp(self):
        for file in self.downloads.glob("*.*"):
            file.unlink()
        self.programs = Programs(self.motor)
        self.addCleanup(self.programs.close)
        for name, contents in self.files.items():
            self.programs.put(name, contents)
        self.browser.size(1600, 900)
        self.load(self.target)

    def load(self, target):
        """Starts the studio for a target and opens its page."""
        self.address = self.programs.open_studio(target)
        self.browser.open(self.address)
        wait_for("the page", lambda: self.browser.run("return document.documentElement.dataset.ready === 'yes'"))
        self.browser.run_inside("import('/studio.js').then((module) => { window.desk = module.desk; })")
        wait_for("the desk", lambda: self.browser.run("return !!window.desk"))
        self.settle()

    def settle(self):
        """Waits until the server has answered everything."""
        idle = "const c = desk.computation; return !c.isBusy && !c.latest && c.edits.length === 0 && desk.signals.pending.size === 0"
        wait_for("the computation", lambda: self.browser.run(idle))

    def press(self, *keys):
        for key in keys:
            self.browser.press(key)
            self.settle()

    # The state of the page

    def text(self):
        return self.browser.run("return desk.document.text")

    def events(self):
        """(kind, time in ms, intensity) of each event, in the order of time."""
        events = self.browser.run("return desk.document.model.events")
        found = [(each["kind"], round(each["time"] * 1000, 1), round(each["intensity"], 3)) for each in events]
        return sorted(found, key=lambda each: each[1])

    def points(self):
        """(time in s, value) of each point of the first curve."""
        return self.browser.run("return desk.document.model.curves[0].points.map((each) => [each.time, each.value])")

    def chosen(self):
        """The ids of the selected items."""
        return self.browser.run("return [...desk.document.chosen]")

    def findings(self):
        """The words of the pane of findings."""
        return self.browser.run("return [...document.querySelectorAll('#pane-findings button')].map((each) => each.innerText)")

    def says(self):
        """The last words for the screen reader."""
        return self.browser.run("return document.getElementById('live').textContent")

    def notice(self):
        return self.browser.run("const place = document.getElementById('notice'); return place.hidden ? '' : place.innerText")

    def click(self, selector):
        self.browser.run("document.querySelector(arguments[0]).click()", selector)
        self.settle()

    def drop(self, name, contents):
        """Drops a file with these bytes on the page."""
        self.browser.run(DROP, name, base64.b64encode(contents).decode())

    def press_in_list(self, name):
        """Presses a file or a feedback of the list."""
        self.browser.run(
            "[...document.querySelectorAll('#library-list button')]"
            ".find((each) => each.querySelector('.label').textContent === arguments[0]).click()", name)

    def choose_motors(self, *keys):
        self.browser.run("desk.motors.chosen = arguments[0]; desk.signals.emit('motors'); desk.editor.refresh()", list(keys))
        self.settle()

    def wait_for_state(self, word):
        """Waits for the word after the name of the file: saved, changed, not saved."""
        wait_for(word, lambda: self.browser.run("return document.getElementById('file-state').textContent") == word)

    def wait_for_plays(self, count):
        """Waits until the daemon has played this many patterns on its motor; gives them."""
        def plays():
            found = [each for each in self.programs.ask("history") if each.get("verdict") == "played"]
            return found if len(found) >= count else None
        return wait_for(f"{count} plays", plays)

    # The time line

    def place(self, entry, lane="intensity"):
        """Where an event is drawn, in pixels of the window."""
        return self.browser.run(
            "const lane = desk.timeline.lanes.find((each) => each.key === arguments[1]);"
            "const event = desk.document.model.events.find((each) => each.entry === arguments[0]);"
            "const box = desk.timeline.canvas.getBoundingClientRect();"
            "return [box.left + lane.area.x(event.time), box.top + lane.area.y(event[arguments[1]])]", entry, lane)

    def spot(self, time, value, lane="intensity"):
        """The place of a time in seconds and a value in a lane."""
        return self.browser.run(
            "const lane = desk.timeline.lanes.find((each) => each.key === arguments[2] || each.control === arguments[2]);"
            "const box = desk.timeline.canvas.getBoundingClientRect();"
            "return [box.left + lane.area.x(arguments[0]), box.top + lane.area.y(arguments[1], lane.rule?.least, lane.rule?.most)]",
            time, value, lane)

    def drag(self, start, end, kind="mouse"):
        middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        self.browser.point(start, "down", middle, end, "up", kind=kind)
        self.settle()

    def double_click(self, place):
        self.browser.point(place, "down", "up", "down", "up")
        self.settle()
