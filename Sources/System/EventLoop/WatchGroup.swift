package import HapticSystem

/// Descriptors that have one turn of a loop together: however many are ready, those outside the group wait for one of them
/// only.
package final class WatchGroup {
  private let descriptors: DescriptorSet
  private var source: Source?

  /// - Throws: the kernel's error where it has no descriptors or memory left.
  package init(_ loop: EventLoop) throws(Errno) {
    descriptors = try DescriptorSet()
    source = try loop.watch(descriptors.rawValue, for: .readable) { [unowned self] _ in serve() }
  }

  deinit { source = nil }

  /// Watches a descriptor; see `EventLoop.watch`.
  package func watch(
    _ descriptor: Int32, for readiness: Readiness, _ handler: @escaping (Readiness) -> Void
  ) throws(Errno) -> Source {
    try descriptors.watch(descriptor, for: readiness, handler)
  }

  private func serve() {
    guard let (watch, readiness) = try? descriptors.next(within: 0) else { return }
    if watch.readiness.isEmpty { descriptors.suspend(watch) }
    watch.call(readiness)
  }
}
