internal import HapticControl
internal import HapticFiles
internal import HapticPatterns
internal import HapticProtocol
internal import TextDiagnostics

extension Studio {
  func listMotors() async -> JSONObject {
    do throws(StudioError) { return motors.list(try await player.devices(), nil) } catch {
      return motors.list([], error)
    }
  }

  /// The maximum time of a loop, so that a page that was left open does not vibrate for ever.
  private static let longestLoop = Duration.seconds(600)
  /// The shortest selection that can be heard as a part.
  private static let shortest = 0.02

  func play(_ fields: CallFields) async throws(StudioError) -> JSONObject {
    let name = try fields.optionalText("name") ?? "the pattern"
    var pattern = try Self.read(try fields.patternText(), name).pattern
    let isLoop = try fields.flag("loop", default: false)
    var options = PlayOptions.usual
    options.intensity = try fields.optionalNumber("intensity", in: 0...1) ?? 1
    options.rate = try fields.optionalNumber("rate", in: 0.1...4) ?? 1
    if let key = try fields.optionalText("device") {
      guard let device = UInt32(key).flatMap({ DeviceID(rawValue: $0) }) else {
        throw .badRequest("\(Quotation.quoted(key)) is not a device")
      }
      options.device = device
    }
    pattern = pattern.endingByItself
    let end = max(pattern.duration.inSeconds, Self.shortest)
    let from = try fields.optionalNumber("from", in: 0...3600) ?? 0
    let to = try fields.optionalNumber("to", in: 0...3600) ?? end
    guard to - from >= Self.shortest else { throw StudioError(.refused, "the selection is too short to play") }
    if from > 0 || to < end { pattern = pattern.part(in: .seconds(from)..<Duration.seconds(to)) }
    guard !pattern.events.isEmpty else { throw StudioError(.refused, "nothing to play there") }
    if isLoop {
      options.loop = Loop(end: .seconds(to - from))
      options.limit = Self.longestLoop
    }
    return try await player.play(pattern, options, name: name)
  }
}
