"""Events and curves with the pointer."""
import re

from page import PageTest, pattern


class Drawing(PageTest):
    files = {"taps.ahap": pattern((0, 0.5), (0.2, 0.8), (0.6, 0.7, 0.2))}
    target = "taps.ahap"

    def setUp(self):
        super().setUp()
        self.choose_motors("erm")

    def test_a_drag_changes_only_the_numbers_of_the_event(self):
        before = self.text()
        self.drag(self.place(1), self.spot(0.3, 0.6))
        self.assertEqual(self.events()[1], ("transient", 300, 0.6))
        numbers = r"-?\d+(?:\.\d+)?"
        self.assertEqual(re.split(numbers, self.text()), re.split(numbers, before))
        pairs = zip(re.findall(numbers, before), re.findall(numbers, self.text()))
        self.assertEqual([(float(one), float(other)) for one, other in pairs if one != other], [(0.2, 0.3), (0.8, 0.6)])

    def test_an_event_dragged_over_another_keeps_its_place_in_the_text(self):
        self.drag(self.place(0), self.spot(0.4, 0.5))
        times = [float(each) for each in re.findall(r'"Time": ([\d.]+)', self.text())]
        self.assertEqual(times, [0.4, 0.2, 0.6])

    def test_the_end_of_a_vibration_changes_its_length(self):
        left, top = self.spot(0.8, 0.35)
        self.drag((left - 3, top), (self.spot(0.9, 0.35)[0] - 3, top))
        length = self.browser.run("return desk.document.model.events[2].duration")
        self.assertAlmostEqual(length, 0.3, 3)
        self.assertEqual(self.events()[2], ("continuous", 600, 0.7))

    def test_the_lane_of_sharpness_changes_the_sharpness(self):
        self.drag(self.place(1, "sharpness"), self.spot(0.2, 0.9, "sharpness"))
        self.assertAlmostEqual(self.browser.run("return desk.document.model.events[1].sharpness"), 0.9, 1)
        self.assertEqual(self.events()[1], ("transient", 200, 0.8))

    def test_a_double_click_adds_a_tap_and_with_a_drag_a_vibration(self):
        self.double_click(self.spot(0.4, 0.3))
        self.assertIn(("transient", 400, 0.3), self.events())
        start, end = self.spot(0.45, 0.9), self.spot(0.55, 0.9)
        self.browser.point(start, "down", "up", "down", end, "up")
        self.settle()
        self.assertIn(("continuous", 450, 0.9), self.events())

    def test_a_rubber_band_selects_events_which_move_together(self):
        left, right = self.spot(0.12, 0.95), self.spot(0.7, 0.05)
        self.drag(left, right)
        self.assertEqual(self.browser.run("return desk.document.chosen.size"), 2)
        self.drag(self.place(1), self.spot(0.25, 0.8))
        self.assertEqual([time for _, time, _ in self.events()], [0, 250, 650])

    def test_a_drag_snaps_to_the_grid_and_to_the_end_of_a_vibration(self):
        self.browser.run("desk.snap.grid = 0.05; desk.signals.emit('snap')")
        x, y = self.place(1)
        self.drag((x, y), (self.spot(0.363, 0.8)[0], y))
        self.assertEqual(self.events()[1][1], 350)
        x, y = self.place(1)
        self.drag((x, y), (self.spot(0.8, 0.8)[0] + 3, y))
        self.assertEqual(self.events()[-1][1], 800)

    def test_a_finger_moves_an_event(self):
        self.browser.size(360, 740, is_phone=True)
        self.settle()
        self.drag(self.place(1), self.spot(0.4, 0.8), kind="touch")
        self.assertAlmostEqual(self.events()[1][1], 400, delta=10)

    def test_a_curve_gets_points_that_can_be_moved(self):
        self.browser.run("desk.commands.addCurve('HapticIntensityControl')")
        self.settle()
        self.double_click(self.spot(0.4, 0.5, "HapticIntensityControl"))
        points = self.points()
        self.assertEqual(len(points), 3)
        self.assertAlmostEqual(points[1][0], 0.4, 3)
        self.drag(self.spot(0.4, 0.5, "HapticIntensityControl"), self.spot(0.5, 0.2, "HapticIntensityControl"))
        points = self.points()
        self.assertAlmostEqual(points[1][0], 0.5, 3)
        self.assertAlmostEqual(points[1][1], 0.2, 1)

    def test_the_picture_follows_a_drag_before_it_ends(self):
        self.browser.point(self.place(1), "down", self.spot(0.3, 0.8), self.spot(0.35, 0.8))
        self.settle()
        draft = self.browser.run("return desk.document.draft?.plots?.[0].pulses.map((each) => Math.round(each.time * 1000))")
        self.assertIn(350, draft)
        self.assertEqual(self.events()[1][1], 200)
        self.browser.point("up")
        self.settle()
        self.assertEqual(self.events()[1][1], 350)


class Mending(PageTest):
    """The way of a user: draw, see the merge, mend it, save, play, and undo to the beginning."""

    def test_a_drawn_merge_is_marked_mended_saved_played_and_undone(self):
        self.choose_motors("erm")
        empty = self.text()
        self.double_click(self.spot(0.05, 0.9))
        self.double_click(self.spot(0.07, 0.7))
        self.assertEqual(len(self.events()), 2)
        self.assertTrue(any("Felt as one with the previous pulse on erm" in each for each in self.findings()), self.findings())
        self.assertEqual(self.browser.run("return desk.document.plots[0].pulses.map((each) => each.result)"), ["kept", "merged"])
        self.drag(self.place(1), self.spot(0.23, 0.7))
        self.assertEqual(self.findings(), [])
        self.press("Ctrl+S")
        self.browser.press("Ctrl+A")
        self.browser.type("mended.ahap")
        self.press("Enter")
        self.wait_for_state("saved")
        self.assertEqual(self.programs.read("mended.ahap"), self.text())
        self.assertEqual(self.events(), [("transient", 50, 0.9), ("transient", 230, 0.7)])
        self.press("Space")
        self.wait_for_plays(1)
        while not self.browser.run("return document.getElementById('undo').disabled"):
            self.press("Ctrl+Z")
        self.assertEqual(self.text(), empty)
        while not self.browser.run("return document.getElementById('redo').disabled"):
            self.press("Ctrl+Shift+Z")
        self.assertEqual(self.text(), self.programs.read("mended.ahap"))
