internal import AHAP
internal import HapticControl
internal import HapticFiles
internal import HapticPatterns
internal import TextDiagnostics

struct ComputeRequest {
  let id: Double?
  let text: [UInt8]
  let name: String
  let edits: [PatternEdit]
  let motors: [String]
  let intensity: Double
  let from, to: Double?
  let samples: Int
  /// Whether only the plots are wanted, for the moments of a drag.
  let isPreview: Bool

  init(_ fields: CallFields) throws(StudioError) {
    id = try fields.optionalNumber("id", in: 0...Double(1 << 53))
    text = try fields.patternText()
    name = try fields.optionalText("file") ?? "pattern.ahap"
    edits = try fields.list("edits", atMost: PatternEdit.most).map(PatternEdit.init)
    motors = try fields.texts("motors", atMost: Self.mostMotors)
    intensity = try fields.optionalNumber("intensity", in: 0...1) ?? 1
    from = try fields.optionalNumber("from", in: 0...Self.latest)
    to = try fields.optionalNumber("to", in: 0...Self.latest)
    isPreview = try fields.flag("preview", default: false)
    samples = Int(try fields.optionalNumber("samples", in: 10...4000) ?? 1000)
  }

  private static let mostMotors = 3
  /// Twice the latest time in a pattern file: the page shows some space after the end.
  private static let latest = 2 * FileLimits.standard.maximumTime.inSeconds

  /// The time range of the curves for a forecast that ends at `end`.
  func window(until end: Duration) throws(StudioError) -> Range<Duration> {
    let start = Duration.seconds(from ?? 0)
    let stop = to.map { Duration.seconds($0) } ?? max(end, start + Self.least)
    guard stop >= start + Self.least else { throw .badRequest("to must be after from") }
    return start..<stop
  }

  private static let least = Duration.milliseconds(1)
}

extension Studio {
  /// Reads a text, edits it and computes it: the text after the edits, its parts, its findings, and what the motors make
  /// of it. A text that is not a pattern has only findings, and a preview has only plots.
  func compute(_ request: ComputeRequest) async throws(StudioError) -> JSONObject {
    var text = PatternText(request.text)
    if !request.edits.isEmpty {
      // The places in a text that is not JSON lead nowhere.
      do throws(Refused) { _ = try JSONDocument(request.text) } catch {
        throw StudioError(error, in: request.name)
      }
      try text.apply(request.edits)
    }
    let (bytes, tree) = (text.bytes, text.tree)
    var answer: JSONObject = [
      "id": request.id, "text": request.isPreview ? nil : String(decoding: bytes, as: UTF8.self),
      "isChanged": bytes != request.text, "added": text.added,
    ]
    let positions = TextPositions(bytes)
    let file: PatternFile
    do throws(Refused) { file = try PatternFile.read(bytes, name: request.name) } catch {
      return answer.with([
        "findings": [JSONObject.finding(error.finding, motor: nil, nil, positions)], "plots": [JSONObject](),
      ])
    }
    guard let outline = file.outline else { throw Self.notAHAP }
    var (findings, plots) = ([JSONObject](), [JSONObject]())
    if !request.isPreview {
      answer["model"] = JSONObject.model(file.pattern, outline, tree, bytes, positions)
      findings = FileLint.findings(in: file, on: nil).map { .finding($0, motor: nil, tree, positions) }
    }
    for (key, result) in zip(request.motors, await results(request, file.pattern, outline)) {
      let (plot, found) = try result.get()
      plots.append(plot)
      if request.isPreview { continue }
      findings += FileLint.findings(of: found, in: file).map { .finding($0, motor: key, tree, positions) }
    }
    return answer.with(["findings": findings, "plots": plots])
  }

  /// Reads a text that must be AHAP.
  static func read(_ bytes: [UInt8], _ name: String) throws(StudioError) -> PatternFile {
    let file = try readAnyFormat(bytes, name)
    guard file.format == .ahap else { throw notAHAP }
    return file
  }

  static func readAnyFormat(_ bytes: [UInt8], _ name: String) throws(StudioError) -> PatternFile {
    do throws(Refused) { return try PatternFile.read(bytes, name: name) } catch { throw StudioError(error, in: name) }
  }

  private static let notAHAP = StudioError(.unreadable, "the text is not AHAP", remedy: "import it first")

  /// What a motor makes of a pattern, and its findings.
  private typealias MotorResult = Result<(JSONObject, [MotorFinding]), StudioError>

  /// Computes the motors, as many at a time as there are processors.
  private func results(
    _ request: ComputeRequest, _ pattern: Pattern, _ outline: AHAPOutline
  ) async -> [MotorResult] {
    await withTaskGroup(of: (Int, MotorResult).self) { group in
      for (index, key) in request.motors.enumerated() {
        group.addTask {
          (index, Result { () throws(StudioError) in try self.result(key, request, pattern, outline) })
        }
      }
      return await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
    }
  }

  private func result(
    _ key: String, _ request: ComputeRequest, _ pattern: Pattern, _ outline: AHAPOutline
  ) throws(StudioError) -> (JSONObject, [MotorFinding]) {
    let motor = try motors.motor(key)
    let forecast = Forecast(pattern, on: motor.model, intensity: request.intensity)
    let found = MotorLint(forecast, motor: motor.name).findings
    let curves = ForecastCurves(forecast, in: try request.window(until: forecast.end), count: request.samples)
    return (.plot(key, motor, forecast, curves, outline, found), found)
  }
}

extension CallFields {
  /// The text of a pattern, without a byte order mark.
  func patternText() throws(StudioError) -> [UInt8] {
    let text = try text("text")
    do throws(Refused) { return try TextReading.checked(Array(text.utf8)) } catch {
      throw StudioError(.tooLarge, error.finding.message, remedy: error.finding.remedy)
    }
  }
}
