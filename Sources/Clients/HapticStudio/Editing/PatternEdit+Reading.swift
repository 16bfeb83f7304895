internal import AHAP
internal import HapticPatterns
package import TextDiagnostics

extension PatternEdit {
  /// The maximum number of changes in one call.
  static let most = 4096

  /// Reads a change from a call of the page.
  package init(_ value: JSONValue) throws(StudioError) {
    let fields = try CallFields(value)
    switch try fields.text("op") {
    case "set": self = try Self.setting(fields)
    case "add": self = try Self.adding(fields)
    case "remove":
      let entry = try fields.index("entry")
      self = fields.has("point") ? .removePoint(entry: entry, point: try fields.index("point")) : .remove(entry: entry)
    case "sort": self = .sort
    case let other: throw .badRequest("there is no edit \(Quotation.quoted(other))")
    }
  }

  private static func setting(_ fields: CallFields) throws(StudioError) -> PatternEdit {
    let (entry, name) = (try fields.index("entry"), try fields.text("key"))
    if fields.has("point") {
      guard let key = PointKey(rawValue: name) else { throw unknownKey(name) }
      let value = try fields.number("value", in: key == .time ? times : controls)
      return .setPoint(entry: entry, point: try fields.index("point"), key, value)
    }
    guard let key = EntryKey(rawValue: name) else { throw unknownKey(name) }
    return .set(entry: entry, key, try value(of: key, fields))
  }

  private static func unknownKey(_ name: String) -> StudioError {
    .badRequest("there is no value \(Quotation.quoted(name)) to set")
  }

  private static func value(of key: EntryKey, _ fields: CallFields) throws(StudioError) -> EditValue {
    switch key {
    case .time, .duration: return .number(try fields.number("value", in: times))
    case .intensity, .sharpness, .attack, .decay, .release: return .number(try fields.number("value", in: 0...1))
    case .sustained: return .number(try fields.flag("value") ? 1 : 0)
    case .value: return .number(try fields.number("value", in: controls))
    case .kind:
      let kind = try fields.text("value")
      guard kind == "transient" || kind == "continuous" else {
        throw .badRequest("an event is transient or continuous")
      }
      return .name(kind)
    case .control: return .name(try control(fields, "value").identifier)
    }
  }

  private static let times = 0.0...3600
  private static let controls = -1.0...1

  private static func control(_ fields: CallFields, _ key: String) throws(StudioError) -> Control {
    let name = try fields.text(key)
    guard let control = Control.allCases.first(where: { $0.identifier == name }) else {
      throw .badRequest("there is no control \(Quotation.quoted(name))")
    }
    return control
  }

  // MARK: New parts

  private static func adding(_ fields: CallFields) throws(StudioError) -> PatternEdit {
    let time = try fields.number("time", in: times)
    if fields.has("entry") {
      let value = try fields.number("value", in: controls)
      return .addPoint(entry: try fields.index("entry"), time: time, value: value)
    }
    switch try fields.text("kind") {
    case "transient": return .add([try event(.transient, at: time, fields)])
    case "continuous":
      let duration = Duration.seconds(try fields.number("duration", in: times))
      return .add([try event(.continuous(duration: duration == .zero ? Event.endless : duration), at: time, fields)])
    case "parameter":
      let control = try control(fields, "control")
      let value = try fields.number("value", in: controls)
      return .add(Pattern([], parameters: [DynamicParameter(control, value, at: .seconds(time))]))
    case "curve": return .add(Pattern([], curves: [try curve(at: time, fields)]))
    case let other: throw .badRequest("there is no part \(Quotation.quoted(other)) to add")
    }
  }

  private static func event(_ kind: Event.Kind, at time: Double, _ fields: CallFields) throws(StudioError) -> Event {
    let envelope = Envelope(
      attack: try fields.optionalNumber("attack", in: 0...1) ?? 0,
      decay: try fields.optionalNumber("decay", in: 0...1) ?? 0,
      release: try fields.optionalNumber("release", in: 0...1) ?? 0,
      isSustained: try fields.flag("sustained", default: true))
    return Event(
      kind, at: .seconds(time), intensity: Intensity(try fields.optionalNumber("intensity", in: 0...1) ?? 1),
      sharpness: Sharpness(try fields.optionalNumber("sharpness", in: 0...1) ?? 0.5), envelope: envelope)
  }

  private static func curve(at time: Double, _ fields: CallFields) throws(StudioError) -> ParameterCurve {
    let control = try control(fields, "control")
    let points = try fields.list("points", atMost: most).map { value throws(StudioError) in
      let point = try CallFields(value)
      return ParameterCurve.Point(
        at: .seconds(try point.number("time", in: times)), try point.number("value", in: control.range))
    }
    guard !points.isEmpty else { throw .badRequest("a curve needs points") }
    return ParameterCurve(control, at: .seconds(time), points)
  }
}
