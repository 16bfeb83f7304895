"""The text beside the graph."""
from browser import wait_for
from page import PageTest, pattern


class Text(PageTest):
    files = {"taps.ahap": pattern((0.1, 0.5), (0.3, 0.8))}
    target = "taps.ahap"

    def setUp(self):
        super().setUp()
        self.click("#tab-text")

    def type_text(self, text):
        """Replaces the text as an input of the field does."""
        self.browser.run(
            "const area = document.querySelector('#pane-text textarea'); area.focus(); area.value = arguments[0];"
            "area.dispatchEvent(new Event('input'))", text)
        self.settle()

    def field(self):
        return self.browser.run("return document.querySelector('#pane-text textarea').value")

    def words(self):
        return self.browser.run("return document.querySelector('.text-tools p').textContent")

    def test_typing_moves_an_event_of_the_graph(self):
        self.type_text(self.text().replace('"Time": 0.3', '"Time": 0.45'))
        self.assertEqual([time for _, time, _ in self.events()], [100, 450])

    def test_the_graph_changes_the_text_field(self):
        self.browser.run("document.getElementById('stage').focus()")
        self.press(".", "Right")
        self.assertEqual(self.field(), self.text())
        self.assertIn('"Time": 0.11', self.field())

    def test_a_broken_text_is_explained_and_keeps_the_picture(self):
        good = self.text()
        self.type_text(good.replace("]", "", 1))
        self.assertRegex(self.words(), r"^Line \d+: ")
        self.assertEqual(len(self.events()), 2)
        self.browser.run("document.getElementById('stage').focus()")
        self.press(".", "Right")
        self.assertIn("The text has a mistake", self.notice())
        self.assertEqual(self.field(), self.text())
        self.press("Ctrl+Z")
        self.assertEqual(self.text(), good)
        self.assertEqual(self.words(), "")

    def test_the_caret_selects_the_event(self):
        self.browser.run(
            "const area = document.querySelector('#pane-text textarea'); area.focus();"
            "const place = area.value.indexOf('0.8'); area.setSelectionRange(place, place); area.dispatchEvent(new KeyboardEvent('keyup'))")
        self.settle()
        self.assertEqual(self.chosen(), ["1"])

    def test_the_entries_are_sorted_on_request_only(self):
        self.type_text(self.text().replace('"Time": 0.1,', '"Time": 0.7,'))
        self.assertLess(self.text().index("0.7"), self.text().index("0.3"))
        self.click(".text-tools button")
        self.assertLess(self.text().index("0.3"), self.text().index("0.7"))

    def test_another_program_changes_the_file(self):
        changed = self.text().replace('"Time": 0.3', '"Time": 0.35')
        self.programs.put("taps.ahap", changed)
        wait_for("the change", lambda: self.text() == changed)
        self.press("Ctrl+Z")
        self.assertNotEqual(self.text(), changed)
