internal import HapticPatterns
internal import HapticPreferences
internal import HapticProtocol
internal import HapticSystem
internal import MotorRendering

/// Whether, where and how a play happens. The order of the checks is the order of the lines in `admit` and, for what a
/// person or the moment holds back, in `objection`.
///
/// A class, so that a play does not copy all that a person wants to look at some of it.
final class Policy {
  var catalogue: Catalogue
  var preferences = Preferences() {
    didSet {
      rates = Rates(preferences)
      hiddenWishes = preferences.hidden
    }
  }
  var circumstances: Circumstances = []
  private var rates: Rates
  private var hiddenWishes = ApplicationPreferences()

  init(catalogue: Catalogue) {
    self.catalogue = catalogue
    rates = Rates(Preferences())
  }

  /// A play that may start.
  struct Admission {
    let first: Target
    /// Further devices of the same play.
    let others: [Target]
    let feedback: ResolvedFeedback
    let category: Category
    let isImportant: Bool
    /// The requested start, by the play's cause or start time. Duplicates are found by it.
    let wanted: Instant
    let start: Instant
    /// The latest allowed start.
    let latest: Instant
  }

  /// A device for a play.
  struct Target {
    let player: Player
    /// The strength that the user leaves of the requested one, in 1/65535.
    let felt: UInt16
  }

  /// Decides on a play.
  ///
  /// - Parameter requested: the feedback that the request names; nil if there is none.
  /// - Throws: the first reason against it.
  func admit(
    _ play: Request.Play, of requested: Prepared?, _ exchange: Exchange, on devices: DeviceRegistry
  ) throws(Refusal) -> Admission {
    let (session, received) = (exchange.session, exchange.received)
    if !session.allowance.hasRoomForPlayback { throw Refusal(.limit) }
    let start = play.startNanoseconds.map(Instant.init(nanoseconds:))
    if let start, start - received > Self.longestAhead { throw Refusal(.limit) }
    guard let requested else { throw Refusal(play.isOfHandle ? .unknownHandle : .unknownFeedback) }
    let feedback = requested.feedback
    let category = play.category ?? feedback.category
    let isImportant = play.isImportant && mayBeImportant(session)
    if let verdict = objection(to: category, of: session, isImportant: isImportant) { throw Refusal(verdict) }
    if feedback.isSilent { throw Refusal(.silent) }
    let wanted = wantedStart(of: play, start, receivedAt: received)
    if isDuplicate(feedback, category, at: wanted, session.application) { throw Refusal(.coalesced) }
    if !session.application.take(category, rates[category], at: received) { throw Refusal(.rateLimited) }
    let locality = locality(asked: play.locality, session)
    let route = try devices.route(to: play.device ?? requested.device, locality, at: received)
    if route.first.isCoolingDown(from: category, at: received) { throw Refusal(.coolingDown) }
    if route.first.outranks(category) { throw Refusal(.outranked) }
    let latest = wanted + (play.deadlineMicroseconds.map { .microseconds(Int64($0)) } ?? category.deadline)
    // Late is worse than never: the haptic would no longer match its cause.
    if received > latest { throw Refusal(.expired) }
    return Admission(
      first: target(play, category, session, route.first),
      others: route.others.map { target(play, category, session, $0) }, feedback: feedback, category: category,
      isImportant: isImportant, wanted: wanted, start: max(wanted, received), latest: latest)
  }

  private func target(_ play: Request.Play, _ category: Category, _ session: Session, _ player: Player) -> Target {
    Target(player: player, felt: felt(play.intensity, category, of: session, on: player))
  }

