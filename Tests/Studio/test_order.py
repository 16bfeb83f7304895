"""Changes that come before the server has answered the one before."""
from page import PageTest, pattern

# Answers come only after release().
HOLD = """
const call = desk.server.call.bind(desk.server);
const gate = new Promise((resume) => { window.release = resume; });
desk.server.call = async (...words) => { await gate; return call(...words); };
"""


class Order(PageTest):
    files = {"taps.ahap": pattern((0.1, 0.5), (0.3, 0.8))}
    target = "taps.ahap"

    def setUp(self):
        super().setUp()
        self.press(".")

    def held(self, script):
        """Runs a script whose calls are answered only after it."""
        self.browser.run(f"{HOLD} {script}; release();")
        self.settle()

    def test_an_undo_waits_for_the_edit_before_it(self):
        self.press("Right")
        moved = self.text()
        self.held("desk.commands.nudge({ amount: 0.1 }); desk.editor.undo()")
        self.assertEqual(self.text(), moved)
        self.assertEqual(self.events(), [("transient", 110, 0.5), ("transient", 300, 0.8)])
        self.press("Ctrl+Z")
        self.assertEqual(self.events(), [("transient", 100, 0.5), ("transient", 300, 0.8)])

    def test_an_edit_starts_from_the_text_that_an_undo_has_left(self):
        self.press("Right")
        self.held("desk.editor.refresh(); desk.editor.undo(); desk.commands.nudge({ steps: 2 })")
        self.assertEqual(self.events()[0], ("transient", 120, 0.5))

    def test_an_edit_starts_from_the_text_that_was_typed_before_it(self):
        self.held(
            "desk.editor.refresh(); desk.editor.replaceText(desk.document.text.replace('0.1,', '0.2,'));"
            "desk.commands.nudge({ steps: 1 })")
        self.assertEqual(self.events()[0], ("transient", 210, 0.5))

    def test_an_edit_that_waits_is_made_in_the_text_that_was_typed_after_it(self):
        self.held(
            "desk.editor.refresh(); desk.commands.nudge({ steps: 1 });"
            "desk.editor.replaceText(desk.document.text.replace('0.1,', '0.2,'))")
        self.assertEqual(self.events()[0], ("transient", 210, 0.5))

    def test_a_drag_starts_from_the_text_that_was_typed_before_it(self):
        self.held(
            "desk.editor.refresh(); desk.editor.replaceText(desk.document.text.replace('0.8', '0.9'));"
            "desk.editor.preview([{ op: 'set', entry: 0, key: 'time', value: 0.15 }], performance.now()); desk.editor.drop()")
        self.assertEqual(self.events(), [("transient", 100, 0.5), ("transient", 300, 0.9)])

    def test_what_is_typed_during_an_edit_is_kept(self):
        self.held(
            "desk.commands.nudge({ steps: 1 }); desk.editor.replaceText(desk.document.text.replace('0.8', '0.9'))")
        self.assertEqual(self.events(), [("transient", 110, 0.5), ("transient", 300, 0.9)])
        self.press("Ctrl+Z")
        self.assertEqual(self.events(), [("transient", 100, 0.5), ("transient", 300, 0.9)])
