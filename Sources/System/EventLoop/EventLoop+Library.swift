internal import CSystemd
internal import Glibc
public import HapticSystem

/// A change of the entries of a directory.
public struct DirectoryChange: OptionSet, Hashable, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Mode, owner or access list of an entry changed. The corresponding C name is `IN_ATTRIB`.
  public static let attributes = DirectoryChange(rawValue: UInt32(IN_ATTRIB))
  /// An entry appeared. The corresponding C names are `IN_CREATE` and `IN_MOVED_TO`.
  public static let created = DirectoryChange(rawValue: UInt32(IN_CREATE | IN_MOVED_TO))
  /// An entry disappeared. The corresponding C names are `IN_DELETE` and `IN_MOVED_FROM`.
  public static let removed = DirectoryChange(rawValue: UInt32(IN_DELETE | IN_MOVED_FROM))
  /// A file that was open for writing was closed. The corresponding C name is `IN_CLOSE_WRITE`.
  public static let written = DirectoryChange(rawValue: UInt32(IN_CLOSE_WRITE))
}

extension EventLoop {
  /// Calls `handler` in the loop each time the process gets the signal, which is blocked from now on.
  ///
  /// Call it before other threads exist, which inherit the blocked signal. Several signals before the call count once.
  ///
  /// - Throws: `.busy` where the signal is handled already.
  ///
  /// The corresponding C function is `sd_event_add_signal`.
  public func signal(_ number: Int32, priority: Priority = .normal, _ handler: @escaping () -> Void) throws(Errno)
    -> Source
  {
    try unsafe source(calling: handler, priority) {
      unsafe sd_event_add_signal(libraryPointer, &$0, number | Int32(SD_EVENT_SIGNAL_PROCMASK), signalFired, $1)
    }
  }

  /// Calls `handler` with the name of each entry of a directory that changes in one of the given ways. The name is nil
  /// for a change of the directory itself, and where the kernel has dropped events: then check all entries.
  ///
  /// - Throws: `.noSuchFile` where there is no such path.
  ///
  /// The corresponding C function is `sd_event_add_inotify`.
  public func watchDirectory(
    _ path: String, for changes: DirectoryChange,
    _ handler: @escaping (_ entry: String?, _ change: DirectoryChange) -> Void
  ) throws(Errno) -> Source {
    try unsafe source(calling: handler, .normal) {
      unsafe sd_event_add_inotify(libraryPointer, &$0, path, changes.rawValue, directoryChanged, $1)
    }
  }

  /// - Parameter add: calls the library with the address for the source, and the userdata of its callback.
  private func source<Call>(
    calling call: Call, _ priority: Priority, _ add: (inout OpaquePointer?, UnsafeMutableRawPointer) -> Int32
  ) throws(Errno) -> Source {
    let handler = LibraryHandler(call)
    var pointer: OpaquePointer?
    try unsafe check(add(&pointer, handler.userdata))
    return try unsafe LibrarySource(owning: pointer!, handler, priority)
  }
}

private func signalFired(
  _ source: OpaquePointer?, _ information: UnsafePointer<signalfd_siginfo>?, _ userdata: UnsafeMutableRawPointer?
) -> Int32 {
  unsafe LibraryHandler<() -> Void>.at(userdata).call()
  return 0
}

private func directoryChanged(
  _ source: OpaquePointer?, _ event: UnsafePointer<inotify_event>?, _ userdata: UnsafeMutableRawPointer?
) -> Int32 {
  let event = unsafe event!
  let change = unsafe DirectoryChange(rawValue: event.pointee.mask)
  unsafe LibraryHandler<(String?, DirectoryChange) -> Void>.at(userdata).call(entryName(event), change)
  return 0
}

/// The name that follows the structure, NUL-terminated; nil if there is none.
private func entryName(_ event: UnsafePointer<inotify_event>) -> String? {
  guard unsafe event.pointee.len > 0 else { return nil }
  let name = unsafe UnsafeRawPointer(event) + MemoryLayout<inotify_event>.size
  return unsafe String(cString: name.assumingMemoryBound(to: CChar.self))
}
