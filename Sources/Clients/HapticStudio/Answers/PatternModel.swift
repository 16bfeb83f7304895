internal import AHAP
internal import HapticControl
internal import HapticPatterns
internal import TextDiagnostics

extension JSONObject {
  /// The parts of a pattern with their places in its text.
  static func model(
    _ pattern: Pattern, _ outline: AHAPOutline, _ tree: TextTree, _ text: [UInt8], _ positions: TextPositions
  ) -> JSONObject {
    let places = PartPlaces(tree, positions)
    return [
      "duration": pattern.duration.inSeconds, "isEndless": pattern.events.contains(where: \.isEndless),
      "events": zip(pattern.events, outline.events).map { places.part(at: $1, event($0)) },
      "parameters": zip(pattern.parameters, outline.parameters).map { places.part(at: $1, parameter($0)) },
      "curves": zip(pattern.curves, outline.curves).map {
        places.part(at: $1, curve($0, places.points(at: $1, in: text)))
      },
      "sounds": zip(pattern.audio, outline.audio).map { places.part(at: $1, sound($0)) },
    ]
  }

  private static func event(_ event: Event) -> JSONObject {
    let length = if case .continuous(let duration) = event.kind { duration } else { event.duration }
    return [
      "kind": event.kind == .transient ? "transient" : "continuous", "time": event.time.inSeconds,
      "duration": length.inSeconds, "isEndless": event.isEndless, "intensity": event.intensity.rawValue,
      "sharpness": event.sharpness.rawValue, "attack": event.envelope.attack, "decay": event.envelope.decay,
      "release": event.envelope.release, "sustained": event.envelope.isSustained,
    ]
  }

  private static func parameter(_ parameter: DynamicParameter) -> JSONObject {
    ["control": parameter.control.identifier, "time": parameter.time.inSeconds, "value": parameter.value]
  }

  /// - Parameter indices: those of the points in the file.
  private static func curve(_ curve: ParameterCurve, _ indices: [Int]) -> JSONObject {
    let points = curve.points.enumerated().map { position, point -> JSONObject in
      [
        "point": position < indices.count ? indices[position] : position, "time": point.time.inSeconds,
        "value": point.value,
      ]
    }
    return ["control": curve.control.identifier, "time": curve.time.inSeconds, "points": points]
  }

  private static func sound(_ sound: AudioEvent) -> JSONObject {
    let file: String? = if case .custom(let path, _, _) = sound.kind { path } else { nil }
    return ["time": sound.time.inSeconds, "duration": sound.duration?.inSeconds, "file": file]
  }
}

struct PartPlaces {
  private let entries: [TextTree]
  private let positions: TextPositions

  init(_ tree: TextTree, _ positions: TextPositions) {
    entries = tree[AHAPKey.pattern]?.elements ?? []
    self.positions = positions
  }

  /// A part between its entry, which is the index in the array of the file, and its place in the text. Offsets are in units
  /// of UTF-16.
  ///
  /// - Parameter path: `Pattern[3].Event`, for example.
  func part(at path: JSONPath, _ values: JSONObject) -> JSONObject {
    let entry = path.entry ?? 0
    let range = entries.indices.contains(entry) ? entries[entry].range : 0..<0
    let (start, end) = (positions[range.lowerBound], positions[range.upperBound])
    return (["entry": entry] as JSONObject).with(values).with([
      "start": start.offset, "end": end.offset, "line": start.line, "column": start.column,
    ])
  }

  /// The indices of a curve's points in the file, in the order of the curve.
  func points(at path: JSONPath, in text: [UInt8]) -> [Int] {
    guard let entry = path.entry, entries.indices.contains(entry), let part = EntryPart(entries[entry]) else {
      return []
    }
    let points = part.object[AHAPKey.controlPoints]?.elements ?? []
    // The reader ignores points without a value.
    let read = points.enumerated().filter { $0.element[AHAPKey.parameterValue]?.number(in: text) != nil }
    return read.map { (index: $0.offset, time: $0.element[AHAPKey.time]?.number(in: text) ?? 0) }
      .sorted { ($0.time, $0.index) < ($1.time, $1.index) }.map(\.index)
  }
}

extension JSONPath {
  /// The index of the entry in the pattern's array to which a path leads; nil for other paths.
  var entry: Int? {
    switch self {
    case .root: nil
    case .element(of: .member(of: .root, _), let index): index
    case .element(of: let parent, _), .member(of: let parent, _): parent.entry
    }
  }
}
