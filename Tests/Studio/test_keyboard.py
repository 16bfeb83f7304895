"""Everything by the keyboard only."""
from browser import wait_for
from page import PageTest, pattern
from programs import ROOT

PARTS = "#stage, #inspector, #tabs, [role=tabpanel], #library, #tools, #head"
KEYS_OF_THE_PAGE = """
return import("/keys.js").then(({ keyboard }) => keyboard.flatMap((group) => group.rows.map((row) => [row.keys[0], row.words])));
"""


class Keyboard(PageTest):
    files = {"taps.ahap": pattern((0.1, 0.5), (0.3, 0.8), (0.6, 0.7, 0.2))}
    target = "taps.ahap"

    def focused(self):
        return self.browser.run("const e = document.activeElement; return e.id || e.getAttribute('aria-label') || e.name || e.textContent")

    def reach(self, identifier, key="Tab"):
        """Presses Tab or Shift+Tab until an element has the focus."""
        for _ in range(60):
            if self.focused() == identifier:
                return
            self.browser.press(key)
        self.fail(f"Tab does not reach {identifier}")

    def test_the_time_line_has_the_focus_at_first(self):
        self.assertEqual(self.focused(), "stage")

    def test_arrows_move_an_event_and_change_its_values(self):
        self.press(".", "Right", "Shift+Right", "Up", "Shift+Down", "Alt+Up", "Alt+Shift+Up")
        event = self.browser.run("return desk.document.model.events[0]")
        self.assertAlmostEqual(event["time"], 0.21, 4)
        self.assertAlmostEqual(event["intensity"], 0.41, 4)
        self.assertAlmostEqual(event["sharpness"], 0.61, 4)
        self.press(".", ".", "Alt+Right", "Alt+Shift+Right")
        self.assertAlmostEqual(self.browser.run("return desk.document.model.events[2].duration"), 0.31, 4)

    def test_repeated_arrows_are_one_step_to_undo(self):
        before = self.text()
        self.press(".", "Right", "Right", "Right")
        self.press("Ctrl+Z")
        self.assertEqual(self.text(), before)

    def test_events_are_added_selected_copied_and_deleted(self):
        self.press("End", "Shift+Right", "T")
        self.assertEqual(self.events()[-1][:2], ("transient", 900))
        self.press("Ctrl+D")
        self.assertEqual(len(self.events()), 5)
        self.press("Delete")
        self.assertEqual(len(self.events()), 4)
        self.press("Ctrl+A", "Ctrl+C", "Escape", "End", "Shift+Right", "Ctrl+V")
        self.assertEqual(len(self.events()), 8)
        self.press("Home", "V")
        self.assertEqual(self.events()[0][:2], ("continuous", 0))

    def test_a_curve_is_added_and_shaped(self):
        self.reach("add-curve", "Shift+Tab")
        self.browser.press("Down", "Enter")
        wait_for("the curve", lambda: self.browser.run("return desk.document.model.curves.length") == 1)
        self.settle()
        self.reach("stage")
        self.browser.run("desk.selection.lane = null")
        self.press("Escape", "C", ".", ".", "Shift+Down")
        self.assertAlmostEqual(self.points()[1][1], 0.9, 3)
        self.press("Escape", "Home", "Shift+Right", "Shift+Right", "P", "Shift+Down", "Shift+Down")
        points = self.points()
        self.assertEqual(len(points), 3)
        self.assertAlmostEqual(points[1][0], 0.2, 3)

    def test_the_table_changes_the_graph(self):
        self.reach("tab-findings")
        self.press("Right")
        self.reach("1 tap, time")
        self.browser.press("Ctrl+A")
        self.browser.type("150")
        self.press("Tab")
        self.assertEqual(self.events()[0], ("transient", 150, 0.5))
        self.assertEqual(self.focused(), "1 tap, intensity")
        self.press("Down")
        self.assertEqual(self.focused(), "2 tap, intensity")
        self.assertEqual(self.chosen(), ["1"])

    def test_enter_edits_the_selection_as_numbers(self):
        self.press(".", "Enter")
        self.browser.press("Ctrl+A")
        self.browser.type("120")
        self.press("Enter", "Escape")
        self.assertEqual(self.events()[0][1], 120)
        self.assertEqual(self.focused(), "stage")

    def test_motors_rate_loop_and_range_are_set(self):
        self.press("M", "Down", "Space", "Escape", ".", ".", ".", "S", "L", "R")
        state = self.browser.run("return [desk.motors.chosen.length, desk.player.isLooping, desk.player.rate, desk.range.from]")
        self.assertEqual(state[:2], [2, True])
        self.assertEqual(state[2], 1.5)
        self.assertAlmostEqual(state[3], 0.6, 4)

    def test_zoomed_lanes_have_the_values_of_the_shown_time(self):
        self.press(".", ".", "Z")
        view = self.browser.run("return [desk.view.from, desk.view.to]")
        self.assertLess(view[1] - view[0], 0.1)
        plot = self.browser.run("const plot = desk.document.plots[0]; return [plot.from, plot.to, plot.felt.length, desk.width]")
        self.assertAlmostEqual(plot[0], view[0], 3)
        self.assertAlmostEqual(plot[1], view[1], 3)
        self.assertAlmostEqual(plot[2], plot[3], delta=2)
        self.press("0")
        whole = self.browser.run("return desk.view.span")
        self.press("+", "+", "-")
        self.assertAlmostEqual(self.browser.run("return desk.view.span"), whole / 1.5, 3)

    def test_an_hour_is_shown_from_its_start_to_its_end(self):
        self.browser.run("desk.editor.replaceText(arguments[0])", pattern((0, 1), (3599, 1)))
        self.settle()
        self.press("0")
        plot = self.browser.run("const plot = desk.document.plots[0]; return [plot.from, plot.to, Math.max(...plot.intended.slice(-80))]")
        self.assertEqual(plot[0], 0)
        self.assertGreater(plot[1], 3600)
        self.assertGreater(plot[2], 0)
        self.press("-", "-", "End", "+", "+")
        self.assertEqual(self.notice(), "")

    def test_the_screen_reader_hears_the_event_and_how_it_is_felt(self):
        self.choose_motors("erm")
        self.press(".", ".")
        self.assertIn("tap 2 of 3 at 300 ms, intensity 0.8, sharpness 0.5", self.says())
        self.press("Shift+Left", *["Left"] * 8)
        self.assertIn("felt as one with the previous pulse on erm", self.says())

    def test_a_file_is_saved_and_exported(self):
        self.press(".", "Right", "Ctrl+S")
        self.wait_for_state("saved")
        self.assertEqual(self.programs.read("taps.ahap"), self.text())
        self.browser.press("Ctrl+E", "Down", "Down")
        wait_for("the report", lambda: "lost" in self.browser.run("return document.querySelector('.losses').textContent"))
        self.browser.press("Tab", "Tab", "Enter")
        exported = wait_for("the download", lambda: list(self.downloads.glob("*.xml")))
        self.assertIn("<vibration", exported[0].read_text())

    def test_the_keys_are_listed_and_versions_swapped(self):
        self.press("?")
        self.assertIn("Keyboard", self.browser.run("return document.querySelector('dialog').innerText"))
        self.press("Escape", "B", ".", "Delete")
        self.assertEqual(len(self.events()), 2)
        self.press("B")
        self.assertEqual(len(self.events()), 3)
        self.press("B")
        self.assertEqual(len(self.events()), 2)

    def test_the_manual_has_the_keys_of_the_page(self):
        signs = {"Left": "←", "Right": "→", "Up": "↑", "Down": "↓"}
        manual = (ROOT / "docs/studio.md").read_text()
        for keys, words in self.browser.run(KEYS_OF_THE_PAGE):
            key = "+".join(signs.get(each, each) for each in keys.split("+")) if keys != "+" else keys
            self.assertIn(f"| {key} | {words} |", manual)

    def test_f6_goes_through_the_parts_of_the_page(self):
        places = set()
        for _ in range(8):
            self.browser.press("F6")
            places.add(self.browser.run("return document.activeElement.closest(arguments[0])?.id", PARTS))
        self.assertGreaterEqual(places, {"tabs", "pane-findings", "library", "tools", "head", "stage"})
