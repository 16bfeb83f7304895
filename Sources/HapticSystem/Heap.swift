internal import CHapticLinux

/// The memory of this process that is allocated and freed.
public enum Heap {
  /// Returns the memory of large blocks to the kernel as soon as they are freed. Without this the C library raises its
  /// threshold for large blocks to the size of each that is freed, up to 32 MB, and keeps those below.
  ///
  /// The corresponding C function is `mallopt`.
  public static func returnLargeBlocks() { _ = haptic_return_memory_from(64 << 10) }
}
