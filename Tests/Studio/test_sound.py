"""A sound below the events."""
import io
import math
import struct
import wave

from browser import wait_for
from page import PageTest

RATE = 16000
HITS = [0.2, 0.7, 1.2]


def hits():
    """Three decaying tones in a WAV file."""
    def sample(time):
        since = min((time - hit for hit in HITS if hit <= time), default=9)
        return int(26000 * math.exp(-since * 25) * math.sin(2 * math.pi * 220 * since)) if since < 9 else 0
    file = io.BytesIO()
    with wave.open(file, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(RATE)
        sound.writeframes(b"".join(struct.pack("<h", sample(each / RATE)) for each in range(int(1.6 * RATE))))
    return file.getvalue()


class Sounds(PageTest):
    def setUp(self):
        super().setUp()
        self.drop("hits.wav", hits())
        wait_for("the sound", lambda: self.browser.run("return desk.sound.shown !== null") or self.notice())
        self.settle()
        if self.notice():
            reason = self.notice()
            self.leave()
            self.skipTest(f"sounds: {reason}")

    def times(self):
        return [time for _, time, _ in self.events()]

    def test_a_sound_becomes_events_at_its_onsets(self):
        wait_for("the events", self.events)
        onsets = self.browser.run("return desk.snap.onsets")
        self.assertEqual(len(onsets), len(HITS), onsets)
        for hit in HITS:
            self.assertTrue(any(abs(time / 1000 - hit) < 0.03 for time in self.times()), self.times())

    def test_another_analysis_keeps_what_was_changed_by_hand(self):
        wait_for("the events", self.events)
        self.press(".", ".", "Shift+Right")
        moved = self.browser.run("return desk.document.chosenItems[0].time * 1000")
        self.browser.run("document.getElementById('sensitivity').value = 0.9; document.getElementById('analyze').click()")
        self.settle()
        wait_for("the event", lambda: any(abs(time - moved) < 0.2 for time in self.times()))
        hit = round(moved - 100)
        self.assertFalse(any(abs(time - hit) < 9 for time in self.times()), (hit, self.times()))

    def test_events_snap_to_onsets(self):
        wait_for("the events", self.events)
        self.browser.run("desk.snap.toEvents = false; desk.snap.grid = 0.1; desk.signals.emit('snap')")
        onset = self.browser.run("return desk.snap.onsets[1]")
        left, top = self.spot(onset, 0.5)
        self.press("Ctrl+A", "Delete")
        self.double_click((left + 3, top))
        self.assertAlmostEqual(self.times()[0], onset * 1000, 0)
