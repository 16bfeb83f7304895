internal import CHapticLinux

/// The memory allocator of this process.
public enum Heap {
  /// Returns large blocks to the kernel as soon as they are freed. By default, the C library raises its threshold for
  /// large blocks to the size of each freed block, up to 32 MB, and keeps smaller ones.
  ///
  /// The corresponding C function is `mallopt`.
  public static func returnLargeBlocks() { _ = haptic_return_memory_from(64 << 10) }

  /// Returns free memory to the kernel. Small blocks that were freed in between are kept otherwise, and fragment the
  /// memory around them. May take a few milliseconds.
  ///
  /// The corresponding C function is `malloc_trim`.
  public static func returnFreeMemory() { haptic_return_free_memory() }
}
