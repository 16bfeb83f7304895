/// A placeholder, so that `CHHapticEngine(audioSession: .sharedInstance())` compiles. hapticd plays no audio.
///
/// Apple: `AVAudioSession` of AVFAudio.
public final class AVAudioSession: Sendable {
  private static let shared = AVAudioSession()

  private init() {}

  /// The one session.
  public class func sharedInstance() -> AVAudioSession { shared }
}
