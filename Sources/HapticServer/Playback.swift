internal import HapticSystem
internal import MotorModel

/// One running pattern on one actuator, owned by one session.
struct Playback {
  /// The number that the client chose; 0 for one that nobody asks about again.
  let number: UInt32
  let owner: UInt32
  let drive: Drive
  let start: Instant
  /// When the daemon read the request; nil where it asked for a later start, which says nothing of latency.
  let received: Instant?

  /// The level this playback asks for at present.
  private(set) var level = Level.off
  /// When the actuator first got a level of this playback.
  var firstWritten: Instant?
  private var cursor = 0

  init(number: UInt32, owner: UInt32, drive: Drive, start: Instant, received: Instant? = nil) {
    self.number = number
    self.owner = owner
    self.drive = drive
    self.start = start
    self.received = received
  }

  var isFinished: Bool { cursor == drive.steps.count }

  /// When the level changes next; nil once it is finished.
  var nextChange: Instant? { isFinished ? nil : start + drive.steps[cursor].at }

  /// When the first level is wanted.
  var firstPlanned: Instant { drive.steps.first.map { start + $0.at } ?? start }

  /// Walks to the level of this moment.
  ///
  /// - Returns: when the change that came last was planned; nil where nothing changed.
  mutating func advance(to now: Instant) -> Instant? {
    var planned: Instant?
    while let change = nextChange, change <= now {
      level = drive.steps[cursor].level
      cursor += 1
      planned = change
    }
    return planned
  }
}

extension Level {
  /// The mixing law: each motor follows the strongest playback. A tap over a buzz is felt as much as it exceeds it, and
  /// no sum saturates. A wave has the pitch of the stronger.
  func mixed(with other: Level) -> Level {
    let leads = max(strong, weak) >= max(other.strong, other.weak)
    return Level(
      strong: max(strong, other.strong), weak: max(weak, other.weak),
      periodMilliseconds: leads ? periodMilliseconds : other.periodMilliseconds)
  }
}
