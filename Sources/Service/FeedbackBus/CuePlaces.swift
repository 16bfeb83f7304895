internal import HapticPatterns
internal import HapticServer

// The places are shared out in groups, each with a maximum, the smallest first:
//
//   8  one application
//   8  sandboxed and hidden programs, and those of other users
//  12  also the user's own programs whose application is not verified
//  16  all
//
// If a group is full, a new cue of it takes the place of the least important one in it: that of the lowest priority, of
// the application with the most places, the oldest. A ringtone and an alarm do so also if that one is as important, so a
// call always has its sound and its light.

/// The places for sounds, or those for lights.
struct CuePlaces {
  struct Place {
    let number: UInt32
    let owner: ResourceOwner
    /// The priority of the event.
    let rank: Int
  }

  enum Decision: Equatable {
    case granted
    /// Granted as soon as the cue of this number has ended.
    case replaces(UInt32)
    case refused
  }

  private var places: [Place] = []

  static let most = 16
  static let mostOfApplication = 8
  private static let mostUnverified = 12
  private static let mostConfined = 8

  mutating func add(_ place: Place) { places.append(place) }

  mutating func remove(_ number: UInt32) {
    places.removeAll { $0.number == number }
    // An array never frees memory by itself.
    if places.isEmpty { places = [] }
  }

  func decide(on new: Place) -> Decision {
    guard let group = fullGroup(for: new.owner) else { return .granted }
    let least = group.min { ($0.rank, -count(of: $0.owner)) < ($1.rank, -count(of: $1.owner)) }
    guard let least, givesWay(least, to: new) else { return .refused }
    return .replaces(least.number)
  }

  /// The places of the smallest full group to which an application belongs; nil if none is full.
  private func fullGroup(for owner: ResourceOwner) -> [Place]? {
    let own = places.filter { $0.owner == owner }
    if own.count >= Self.mostOfApplication { return own }
    let confined = places.filter { $0.owner.trust == .confined }
    if owner.trust == .confined, confined.count >= Self.mostConfined { return confined }
    let unverified = places.filter { $0.owner.trust != .known }
    if owner.trust != .known, unverified.count >= Self.mostUnverified { return unverified }
    return places.count >= Self.most ? places : nil
  }

  private func givesWay(_ place: Place, to new: Place) -> Bool {
    if place.rank != new.rank { return place.rank < new.rank }
    return new.rank >= Precedence.rank(.ringtone) || count(of: place.owner) > count(of: new.owner) + 1
  }

  private func count(of owner: ResourceOwner) -> Int { places.count { $0.owner == owner } }
}
