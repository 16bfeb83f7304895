internal import HapticPatterns
internal import HapticPreferences
internal import HapticProtocol
internal import HapticSystem

/// Decides on plays: their verdict, their devices, their strength and their start. The checks run in the order of the
/// lines of `admit`; those of the user's settings and of the circumstances are in `Preferences.objection`.
///
/// A class, so that a play does not copy all preferences to read a few of them.
final class Policy {
  var catalogue: Catalogue
  var preferences = Preferences() {
    didSet {
      paces = Self.paces(preferences)
      hiddenPreferences = preferences.hidden
    }
  }
  var circumstances: Circumstances = []
  /// The allowed rate of each category.
  private var paces: CategoryTable<Pace>
  private var hiddenPreferences = ApplicationPreferences()

  init(catalogue: Catalogue) {
    self.catalogue = catalogue
    paces = Self.paces(Preferences())
  }

  private static func paces(_ preferences: Preferences) -> CategoryTable<Pace> {
    CategoryTable { Pace(preferences[$0].rate) }
  }

  /// A play that may start.
  struct Admission: ~Copyable {
    let first: Target
    /// The verdict by which the first device refuses the play, which another one may play; nil if it may play.
    let objection: Verdict?
    /// Further devices for the same play.
    let others: [Target]
    /// The place of the playback on the next device.
    var place: PlaybackPlace
    let feedback: ResolvedFeedback
    let category: Category
    let isImportant: Bool
    /// The start time or the cause of the play, whichever is later, or the time of receipt if it has neither. Duplicates
    /// are found by this time.
    let wanted: Instant
    let start: Instant
    /// The latest allowed start time.
    let latest: Instant
  }

  /// A device for a play, with the strength on it.
  struct Target {
    let player: Player
    /// The requested intensity after the user's settings, in 1/65535.
    let felt: UInt16
  }

  /// Decides on a play.
  ///
  /// - Parameters:
  ///   - feedback: the requested feedback, or nil if it does not exist.
  ///   - device: the requested device, or nil if the locality decides.
  /// - Throws: the verdict of the first check that fails.
  func admit(
    _ play: Request.Play, of feedback: ResolvedFeedback?, for device: DeviceID?, _ exchange: Exchange,
    on devices: DeviceRegistry
  ) throws(Refusal) -> Admission {
    let (session, received) = (exchange.session, exchange.received)
    let cost = feedback?.pattern.playbackCost ?? MemoryCost.playback
    guard let place = PlaybackPlace(in: session.allowance, costing: cost) else { throw Refusal(.limit) }
    let start = play.startNanoseconds.map(Instant.init(nanoseconds:))
    if let start, start - received > Self.longestAhead { throw Refusal(.limit) }
    guard let feedback else { throw Refusal(play.isOfHandle ? .unknownHandle : .unknownFeedback) }
    let category = play.category ?? feedback.category
    let isImportant = play.isImportant && mayBeImportant(session)
    if let verdict = preferences.objection(
      to: category, of: session.preferences, in: circumstances, isImportant: isImportant)
    {
      throw Refusal(verdict)
    }
    if feedback.isSilent { throw Refusal(.silent) }
    // Each of the two counts where the other is missing. A cause in the future is a mistake of the client: it counts as the
    // time of receipt, so that it does not extend the deadline.
    let cause = play.causeNanoseconds.map { min(Instant(nanoseconds: $0), received) }
    let wanted = max(cause ?? start ?? received, start ?? cause ?? received)
    // A toolkit and its application may both play a feedback for one user action. Media repeats feedback on purpose.
    if category != .media, session.application.hasStarted(feedback, within: preferences.duplicateWindow, of: wanted) {
      throw Refusal(.coalesced)
    }
    if !session.application.buckets[category].take(paces[category], at: received) { throw Refusal(.rateLimited) }
    let route = try devices.route(to: device, locality(for: session, play.locality), at: received)
    let objection = route.first.objection(to: category, at: received)
    // One device that may play is enough.
    if let objection, route.others.allSatisfy({ $0.objection(to: category, at: received) != nil }) {
      throw Refusal(objection)
    }
    let latest = wanted + (play.deadlineMicroseconds.map { .microseconds(Int64($0)) } ?? category.deadline)
    // A haptic that starts later than allowed no longer matches its cause; no haptic is better.
    if received > latest { throw Refusal(expiredBy: received - latest) }
    return Admission(
      first: Target(player: route.first, felt: felt(play.intensity, category, of: session, on: route.first)),
      objection: objection,
      others: route.others.map {
        Target(player: $0, felt: felt(play.intensity, category, of: session, on: $0))
      }, place: place, feedback: feedback, category: category, isImportant: isImportant,
      wanted: wanted, start: max(wanted, received), latest: latest)
  }

  /// As `Preferences.objection`, for the sounds and lights of an event: an application that is switched off is silent in
  /// every way, and so are quiet hours.
  func objectionOfCircumstances(to category: Category, of session: Session, isImportant: Bool) -> Verdict? {
    if session.preferences.strength(of: category) == .none { return .applicationOff }
    if !isImportant, circumstances.contains(.quietHours), !preferences.quietHours.allowed.contains(category) {
      return .quietHours
    }
    if circumstances.contains(.suspending) { return .suspending }
    if circumstances.contains(.sessionInactive) { return .sessionInactive }
    return nil
  }

  /// Whether the plays of a client may be important: its identity is verified, and the user permits it.
  func mayBeImportant(_ session: Session) -> Bool {
    session.peer.identity.isVerified && session.preferences.mayBeImportant
  }

  /// The user's preferences for a client. Those for the application for which it plays apply in addition.
  func preferences(of session: Session) -> ApplicationPreferences {
    let (identity, claimed) = (session.peer.identity, session.peer.claimedApplication)
    let own = identity.isHidden ? hiddenPreferences : preferences[application: identity.name]
    return claimed.isEmpty || claimed == identity.name ? own : own.limited(by: preferences[application: claimed])
  }

  /// The locality for the plays of a client: its application's setting, or the requested one, or the default.
  func locality(for session: Session, _ requested: Locality? = nil) -> Locality {
    session.preferences.locality ?? requested ?? preferences.locality
  }

  static let longestAhead = Duration(wholeNanoseconds: Limits.startAheadNanoseconds)

  // MARK: Strength

  /// The requested intensity after the user's strength for the category, the application and the device, in 1/65535.
  func felt(_ intensity: UInt16, _ category: Category, of session: Session, on player: Player) -> UInt16 {
    let share = preferences.strength(of: category) * session.preferences.strength(of: category) * player.strength
    return Self.scaled(intensity, by: share)
  }

  /// The strength of a device and of each category on it by the user's settings, without those for applications. The
  /// strengths of categories are in 1/65535.
  func strengths(for device: ShortName) -> Preparation.Strengths {
    let strength = preferences[device: device].effectiveStrength
    return Preparation.Strengths(strength: strength) { [preferences] category in
      let share = preferences.strength(of: category) * strength
      // A category that is switched off is prepared at full strength, ready for being switched on.
      return share == .none ? .max : Self.scaled(.max, by: share)
    }
  }

  private static func scaled(_ intensity: UInt16, by share: Intensity) -> UInt16 {
    if share == .full { return intensity }
    // Rounds up, so that only zero gives zero.
    return intensity == 0 || share == .none ? 0 : UInt16((Double(intensity) * share.rawValue).rounded(.up))
  }
}

extension Request.Play {
  fileprivate var isOfHandle: Bool { if case .handle = subject { true } else { false } }
}
