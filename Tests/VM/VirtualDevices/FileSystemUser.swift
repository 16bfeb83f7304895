internal import CVirtualDevices

/// Runs `body` with the access to files that this user has, on this thread alone: root would be let in everywhere.
///
/// The corresponding C function is `setfsuid`.
public func withAccess<Result>(ofUser user: UInt32, _ body: () throws -> Result) rethrows -> Result {
  let before = setfsuid(user)
  defer { setfsuid(UInt32(before)) }
  return try body()
}
