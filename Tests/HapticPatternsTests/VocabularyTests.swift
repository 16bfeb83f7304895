import Testing

@testable import HapticPatterns

@Suite struct VocabularyTests {
  let vocabulary = Vocabulary(
    ["impact.light", "impact.medium", "impact.heavy", "selection", "success", "warning", "error"].map {
      Feedback($0, .touch, [Event(.transient, intensity: 1, sharpness: 0)])
    })

  @Test func `every name has its feedback, and an unknown name has none`() {
    for feedback in vocabulary.feedbacks { #expect(vocabulary[feedback.name] == feedback) }
    #expect(vocabulary["impact"] == nil)
    #expect(vocabulary[.empty] == nil)
  }

  @Test(arguments: [
    ("succes", "success"), ("sucess", "success"), ("eror", "error"), ("SELECTION", "selection"),
    ("impact.lihgt", "impact.light"), ("impact-heavy", "impact.heavy"), ("heavy", "impact.heavy"),
    ("mediun", "impact.medium"), ("selections", "selection"), ("waring", "warning"),
  ])
  func `the nearest name is found for a misspelt one`(written: String, meant: String) {
    #expect(vocabulary.nearest(to: written)?.description == meant)
  }

  @Test(arguments: ["", "doorbell", "x", "message-new-instant", String(repeating: "success", count: 20)])
  func `a name that resembles no known name has no suggestion`(written: String) {
    #expect(vocabulary.nearest(to: written) == nil)
  }

  @Test func `the first of equally near names is suggested, from any list of names`() {
    let names: [ShortName] = ["tab", "tap", "tip"]
    #expect(names.nearest(to: "tax") == "tab")
    #expect(names.nearest(to: "tap") == "tap")
    #expect([ShortName]().nearest(to: "tap") == nil)
  }

  @Test func `the later of two feedbacks with one name takes the place of the first`() {
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

  @Test func `touch feedback has the shortest deadline`() {
    #expect(Category.touch.deadline == .milliseconds(20))
    #expect(Category.keyboard.deadline == .milliseconds(20))
    #expect(Category.allCases.allSatisfy { $0.deadline >= Category.touch.deadline })
  }
}
