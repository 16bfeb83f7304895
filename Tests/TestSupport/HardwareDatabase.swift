import Foundation
import MotorRendering

/// The motors of the hardware database.
package enum HardwareDatabase {
  private struct Entry {
    var match: String
    var properties: [String: String]
  }

  /// The models of all driven devices in the file. Properties of all matching entries are merged in the order of udev.
  package static let models: [NamedModel] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../udev/60-hapticd.hwdb")
    let lines = (try? String(contentsOf: file, encoding: .utf8))?.split(separator: "\n") ?? []
    let entries = parse(lines.filter { !$0.hasPrefix("#") })
    return entries.filter { $0.properties["HAPTIC_IGNORE"] == nil }.map { entry in
      // The shortest name that the entry matches.
      let device = entry.match.filter { $0 != "*" }
      var all: [String: String] = [:]
      for other in entries where fnmatch(other.match, device, 0) == 0 { all.merge(other.properties) { $1 } }
      let kind = MotorModel.Kind(rawValue: String(entry.match.split(separator: ":")[1])) ?? .vibrator
      return NamedModel(name: device, model: MotorModel(properties: all, default: kind) { _ in })
    }
  }()

  /// Returns one entry for each matching line; a block of indented properties applies to all lines before it.
  private static func parse(_ lines: [Substring]) -> [Entry] {
    var entries: [Entry] = []
    var block = 0
    for (index, line) in lines.enumerated() {
      if line.hasPrefix(" ") {
        let parts = line.dropFirst().split(separator: "=", maxSplits: 1).map(String.init)
        for entry in block..<entries.count { entries[entry].properties[parts[0]] = parts[1] }
      } else {
        if index > 0, lines[index - 1].hasPrefix(" ") { block = entries.count }
        entries.append(Entry(match: String(line), properties: [:]))
      }
    }
    return entries
  }
}

extension NamedModel {
  /// The usual models and those of the hardware database, without duplicates.
  package static let known: [NamedModel] = {
    var seen: Set<MotorModel> = []
    return (usual + HardwareDatabase.models).filter { seen.insert($0.model).inserted }
  }()
}
