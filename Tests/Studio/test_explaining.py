"""What the motors make of a pattern, in the words of lint."""
from page import PageTest, pattern


class Explaining(PageTest):
    files = {"taps.ahap": pattern((0.1, 0.9), (0.12, 0.7), (0.15, 0.5), (0.6, 0.3, 0.004), (0.8, 0.7, 0.2))}
    target = "taps.ahap"
    motors = ("erm", "on-off")

    def setUp(self):
        super().setUp()
        self.choose_motors(*self.motors)

    def test_the_findings_are_those_of_lint(self):
        shown = "\n".join(self.findings()).lower()
        path = str(self.programs.folder / "taps.ahap")
        for motor in self.motors:
            messages = [each["message"] for each in self.programs.ask("lint", "--motor", motor, path)]
            self.assertTrue(any(f"on {motor}" in each for each in messages), messages)
            for message in messages:
                self.assertIn(message.lower(), shown)

    def test_the_pulses_are_those_of_plot(self):
        path = str(self.programs.folder / "taps.ahap")
        for plot in self.browser.run("return desk.document.plots"):
            expected = self.programs.ask("plot", "--motor", plot["motor"], path)["pulses"]
            found = [(round(each["time"] * 1000, 3), each["result"]) for each in plot["pulses"]]
            self.assertEqual(found, [(round(each["atMilliseconds"], 3), each["result"]) for each in expected])

    def test_a_note_at_the_pointer_explains_the_event(self):
        self.browser.point(self.place(1))
        note = self.browser.run("const tip = document.getElementById('tip'); return tip.hidden ? '' : tip.innerText")
        self.assertIn("tap at 120 ms, intensity 0.7", note)
        self.assertIn("felt as one with the previous pulse on erm", note)

    def test_a_press_on_a_finding_selects_its_event(self):
        self.browser.run("[...document.querySelectorAll('#pane-findings button')].find((each) => /as one/.test(each.innerText)).click()")
        self.settle()
        self.assertEqual(self.chosen(), ["1"])
        self.assertIn("felt as one", self.browser.run("return document.getElementById('inspector').innerText"))

    def test_why_shows_the_levels_and_when_the_event_is_felt(self):
        self.press(".")
        self.click("#tab-why")
        words = self.browser.run("return document.getElementById('pane-why').innerText")
        self.assertRegex(words, r"sent\s+from 100 ms: 100 %")
        self.assertRegex(words, r"felt\s+at 1\d\d(\.\d)? ms, \d+(\.\d)? ms after its start")
        self.assertIn("on-off", words)
