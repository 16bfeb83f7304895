internal import CHapticLinux
internal import CSystemd
public import HapticSystem

/// A registration with an `EventLoop`. Releasing it silences the handler at once, also from inside the handler itself;
/// the closure and the values that it captured are released with it.
///
/// Keep it as long as events are wanted.
public class Source {
  /// Changes the events that the source of a descriptor waits for; see `EventLoop.watch`. The handler stays the same.
  ///
  /// - Throws: `.invalidArgument` where the source does not watch a descriptor.
  ///
  /// The corresponding C function is `epoll_ctl` with `EPOLL_CTL_MOD`.
  public func wait(for readiness: Readiness) throws(Errno) { throw .invalidArgument }
}

/// The source of a descriptor. The loop may hold the watch, whose handler may run now.
private final class DescriptorSource: Source {
  private let watch: Watch
  private let set: DescriptorSet

  /// Takes over a watch that is in the set.
  init(_ watch: Watch, in set: DescriptorSet) {
    self.watch = watch
    self.set = set
  }

  deinit { set.remove(watch) }

  override func wait(for readiness: Readiness) throws(Errno) { try set.set(watch, to: readiness) }
}

/// The operations that a descriptor is ready for.
public struct Readiness: OptionSet, Hashable, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Data to read, a connection to accept, or the end of the stream. The corresponding C name is
  /// `EPOLLIN`.
  public static let readable = Readiness(rawValue: EPOLLIN.rawValue)
  /// Room to write. The corresponding C name is `EPOLLOUT`.
  public static let writable = Readiness(rawValue: EPOLLOUT.rawValue)
  /// The peer is gone, or the device was unplugged. Always reported; the kernel may set only one of the bits. The
  /// corresponding C names are `EPOLLHUP` and `EPOLLERR`.
  public static let hangUp = Readiness(rawValue: EPOLLHUP.rawValue | EPOLLERR.rawValue)
}

/// A source of libsystemd and the object that owns its handler.
///
/// The corresponding C type is `sd_event_source`.
@safe final class LibrarySource: Source {
  private let pointer: OpaquePointer
  private let handler: AnyObject

  /// Takes over a new source whose userdata is `handler`, which is not retained there.
  init(owning pointer: OpaquePointer, _ handler: AnyObject, _ priority: EventLoop.Priority) throws(Errno) {
    unsafe self.pointer = pointer
    self.handler = handler
    super.init()
    try unsafe check(sd_event_source_set_priority(pointer, priority.libraryValue))
  }

  /// libsystemd keeps a source during its callback, so this may run inside of it.
  deinit { unsafe sd_event_source_disable_unref(pointer) }
}

/// The function that the library calls for a source or a slot, which owns it and has its address as userdata.
package final class LibraryHandler<Call> {
  package let call: Call

  package init(_ call: Call) { self.call = call }

  /// The address, which the library does not retain.
  package var userdata: UnsafeMutableRawPointer { unsafe Unmanaged.passUnretained(self).toOpaque() }

  /// The handler at an address, with a reference of its own: its call may release its source.
  package static func at(_ userdata: UnsafeMutableRawPointer?) -> LibraryHandler {
    unsafe Unmanaged<LibraryHandler>.fromOpaque(userdata!).takeUnretainedValue()
  }
}

extension EventLoop {
  /// Calls `handler` each time `descriptor` is ready, as long as it is (level-triggered).
  ///
  /// With `[]` only a hang-up is reported, and only once; unread input does not wake the loop. A watch that asks for
  /// more is called for a hang-up until it is dropped.
  ///
  /// - Parameter descriptor: borrowed, *not* consumed; close it after the source is gone, not before.
  /// - Throws: `.notPermitted` for a regular file, which is always ready.
  ///
  /// The corresponding C function is `epoll_ctl`.
  public func watch(
    _ descriptor: Int32, for readiness: Readiness, _ handler: @escaping (Readiness) -> Void
  ) throws(Errno) -> Source {
    try descriptors.watch(descriptor, for: readiness, handler)
  }
}

extension DescriptorSet {
  func watch(
    _ descriptor: Int32, for readiness: Readiness, _ handler: @escaping (Readiness) -> Void
  ) throws(Errno) -> Source {
    let watch = Watch(descriptor, for: readiness, handler)
    try insert(watch)
    return DescriptorSource(watch, in: self)
  }
}
