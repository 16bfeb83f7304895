import Glibc

/// A fuzzer: the checks for one kind of input.
package struct Fuzzer: Sendable {
  /// The name, also of the folder with its seeds.
  package let name: String
  /// Returns if all checks hold, for valid and invalid inputs.
  private let body: @Sendable ([UInt8]) throws(Flaw) -> Void

  init(_ name: String, _ body: @escaping @Sendable ([UInt8]) throws(Flaw) -> Void) {
    self.name = name
    self.body = body
  }

  package static let all = [
    ahap, haptic, androidXML, webAndFeedbackd, theme, preferences, requests, daemonPackets, definitions, renditions,
    identity, server, feedbackdThemes, calls, sensors, motionEvents, studioRequests,
    studioEdits, sounds,
  ]

  package static var names: String { all.map(\.name).joined(separator: " ") }

  package init?(named name: String) {
    guard let fuzzer = Self.all.first(where: { $0.name == name }) else { return nil }
    self = fuzzer
  }

  /// Tries one input.
  ///
  /// - Throws: the check that failed, or an excessive cost.
  package func run(_ input: [UInt8]) throws(Flaw) {
    let start = clock()
    try body(input)
    let seconds = Double(clock() - start) / Double(CLOCKS_PER_SEC)
    if seconds > Self.longestTime { throw Flaw("\(input.count) bytes took \(seconds) s") }
  }

  /// The maximum processor time in seconds for an input of a few kilobytes: a hundred times the usual one, because all
  /// checks and branch counters are active.
  private static let longestTime = 5.0
}

/// A check that failed.
package struct Flaw: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}

func require(_ condition: Bool, _ flaw: @autoclosure () -> String) throws(Flaw) {
  if !condition { throw Flaw(flaw()) }
}

/// Requires equal values.
///
/// - Throws: a flaw with both values.
func requireEqual<Value: Equatable>(_ actual: Value, _ expected: Value, _ what: String) throws(Flaw) {
  if actual != expected { throw Flaw("\(what): \(actual) is not \(expected)") }
}
