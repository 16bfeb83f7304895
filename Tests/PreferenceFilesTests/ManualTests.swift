import Foundation
import HapticPatterns
import HapticPreferences
import Testing
import TextDiagnostics

@testable import PreferenceFiles

/// `hapticd.toml(5)` beside the schema.
@Suite struct ManualTests {
  private let page: String

  init() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../man/hapticd.toml.5")
    page = try String(contentsOf: file, encoding: .utf8).replacing("\\(dq", with: "\"")
  }

  /// The keys of a section, each with the words in parentheses.
  private func keys(in section: String) -> [String: String] {
    var keys: [String: String] = [:]
    var current = ""
    for line in page.split(separator: "\n") {
      if line.hasPrefix(".Ss ") || line.hasPrefix(".Sh ") { current = String(line.dropFirst(4)) }
      guard current == section, let item = line.wholeMatch(of: /\.It Cm (.*?) Pq (.*)/) else { continue }
      for name in item.output.1.split(separator: " , ") { keys[String(name)] = String(item.output.2) }
    }
    return keys
  }

  @Test(arguments: [
    ("Keys at the top", PreferenceTable.general), ("Categories", .category(.touch)), ("Applications", .application),
    ("Devices", .device), ("Quiet hours", .quietHours), ("Power saver", .powerSaver),
  ])
  func `every key is in the manual, with its type and its default, and no other is`(
    section: String, table: PreferenceTable
  ) throws {
    let keys = keys(in: section)
    let settings = PreferenceSetting.all.filter { $0.table == table }
    #expect(keys.keys.sorted() == settings.map(\.name).sorted())
    for setting in settings {
      let words = try #require(keys[setting.name])
      #expect(words.contains(type(of: setting.kind)), "\(setting.pattern): \(words)")
      if let usual = setting.usual, ![.rate, .count, .days].contains(setting.kind) {
        #expect(
          words.hasSuffix("; Ql \(usual)") || words.hasSuffix("; So \(usual) Sc"), "\(setting.pattern): \(words)")
      }
    }
  }

  private func type(of kind: PreferenceKind) -> String {
    switch kind {
    case .boolean: "true or false"
    case .automatic: "true, false or "
    case .strength: "strength"
    case .profile: "a word"
    case .locality: "a locality"
    case .theme: "a name of 1 to \(ShortName.capacity) bytes"
    case .deadband: "a strength up to "
    case .duration(let limits): "a duration \(limits.words.filter { $0 != "\"" });"
    case .rate: "a number from 0.001 to 1000000"
    case .count: "a whole number from 1 to 1000000"
    case .timeOfDay: "a time of day"
    case .days: "a list of words"
    case .categories: "a list of categories"
    }
  }

  @Test func `limits are those of the manual`() {
    #expect(PreferenceLimits.rates == 0.001...1_000_000 && PreferenceLimits.bursts == 1...1_000_000)
    #expect(page.contains("There may be \(PreferenceLimits.applications) of these tables."))
    #expect(page.contains("There may be \(PreferenceLimits.devices) of these tables."))
    #expect(
      page.contains(
        "A file may have \(PreferenceLimits.fileBytes >> 10) kB, in lines of at most "
          + "\(PreferenceLimits.lineBytes) bytes"))
    #expect(page.contains("at most \(PreferenceLimits.dropIns) of them"))
    #expect(page.contains("may have \(PreferenceLimits.folderBytes >> 10) kB together"))
  }

  @Test func `rates are those of the manual`() {
    for category in Category.allCases {
      #expect(page.contains(".Ql \(category.name)"), "\(category)")
      let keys = PreferenceKey.general.filter { $0.setting.table == .category(category) }
      let (rate, burst) = (keys[1].text(in: .init()), keys[2].text(in: .init()))
      #expect(rate == ["media": "100", "notification": "2", "ringtone": "1", "alarm": "1"][category.name] ?? "40")
      #expect(
        burst == ["media": "200", "notification": "5", "ringtone": "5", "alarm": "5"][category.name] ?? "40")
    }
  }

  @Test func `the example of the manual has no findings`() throws {
    let example = try #require(page.components(separatedBy: ".Sh EXAMPLES\n.Bd -literal -offset indent\n").last)
    let file = PreferenceFile(example.components(separatedBy: "\n.Ed")[0])
    #expect(file.lines == [] && file.assignments.count == 11)
  }
}
