/// The formats of pattern files that can be read.
public enum PatternFormat: String, CaseIterable, Sendable {
  /// Apple's AHAP.
  case ahap
  /// Meta's and Lofelt's clips.
  case haptic
  /// Android's vibration XML.
  case androidXML = "android-xml"
  /// What `navigator.vibrate` takes on the web: a number or an array of milliseconds.
  case web
  /// A feedback of feedbackd, or one of its themes.
  case feedbackd

  /// The format in words.
  public var name: String {
    switch self {
    case .ahap: "AHAP"
    case .haptic: ".haptic"
    case .androidXML: "Android vibration XML"
    case .web: "web vibration"
    case .feedbackd: "feedbackd"
    }
  }

  /// The format that files of this name have, if the name's extension belongs to one alone.
  init?(name: String) {
    switch name.split(separator: ".").last?.lowercased() {
    case "ahap": self = .ahap
    case "haptic": self = .haptic
    case "ahv", "xml": self = .androidXML
    default: return nil
    }
  }
}
