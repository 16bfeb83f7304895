internal import TestSupport
internal import VirtualDevices

/// A measurement on this machine, which may be too slow for it.
enum Measurement<Value> {
  case good(Value)
  /// Writes or samples came too late; with the words of the program that measured.
  case spoilt(String)
}

extension Guest {
  /// Measures until the machine was in time, at most three times. If it never was, cancels the running test.
  static func measure<Value>(_ measurement: () throws -> Measurement<Value>) throws -> Value {
    var words = ""
    for _ in 1...3 {
      switch try measurement() {
      case .good(let value): return value
      case .spoilt(let reason): words = reason
      }
    }
    try cancelTest("this machine is too slow for a measurement: \(words.split(separator: "\n").last ?? "")")
    throw RigError(words)
  }
}

extension ControlResult {
  /// The refusals of hapticctl that late writes and samples can cause.
  private static let refusals = ["tooFewSamples", "moving", "notDriven", "noShake", "poorFit", "missed the deadline"]

  /// The output of a command that measures.
  ///
  /// - Throws: `RigError` if it failed for a reason that a slow machine does not explain.
  var measurement: Measurement<String> {
    get throws {
      if status == 0 { return .good(output) }
      guard status == 1, Self.refusals.contains(where: output.contains) else { throw RigError(output) }
      return .spoilt(output)
    }
  }
}
