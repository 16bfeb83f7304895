internal import AHAP
internal import HapticPatterns
internal import TextDiagnostics

/// The text of an AHAP file that is edited in place: everything that an edit does not change stays as it was written,
/// with its order, layout and unknown keys.
package struct PatternText {
  package private(set) var bytes: [UInt8] { didSet { tree = TextTree(bytes) } }
  /// The positions of the entries that edits added, in the present text.
  package private(set) var added: [Int] = []
  /// The places of the values in the text.
  private(set) var tree: TextTree
  /// Changes of the text that do not change its structure, not yet applied.
  private var pending: [TextEdit] = []

  /// - Parameter bytes: a text that `AHAPFile.read` accepts.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    tree = TextTree(bytes)
  }

  /// Applies edits in order; each one sees the result of the one before.
  ///
  /// - Throws: a bad request for an entry that does not exist, or that has no such value. The text is then partly edited.
  package mutating func apply(_ edits: [PatternEdit]) throws(StudioError) {
    for edit in edits {
      switch edit {
      case .set(let entry, let key, let value): try set(key, of: entry, to: value)
      case .setPoint(let entry, let index, let key, let value):
        try replace(try point(index, of: entry), key.fileKey, JSONText.rounded(value))
      case .add(let part): try add(part)
      case .addPoint(let entry, let time, let value): try addPoint(to: entry, time, value)
      case .remove(let entry): try remove(entry)
      case .removePoint(let entry, let point): try removePoint(point, of: entry)
      case .sort: try sort()
      }
    }
    settle()
  }

  // MARK: Changing the text

  private mutating func settle() {
    if pending.isEmpty { return }
    bytes.apply(pending)
    pending = []
  }

  /// Replaces a value, later and together with others.
  private mutating func replace(_ range: Range<Int>, by text: String) {
    // The same value twice: the later one counts.
    pending.removeAll { $0.range == range }
    pending.append(TextEdit(range, text))
  }

  /// Replaces the value of a member, or adds the member.
  private mutating func replace(_ object: TextTree, _ key: String, _ text: String) throws(StudioError) {
    if let value = object[key] { return replace(value.range, by: text) }
    // A new member overlaps no pending change of a value; later changes must find it.
    pending.append(object.insertion(of: "\(JSONText.quoted(key)): \(text)", in: bytes, layout: " "))
    settle()
  }

  // MARK: Finding

  /// The list of entries.
  private func pattern() throws(StudioError) -> TextTree {
    guard let pattern = tree[AHAPKey.pattern], case .array = pattern.content else {
      throw .badRequest("the text has no Pattern to edit")
    }
    return pattern
  }

  private func part(_ entry: Int) throws(StudioError) -> EntryPart {
    let entries = try pattern().elements
    guard entries.indices.contains(entry), let part = EntryPart(entries[entry]) else {
      throw .badRequest("there is no entry \(entry) to edit")
    }
    return part
  }

  private func points(of entry: Int) throws(StudioError) -> TextTree {
    guard let points = try part(entry).object[AHAPKey.controlPoints], case .array = points.content else {
      throw .badRequest("entry \(entry) has no points")
    }
    return points
  }

  private func point(_ point: Int, of entry: Int) throws(StudioError) -> TextTree {
    let points = try points(of: entry).elements
    guard points.indices.contains(point) else { throw .badRequest("entry \(entry) has no point \(point)") }
    return points[point]
  }

  // MARK: Values of entries

  private mutating func set(_ key: EntryKey, of entry: Int, to value: EditValue) throws(StudioError) {
    let part = try part(entry)
    switch (key, value) {
    case (.time, .number(let number)): try replace(part.object, AHAPKey.time, JSONText.rounded(number))
    case (.duration, .number(let number)) where part.kind == .event:
      try replace(part.object, AHAPKey.eventDuration, JSONText.rounded(number))
    case (.value, .number(let number)) where part.kind == .parameter:
      try replace(part.object, AHAPKey.parameterValue, JSONText.rounded(number))
    case (.control, .name(let name)) where part.kind != .event:
      try replace(part.object, AHAPKey.parameterID, JSONText.quoted(name))
    case (.kind, .name(let name)) where part.kind == .event: try setKind(of: entry, isTransient: name == "transient")
    case (_, .number(let number)) where part.kind == .event:
      guard let parameter = key.parameter else { throw .badRequest("an event has no \(key.rawValue)") }
      try setParameter(parameter, of: entry, to: number)
    default: throw .badRequest("entry \(entry) has no \(key.rawValue)")
    }
  }

  private mutating func setParameter(_ parameter: AHAPEventParameter, of entry: Int, to value: Double)
    throws(StudioError)
  {
    let name = JSONText.quoted(parameter.rawValue)
    let list = try part(entry).object[AHAPKey.eventParameters]
    // Of several of the same name, the last one counts.
    let own = list?.elements.last { $0[AHAPKey.parameterID].map { bytes[$0.range].elementsEqual(name.utf8) } ?? false }
    if let own { return try replace(own, AHAPKey.parameterValue, JSONText.rounded(value)) }
    settle()
    let element =
      "{ \(JSONText.quoted(AHAPKey.parameterID)): \(name), \(JSONText.quoted(AHAPKey.parameterValue)): "
      + "\(JSONText.rounded(value)) }"
    let event = try part(entry).object
    guard let list = event[AHAPKey.eventParameters], case .array = list.content else {
      return try replace(event, AHAPKey.eventParameters, "[ \(element) ]")
    }
    bytes.apply([list.insertion(of: element, in: bytes, layout: " ")])
  }

  /// The duration of a vibration that was a tap, in seconds.
  private static let usualDuration = 0.1

  private mutating func setKind(of entry: Int, isTransient: Bool) throws(StudioError) {
    let type = isTransient ? AHAPEventType.transient : .continuous
    try replace(try part(entry).object, AHAPKey.eventType, JSONText.quoted(type.rawValue))
    settle()
    let event = try part(entry).object
    let duration = event.members.firstIndex { $0.key.lowercased() == AHAPKey.eventDuration.lowercased() }
    if isTransient, let duration {
      bytes.apply([event.removal(at: duration)])
    } else if !isTransient, duration == nil {
      try replace(event, AHAPKey.eventDuration, JSONText.rounded(Self.usualDuration))
    }
  }

  // MARK: Entries

  private mutating func add(_ part: Pattern) throws(StudioError) {
    settle()
    let pattern = try pattern()
    let time = part.start.inSeconds
    let index = pattern.elements.firstIndex { EntryPart($0).map { $0.time(in: bytes) > time } ?? false }
    let space = pattern.elements.first.map { bytes.space(before: $0.range.lowerBound) } ?? "\n    "
    let indentation = String(space.reversed().prefix { $0 != "\n" })
    let text = part.entryText(indentation: indentation)
    bytes.apply([pattern.insertion(of: text, at: index, in: bytes, layout: "\n    ")])
    let place = index ?? pattern.elements.count
    added = added.map { $0 >= place ? $0 + 1 : $0 } + [place]
  }

  private mutating func remove(_ entry: Int) throws(StudioError) {
    settle()
    let pattern = try pattern()
    guard pattern.elements.indices.contains(entry) else {
      throw .badRequest("there is no entry \(entry) to remove")
    }
    bytes.apply([pattern.removal(at: entry)])
    added = added.filter { $0 != entry }.map { $0 > entry ? $0 - 1 : $0 }
  }

  private mutating func sort() throws(StudioError) {
    settle()
    let entries = try pattern().elements
    let times = entries.map { EntryPart($0)?.time(in: bytes) ?? 0 }
    let order = entries.indices.sorted { (times[$0], $0) < (times[$1], $1) }
    let texts = entries.map { String(decoding: bytes[$0.range], as: UTF8.self) }
    bytes.apply(zip(entries, order).map { TextEdit($0.range, texts[$1]) })
    added = added.compactMap { order.firstIndex(of: $0) }
  }

  // MARK: Points

  private mutating func addPoint(to entry: Int, _ time: Double, _ value: Double) throws(StudioError) {
    settle()
    let points = try points(of: entry)
    let index = points.elements.firstIndex { ($0[AHAPKey.time]?.number(in: bytes) ?? 0) > time }
    let text =
      "{ \(JSONText.quoted(AHAPKey.time)): \(JSONText.rounded(time)), "
      + "\(JSONText.quoted(AHAPKey.parameterValue)): \(JSONText.rounded(value)) }"
    bytes.apply([points.insertion(of: text, at: index, in: bytes, layout: " ")])
  }

  private mutating func removePoint(_ point: Int, of entry: Int) throws(StudioError) {
    settle()
    _ = try self.point(point, of: entry)
    bytes.apply([try points(of: entry).removal(at: point)])
  }
}

extension EntryKey {
  /// The parameter of an event with this value; nil for values that are members of the event.
  fileprivate var parameter: AHAPEventParameter? { AHAPEventParameter.allCases.first { "\($0)" == rawValue } }
}

extension PointKey {
  fileprivate var fileKey: String { self == .time ? AHAPKey.time : AHAPKey.parameterValue }
}
