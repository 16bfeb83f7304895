package import HapticPatterns

/// The application of a client, and the source of its id.
package struct ApplicationIdentity: Hashable, Sendable {
  /// The id, such as `org.gnome.Calculator`; empty if it is unknown.
  package var name: ShortName
  package var source: Source
  /// Whether the kernel denied access to the process: it may be in a sandbox that hides itself.
  package var isHidden: Bool

  /// The sources of an id, in ascending order of trust.
  package enum Source: Comparable, Sendable {
    /// No source.
    case none
    /// The client itself.
    case claimed
    /// The unit of the user's service manager, by the control group of the process.
    case unit
    /// The unit in which snapd started the process.
    case snap
    /// The file that Flatpak wrote into the sandbox.
    case flatpak
  }

  package init(name: ShortName, source: Source, isHidden: Bool = false) {
    self.name = name
    self.source = source
    self.isHidden = isHidden
  }

  /// A program that belongs to no application.
  package static let unknown = ApplicationIdentity(name: .empty, source: .none)
  /// A process that could not be identified.
  package static let hidden = ApplicationIdentity(name: .empty, source: .none, isHidden: true)
}
