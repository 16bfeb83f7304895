internal import HapticSystem

/// Closes nodes. That takes 13 to 20 ms at best, and half a minute for each effect of a device that does not respond, so
/// each close has a thread of its own and delays nothing, not even another close.
enum Reaper {
  /// - Parameter onClosed: called on the thread that closed it.
  static func close(_ file: consuming FileDescriptor, then onClosed: @escaping @Sendable () -> Void = {}) {
    let descriptor = file.release()
    let work: @Sendable () -> Void = {
      do { _ = FileDescriptor(owning: descriptor) }
      onClosed()
    }
    do {
      try BackgroundThread.start(work)
    } catch {
      // No thread is left: the caller waits.
      work()
    }
  }
}
