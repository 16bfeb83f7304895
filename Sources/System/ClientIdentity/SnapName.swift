internal import HapticPatterns

extension UnitName {
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
