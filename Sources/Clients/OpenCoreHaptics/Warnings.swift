internal import Foundation
internal import Synchronization

/// Warnings for developers, on standard error, each once per process.
enum Warning: String, Sendable {
  case audio = "audio events are silent: hapticd plays no audio; see the article on porting from iOS"
  case systemSound = "AudioServicesPlaySystemSound plays vibrations only: 1519, 1520, 1521 and kSystemSoundID_Vibrate"

  private static let given = Mutex<Set<Warning>>([])

  /// Prints the warning, unless this process has printed it.
  func giveOnce() {
    guard Self.given.withLock({ $0.insert(self).inserted }) else { return }
    FileHandle.standardError.write(Data("OpenCoreHaptics: \(rawValue)\n".utf8))
  }
}
