internal import Haptics
internal import PreferenceFiles

/// The settings in force: those of the files, or while a file has a mistake those that the running daemon keeps.
struct EffectiveSettings {
  /// The settings of the files, as a daemon that starts now reads them.
  let stack: PreferenceStack
  /// The mistake, with its place, because of which the daemon keeps former settings; nil where it has those of the files.
  let complaint: String?
  /// The value in force of a key, in TOML; nil where the daemon does not say.
  private let kept: (PreferenceKey) -> String?

  init(_ stack: PreferenceStack, complaint: String? = nil, kept: @escaping (PreferenceKey) -> String? = { _ in nil }) {
    self.stack = stack
    self.complaint = complaint
    self.kept = kept
  }

  /// - Parameter session: nil where no daemon runs; the files decide then.
  init(_ stack: PreferenceStack, _ session: Session?) {
    let complaint = (try? session?.status())?.complaint ?? ""
    self.init(stack, complaint: complaint.isEmpty ? nil : complaint) { session?.setting("\($0)") }
  }

  /// The value in force.
  func value(of key: PreferenceKey) -> PreferenceValue {
    keptValue(of: key) ?? key.value(in: stack.preferences)
  }

  /// The value that the daemon keeps, where it is not that of the files.
  func keptValue(of key: PreferenceKey) -> PreferenceValue? {
    guard complaint != nil, let text = kept(key), let value = key.value(written: text) else { return nil }
    return value == key.value(in: stack.preferences) ? nil : value
  }
}

extension PreferenceKey {
  /// The value that a file would set by this text; nothing for an empty one. Nil where the text is no value.
  fileprivate func value(written text: String) -> PreferenceValue? {
    if text.isEmpty { return .nothing }
    guard let document = try? TOMLDocument.read(Array("value = \(text)".utf8)), let node = document.root.first else {
      return nil
    }
    return try? setting.kind.value(of: node.value)
  }
}
