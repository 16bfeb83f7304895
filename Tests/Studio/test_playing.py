"""Playing on a simulated motor."""
from browser import wait_for
from page import PageTest, pattern


class Playing(PageTest):
    files = {"taps.ahap": pattern((0.1, 0.5), (0.3, 0.8), (0.6, 0.7, 0.2))}
    target = "taps.ahap"

    def is_playing(self):
        return self.browser.run("return desk.player.playback !== null")

    def test_space_plays_on_the_motor_until_the_pattern_ends(self):
        self.press("Space")
        wait_for("the start", self.is_playing)
        play = self.wait_for_plays(1)[0]
        self.assertEqual(play["verdict"], "played")
        wait_for("the end", lambda: not self.is_playing())

    def test_a_range_loops_at_half_the_rate_until_space(self):
        self.browser.run("document.getElementById('rate').value = '0.5'")
        self.press(".", ".", ".", "S", "L", "Space")
        wait_for("the start", self.is_playing)
        # Three times as long as one pass.
        self.browser.run("return new Promise((resume) => setTimeout(resume, 1300))")
        self.assertTrue(self.is_playing())
        status = self.programs.ask("status")
        self.assertEqual(len(status["playing"]), 1)
        self.press("Space")
        wait_for("the stop", lambda: not self.programs.ask("status")["playing"])

    def test_the_other_version_plays_on_when_they_are_swapped(self):
        self.press("L", "Space")
        wait_for("the start", self.is_playing)
        self.press("B")
        self.wait_for_plays(2)
        self.assertTrue(self.is_playing())
        self.press("Space")

    def test_the_playhead_moves_once_for_each_picture_after_many_starts(self):
        self.press("L", "Space")
        wait_for("the start", self.is_playing)
        self.press("R", "R", "R")
        self.wait_for_plays(4)
        moves = self.browser.run("""
            const { player } = desk;
            const { advance } = player;
            let count = 0;
            player.advance = () => { count++; advance.call(player); };
            const picture = () => new Promise(requestAnimationFrame);
            return picture().then(picture).then(() => { count = 0; return picture(); }).then(picture).then(() => count);
        """)
        self.press("Space")
        self.assertEqual(moves, 2)

    def test_a_refused_play_gets_the_words_of_the_daemon(self):
        self.programs.ask("set", "enabled", "off")
        self.press("Space")
        wait_for("the message", self.notice)
        self.assertFalse(self.is_playing())
        self.browser.mistakes()  # The status of the refusal is logged.
