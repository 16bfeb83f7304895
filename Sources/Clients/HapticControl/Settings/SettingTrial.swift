internal import HapticPreferences
internal import Haptics
internal import PreferenceFiles

/// The plays that let a user feel a setting.
struct SettingTrial {
  var category = Category.touch
  /// The number of plays in a row, and the pause between them.
  var count = 1
  var pause = Duration.milliseconds(150)
  /// The name of the device; nil for the daemon's choice.
  var device: ShortName?
  /// The share of the strength that an application has; the daemon scales only plays of that application.
  var intensity = 1.0
  var note = ""

  /// - Parameter preferences: the settings in force.
  init(_ key: PreferenceKey, in preferences: Preferences) {
    let setting = key.setting
    switch setting.table {
    case .category(let category):
      self.category = category
      if ["rate", "burst", "gap"].contains(setting.name) { (count, pause) = (6, .milliseconds(25)) }
    case .device: device = key.name
    case .application:
      category = Category(name: setting.name) ?? .touch
      intensity = preferences[application: key.name].strength(of: category).rawValue
      if setting.name == "profile" || setting.name == "important" { category = .notification }
      note = "as hapticctl, with the strength of \(key.name)"
    case .quietHours, .powerSaver: category = .notification
    case .general:
      if setting.name == "profile" || setting.name == "feedback-interface" { category = .notification }
      if setting.name == "duplicate-window" { (count, pause) = (2, .milliseconds(20)) }
    }
  }

  /// Plays, without waiting for the end.
  ///
  /// - Returns: the result in one line.
  func play(_ session: DaemonSession) throws(Failure) -> String {
    var options = PlayOptions(intensity: intensity, category: category)
    if let device {
      let found = try session.devices().first { $0.id != nil && ShortName(truncating: $0.name) == device }
      guard let id = found?.id else { return "\(device) is not connected" }
      options.device = id
    }
    let feedback = try session.feedbacks().first { $0.category == .known(category) && !$0.isSilent }
    guard let name = feedback?.name else { return "no feedback of the category \(category.name)" }
    session.stopAll()
    let subject = PreparedSubject(feedback: name)
    var (played, refusal) = (0, "")
    for number in 0..<count {
      if number > 0 { Interruption.wait(pause) }
      do throws(Failure) {
        if try session.start(subject, options).plays { played += 1 }
      } catch {
        if error.absence != nil { throw error }
        refusal = error.message
      }
    }
    let words = count == 1 ? (played == 1 ? "played" : "silent") : "\(played) of \(count) played"
    return ["\(name): \(words)", note, refusal].filter { !$0.isEmpty }.joined(separator: "; ")
  }
}
