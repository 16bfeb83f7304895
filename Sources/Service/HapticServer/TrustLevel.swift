internal import HapticProtocol
internal import HapticSystem

/// The trust in a client that shares resources with all others.
enum TrustLevel: Hashable {
  /// Root's programs, and the user's own with a verified identity.
  case known
  /// The user's own programs without a verified identity.
  case unverified
  /// Sandboxed or hidden programs, and those of other users.
  case confined

  init(_ identity: Identity, _ credentials: PeerCredentials) {
    if identity.isSandboxed {
      self = .confined
    } else if credentials.userID == PeerCredentials.ownUserID {
      self = identity.isVerified ? .known : .unverified
    } else {
      self = credentials.userID == 0 ? .known : .confined
    }
  }

  /// Whether it is one of the user's own programs outside any sandbox, or one of root's.
  var isOwn: Bool { self != .confined }
}

/// A resource that all clients share. The clients of each lower trust level together get a smaller part of it, which
/// leaves the rest to the others.
struct Shares {
  let all: Quota
  private let unverified: Quota
  private let confined: Quota

  init(_ all: Int, unverified: Int, confined: Int) {
    self.all = Quota(all)
    self.unverified = Quota(unverified, within: self.all)
    self.confined = Quota(confined, within: self.unverified)
  }

  subscript(trust: TrustLevel) -> Quota {
    switch trust {
    case .known: all
    case .unverified: unverified
    case .confined: confined
    }
  }
}
