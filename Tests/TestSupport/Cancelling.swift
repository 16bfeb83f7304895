// Programs of the laboratory use this module too. Swift's static library, with which they are linked, has no Testing.
#if canImport(Testing)
  internal import Testing
#endif

/// Cancels the running test, which then counts as skipped, with the reason. With Swift 6.2, which cannot cancel, the test
/// fails.
package func cancelTest(_ reason: String) throws {
  #if canImport(Testing) && compiler(>=6.3)
    try Test.cancel("\(reason)")
  #else
    throw CancelledTest(description: reason)
  #endif
}

private struct CancelledTest: Error, CustomStringConvertible { let description: String }
