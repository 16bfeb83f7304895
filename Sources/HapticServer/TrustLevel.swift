internal import HapticProtocol
internal import HapticSystem

/// How far a client is trusted with what all clients share.
enum TrustLevel: Hashable {
  /// Root's programs, and the user's own whose application the kernel vouches for.
  case known
  /// The user's own programs that belong to no application.
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

  /// Whether it is one of the user's own programs outside any sandbox, or root's.
  var isOwn: Bool { self != .confined }
}

/// Something that all clients share. Those that are trusted less can take a part of it at most, so that all of them
/// together leave something for the others.
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
