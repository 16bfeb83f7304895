internal import HapticPatterns

/// Where in the tree of control groups a process is, from the outside in.
///
/// See cgroups(7), "/proc/[pid]/cgroup": a line is `HIERARCHY:CONTROLLERS:PATH`.
package struct ControlGroup: Equatable {
  /// The folders of the path, from the outermost on.
  let components: [Substring.UTF8View]

  package static func == (left: ControlGroup, right: ControlGroup) -> Bool {
    left.components.count == right.components.count
      && zip(left.components, right.components).allSatisfy { $0.elementsEqual($1) }
  }

  /// Reads the text of `/proc/PID/cgroup`: the unified hierarchy (`0::`), or systemd's own (`name=systemd`) where that
  /// is not in use.
  ///
  /// - Returns: nil where the text is not UTF-8 or holds a NUL; where neither line is there; and where the path leaves
  ///   our part of the tree (`..`) or no longer exists.
  package init?(_ text: [UInt8]) {
    guard !text.contains(0), let text = String(validating: text, as: UTF8.self) else { return nil }
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"))
    let unified = lines.first { $0.starts(with: "0::".utf8) }.map { $0.dropFirst(3) }
    let own = lines.lazy.compactMap(pathOfOwnHierarchy).first
    // In a mixed set-up everybody may be at the root of the unified one.
    guard let path = unified.flatMap({ $0.count > 1 ? $0 : nil }) ?? own ?? unified else { return nil }
    guard path.first == UInt8(ascii: "/"), path.without(" (deleted)") == nil else { return nil }
    components = path.split(separator: UInt8(ascii: "/"))
    if components.contains(where: { $0.elementsEqual("..".utf8) }) { return nil }
  }

  /// The application whose group this is: the innermost snap, else the innermost unit that says so. One that says so
  /// in a way that cannot be read ends the search: what is around it, such as the terminal it was started in, is
  /// another application.
  package var identity: ApplicationIdentity { snap ?? unit ?? .unknown }

  private var snap: ApplicationIdentity? {
    for component in components.reversed() {
      switch SnapName(component) {
      case .snap(let name): return ApplicationIdentity(name: name, source: .snap)
      case .malformed: return .unknown
      case .other: continue
      }
    }
    return nil
  }

  private var unit: ApplicationIdentity? {
    for component in components.reversed() {
      switch UnitName(component) {
      case .application(let name): return ApplicationIdentity(name: name, source: .unit)
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
