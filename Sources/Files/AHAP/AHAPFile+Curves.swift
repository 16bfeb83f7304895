internal import HapticPatterns
internal import TextDiagnostics

extension AHAPFile {
  /// The maximum number of points of a curve that older players of Apple read; Lofelt's exporter and its tests use no more.
  package static let pointsOfOldPlayers = 16

  /// Returns the file with its long curves in parts, each beginning with the last point of the previous one. It has the same
  /// values at all times, and older players read all of them.
  ///
  /// A curve stays whole if another curve or a parameter replaces it before its last part, because that part would replace it
  /// in turn; and if the points that are repeated would exceed the limit of a file.
  package func withShortCurves() -> AHAPFile {
    let curves = pattern.shortCurves()
    let points = curves.reduce(pattern.parameters.count) { $0 + $1.points.count }
    guard curves.count > pattern.curves.count, points <= FileLimits.standard.maximumPoints else { return self }
    var file = self
    file.pattern = Pattern(pattern.events, parameters: pattern.parameters, curves: curves, audio: pattern.audio)
    return file
  }
}

extension Pattern {
  fileprivate func shortCurves() -> [ParameterCurve] {
    // The start of the next curve of each control.
    var following: [Control: Duration] = [:]
    var parts: [[ParameterCurve]] = []
    for curve in curves.reversed() {
      let split = curve.parts()
      let isKept = split.last.map { isReplaced(curve, by: $0.time, following[curve.control]) } ?? true
      parts.append(isKept ? [curve] : split)
      following[curve.control] = curve.time
    }
    return parts.reversed().flatMap(\.self)
  }

  private func isReplaced(_ curve: ParameterCurve, by moment: Duration, _ next: Duration?) -> Bool {
    if let next, next <= moment { return true }
    return parameters.contains { $0.control == curve.control && $0.time > curve.time && $0.time <= moment }
  }
}

extension ParameterCurve {
  /// The parts of a long curve, of similar length; none of a curve that is short, or that continues beyond the maximum time.
  fileprivate func parts() -> [ParameterCurve] {
    let (lines, most) = (points.count - 1, AHAPFile.pointsOfOldPlayers - 1)
    guard lines > most else { return [] }
    // In nanoseconds, as they are written, so that each part begins at the end of the previous one.
    let (start, points) = (time.inNanoseconds, points.map { Point(at: $0.time.inNanoseconds, $0.value) })
    let count = (lines + most - 1) / most
    let cuts = (0...count).map { $0 * lines / count }
    guard start + points[cuts[count - 1]].time <= FileLimits.standard.maximumTime else { return [] }
    return zip(cuts, cuts.dropFirst()).map { first, last in
      let offset = first > 0 ? points[first].time : .zero
      return ParameterCurve(
        control, at: start + offset, points[first...last].map { Point(at: $0.time - offset, $0.value) })
    }
  }
}
