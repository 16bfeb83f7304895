internal import EventLoop
internal import FeedbackdThemes
internal import HapticPatterns
internal import HapticProtocol
internal import HapticServer
internal import HapticSystem
internal import SoundLight

/// The reason in `FeedbackEnded`.
enum FeedbackEnd: UInt32 {
  /// The feedback has ended by itself.
  case natural = 0
  /// The time of the call has ended.
  case expired = 1
  /// The client ended it, or a user stopped everything.
  case explicit = 2
  /// There is no feedback for the event. In feedbackd this is -1.
  case notFound = 0xffff_ffff
}

/// An event of a client: haptics, a sound and a light. It ends after the last of these, at its timeout, or by the client.
final class FeedbackEvent {
  let id: UInt32
  let client: FeedbackClient
  private let call: TriggerCall
  private var haptic: HapticPart?
  private var cues: [CuePart] = []
  /// The time in which an event of a test does nothing.
  private var pause: (any Alarm)?
  private var hasPaused = false
  private var expiry: (any Alarm)?
  private var isReported = false

  init(_ id: UInt32, _ call: TriggerCall, _ client: FeedbackClient) {
    self.id = id
    self.call = call
    self.client = client
  }

  // MARK: Starting

  /// Plays the haptics of the event. The reply to the program follows, so that the motor does not wait for it;
  /// `startRest()` is called after the reply.
  func startHaptics() {
    guard client.hasRoom else { return client.direct?.decline(call.feedback, as: .limit) ?? () }
    startHaptics(feedback)
  }

  /// Starts the sound and the light, or ends the event as not found. The program knows the id by now.
  func startRest() {
    guard client.hasRoom else { return client.report(self, .notFound) }
    if let length = call.timeout.length {
      expiry = alarm { [unowned self] in end(.expired) }
      expiry?.arm(at: now + length)
    }
    let feedback = feedback
    cues = cueKinds(feedback).map { CuePart($0.0, $0.1, of: self, loops: call.timeout.loops) }
    for cue in cues { cue.start() }
    startPause(feedback)
    notePart()
  }

  private var feedback: EventFeedback { client.context.hooks.theme()[event: call.event] ?? EventFeedback() }

  /// Plays the feedback of the vocabulary, or else the pattern of feedbackd's theme, or else a feedback with a shorter
  /// name.
  private func startHaptics(_ feedback: EventFeedback) {
    guard let direct = client.direct else { return }
    let pattern = direct.knows(call.feedback, allowingFallback: false) ? nil : feedback.pattern
    let isKnown = pattern != nil || direct.knows(call.feedback, allowingFallback: true)
    // An event with a sound only has no haptics that could be refused.
    guard isKnown || cueKinds(feedback).isEmpty && feedback.pause == nil, let number = PlaybackID(rawValue: id) else {
      return
    }
    // For the vocabulary, the server applies the profile in force.
    let highest = pattern == nil ? call.level : level
    if highest < pattern?.level ?? .quiet { return direct.decline(call.feedback, as: .profile) }
    let subject = pattern.map { ($0.feedback, category) }
    // A light is for an event that the user has missed, and stays until it is noticed; the motor must not.
    let loops = call.timeout.loops && feedback.light == nil
    haptic = HapticPart(subject, call, as: number, loops: loops, of: self)
    haptic?.play()
  }

  private func cueKinds(_ feedback: EventFeedback) -> [(Cue, FeedbackLevel)] {
    var kinds: [(Cue, FeedbackLevel)] = []
    // A program in a sandbox must not make this one open a file.
    if let file = call.soundFile, client.direct?.isOwn == true {
      kinds.append((.sound(.init(call.event), file: file), .full))
    } else if let sound = feedback.sound {
      kinds.append((.sound(sound.feedback), sound.level))
    }
    if let light = feedback.light {
      kinds.append((.light(light.feedback, rank: UInt8(Precedence.rank(category))), light.level))
    }
    return kinds
  }

  private func startPause(_ feedback: EventFeedback) {
    guard let length = feedback.pause?.feedback else { return }
    hasPaused = true
    pause = alarm { [unowned self] in
      pause = nil
      notePart()
    }
    // An endless event pauses until the client ends it.
    if call.timeout != .endless { pause?.arm(at: now + length) }
  }

  // MARK: Policy

  var category: Category { client.direct?.category(of: call.feedback) ?? .notification }

  private var isImportant: Bool { call.isImportant && client.direct?.mayBeImportant == true }

  private var level: FeedbackLevel {
    isImportant ? call.level : min(call.level, client.level)
  }

  /// The verdict against a sound or a light; nil if there is none.
  func objection(to part: CuePart) -> Verdict? {
    if level < part.level { return .profile }
    guard let direct = client.direct else { return .applicationOff }
    if let verdict = direct.objection(to: category, isImportant: isImportant) { return verdict }
    return direct.takeCue() ? nil : .rateLimited
  }

  func record(_ medium: Observed.Medium, _ verdict: Verdict) {
    client.direct?.note(medium, of: call.feedback, verdict)
  }

  /// Ends sounds that the present profile excludes. The server ends haptics.
  func noteProfile() {
    for cue in cues where level < cue.level { cue.end() }
    notePart()
  }

  // MARK: Time

  var now: Instant { client.context.scheduler.now }

  func alarm(_ body: @escaping () -> Void) -> any Alarm { client.context.scheduler.makeAlarm(.normal) { _ in body() } }

  // MARK: Ending

  func end(_ reason: FeedbackEnd) {
    // The program may act on the signal before the motor has stopped, so the stop is first.
    haptic?.stop()
    for cue in cues { cue.end() }
    report(reason)
  }

  func noteFinished(_ reason: FinishReason) {
    haptic?.noteFinished(reason)
    switch reason {
    case .stoppedEverything, .shutdown: end(.explicit)
    default: notePart()
    }
  }

  /// Ends the event if none of its parts runs.
  func notePart() {
    let isRunning = haptic?.isRunning ?? false || cues.contains(where: \.isRunning) || pause != nil
    if isRunning { return }
    let hasPlayed = haptic?.hasPlayed ?? false || cues.contains(where: \.hasPlayed) || hasPaused
    report(hasPlayed ? .natural : .notFound)
  }

  private func report(_ reason: FeedbackEnd) {
    guard !isReported else { return }
    isReported = true
    pause = nil
    expiry = nil
    client.report(self, reason)
  }
}
