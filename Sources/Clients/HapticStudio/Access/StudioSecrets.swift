internal import Synchronization

/// The secrets of one run: the token of the address, which opens the page once, the cookie of the browser, and the token
/// that each call carries in a field.
package final class StudioSecrets: Sendable {
  package let entry: String
  package let cookie: String
  package let call: String
  private let isUsed = Mutex(false)

  /// Creates random secrets of 256 bits each.
  package init() { (entry, cookie, call) = (Self.random(), Self.random(), Self.random()) }

  /// Uses the token of the address. Returns whether it is right and was not used before.
  package func enter(with token: String) -> Bool {
    isUsed.withLock { isUsed in
      guard !isUsed, Self.isEqual(token, entry) else { return false }
      isUsed = true
      return true
    }
  }

  /// The system's generator, which is cryptographically secure on Linux.
  private static func random() -> String { String((0..<64).map { _ in "0123456789abcdef".randomElement()! }) }

  /// Compares in a time that does not depend on the place of the first difference.
  static func isEqual(_ one: String, _ other: String) -> Bool {
    let (one, other) = (Array(one.utf8), Array(other.utf8))
    guard one.count == other.count else { return false }
    return zip(one, other).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
