import Foundation
import TestSupport

/// Pattern files in a temporary folder, removed when this object is released.
final class PatternFiles {
  private let files: TestFolder
  var folder: String { files.path }

  init() throws { files = try TestFolder() }

  /// Writes an AHAP file with these parts, each on its own line, from line 3 on.
  @discardableResult
  func add(_ name: String, _ parts: [String]) throws -> String {
    try add(name, text: "{ \"Version\": 1,\n\"Pattern\": [\n" + parts.joined(separator: ",\n") + "\n]}\n")
  }

  @discardableResult
  func add(_ name: String, text: String) throws -> String { try files.write(text, to: name) }

  /// Replaces a file by a rename, as many editors save.
  func replace(_ name: String, _ parts: [String]) throws {
    try add(".\(name).new", parts)
    guard rename(folder + "/.\(name).new", folder + "/" + name) == 0 else { throw CocoaError(.fileWriteUnknown) }
  }

  static func tap(_ milliseconds: Int, _ intensity: Double = 0.8) -> String {
    event(milliseconds, "\"EventType\": \"HapticTransient\"", intensity)
  }

  static func buzz(_ milliseconds: Int, for length: Int, _ intensity: Double = 0.8) -> String {
    let duration = Double(length) / 1000
    return event(milliseconds, "\"EventType\": \"HapticContinuous\", \"EventDuration\": \(duration)", intensity)
  }

  private static func event(_ milliseconds: Int, _ type: String, _ intensity: Double) -> String {
    let strength = "{\"ParameterID\": \"HapticIntensity\", \"ParameterValue\": \(intensity)}"
    let sharpness = "{\"ParameterID\": \"HapticSharpness\", \"ParameterValue\": 0.5}"
    let time = Double(milliseconds) / 1000
    return "{\"Event\": {\"Time\": \(time), \(type), \"EventParameters\": [\(strength), \(sharpness)]}}"
  }
}
