/// The warnings that are logged once, because they repeat with each event.
struct CueWarnings {
  enum Kind: Hashable {
    case program, starts
    case result(CueResult)
  }

  private var known: Set<Kind> = []

  mutating func isFirst(_ kind: Kind) -> Bool { known.insert(kind).inserted }

  /// The line about a result with a remedy; nil if there is none, or if it was logged before.
  mutating func line(about result: CueResult) -> String? {
    if result == .started {
      known = known.filter { $0 == .program }
      return nil
    }
    guard let line = Self.line(result), isFirst(.result(result)) else { return nil }
    return line
  }

  private static func line(_ result: CueResult) -> String? {
    switch result {
    case .noLibrary:
      "sounds do not play, because libcanberra is not installed; install it (Debian: libcanberra0, libcanberra-pulse)"
    case .noServer: "sounds do not play, because there is no sound server; start PipeWire or PulseAudio"
    case .notPermitted:
      "lights are not shown, because the LED is not writable; add the user to the group feedbackd, and log in again"
    case .failed, .busy, .started, .ended, .unknownSound, .noLight, .switchedOff: nil
    }
  }
}
