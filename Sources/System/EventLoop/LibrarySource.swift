internal import CSystemd
internal import HapticSystem

/// A source of libsystemd and the object that owns its handler. It ends with its last reference.
///
/// The corresponding C type is `sd_event_source`.
@safe final class LibrarySource {
  private let pointer: OpaquePointer
  private let handler: AnyObject

  /// Takes over a new source whose userdata is `handler`.
  init(owning pointer: OpaquePointer, _ handler: AnyObject, _ priority: EventLoop.Priority) throws(Errno) {
    unsafe self.pointer = pointer
    self.handler = handler
    try unsafe check(sd_event_source_set_priority(pointer, priority.libraryValue))
  }

  /// libsystemd keeps a source during its callback, so this may run inside of it.
  deinit { unsafe sd_event_source_disable_unref(pointer) }
}

/// The address of a handler object for C. It is not retained: its source owns it.
func userdata(_ handler: AnyObject) -> UnsafeMutableRawPointer {
  unsafe Unmanaged.passUnretained(handler).toOpaque()
}

/// The handler object at an address, with a reference of its own: the handler may drop its source.
func handler<Handler: AnyObject>(_ userdata: UnsafeMutableRawPointer?, as type: Handler.Type) -> Handler {
  unsafe Unmanaged<Handler>.fromOpaque(userdata!).takeUnretainedValue()
}
