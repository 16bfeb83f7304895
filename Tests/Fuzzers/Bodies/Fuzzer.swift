import Glibc

/// What one fuzzer does with an input.
public struct Fuzzer: Sendable {
  /// Also the folder of its seeds.
  public let name: String
  /// Returns where all is well, whether or not the input means anything.
  private let body: @Sendable ([UInt8]) throws(Flaw) -> Void

  init(_ name: String, _ body: @escaping @Sendable ([UInt8]) throws(Flaw) -> Void) {
    self.name = name
    self.body = body
  }

  public static let all = [
    ahap, haptic, androidXML, webAndFeedbackd, theme, preferences, requests, daemonPackets, definitions, renditions,
    identity, server,
  ]

  public static var names: String { all.map(\.name).joined(separator: " ") }

  public init?(named name: String) {
    guard let fuzzer = Self.all.first(where: { $0.name == name }) else { return nil }
    self = fuzzer
  }

  /// Tries one input.
  ///
  /// - Throws: what does not hold, and what costs too much.
  public func run(_ input: [UInt8]) throws(Flaw) {
    let start = clock()
    try body(input)
    let seconds = Double(clock() - start) / Double(CLOCKS_PER_SEC)
    if seconds > Self.patience { throw Flaw("\(input.count) bytes took \(seconds) s") }
  }

  /// Seconds of processor time that an input of a few kilobytes may cost: a hundred times what it does cost, as all is
  /// checked and counted here.
  private static let patience = 5.0
}

/// Something that does not hold.
public struct Flaw: Error, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }
}

func require(_ condition: Bool, _ flaw: @autoclosure () -> String) throws(Flaw) {
  if !condition { throw Flaw(flaw()) }
}

/// `values` must be alike; says what was expected.
func requireEqual<Value: Equatable>(_ actual: Value, _ expected: Value, _ what: String) throws(Flaw) {
  if actual != expected { throw Flaw("\(what): \(actual) is not \(expected)") }
}
