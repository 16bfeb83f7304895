internal import HapticSystem

extension CueHelper {
  /// The command that starts the helper program.
  package struct Program: Sendable {
    /// The path of the program; nil if it is not installed.
    let path: String?
    let arguments: [String]
    /// The path of the record of lit LEDs, which the program keeps; nil if there is no folder for it.
    private let record: String?

    /// The program with the LEDs and the sound library of the machine.
    package init(path: String?) {
      self.path = path
      arguments = []
      // The program finds it in the same way.
      record = Environment.variable("XDG_RUNTIME_DIR").map { "\($0)/hapticd.lights" }
    }

    /// - Parameters:
    ///   - leds: the folder of LEDs.
    ///   - library: the name or path of the sound library.
    package init(path: String?, leds: String, library: String, record: String) {
      self.path = path
      arguments = [leds, library, record]
      self.record = record
    }

    /// Whether a LED may be lit without a program.
    var hasLeftLights: Bool {
      guard let record else { return false }
      return (try? FileStatus(of: record)) != nil
    }

    package static let name = "hapticd-sound-light"
  }
}
