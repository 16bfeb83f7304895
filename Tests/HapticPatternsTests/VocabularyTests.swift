import Testing

@testable import HapticPatterns

@Suite struct VocabularyTests {
  let standard = Vocabulary.standard

  @Test func `the standard vocabulary has these names, in this order`() {
    #expect(
      standard.feedbacks.map(\.name.description) == [
        "impact.light", "impact.medium", "impact.heavy", "impact.soft", "impact.rigid", "selection", "success",
        "warning", "error",
      ])
  }

  @Test func `every name leads to its feedback, others to none`() {
    for feedback in standard.feedbacks { #expect(standard[feedback.name] == feedback) }
    #expect(standard["impact"] == nil)
    #expect(standard[.empty] == nil)
  }

  @Test func `every feedback starts at once and lasts less than half a second`() {
    for feedback in standard.feedbacks {
      #expect(feedback.pattern.events.first?.time == .zero)
      #expect(feedback.pattern.duration > .zero)
      #expect(feedback.pattern.duration < .milliseconds(500))
      #expect(feedback.category == .touch)
    }
  }

  @Test func `light is weaker than medium, medium than heavy, selection weaker than all`() {
    let strengths = ["selection", "impact.light", "impact.medium", "impact.heavy"].map { peak($0) }
    #expect(strengths == strengths.sorted() && Set(strengths).count == 4)
  }

  @Test func `soft is duller and longer than rigid`() throws {
    let soft = try #require(standard["impact.soft"]).pattern
    let rigid = try #require(standard["impact.rigid"]).pattern
    #expect(soft.events[0].sharpness < rigid.events[0].sharpness)
    #expect(soft.duration > rigid.duration)
  }

  @Test func `success is three rising pulses, warning two, error two buzzes`() throws {
    let success = try #require(standard["success"]).pattern.events
    #expect(success.count == 3 && success.map(\.intensity) == success.map(\.intensity).sorted())
    #expect(try #require(standard["warning"]).pattern.events.count == 2)
    let error = try #require(standard["error"]).pattern.events
    #expect(error.count == 2 && error.allSatisfy { $0.duration >= .milliseconds(100) })
  }

  @Test(arguments: [
    ("succes", "success"), ("sucess", "success"), ("eror", "error"), ("SELECTION", "selection"),
    ("impact.lihgt", "impact.light"), ("impact-heavy", "impact.heavy"), ("heavy", "impact.heavy"),
    ("mediun", "impact.medium"), ("selections", "selection"), ("waring", "warning"),
  ])
  func `a slip of the pen finds the name that was meant`(written: String, meant: String) {
    #expect(standard.nearest(to: written)?.description == meant)
  }

  @Test(arguments: ["", "doorbell", "x", "message-new-instant", String(repeating: "success", count: 20)])
  func `what resembles nothing finds nothing`(written: String) {
    #expect(standard.nearest(to: written) == nil)
  }

  @Test func `of two feedbacks with one name the later counts, in the place of the first`() {
    let quiet = Feedback("a", .touch, [Event(.transient, intensity: 0.1, sharpness: 0)])
    let loud = Feedback("a", .alarm, [Event(.transient, intensity: 1, sharpness: 0)])
    let vocabulary = Vocabulary([quiet, Feedback("b", .touch, []), loud])
    #expect(vocabulary.feedbacks.map(\.name) == ["a", "b"])
    #expect(vocabulary["a"] == loud)
  }

  @Test(arguments: [("", "", 0), ("", "abc", 3), ("kitten", "sitting", 3), ("ab", "ba", 1), ("abc", "abc", 0)])
  func `the edit distance counts slips`(left: String, right: String, distance: Int) {
    #expect(editDistance(Array(left.utf8), Array(right.utf8)) == distance)
    #expect(editDistance(Array(right.utf8), Array(left.utf8)) == distance)
  }

  private func peak(_ name: ShortName) -> Double {
    standard[name]?.pattern.events.map(\.intensity.rawValue).max() ?? .nan
  }
}

@Suite struct CategoryTests {
  @Test func `the numbers of the categories are those of the protocol`() {
    #expect(Category.allCases.map(\.rawValue) == [1, 2, 3, 4, 5, 6, 7])
    #expect(
      Category.allCases.map(\.name) == [
        "touch", "keyboard", "notification", "ringtone", "alarm", "media", "accessibility",
      ])
  }

  @Test func `a category is found by its name only`() {
    for category in Category.allCases { #expect(Category(name: category.name) == category) }
    #expect(Category(name: "Touch") == nil)
    #expect(Category(name: "") == nil)
  }

  @Test func `what a finger causes has the shortest deadline`() {
    #expect(Category.touch.deadline == .milliseconds(20))
    #expect(Category.keyboard.deadline == .milliseconds(20))
    #expect(Category.allCases.allSatisfy { $0.deadline >= Category.touch.deadline })
  }
}
