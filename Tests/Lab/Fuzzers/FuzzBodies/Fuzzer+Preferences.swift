import HapticPatterns
import HapticPreferences
import PreferenceEditing
import PreferenceFiles
import TextDiagnostics

extension Fuzzer {
  /// A settings file: for any content, values are within their ranges, findings have positions, and a change of one key
  /// changes nothing else.
  static let preferences = Fuzzer("preferences") { (input) throws(Flaw) in
    let file = PreferenceFile(input)
    try checkFindings(of: file)
    let preferences = try said(by: file)
    try requireEqual(PreferenceFile(input), file, "read again")
    try checkWriting(file, preferences)
    try checkEditing(input, file)
  }

  private static func checkFindings(of file: PreferenceFile) throws(Flaw) {
    try Findings.check(file.findings, are: file.isRefused ? .error : .warning)
    try require(file.findings.count <= PreferenceLimits.warnings + 1, "\(file.findings.count) findings")
    try require(!file.isRefused || file.assignments.isEmpty, "a refused file says something")
    let places = file.assignments.map(\.place)
    for (earlier, later) in zip(places, places.dropFirst()) {
      try require(earlier <= later, "the order of \(places)")
    }
  }

  /// Returns the settings of a file, and checks that each value is valid for its key.
  private static func said(by file: PreferenceFile) throws(Flaw) -> Preferences {
    var preferences = Preferences()
    for assignment in file.assignments {
      assignment.key.set(assignment.value, in: &preferences)
      try requireEqual(assignment.key.value(in: preferences), assignment.value, "\(assignment.key)")
    }
    for category in Category.allCases {
      let rate = preferences[category].rate
      try require(PreferenceLimits.rates.contains(rate.perSecond), "a rate of \(rate.perSecond)")
      try require(PreferenceLimits.bursts.contains(rate.burst), "a burst of \(rate.burst)")
      try require(PreferenceLimits.gaps.contains(rate.gap), "a gap of \(rate.gap)")
    }
    for minute in [preferences.quietHours.start, preferences.quietHours.end] {
      try require((0..<1440).contains(minute ?? 0), "minute \(minute ?? 0)")
    }
    try require(preferences.applications.count <= PreferenceLimits.applications, "applications")
    try require(preferences.devices.count <= PreferenceLimits.devices, "devices")
    return preferences
  }

  /// Checks that each written value reads back as the same value.
  private static func checkWriting(_ file: PreferenceFile, _ preferences: Preferences) throws(Flaw) {
    var text = edited(Array("".utf8))
    for assignment in file.assignments {
      guard case .success(let more)? = text.map({ change($0, assignment.key, assignment.value) }) else {
        throw Flaw("\(assignment.key) cannot be written")
      }
      text = more
    }
    try requireEqual(try said(by: text?.file ?? file), preferences, "what was written")
  }

  /// Sets and removes a key in an untrusted text. The edit may be refused.
  private static func checkEditing(_ input: [UInt8], _ file: PreferenceFile) throws(Flaw) {
    guard let text = edited(input) else { return }
    let keys = file.assignments.prefix(2).map(\.key) + PreferenceKey.general.prefix(7).suffix(2)
    for key in keys {
      guard case .success(let changed) = change(text, key, key.value(in: Preferences())) else { continue }
      try require(!changed.file.isRefused, "\(key) breaks it")
      try requireEqual(
        others(changed.file, key), file.isRefused ? others(changed.file, key) : others(file, key), "\(key)")
      guard case .success(let reset) = remove(changed, key) else { continue }
      try requireEqual(others(reset.file, key), others(changed.file, key), "without \(key)")
      try require(!reset.file.assignments.contains { $0.key == key }, "\(key) stays")
    }
  }

  private static func others(_ file: PreferenceFile, _ key: PreferenceKey) -> [PreferenceKey: PreferenceValue] {
    Dictionary(file.assignments.filter { $0.key != key }.map { ($0.key, $0.value) }) { $1 }
  }

  private static func edited(_ bytes: [UInt8]) -> PreferenceText? { try? PreferenceText(bytes) }

  private static func change(
    _ text: PreferenceText, _ key: PreferenceKey, _ value: PreferenceValue
  ) -> Result<PreferenceText, EditRefusal> {
    Result { () throws(EditRefusal) in try text.setting(key, to: value) }
  }

  private static func remove(_ text: PreferenceText, _ key: PreferenceKey) -> Result<PreferenceText, EditRefusal> {
    Result { () throws(EditRefusal) in try text.removing(key) }
  }
}
