internal import ClientIdentity
internal import HapticProtocol
internal import HapticServer

extension Identity {
  init(_ application: ApplicationIdentity) {
    self.init(application.name, from: .init(application.source), isHidden: application.isHidden)
  }
}

extension Observed.Identity {
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
