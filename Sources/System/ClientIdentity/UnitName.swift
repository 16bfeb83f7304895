internal import HapticPatterns

// Names of application units, by https://systemd.io/DESKTOP_ENVIRONMENTS:
//
//   app[-LAUNCHER]-ID-RANDOM.scope
//   app[-LAUNCHER]-ID[@RANDOM].service
//   app[-LAUNCHER]-ID-RANDOM.slice
//
// A `-` within a part is written as `\x2d`, so that the number of parts is exact.

/// The application in the name of a unit.
enum UnitName: Equatable {
  case application(ShortName)
  /// A unit of an application, with a name that cannot be parsed.
  case malformed
  /// No unit of an application: a session, a child of a terminal, a container, or a folder that is not a unit.
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
      // The name of a nested slice begins with that of its parent; slices of an application's services end in its id.
      let parts = parts.dashed
      self = parts.count == 1 ? .other : UnitName(parts, followedBy: 1)
    } else {
      self = .other
    }
  }

  /// Parses the name of a service. The instance after the first `@` is ignored.
  private init(service: Substring.UTF8View) {
    let halves = service.split(separator: UInt8(ascii: "@"), maxSplits: 1, omittingEmptySubsequences: false)
    if halves.count == 2, halves[1].isEmpty {
      self = .malformed
    } else {
      self = UnitName(halves[0].dashed, followedBy: 0)
    }
  }

  /// - Parameter count: the number of parts after the id. One part may precede it.
  private init(_ parts: [Substring.UTF8View], followedBy count: Int) {
    guard parts.count == count + 1 || parts.count == count + 2, !parts.contains(where: \.isEmpty),
      let id = unescaped(parts[parts.count - count - 1]), let name = ApplicationID.name(id)
    else {
      self = .malformed
      return
    }
    self = .application(name)
  }

  /// Parses the name of a unit of snapd: `snap.NAME.APP-UUID.scope`, `snap.NAME.APP.UUID.scope` in older versions, and
  /// `snap.NAME.APP.service`. The resulting id is `snap.NAME`, as portals write it, so that a snap and another program of
  /// the same name are two applications.
  init(snap unit: Substring.UTF8View) {
    guard unit.starts(with: "snap.".utf8), unit.without(".scope") != nil || unit.without(".service") != nil else {
      self = .other
      return
    }
    let parts = unit.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count >= 4, !parts[2].isEmpty, isSnapName(parts[1]), let text = String(parts[1]),
      let name = ApplicationID.name("snap." + text)
    else {
      self = .malformed
      return
    }
    self = .application(name)
  }
}

/// Whether the text is a valid name of a snap: up to 40 lowercase letters, digits and dashes, with at least one
/// letter; for parallel installations, followed by `_` and up to 10 lowercase letters and digits.
private func isSnapName(_ text: Substring.UTF8View) -> Bool {
  let halves = text.split(separator: UInt8(ascii: "_"), maxSplits: 1, omittingEmptySubsequences: false)
  if halves.count == 2 {
    let key = halves[1]
    guard !key.isEmpty, key.count <= 10, key.allSatisfy({ $0.isLowercaseLetter || $0.isDigit }) else { return false }
  }
  let name = halves[0]
  return name.count <= 40 && name.contains(where: \.isLowercaseLetter)
    && name.allSatisfy { $0.isLowercaseLetter || $0.isDigit || $0 == UInt8(ascii: "-") }
}

/// Decodes `\xNN`, which stands for a byte. Nil for any other backslash, for invalid UTF-8, and for a slash, which no
/// name of a desktop file contains.
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
  fileprivate var hexadecimal: UInt8? { Character(Unicode.Scalar(self)).hexDigitValue.map { UInt8($0) } }
}

extension Substring.UTF8View {
  /// The text without this ending; nil if it ends otherwise.
  func without(_ ending: String) -> Self? {
    let kept = count - ending.utf8.count
    return kept >= 0 && dropFirst(kept).elementsEqual(ending.utf8) ? prefix(kept) : nil
  }

  fileprivate var dashed: [Self] { split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false) }
}
