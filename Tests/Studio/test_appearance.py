"""Colors, widths, and names for the screen reader."""
from page import PageTest, pattern

ROLES = {"button", "textbox", "searchbox", "spinbutton", "slider", "combobox", "checkbox", "radio", "tab", "application", "link",
         "tabpanel", "dialog", "table", "listbox", "menuitem", "img", "image"}
# The ratio of luminances of WCAG 2.
CONTRAST = """
const channel = (value) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const light = (color) => {
  const [red, green, blue] = color.match(/[\\d.]+/g).map((each) => channel(each / 255));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
const ratio = (one, other) => {
  const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
};
const { colors } = desk;
return Object.fromEntries(["ink", "quiet", "accent", "warning", "lost", "merged", "delayed", "felt", "intensity", "sent"]
  .map((name) => [name, ratio(colors[name], colors.surface)]));
"""


class Appearance(PageTest):
    files = {"taps.ahap": pattern((0.1, 0.5), (0.13, 0.8), (0.6, 0.7, 0.2))}
    target = "taps.ahap"

    def setUp(self):
        super().setUp()
        self.choose_motors("erm", "lra", "pad")

    def assert_names(self, place):
        unnamed = [role for role, name in self.browser.names() if role in ROLES and not name.strip()]
        self.assertEqual(unnamed, [], place)

    def test_everything_has_a_name_for_the_screen_reader(self):
        self.press(".")
        for tab in ("findings", "table", "text", "why"):
            self.click(f"#tab-{tab}")
            self.assert_names(tab)
        self.click("#tab-table")
        names = self.browser.names()
        self.assertIn(("spinbutton", "1 tap, time"), names)
        self.assertIn(("application", "Time line"), names)
        self.press("Ctrl+E")
        self.assert_names("export")
        self.press("Escape")
        self.browser.press("?")
        self.assert_names("help")

    def test_a_phone_shows_everything_without_scrolling_sideways(self):
        self.browser.size(360, 740, is_phone=True)
        self.settle()
        for tab in ("findings", "table", "text", "why", "library"):
            self.click(f"#tab-{tab}")
            self.assertLessEqual(self.browser.run("return document.documentElement.scrollWidth"), 360, tab)
        self.assert_inside(360)
        self.click("#motor-button")
        self.assert_inside(360)

    def test_a_wide_screen_shows_everything_without_scrolling(self):
        self.assertLessEqual(self.browser.run("return document.documentElement.scrollWidth"), 1600)
        self.assertLessEqual(self.browser.run("return document.documentElement.scrollHeight"), 900)
        self.assert_inside(1600)

    def assert_inside(self, width):
        outside = self.browser.run(
            "return [...document.querySelectorAll('#head *, #tools button, #tools select, #transport *, #motor-menu *')]"
            ".map((each) => ({ each, box: each.getBoundingClientRect() }))"
            ".filter(({ each, box }) => each.checkVisibility() && (box.right > arguments[0] || box.left < 0))"
            ".map(({ each }) => each.id || each.tagName)", width)
        self.assertEqual(outside, [])

    def test_the_colors_follow_the_system_and_the_choice(self):
        ground = "return getComputedStyle(document.body).backgroundColor"
        self.browser.colors("light")
        light = self.browser.run(ground)
        self.browser.colors("dark")
        dark = self.browser.run(ground)
        self.assertNotEqual(light, dark)
        self.click("#appearance")
        self.assertEqual(self.browser.run(ground), light)
        self.click("#appearance")
        self.browser.colors("light")
        self.assertEqual(self.browser.run(ground), dark)
        self.click("#appearance")
        self.assertEqual(self.browser.run(ground), light)

    def test_text_and_signs_have_contrast_in_both_colors(self):
        for scheme in ("light", "dark"):
            self.browser.colors(scheme)
            self.settle()
            for name, ratio in self.browser.run(CONTRAST).items():
                self.assertGreaterEqual(ratio, 4.5 if name in ("ink", "quiet", "accent", "warning") else 3, f"{name} in {scheme}")

    def test_three_motors_are_side_by_side(self):
        titles = self.browser.run("return desk.document.plots.map((each) => each.motor)")
        self.assertEqual(titles, ["erm", "lra", "pad"])
        self.assertEqual(self.browser.run("return desk.timeline.lanes.filter((each) => each.role === 'felt').length"), 3)