  /// What a person or the moment holds against a category of an application; nil where nothing does. It ends what plays,
  /// too, once it comes true.
  func objection(to category: Category, of session: Session, isImportant: Bool) -> Verdict? {
    if !preferences.isEnabled { return .switchedOff }
    if !isImportant, !preferences.profile.categories.contains(category) { return .profile }
    if preferences[category].strength == .none { return .categoryOff }
    if session.wishes.strength(of: category) == .none { return .applicationOff }
    if circumstances.isEmpty { return nil }
    if !isImportant, circumstances.contains(.quietHours), !preferences.quietHours.allowed.contains(category) {
      return .quietHours
    }
    if !isImportant, circumstances.contains(.powerSaver), !preferences.powerSaver.allowed.contains(category) {
      return .powerSaver
    }
    if circumstances.contains(.suspending) { return .suspending }
    if circumstances.contains(.sessionInactive) { return .sessionInactive }
    if circumstances.contains(.locked), !Self.lockScreen.contains(category) { return .locked }
    return nil
  }

  /// What plays on a lock screen: everything but what belongs to the applications behind it.
  private static let lockScreen = CategorySet.all.subtracting(.media)

  /// An application's word that something must not be missed counts where the kernel vouches for the application and
  /// the person trusts it.
  func mayBeImportant(_ session: Session) -> Bool { session.identity.isVerified && session.wishes.mayBeImportant }

  /// What the person wants of an application.
  func wishes(for identity: Identity) -> ApplicationPreferences {
    identity.isHidden ? hiddenWishes : preferences[application: identity.name]
  }

  private static let longestAhead = Duration(wholeNanoseconds: Limits.startAheadNanoseconds)

  /// The locality by the user's setting for the application, the request, or the user's general setting, in this order.
  func locality(asked: Locality? = nil, _ session: Session) -> Locality {
    session.wishes.locality ?? asked ?? preferences.locality
  }

  /// Whether the same feedback of the application starts at about the same time: a toolkit and its application may both
  /// play it for one user action. Media repeats feedback on purpose.
  private func isDuplicate(
    _ feedback: ResolvedFeedback, _ category: Category, at start: Instant, _ application: Application
  ) -> Bool {
    guard category != .media, preferences.duplicateWindow > .zero else { return false }
    return application.hasStarted(feedback, within: preferences.duplicateWindow, of: start)
  }

  /// The requested start, or the time of the cause, or now. A cause in the future is a mistake of the client and must not
  /// extend the deadline.
  private func wantedStart(of play: Request.Play, _ start: Instant?, receivedAt received: Instant) -> Instant {
    let cause = play.causeNanoseconds.map { min(Instant(nanoseconds: $0), received) }
    return max(cause ?? start ?? received, start ?? cause ?? received)
  }
}

// MARK: - Strength

extension Policy {
  /// How strong something is to be felt, in 1/65535: what the client asks for, and what the person leaves of that.
  func felt(_ intensity: UInt16, _ category: Category, of session: Session, on player: Player) -> UInt16 {
    let share = preferences[category].strength * session.wishes.strength(of: category) * player.strength
    return Self.scaled(intensity, by: share)
  }

  /// How strong a category is wanted on a device, whichever application plays it, in 1/65535.
  func wish(for device: ShortName) -> Preparation.Wish {
    let strength = preferences[device: device].effectiveStrength
    return Preparation.Wish(strength: strength) { [preferences] category in
      let share = preferences[category].strength * strength
      // What is switched off now is prepared for being switched on.
      return share == .none ? .max : Self.scaled(.max, by: share)
    }
  }

  private static func scaled(_ intensity: UInt16, by share: Intensity) -> UInt16 {
    if share == .full { return intensity }
    // Only nothing becomes nothing: what is felt at all stays felt.
    return intensity == 0 || share == .none ? 0 : UInt16((Double(intensity) * share.rawValue).rounded(.up))
  }
}

/// The allowed rate of each category.
private struct Rates {
  private let paces: [Pace]

  init(_ preferences: Preferences) { paces = Category.allCases.map { Pace(preferences[$0].rate) } }

  subscript(category: Category) -> Pace { paces[Int(category.rawValue) - 1] }
}

extension Request.Play {
  fileprivate var isOfHandle: Bool { if case .handle = subject { true } else { false } }
}
