internal import HapticControl
internal import HapticFiles
internal import HapticPatterns
internal import TextDiagnostics

extension Studio {
  func export(_ fields: CallFields) throws(StudioError) -> JSONObject {
    let wanted = try fields.text("format")
    guard let format = ExportFormat(rawValue: wanted) else {
      throw .badRequest("there is no format \(Quotation.quoted(wanted)); \(ExportFormat.names)")
    }
    let (name, file) = try Self.named(fields)
    let written = try Self.writtenPattern(file.pattern, as: format.format, file)
    return ["text": written.text, "name": SubjectName.base(of: name) + format.suffix, "losses": written.losses]
  }

  static func writtenPattern(
    _ pattern: Pattern, as format: PatternFormat, _ file: PatternFile? = nil
  ) throws(StudioError) -> WrittenPattern {
    do throws(Refused) { return try WrittenPattern(pattern, as: format, metadataOf: file) } catch {
      throw StudioError(.refused, error.finding.message, remedy: error.finding.remedy)
    }
  }

  func picture(_ fields: CallFields) throws(StudioError) -> JSONObject {
    let (name, file) = try Self.named(fields)
    return ["svg": try plots(of: Subject(name, file), fields).image, "name": SubjectName.base(of: name) + ".svg"]
  }

  func review(_ fields: CallFields) throws(StudioError) -> JSONObject {
    let (name, file) = try Self.named(fields)
    let subject = Subject(name, file)
    let plots = try plots(of: subject, fields)
    let found = plots.plots.joined().flatMap { plot in
      FileLint.findings(of: MotorLint(plot.forecast, motor: plot.motor.name).findings, in: file)
    }
    let text = String(decoding: try fields.patternText(), as: UTF8.self)
    let page = ReviewPage.html(subject, plots, findings: subject.findings + found, text: text)
    return ["html": page, "name": SubjectName.base(of: name) + ".html"]
  }

  private static func named(_ fields: CallFields) throws(StudioError) -> (name: String, file: PatternFile) {
    let name = try fields.optionalText("name") ?? "pattern.ahap"
    return (name, try read(try fields.patternText(), name))
  }

  private func plots(of subject: Subject, _ fields: CallFields) throws(StudioError) -> PlotGroup {
    let keys = try fields.texts("motors", atMost: 3)
    let chosen = try (keys.isEmpty ? [ChosenMotor.fallback] : keys).map(motors.motor)
    let intensity = try fields.optionalNumber("intensity", in: 0...1) ?? 1
    return try answered(try PlotGroup([subject], on: chosen, intensity: intensity, from: nil, to: nil))
  }
}
