package import HapticPatterns

/// The application of a client, and the source of that information.
package struct Identity: Hashable, Sendable {
  /// The application's id, or the name that the client claims; empty if there is neither.
  package let name: ShortName
  package let source: Observed.IdentitySource

  package init(_ name: ShortName = "", from source: Observed.IdentitySource = .none) {
    self.name = name
    self.source = source
  }

  /// A program that belongs to no application.
  package static let unknown = Identity()
  /// A client whose application cannot be read, such as a sandboxed application that hides. All of them are one
  /// application with this name, whatever names they claim.
  package static let hidden = Identity("hidden", from: .hidden)
}
