"""A new analysis of a sound, and what was edited by hand."""
from page import PageTest

MERGE = """
return import("/merge.js").then(({ mergeEdits }) => {
  const [base, mine, theirs] = arguments[0].map((events) => ({
    curves: [],
    events: events.map(([time, intensity], entry) => ({
      entry, kind: "transient", time, intensity, sharpness: 0.5, duration: 0.02,
    })),
  }));
  return mergeEdits(base, mine, theirs).map((each) => (each.op === "add" ? [each.time, each.intensity] : each.entry));
});
"""


class Merging(PageTest):
    def merged(self, base, mine, theirs):
        """Removed entries, then added (time, intensity)."""
        return self.browser.run(MERGE, [base, mine, theirs])

    def test_an_analysis_without_changes_by_hand_is_replaced(self):
        former = [[0.1, 1], [0.2, 1]]
        self.assertEqual(self.merged(former, former, [[0.1, 1], [0.2, 0.5], [0.3, 1]]), [1, [0.2, 0.5], [0.3, 1]])

    def test_an_event_changed_by_hand_stays_and_is_not_doubled(self):
        self.assertEqual(self.merged([[0.1, 1], [0.2, 1]], [[0.1, 0.3], [0.2, 1]], [[0.1, 0.9], [0.2, 1]]), [])

    def test_an_event_moved_by_hand_is_not_added_at_its_former_place(self):
        self.assertEqual(self.merged([[0.1, 1]], [[0.15, 1]], [[0.102, 0.8], [0.4, 1]]), [[0.4, 1]])

    def test_an_event_deleted_by_hand_stays_deleted(self):
        self.assertEqual(self.merged([[0.1, 1], [0.2, 1]], [[0.1, 1]], [[0.1, 1], [0.2, 0.7]]), [])

    def test_an_event_added_by_hand_stays(self):
        self.assertEqual(self.merged([[0.1, 1]], [[0.1, 1], [0.5, 0.4]], []), [0])
