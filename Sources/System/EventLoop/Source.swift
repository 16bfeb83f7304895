public import HapticSystem

/// A registration with an `EventLoop`. Dropping it silences the handler at once, also from inside the handler itself;
/// the closure and the values that it captured are released with it.
///
/// Keep it as long as events are wanted, as a stored property or in an optional.
public struct Source: ~Copyable {
  private let kind: Kind

  private enum Kind {
    case descriptor(Watch, in: DescriptorSet)
    case library(LibrarySource)
  }

  /// Takes over a watch that is in the set.
  init(_ watch: Watch, in set: DescriptorSet) { kind = .descriptor(watch, in: set) }

  init(_ source: LibrarySource) { kind = .library(source) }

  deinit {
    // The loop may hold the watch, whose handler may run now. A library source ends with its last reference.
    if case .descriptor(let watch, let set) = kind { set.remove(watch) }
  }

  /// Changes the events that the source of a descriptor waits for; see `EventLoop.watch`. The handler stays the same.
  ///
  /// - Throws: `.invalidArgument` where the source does not watch a descriptor.
  ///
  /// The corresponding C function is `epoll_ctl` with `EPOLL_CTL_MOD`.
  public func wait(for readiness: Readiness) throws(Errno) {
    guard case .descriptor(let watch, let set) = kind else { throw .invalidArgument }
    try set.set(watch, to: readiness)
  }
}
