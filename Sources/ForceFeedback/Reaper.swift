internal import HapticSystem

/// Closes nodes. That takes 13 to 20 ms at best, and half a minute for each effect where nobody answers any more, so
/// each close has a thread of its own and holds up nothing, not even another close.
enum Reaper {
  static func close(_ file: consuming FileDescriptor) {
    let descriptor = file.release()
    do {
      try BackgroundThread.start { _ = FileDescriptor(owning: descriptor) }
    } catch {
      // Without a thread to be had: late is better than never.
      _ = FileDescriptor(owning: descriptor)
    }
  }
}
