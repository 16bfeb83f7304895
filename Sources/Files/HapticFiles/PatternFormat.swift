/// The supported formats of pattern files.
public enum PatternFormat: String, CaseIterable, Sendable {
  /// Apple's AHAP.
  case ahap
  /// Clips of Meta and Lofelt.
  case haptic
  /// Android's vibration XML.
  case androidXML = "android-xml"
  /// The argument of `navigator.vibrate` on the web: a number or an array of milliseconds.
  case web
  /// A feedback or a theme of feedbackd.
  case feedbackd

  /// The name of the format for messages.
  public var name: String {
    switch self {
    case .ahap: "AHAP"
    case .haptic: ".haptic"
    case .androidXML: "Android vibration XML"
    case .web: "web vibration"
    case .feedbackd: "feedbackd"
    }
  }

  /// The formats that `WrittenPattern` writes.
  public static let writable: [PatternFormat] = [.ahap, .haptic, .androidXML, .web]

  /// Selects the format by the extension of a file name, or nil if the extension does not determine it.
  init?(name: String) {
    switch name.split(separator: ".").last?.lowercased() {
    case "ahap": self = .ahap
    case "haptic": self = .haptic
    case "ahv", "xml": self = .androidXML
    default: return nil
    }
  }
}
