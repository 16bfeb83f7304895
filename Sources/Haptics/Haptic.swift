public import HapticPatterns
public import HapticProtocol
public import HapticSystem

/// One haptic to be played: what, how strong, why and when.
///
/// ```swift
/// client.play(Haptic("impact.medium", intensity: 0.6))
/// client.play(Haptic(preparedTap, at: beat, deadline: .milliseconds(5)))
/// ```
public struct Haptic: Sendable {
  /// What is played: its name, or what was prepared.
  public var subject: Subject
  /// How strong it should feel, from 0 to 1, where 1 is the feedback's full strength. Values outside are clamped.
  public var intensity: Double
  /// Why it plays; nil is the feedback's own category.
  public var category: Category?
  /// Where; nil leaves that to the daemon, or to the device it was prepared for.
  public var device: DeviceID?
  /// When to start; nil is at once. At most 60 seconds ahead.
  public var start: Instant?
  /// When its cause happened: the touch, the message, the frame. The deadline counts from here; nil is the moment at
  /// which the daemon reads the request.
  public var cause: Instant?
  /// How late after its cause, or after `start` where that is given, it may begin; later, it is dropped. From 1 us to
  /// 71 minutes, clamped; nil is the category's own.
  public var deadline: Duration?
  /// The number to stop it by and to learn its end, from `HapticClient.newPlayback()`; nil needs neither.
  public var playback: PlaybackID?
  /// Where it should be felt if no device is named; nil leaves that to the person.
  public var locality: Locality?
  /// Whether it must not be missed, such as an emergency call: felt in spite of profile, quiet hours and power saver, if
  /// the person allows that to the application and the kernel vouches for its id. Otherwise without effect.
  public var isImportant = false
  /// Whether a shorter name may stand in for a feedback that the daemon does not know: `message-new` for
  /// `message-new-video`. The daemon's history and `HapticClient.events()` show which feedback that was.
  public var allowsFallback = false

  public enum Subject: Sendable {
    case feedback(ShortName)
    case prepared(Prepared)
  }

  /// A feedback of the vocabulary, such as `impact.medium`. Its cause is now unless given.
  public init(
    _ name: ShortName, intensity: Double = 1, category: Category? = nil, on device: DeviceID? = nil,
    at start: Instant? = nil, cause: Instant? = .now, deadline: Duration? = nil, playback: PlaybackID? = nil
  ) {
    self.init(.feedback(name), intensity, category, device, start, cause, deadline, playback)
  }

  /// A prepared feedback. Its cause is now unless given.
  public init(
    _ prepared: Prepared, intensity: Double = 1, category: Category? = nil, on device: DeviceID? = nil,
    at start: Instant? = nil, cause: Instant? = .now, deadline: Duration? = nil, playback: PlaybackID? = nil
  ) {
    self.init(.prepared(prepared), intensity, category, device, start, cause, deadline, playback)
  }

  private init(
    _ subject: Subject, _ intensity: Double, _ category: Category?, _ device: DeviceID?, _ start: Instant?,
    _ cause: Instant?, _ deadline: Duration?, _ playback: PlaybackID?
  ) {
    self.subject = subject
    self.intensity = intensity
    self.category = category
    self.device = device
    self.start = start
    self.cause = cause
    self.deadline = deadline
    self.playback = playback
  }
}

extension Haptic {
  /// The haptic as it travels; nil for a pattern without a handle, which has nothing to be called by.
  var request: Request.Play? {
    guard let subject = subject.request else { return nil }
    return Request.Play(
      subject, playback: playback, device: device,
      intensity: UInt16(Swift.max(0, Swift.min(intensity, 1)) * 65535 + 0.5), category: category,
      startNanoseconds: start?.nanoseconds, causeNanoseconds: cause?.nanoseconds,
      deadlineMicroseconds: deadline.map { UInt32(clamping: Swift.max($0.wholeMicroseconds, 1)) },
      locality: locality, isImportant: isImportant, allowsFallback: allowsFallback)
  }
}

extension Haptic.Subject {
  fileprivate var request: Request.Play.Subject? {
    switch self {
    case .feedback(let name): .name(name)
    case .prepared(let prepared): prepared.subject
    }
  }
}
