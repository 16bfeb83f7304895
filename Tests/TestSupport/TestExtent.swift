internal import Glibc

/// How much the tests do of what is slow by nature: a share of the cases in `make check`, all of them in
/// `make check-all`.
package enum TestExtent {
  /// Whether HAPTICD_ALL_TESTS is 1.
  package static let isFull = getenv("HAPTICD_ALL_TESTS").map { String(cString: $0) } == "1"

  /// The cases of a test, or the number of its repetitions.
  package static func all<Cases>(_ all: Cases, quick: Cases) -> Cases { isFull ? all : quick }
}
