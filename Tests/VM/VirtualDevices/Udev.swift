internal import Glibc

/// The results of udev's rules for a node.
package enum Udev {
  /// The properties that rules set for a node such as `/dev/input/event3`; empty if udev does not know it.
  package static func properties(of node: String) -> [String: String] {
    let lines = (try? Kernel.read(record(of: node)))?.split(separator: "\n") ?? []
    let pairs = lines.filter { $0.hasPrefix("E:") }.map { $0.dropFirst(2).split(separator: "=", maxSplits: 1) }
    return Dictionary(
      pairs.map { (String($0[0]), $0.count > 1 ? String($0[1]) : "") }, uniquingKeysWith: { $1 })
  }

  /// Whether udev has a record of a node; it writes the record after its rules have run.
  static func knows(_ node: String) -> Bool { access(record(of: node), F_OK) == 0 }

  /// Whether udevd has processed all events, including the programs and access lists of the last one; until then this
  /// file exists.
  static var isIdle: Bool { access("/run/udev/queue", F_OK) != 0 }

  /// The path of a node's record. Event nodes have the device numbers 13:64 and up.
  private static func record(of node: String) -> String {
    let number = Int(node.reversed().prefix { $0.isNumber }.reversed().map(String.init).joined()) ?? 0
    return "/run/udev/data/c13:\(64 + number)"
  }
}
