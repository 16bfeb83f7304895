internal import HapticControl
internal import HapticProtocol
internal import JSONEncoding

/// The studio behind its page: what was opened, the motors and the player. It holds no document; the page has the text and
/// its history, and sends the text with each call.
package final class Studio: Sendable {
  let target: StudioTarget
  let motors = StudioMotors()
  let player = StudioPlayer()

  package init(_ target: StudioTarget) { self.target = target }

  /// The maximum length of the body of a call in bytes: the largest pattern file with escapes.
  package static let longestCall = 8 << 20

  /// The maximum length of the body of a call in bytes.
  static func longestBody(of name: String) -> Int { name == "sound" ? longestSoundCall : longestCall }

  /// Carries out a call of the page.
  ///
  /// - Parameters:
  ///   - name: the name of the call.
  ///   - body: a JSON object.
  /// - Returns: the answer in JSON.
  package func answer(_ name: String, _ body: [UInt8]) async throws(StudioError) -> String {
    try Self.json(try await object(name, try CallFields(body: body, upTo: Self.longestBody(of: name))))
  }

  private func object(_ name: String, _ fields: CallFields) async throws(StudioError) -> JSONObject {
    switch name {
    case "list": return list()
    case "open": return try open(fields)
    case "import": return try importText(fields)
    case "compute": return try await compute(try ComputeRequest(fields))
    case "sound": return try analyzeSound(fields)
    case "motors": return await listMotors()
    case "play": return try await play(fields)
    case "stop":
      await player.stop()
      return [:]
    case "save": return try save(fields)
    case "export": return try export(fields)
    case "picture": return try picture(fields)
    case "review": return try review(fields)
    default: throw .notFound
    }
  }

  /// The answer to the first request of the page.
  func session(_ token: String) throws(StudioError) -> String {
    try Self.json(["token": token, "target": list(), "release": release])
  }

  /// - Throws: a refusal for a value that is not finite, which no answer has.
  static func json(_ value: JSONObject) throws(StudioError) -> String {
    do {
      return String(decoding: try JSONEncoding.bytes(of: value), as: UTF8.self)
    } catch {
      throw StudioError(.refused, "the answer cannot be written: \(error)")
    }
  }
}
