internal import AHAP
internal import HapticFiles
internal import HapticPatterns
internal import TextDiagnostics

/// The parts of a pattern with their places in its text, for the page.
struct PatternModel: Encodable {
  /// The place of a part: its entry in the pattern's array, and its text.
  struct Place: Encodable {
    /// The index in the array of the file.
    let entry: Int
    /// Offsets in units of UTF-16.
    let start, end: Int
    let line, column: Int
  }

  struct EventPart: Encodable {
    let entry: Int
    /// `transient` or `continuous`.
    let kind: String
    let time, duration: Double
    let isEndless: Bool
    let intensity, sharpness: Double
    let attack, decay, release: Double
    let sustained: Bool
    let start, end, line, column: Int
  }

  struct ParameterPart: Encodable {
    let entry: Int
    let control: String
    let time, value: Double
    let start, end, line, column: Int
  }

  struct CurvePart: Encodable {
    struct Point: Encodable {
      /// The index in the curve's array of the file.
      let point: Int
      let time, value: Double
    }

    let entry: Int
    let control: String
    let time: Double
    let points: [Point]
    let start, end, line, column: Int
  }

  struct SoundPart: Encodable {
    let entry: Int
    let time: Double
    let duration: Double?
    let file: String?
    let start, end, line, column: Int
  }

  let duration: Double
  let isEndless: Bool
  let events: [EventPart]
  let parameters: [ParameterPart]
  let curves: [CurvePart]
  let sounds: [SoundPart]

  /// - Parameters:
  ///   - tree: the places in the text of the file.
  init(_ pattern: Pattern, _ outline: AHAPOutline, _ tree: TextTree, _ text: [UInt8], _ positions: TextPositions) {
    let places = PartPlaces(tree, positions)
    duration = pattern.duration.inSeconds
    isEndless = pattern.events.contains(where: \.isEndless)
    events = zip(pattern.events, outline.events).map { EventPart($0, places[$1]) }
    parameters = zip(pattern.parameters, outline.parameters).map { ParameterPart($0, places[$1]) }
    curves = zip(pattern.curves, outline.curves).map { CurvePart($0, places[$1], places.points(at: $1, in: text)) }
    sounds = zip(pattern.audio, outline.audio).map { SoundPart($0, places[$1]) }
  }
}

/// Finds the places of parts.
struct PartPlaces {
  private let entries: [TextTree]
  private let positions: TextPositions

  init(_ tree: TextTree, _ positions: TextPositions) {
    entries = tree[AHAPKey.pattern]?.elements ?? []
    self.positions = positions
  }

  /// The place of the part at a path: `Pattern[3].Event`.
  subscript(path: JSONPath) -> PatternModel.Place {
    let entry = path.entry ?? 0
    guard entries.indices.contains(entry) else { return .init(entry: entry, start: 0, end: 0, line: 1, column: 1) }
    let range = entries[entry].range
    let (start, end) = (positions[range.lowerBound], positions[range.upperBound])
    return .init(entry: entry, start: start.offset, end: end.offset, line: start.line, column: start.column)
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

extension PatternModel.EventPart {
  fileprivate init(_ event: Event, _ place: PatternModel.Place) {
    let length = if case .continuous(let duration) = event.kind { duration } else { event.duration }
    self.init(
      entry: place.entry, kind: event.kind == .transient ? "transient" : "continuous", time: event.time.inSeconds,
      duration: length.inSeconds, isEndless: event.isEndless, intensity: event.intensity.rawValue,
      sharpness: event.sharpness.rawValue, attack: event.envelope.attack, decay: event.envelope.decay,
      release: event.envelope.release, sustained: event.envelope.isSustained, start: place.start, end: place.end,
      line: place.line, column: place.column)
  }
}

extension PatternModel.ParameterPart {
  fileprivate init(_ parameter: DynamicParameter, _ place: PatternModel.Place) {
    self.init(
      entry: place.entry, control: parameter.control.identifier, time: parameter.time.inSeconds, value: parameter.value,
      start: place.start, end: place.end, line: place.line, column: place.column)
  }
}

extension PatternModel.CurvePart {
  fileprivate init(_ curve: ParameterCurve, _ place: PatternModel.Place, _ indices: [Int]) {
    let points = curve.points.enumerated().map { position, point in
      Point(
        point: position < indices.count ? indices[position] : position, time: point.time.inSeconds, value: point.value)
    }
    self.init(
      entry: place.entry, control: curve.control.identifier, time: curve.time.inSeconds, points: points,
      start: place.start, end: place.end, line: place.line, column: place.column)
  }
}

extension PatternModel.SoundPart {
  fileprivate init(_ sound: AudioEvent, _ place: PatternModel.Place) {
    let file: String? = if case .custom(let path, _, _) = sound.kind { path } else { nil }
    self.init(
      entry: place.entry, time: sound.time.inSeconds, duration: sound.duration?.inSeconds, file: file,
      start: place.start, end: place.end, line: place.line, column: place.column)
  }
}
