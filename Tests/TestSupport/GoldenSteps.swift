internal import Glibc
package import MotorRendering

// The steps of the sample patterns on one motor, as text:
//
//     # tap
//         0.0  ffff ffff
//        24.5  0000 0000
//
// A change of the renderer changes these files. After an intended change: HAPTICD_GOLDEN=write make test
// FILTER=GoldenTests

/// The steps of the sample patterns on a preset motor.
package struct GoldenSteps {
  /// The steps by the name of the pattern.
  package let steps: [String: [Drive.Step]]

  /// The motors that have a file.
  package static let presets = ["erm", "lra", "on-off", "pad"]

  /// Whether to write the files.
  package static var isWriting: Bool { getenv("HAPTICD_GOLDEN").map { String(cString: $0) == "write" } ?? false }

  /// The file of a preset.
  package static func path(of preset: String) -> String {
    #filePath.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 } + "/Golden/\(preset).steps"
  }

  /// Renders the sample patterns.
  package init(rendering model: MotorModel) {
    var steps: [String: [Drive.Step]] = [:]
    for (name, pattern) in SamplePatterns.all { steps[name] = model.drive(for: pattern).steps }
    self.steps = steps
  }

  package init(reading text: String) {
    var steps: [String: [Drive.Step]] = [:]
    var name = ""
    for line in text.split(separator: "\n") {
      if line.hasPrefix("# ") {
        name = String(line.dropFirst(2))
        steps[name] = []
      } else {
        steps[name]?.append(Drive.Step(line))
      }
    }
    self.steps = steps
  }

  package var text: String {
    SamplePatterns.all.map { name, _ in
      "# \(name)\n" + (steps[name] ?? []).map(\.line).joined()
    }.joined()
  }
}

extension Drive.Step {
  /// A line such as `   24.5  ffff 8000`: milliseconds, strong, weak.
  fileprivate var line: String {
    let tenths = Int((at / .microseconds(100)).rounded())
    let time = "\(tenths / 10).\(tenths % 10)"
    return String(repeating: " ", count: max(0, 8 - time.count)) + time + "  \(hexadecimal(level.strong)) "
      + "\(hexadecimal(level.weak))\n"
  }

  fileprivate init(_ line: Substring) {
    let fields = line.split(separator: " ")
    let tenths = Int(fields[0].filter { $0 != "." }) ?? 0
    self.init(
      at: .microseconds(tenths * 100),
      level: Level(strong: UInt16(fields[1], radix: 16) ?? 0, weak: UInt16(fields[2], radix: 16) ?? 0))
  }

  private func hexadecimal(_ value: UInt16) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }
}
