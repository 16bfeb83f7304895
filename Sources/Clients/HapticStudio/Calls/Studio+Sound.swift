internal import HapticAudio
internal import HapticControl
internal import HapticFiles
internal import TextDiagnostics

extension Studio {
  /// The maximum length in bytes of the body of a call with a sound, and of the sound itself.
  static let longestSoundCall = 32 << 20
  private static let largestSound = longestSoundCall / 4 * 3

  /// The time of a value of the waveform, unless the sound is long.
  private static let step = Duration.milliseconds(5)
  private static let mostPeaks = 12_000

  /// Analyzes a sound: a file of the folder, or one that the page has. Times are in seconds; `step` is that of each of
  /// `peaks`, the highest magnitudes, 0...1. `text` is the pattern as `from-audio` makes it.
  func analyzeSound(_ fields: CallFields) throws(StudioError) -> JSONObject {
    let (name, bytes) = try soundFile(fields)
    var options = SoundOptions()
    options.sensitivity = try fields.optionalNumber("sensitivity", in: 0...1) ?? options.sensitivity
    let sound: Sound
    do throws(SoundFailure) { sound = try Sound(bytes: bytes) } catch {
      throw StudioError(.unreadable, "\(Quotation.quoted(name)) \(error.message)")
    }
    let count = min(max(Int(sound.duration / Self.step), 1), Self.mostPeaks)
    let pattern = sound.pattern(options)
    return [
      "name": name, "duration": sound.duration.inSeconds, "step": (sound.duration / count).inSeconds,
      "peaks": sound.peaks(count).map { Double(max($0.upperBound, -$0.lowerBound)).inThousandths },
      "onsets": sound.onsets(options).map(\.time.inSeconds),
      "text": try Self.writtenPattern(pattern, as: .ahap).text,
    ]
  }

  private func soundFile(_ fields: CallFields) throws(StudioError) -> (name: String, bytes: [UInt8]) {
    if let name = try fields.optionalText("file") {
      guard let folder = target.folder else { throw Self.noFolder }
      return (name, try folder.read(name, upTo: Self.largestSound))
    }
    guard let bytes = Base64.bytes(of: try fields.text("base64")) else {
      throw .badRequest("base64: expected a file in base64")
    }
    return (try fields.text("name"), bytes)
  }
}
