internal import HapticPatterns

// Units of applications, as https://systemd.io/DESKTOP_ENVIRONMENTS names them:
//
//   app[-LAUNCHER]-ID-RANDOM.scope
//   app[-LAUNCHER]-ID[@RANDOM].service
//   app[-LAUNCHER]-ID-RANDOM.slice
//
// A `-` within a part is written `\x2d`, so the parts are counted, not guessed.

/// What a unit says of the application in it.
enum UnitName: Equatable {
  /// It is this one's.
  case application(ShortName)
  /// It is some application's and says so in a way that cannot be read.
  case malformed
  /// It is nobody's: a session, a terminal's child, a container, a folder that is no unit at all.
  case other

  init(_ name: Substring.UTF8View) {
    guard name.starts(with: "app-".utf8) else {
      self = .other
      return
    }
    let parts = name.dropFirst(4)
    if let parts = parts.without(".scope") {
      self = UnitName(parts.dashed, followedBy: 1)
    } else if let parts = parts.without(".service") {
      self = UnitName(service: parts)
    } else if let parts = parts.without(".slice") {
      // Slices nest by their names, so that services of an application have one whose name ends in its id.
      let parts = parts.dashed
      self = parts.count == 1 ? .other : UnitName(parts, followedBy: 1)
    } else {
      self = .other
    }
  }

  /// What stands behind the first `@` is the instance, which may hold anything.
  private init(service: Substring.UTF8View) {
    let halves = service.split(separator: UInt8(ascii: "@"), maxSplits: 1, omittingEmptySubsequences: false)
    if halves.count == 2, halves[1].isEmpty {
      self = .malformed
    } else {
      self = UnitName(halves[0].dashed, followedBy: 0)
    }
  }

  /// - Parameter count: how many parts follow the id; one may go before it.
  private init(_ parts: [Substring.UTF8View], followedBy count: Int) {
    guard parts.count == count + 1 || parts.count == count + 2, !parts.contains(where: \.isEmpty),
      let id = unescaped(parts[parts.count - count - 1]), let name = ApplicationID.name(id)
    else {
      self = .malformed
      return
    }
    self = .application(name)
  }
}

/// Takes back `\xNN`, which stands for a byte. Nil for any other backslash, for what is no UTF-8, and for a slash, which
/// no name of a desktop file has.
private func unescaped(_ text: Substring.UTF8View) -> String? {
  var bytes: [UInt8] = []
  var rest = text
  while let byte = rest.popFirst() {
    if byte != UInt8(ascii: "\\") {
      bytes.append(byte)
    } else if rest.popFirst() == UInt8(ascii: "x"), let high = rest.popFirst()?.hexadecimal,
      let low = rest.popFirst()?.hexadecimal
    {
      bytes.append(high << 4 | low)
    } else {
      return nil
    }
  }
  return bytes.contains(UInt8(ascii: "/")) ? nil : String(validating: bytes, as: UTF8.self)
}

extension UInt8 {
  fileprivate var hexadecimal: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

extension Substring.UTF8View {
  /// What is before an ending; nil where it ends otherwise.
  func without(_ ending: String) -> Self? {
    let kept = count - ending.utf8.count
    return kept >= 0 && dropFirst(kept).elementsEqual(ending.utf8) ? prefix(kept) : nil
  }

  fileprivate var dashed: [Self] { split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false) }
}
