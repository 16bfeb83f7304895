internal import AHAP
public import Foundation
internal import HapticPatterns
internal import TextDiagnostics

/// A pattern of events, parameters and curves. Does not change after its creation.
///
/// A pattern may be empty or larger than hapticd plays; `CHHapticEngine.makePlayer(with:)` reports that.
/// Apple: `CHHapticPattern`.
public final class CHHapticPattern: NSObject, @unchecked Sendable {
  // The parts as they were given: copies, which never change.
  let events: [CHHapticEvent]
  let parameters: [CHHapticDynamicParameter]
  let curves: [CHHapticParameterCurve]
  /// The parts as hapticd plays them.
  let pattern: Pattern

  /// Creates a pattern of events and dynamic parameters. Both arrays may be empty.
  ///
  /// - Throws: `invalidEventTime`, `invalidEventDuration`, `invalidEventType`, `invalidParameterType`, or
  ///   `badParameterEntry` for a parameter's value that is not a number.
  public convenience init(events: [CHHapticEvent], parameters: [CHHapticDynamicParameter]) throws {
    try self.init(events, parameters, [])
  }

  /// Creates a pattern of events and parameter curves. Both arrays may be empty.
  ///
  /// - Throws: as `init(events:parameters:)`.
  public convenience init(events: [CHHapticEvent], parameterCurves: [CHHapticParameterCurve]) throws {
    try self.init(events, [], parameterCurves)
  }

  /// Creates a pattern from a dictionary in the shape of an AHAP file. Nested keys may be `Key` or `String`, names may
  /// be identifiers or strings, and numbers of any type.
  ///
  /// Missing values get their defaults, values out of range are clamped, and unknown keys and names are ignored, as in
  /// a file.
  ///
  /// - Throws: `invalidPatternDictionary` if it has no array `.pattern`, contains a value that JSON cannot express, or
  ///   exceeds the limits of a file.
  public convenience init(dictionary patternDict: [CHHapticPattern.Key: Any]) throws {
    try self.init(ahap: Array(DictionaryText.json(of: patternDict).utf8), otherwise: .invalidPatternDictionary)
  }

  /// Reads an AHAP file as leniently as Core Haptics.
  ///
  /// - Throws: `fileNotFound` if it cannot be read, `invalidPatternData` with place and reason if it is not a pattern.
  public convenience init(contentsOf ahapURL: URL) throws {
    guard let data = try? Data(contentsOf: ahapURL) else {
      throw CHHapticError(.fileNotFound, "cannot read \(ahapURL.path)")
    }
    try self.init(ahap: Array(data), of: ahapURL.lastPathComponent, otherwise: .invalidPatternData)
  }

  /// Reads AHAP.
  ///
  /// - Parameters:
  ///   - name: the name of the file for the error; nil for a dictionary or data.
  ///   - code: the code of the error if the bytes are not a pattern.
  convenience init(
    ahap bytes: [UInt8], of name: String? = nil, otherwise code: CHHapticError.Code
  ) throws(CHHapticError) {
    let file: AHAPFile
    do throws(Refused) { file = try AHAPFile.read(bytes).file } catch {
      throw CHHapticError(code, name.map { error.finding.description(in: $0) } ?? "\(error)")
    }
    self.init(file.pattern)
  }

  private init(
    _ events: [CHHapticEvent], _ parameters: [CHHapticDynamicParameter], _ curves: [CHHapticParameterCurve]
  ) throws {
    self.events = try events.map { try $0.checkedCopy() }
    self.parameters = try parameters.map { try $0.checkedCopy() }
    self.curves = try curves.map { try $0.checkedCopy() }
    pattern =
      Pattern(
        self.events.compactMap(\.event), parameters: self.parameters.compactMap(\.parameter),
        curves: self.curves.compactMap(\.curve), audio: self.events.compactMap(\.sound)
      ).withTimeOfAudio
  }

  private init(_ pattern: Pattern) {
    events = pattern.events.map(CHHapticEvent.init) + pattern.audio.map(CHHapticEvent.init)
    parameters = pattern.parameters.map(CHHapticDynamicParameter.init)
    curves = pattern.curves.map(CHHapticParameterCurve.init)
    self.pattern = pattern.withTimeOfAudio
  }

  /// The time in seconds at which the last event, parameter or curve ends. An event without an end counts with its start.
  public var duration: TimeInterval {
    let ends =
      events.map { $0.relativeTime + ($0.duration.isFinite ? $0.duration : 0) } + parameters.map(\.relativeTime)
      + curves.map { curve in curve.relativeTime + (curve.controlPoints.map(\.relativeTime).max() ?? 0) }
    return ends.max() ?? 0
  }
}
