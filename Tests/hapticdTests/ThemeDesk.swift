import Glibc
import HapticSystem
import TestSupport
import Testing

/// A daemon whose themes of feedbackd change. Each of them has one event with a sound.
final class ThemeDesk {
  private let desk: Desk
  var folder: TestFolder { desk.folder }
  var daemon: Process { desk.daemon }

  /// - Parameter file: the name of the file of `FEEDBACK_THEME`; nil for none.
  init(file: String? = nil) throws {
    desk = try Desk { folder in file.map { ["FEEDBACK_THEME": folder.path(of: $0)] } ?? [:] }
  }

  /// Writes a theme.
  func write(_ sound: String, parent: String? = nil, to file: String) throws {
    let parent = parent.map { "\"parent-name\": \"\($0)\"," } ?? ""
    try folder.write(
      """
      {"name": "default", \(parent) "profiles": [{"name": "full", "feedbacks":
        [{"event-name": "x-mine", "type": "Sound", "effect": "\(sound)"}]}]}
      """, to: file)
  }

  func link(_ name: String, to target: String) { #expect(symlink(target, folder.path(of: name)) == 0) }

  /// Replaces a file or a link.
  func rename(_ name: String, to other: String) {
    #expect(Glibc.rename(folder.path(of: name), folder.path(of: other)) == 0)
  }

  func trigger() throws {
    try desk.trigger("x-mine")
    // The fake sounds never end, and there is a limit of sounds.
    desk.leave()
  }

  /// Triggers the event until it has this sound.
  func plays(_ sound: String) -> Bool { triggers { desk.calls.last == "play \(sound)" } }

  /// Triggers the event until the built-in theme was loaded this many times.
  func usesBuiltInTheme(_ count: Int) -> Bool {
    triggers { daemon.text.ranges(of: "sounds and lights by the built-in theme").count == count }
  }

  /// Triggers the event until a condition is true.
  private func triggers(until condition: () -> Bool) -> Bool {
    let limit = Instant.now + TestWait.limit
    return daemon.wait {
      try? trigger()
      usleep(100_000)
      return condition() || Instant.now > limit
    } && condition()
  }
}
