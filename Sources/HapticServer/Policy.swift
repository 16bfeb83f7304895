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
      paces = Self.paces(of: preferences)
      hiddenWishes = preferences.hidden
    }
  }
  var circumstances: Circumstances = []
  private var paces: [Pace]
  private var hiddenWishes = ApplicationPreferences()

  init(catalogue: Catalogue) {
    self.catalogue = catalogue
    paces = Self.paces(of: Preferences())
  }

  /// A play that may start.
  struct Admission {
    let player: Player
    /// Where it plays as well.
    let others: [Player]
    let material: Material
    let category: Category
    let isImportant: Bool
    /// When it was to start, by its cause or its start time; doubles are told by that.
    let wanted: Instant
    let start: Instant
    /// When it may start at the latest.
    let latest: Instant
  }

  /// - Throws: the one reason why it may not.
  func admit(_ play: Request.Play, from session: Session, receivedAt received: Instant, roster: Roster)
    throws(Refusal) -> Admission
  {
    try checkLimits(of: session)
    try checkStart(of: play, receivedAt: received)
    let subject = try resolve(play, of: session)
    let material = subject.material
    let category = play.category ?? material.category
    let isImportant = play.isImportant && mayBeImportant(session)
    if let verdict = objection(to: category, of: session, isImportant: isImportant) { throw Refusal(verdict) }
    if material.isSilent { throw Refusal(.silent) }
    let wanted = wantedStart(of: play, receivedAt: received)
    try checkDouble(of: material, category, at: wanted, session.application)
    try checkRate(of: category, session.application, at: received)
    let players = try roster.route(
      to: play.device ?? subject.device, locality(asked: play.locality, session), at: received)
    try checkRest(of: players.first, from: category, at: received)
    try checkRank(of: category, on: players.first)
    let latest = wanted + patience(with: play, category)
    // Late is worse than never: a haptic that would no longer match its cause is dropped.
    if received > latest { throw Refusal(.expired) }
    return Admission(
      player: players.first, others: players.others, material: material, category: category,
      isImportant: isImportant, wanted: wanted, start: max(wanted, received), latest: latest)
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

  // MARK: Limits

  private func checkLimits(of session: Session) throws(Refusal) {
    if !session.allowance.hasRoomForPlayback { throw Refusal(.limit) }
  }

  private func checkStart(of play: Request.Play, receivedAt received: Instant) throws(Refusal) {
    guard let start = play.startNanoseconds else { return }
    if start - received.nanoseconds > Limits.startAheadNanoseconds { throw Refusal(.limit) }
  }

  // MARK: Meaning

  /// What is meant: something prepared, or a name.
  private func resolve(_ play: Request.Play, of session: Session) throws(Refusal) -> Prepared {
    switch play.subject {
    case .name(let name):
      return Prepared(material: try material(named: name, allowingFallback: play.allowsFallback))
    case .handle(let handle):
      guard let prepared = session.handles.prepared(handle) else { throw Refusal(.unknownHandle) }
      return prepared
    }
  }

  func material(named name: ShortName, allowingFallback: Bool) throws(Refusal) -> Material {
    guard let material = catalogue.material(named: name, allowingFallback: allowingFallback) else {
      throw Refusal(.unknownFeedback)
    }
    return material
  }

  /// Where it should be felt: what the person says of the application, the client, the person in general.
  func locality(asked: Locality? = nil, _ session: Session) -> Locality {
    session.wishes.locality ?? asked ?? preferences.locality
  }

  // MARK: Frequency

  /// One action, one haptic: the toolkit and the application may both play it. Media repeats itself on purpose.
  private func checkDouble(of material: Material, _ category: Category, at start: Instant, _ application: Application)
    throws(Refusal)
  {
    guard category != .media, preferences.duplicateWindow > .zero else { return }
    if application.hasStarted(material, within: preferences.duplicateWindow, of: start) { throw Refusal(.coalesced) }
  }

  private func checkRate(of category: Category, _ application: Application, at now: Instant) throws(Refusal) {
    if !application.take(category, paces[Int(category.rawValue) - 1], at: now) { throw Refusal(.rateLimited) }
  }

  private static func paces(of preferences: Preferences) -> [Pace] {
    Category.allCases.map { Pace(preferences[$0].rate) }
  }

  // MARK: The device

  private func checkRest(of player: Player, from category: Category, at now: Instant) throws(Refusal) {
    if player.isCoolingDown(from: category, at: now) { throw Refusal(.coolingDown) }
  }

  private func checkRank(of category: Category, on player: Player) throws(Refusal) {
    if player.outranks(category) { throw Refusal(.outranked) }
  }

  // MARK: Time

  /// When it should start: now, or when the client says. A cause in the future is a client's mistake; it must not
  /// stretch the deadline.
  private func wantedStart(of play: Request.Play, receivedAt received: Instant) -> Instant {
    let cause = play.causeNanoseconds.map { min(Instant(nanoseconds: $0), received) }
    let start = play.startNanoseconds.map(Instant.init(nanoseconds:))
    return max(cause ?? start ?? received, start ?? cause ?? received)
  }

  /// How late it may start.
  private func patience(with play: Request.Play, _ category: Category) -> Duration {
    play.deadlineMicroseconds.map { .microseconds(Int64($0)) } ?? category.deadline
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
