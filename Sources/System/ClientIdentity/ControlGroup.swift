package import HapticProtocol

/// The path of a process in the tree of control groups.
///
/// See cgroups(7), "/proc/[pid]/cgroup": a line is `HIERARCHY:CONTROLLERS:PATH`.
package struct ControlGroup: Equatable {
  /// The folders of the path, outermost first.
  let components: [Substring.UTF8View]

  package static func == (left: ControlGroup, right: ControlGroup) -> Bool {
    left.components.count == right.components.count
      && zip(left.components, right.components).allSatisfy { $0.elementsEqual($1) }
  }

  /// Parses the text of `/proc/PID/cgroup`: the unified hierarchy (`0::`), or the hierarchy of systemd
  /// (`name=systemd`) if the unified one is not in use.
  ///
  /// - Returns: nil if the text is not UTF-8 or contains a NUL, if neither line exists, or if the path leaves the
  ///   visible part of the tree (`..`) or no longer exists.
  package init?(_ text: [UInt8]) {
    guard !text.contains(0), let text = String(validating: text, as: UTF8.self) else { return nil }
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"))
    let unified = lines.first { $0.starts(with: "0::".utf8) }.map { $0.dropFirst(3) }
    let own = lines.lazy.compactMap(pathOfOwnHierarchy).first
    // In a hybrid setup, all processes may be at the root of the unified hierarchy.
    guard let path = unified.flatMap({ $0.count > 1 ? $0 : nil }) ?? own ?? unified else { return nil }
    guard path.first == UInt8(ascii: "/"), path.without(" (deleted)") == nil else { return nil }
    components = path.split(separator: UInt8(ascii: "/"))
    if components.contains(where: { $0.elementsEqual("..".utf8) }) { return nil }
  }

  /// The application of this group: the innermost snap, or else the innermost unit of an application. A malformed
  /// name ends the search, because the groups around it, such as that of a terminal, belong to other applications.
  package var identity: Identity {
    identity(.snap, UnitName.init(snap:)) ?? identity(.unit, UnitName.init(_:)) ?? .unknown
  }

  private func identity(
    _ source: Observed.IdentitySource, _ parse: (Substring.UTF8View) -> UnitName
  ) -> Identity? {
    for component in components.reversed() {
      switch parse(component) {
      case .application(let name): return Identity(name, from: source)
      case .malformed: return .unknown
      case .other: continue
      }
    }
    return nil
  }
}

private func pathOfOwnHierarchy(_ line: Substring.UTF8View) -> Substring.UTF8View? {
  let fields = line.split(separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
  return fields.count == 3 && fields[1].elementsEqual("name=systemd".utf8) ? fields[2] : nil
}
