internal import CVirtualDevices

/// Runs `body` on this thread with the file access of a user, because root can access all files.
///
/// The corresponding C function is `setfsuid`.
package func withAccess<Result: ~Copyable>(ofUser user: UInt32, _ body: () throws -> Result) rethrows -> Result {
  let before = setfsuid(user)
  defer { setfsuid(UInt32(before)) }
  return try body()
}
