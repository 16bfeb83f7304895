public import HapticPatterns
public import HapticProtocol
public import HapticSystem

/// A play of a feedback or a pattern, with its options.
///
/// ```swift
/// client.play(Haptic(.impact(.medium), intensity: 0.6))
/// client.play(Haptic(preparedTap, at: beat, deadline: .milliseconds(5)))
///
/// var ringing = Haptic("phone-incoming-call", playback: client.newPlayback())
/// ringing.loop = Loop()
/// ringing.limit = .seconds(30)
/// client.play(ringing)
/// ```
public struct Haptic: Sendable {
  /// The feedback or the prepared handle to play.
  public var subject: Subject
  /// The intensity, from 0 to 1, where 1 is the full strength of the feedback. Clamped.
  public var intensity: Double
  /// The purpose of the play; nil means the default category of the feedback.
  public var category: Category?
  /// The device; if nil, the daemon chooses one, or uses the device of the prepared handle.
  public var device: DeviceID?
  /// The time of the start, at most 60 seconds ahead; nil means at once.
  public var start: Instant?
  /// The time of the cause, such as a touch, a message or a frame. The deadline counts from here, or from `start` if that
  /// is later; nil means the time at which the daemon reads the request.
  public var cause: Instant?
  /// The maximum delay after the cause, or after `start` if that is later; the daemon drops a play that it reads later.
  /// From 1 µs to 71 minutes, clamped; nil means the deadline of the category.
  public var deadline: Duration?
  /// A number from `HapticClient.newPlayback()`, to control the playback and to receive its end; nil without these.
  public var playback: PlaybackID?
  /// The start position in the pattern, in whole microseconds; a time below zero means the start. At or beyond the end
  /// of the pattern, the playback ends at once or, with `loop`, begins at the start.
  public var offset = Duration.zero
  /// The playback rate: 2 is twice as fast. Clamped to 0.1...10, and rounded to 24 significant bits; NaN counts
  /// as 1.
  public var rate = 1.0
  /// The repetition of the pattern; nil plays it once.
  public var loop: Loop?
  /// The time from the start of the playback to its end, in whole microseconds, at least one; nil means no limit. It
  /// continues while the playback is paused. Any length is allowed.
  public var limit: Duration?
  /// The location if no device is given; nil means the user's setting.
  public var locality: Locality?
  /// Whether the play must not be missed, such as an emergency call. It is felt in spite of profile, quiet hours and
  /// power saver if the user permits that for the application and the application's id is verified; otherwise without
  /// effect.
  public var isImportant = false

  /// The subject of a play: a feedback by its name, or a prepared feedback or pattern.
  public enum Subject: Sendable {
    /// A feedback by its name.
    ///
    /// - Parameter allowsFallback: whether a shorter name may replace one that the daemon does not know: `message-new`
    ///   for `message-new-video`. The history and `HapticClient.events()` show the name that was played.
    case feedback(FeedbackName, allowsFallback: Bool = false)
    case prepared(Prepared)

    fileprivate var request: Request.Play.Subject? {
      switch self {
      case .feedback(let name, _): name.isValid ? .name(name.text) : nil
      case .prepared(let prepared): prepared.subject
      }
    }

    fileprivate var allowsFallback: Bool { if case .feedback(_, true) = self { true } else { false } }
  }

  /// A play of a feedback, such as `impact.medium`. The default of `cause` is now.
  public init(
    _ name: FeedbackName, intensity: Double = 1, category: Category? = nil, on device: DeviceID? = nil,
    at start: Instant? = nil, cause: Instant? = .now, deadline: Duration? = nil, playback: PlaybackID? = nil
  ) {
    self.init(
      .feedback(name), intensity: intensity, category: category, on: device, at: start, cause: cause,
      deadline: deadline, playback: playback)
  }

  /// A play of the feedback with this name. The default of `cause` is now.
  public init(
    _ name: String, intensity: Double = 1, category: Category? = nil, on device: DeviceID? = nil,
    at start: Instant? = nil, cause: Instant? = .now, deadline: Duration? = nil, playback: PlaybackID? = nil
  ) {
    self.init(
      FeedbackName(name), intensity: intensity, category: category, on: device, at: start, cause: cause,
      deadline: deadline, playback: playback)
  }

  /// A play of a prepared feedback or pattern. The default of `cause` is now.
  public init(
    _ prepared: Prepared, intensity: Double = 1, category: Category? = nil, on device: DeviceID? = nil,
    at start: Instant? = nil, cause: Instant? = .now, deadline: Duration? = nil, playback: PlaybackID? = nil
  ) {
    self.init(
      .prepared(prepared), intensity: intensity, category: category, on: device, at: start, cause: cause,
      deadline: deadline, playback: playback)
  }

  /// A play of a subject. The default of `cause` is now.
  package init(
    _ subject: Subject, intensity: Double = 1, category: Category? = nil, on device: DeviceID? = nil,
    at start: Instant? = nil, cause: Instant? = .now, deadline: Duration? = nil, playback: PlaybackID? = nil
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

  /// The request for the daemon; nil for an invalid name, and for a pattern without a handle.
  var request: Request.Play? {
    guard let wanted = subject.request else { return nil }
    return Request.Play(
      wanted, playback: playback, device: device, intensity: Self.share(of: intensity), category: category,
      startNanoseconds: start?.nanoseconds, causeNanoseconds: cause?.nanoseconds,
      deadlineMicroseconds: deadline.map { UInt32(clamping: Swift.max($0.wholeMicroseconds, 1)) },
      locality: locality, isImportant: isImportant, allowsFallback: subject.allowsFallback,
      timing: Request.Play.Timing(offset: offset, rate: rate, loop: loop, limit: limit))
  }

  /// Returns an intensity, clamped to 0...1, as a share of 65535.
  static func share(of intensity: Double) -> UInt16 {
    UInt16(Swift.max(0, Swift.min(intensity, 1)) * 65535 + 0.5)
  }
}
