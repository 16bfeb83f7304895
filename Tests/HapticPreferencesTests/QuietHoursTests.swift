import HapticPreferences
import Testing

@Suite struct QuietHoursTests {
  @Test func `there are no quiet hours by default`() {
    #expect(!QuietHours().contains(.monday, minute: 0))
    #expect(!QuietHours().contains(.monday, minute: 180))
  }

  @Test func `quiet hours include their first minute and end before their last`() {
    let lunch = QuietHours(from: 720, to: 780)
    #expect(!lunch.contains(.monday, minute: 719))
    #expect(lunch.contains(.monday, minute: 720))
    #expect(lunch.contains(.monday, minute: 779))
    #expect(!lunch.contains(.monday, minute: 780))
  }

  @Test func `quiet hours that end before they start last over midnight`() {
    let night = QuietHours(from: 22 * 60, to: 7 * 60)
    #expect(night.contains(.monday, minute: 23 * 60))
    #expect(night.contains(.tuesday, minute: 0))
    #expect(night.contains(.tuesday, minute: 7 * 60 - 1))
    #expect(!night.contains(.tuesday, minute: 7 * 60))
    #expect(!night.contains(.tuesday, minute: 12 * 60))
  }

  @Test func `quiet hours over midnight belong to the day on which they start`() {
    var night = QuietHours(from: 22 * 60, to: 7 * 60)
    night.days = [.saturday]
    #expect(night.contains(.saturday, minute: 23 * 60))
    #expect(night.contains(.sunday, minute: 60))
    #expect(!night.contains(.saturday, minute: 60))
    #expect(!night.contains(.sunday, minute: 23 * 60))
  }

  @Test func `quiet hours with equal start and end last a whole day`() {
    var sunday = QuietHours(from: 0, to: 0)
    sunday.days = [.sunday]
    #expect(sunday.contains(.sunday, minute: 0))
    #expect(sunday.contains(.sunday, minute: 1439))
    #expect(!sunday.contains(.monday, minute: 0))
  }

  @Test func `weekdays have the numbers of C`() {
    #expect(
      (0...6).map(Weekday.init(number:)) == [
        .sunday, .monday, .tuesday, .wednesday, .thursday, .friday, .saturday,
      ])
  }
}
