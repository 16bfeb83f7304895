"""Opening, saving and exporting, and what happens when something goes wrong."""
from browser import wait_for
from page import PageTest, pattern


class Files(PageTest):
    files = {"taps.ahap": pattern((0.1, 0.5), (0.3, 0.8)), "long.ahap": pattern((0, 1, 0.5))}

    def name(self):
        return self.browser.run("return document.getElementById('file-name').textContent")

    def open_file(self, name):
        self.press_in_list(name)
        wait_for(name, lambda: self.name() == name)
        self.settle()

    def answer(self, words):
        """Presses a button of the dialog."""
        found = "[...document.querySelectorAll('dialog[open] button')].find((each) => each.textContent === arguments[0])"
        wait_for(words, lambda: self.browser.run(f"return !!{found}", words))
        self.browser.run(f"{found}.click()", words)
        self.settle()

    def export(self, form, suffix):
        self.press("Ctrl+E")
        self.browser.run("document.querySelector(`input[value=${arguments[0]}]`).click()", form)
        wait_for("the export", lambda: self.browser.run("return !document.querySelector('dialog .main').disabled"))
        losses = self.browser.run("return document.querySelector('.losses').innerText")
        self.browser.run("document.querySelector('dialog .main').click()")
        file = wait_for("the download", lambda: list(self.downloads.glob(f"*{suffix}")))[0]
        text = wait_for("its contents", file.read_text)
        file.unlink()
        return text, losses

    def test_the_files_of_the_folder_are_listed_and_opened(self):
        self.open_file("long.ahap")
        self.assertEqual(self.events(), [("continuous", 0, 1)])
        self.open_file("taps.ahap")
        self.assertEqual(len(self.events()), 2)

    def test_the_dialog_of_the_browser_offers_each_kind_of_file_that_the_folder_lists(self):
        for suffix in ("ahap", "haptic", "xml", "ahv", "json", "wav", "ogg", "oga", "flac", "aif", "aiff", "mp3", "opus"):
            self.programs.put(f"each.{suffix}", "")
        self.leave()
        self.load(".")
        listed = self.browser.run("return desk.library.contents.files.map((each) => each.file.replace(/.*[.]/, '.'))")
        offered = self.browser.run("return document.getElementById('file-input').accept.split(',')")
        self.assertEqual(sorted(set(listed)), sorted(offered))

    def test_changes_are_not_lost_when_another_file_is_opened(self):
        self.open_file("taps.ahap")
        self.press(".", "Right")
        changed = self.text()
        self.press_in_list("long.ahap")
        self.answer("Save")
        wait_for("long.ahap", lambda: self.name() == "long.ahap")
        self.assertEqual(self.programs.read("taps.ahap"), changed)

    def test_nothing_is_written_without_a_save(self):
        before = self.programs.read("taps.ahap")
        self.open_file("taps.ahap")
        self.press(".", "Right", "Delete", "T")
        self.assertEqual(self.programs.read("taps.ahap"), before)
        self.assertEqual(sorted(each.name for each in self.programs.folder.iterdir()), ["long.ahap", "taps.ahap"])

    def test_a_file_that_another_program_changed_is_replaced_only_on_request(self):
        self.open_file("taps.ahap")
        self.press(".", "Right")
        self.programs.put("taps.ahap", pattern((0.9, 1)))
        wait_for("the notice", lambda: "Another program has changed taps.ahap" in self.notice())
        self.press("Ctrl+S")
        self.answer("Cancel")
        self.assertEqual(self.programs.read("taps.ahap"), pattern((0.9, 1)))
        self.press("Ctrl+S")
        self.answer("Replace")
        wait_for("the save", lambda: self.programs.read("taps.ahap") == self.text())
        self.browser.mistakes()  # The status of the conflicts is logged.

    def test_a_dropped_file_opens(self):
        self.drop("dropped.ahap", pattern((0.2, 0.4)).encode())
        wait_for("the file", lambda: self.name() == "dropped.ahap")
        self.settle()
        self.assertEqual(self.events(), [("transient", 200, 0.4)])

    def test_a_dropped_web_vibration_is_converted(self):
        self.drop("buzz.json", b"[100, 50, 200]")
        wait_for("the file", lambda: self.name() == "buzz.ahap")
        self.settle()
        self.assertEqual([event[:2] for event in self.events()], [("continuous", 0), ("continuous", 150)])

    def test_a_file_that_is_no_pattern_is_shown_with_its_mistake(self):
        self.drop("bad.ahap", b'{ "Pattern": [ }')
        wait_for("the file", lambda: self.name() == "bad.ahap")
        self.settle()
        self.assertRegex(self.findings()[0], r"line 1|Line 1")
        self.drop("bad.xml", b"<html/>")
        wait_for("the message", self.notice)
        self.browser.mistakes()  # The status of the refusal is logged.

    def test_exports_name_what_is_lost(self):
        self.open_file("taps.ahap")
        text, losses = self.export("web", ".json")
        self.assertTrue(text.strip().startswith("["), text)
        self.assertIn("This is lost", losses)
        text, losses = self.export("ahap", ".ahap")
        self.assertEqual((text, losses), (self.text(), "Nothing is lost."))

    def test_a_picture_and_a_page_for_reviews_are_made(self):
        self.open_file("taps.ahap")
        self.assertTrue(self.export("picture", ".svg")[0].lstrip().startswith("<svg"))
        review = self.export("review", ".html")[0]
        self.assertTrue(review.lower().startswith("<!doctype html>"))
        self.assertNotIn("<script", review)

    def test_the_name_of_the_file_can_be_dragged_out(self):
        self.open_file("taps.ahap")
        text = self.browser.run(
            "const data = new DataTransfer(); const name = document.getElementById('file-name');"
            "name.dispatchEvent(new DragEvent('dragstart', { dataTransfer: data })); return data.getData('text/plain')")
        self.assertEqual(text, self.text())

    def test_a_pattern_survives_the_end_of_the_studio(self):
        self.open_file("taps.ahap")
        self.press(".", "Right")
        changed = self.text()
        self.programs.close_studio()
        wait_for("the notice", lambda: "The studio has ended" in self.notice())
        self.browser.run("document.querySelector('#notice button').click()")
        saved = wait_for("the download", lambda: list(self.downloads.glob("taps*.ahap")))[0]
        self.assertEqual(wait_for("its contents", saved.read_text), changed)
        self.browser.mistakes()  # Failed requests are logged.


class ThemeFeedbacks(PageTest):
    target = "default"

    def test_the_feedbacks_of_the_theme_are_listed_and_opened(self):
        names = self.browser.run("return [...document.querySelectorAll('#library-list .label')].map((each) => each.textContent)")
        self.assertIn("success", names)
        self.assertIn("impact.light", names)
        self.press_in_list("success")
        wait_for("the pattern", lambda: len(self.events()) == 3)
