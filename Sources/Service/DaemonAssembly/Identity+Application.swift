internal import ClientIdentity
internal import HapticProtocol
internal import HapticServer

extension Identity {
  init(_ application: ApplicationIdentity) {
    self = application.isHidden ? .hidden : Identity(application.name, from: .init(application.source))
  }
}

extension Observed.IdentitySource {
  fileprivate init(_ source: ApplicationIdentity.Source) {
    self =
      switch source {
      case .none: .none
      case .claimed: .claimed
      case .unit: .unit
      case .snap: .snap
      case .flatpak: .flatpak
      }
  }
}
