import Foundation
import HapticFiles
import HapticPatterns
import TextDiagnostics

/// - Parameter strict: whether a warning refuses the text.
func read(
  _ text: String, name: String = "", feedback: String? = nil, strict: Bool = false, limits: FileLimits = .standard
) throws(Refused) -> PatternFile {
  let file = try PatternFile.read(Array(text.utf8), name: name, feedback: feedback, limits: limits)
  if strict, let warning = file.warnings.first { throw Refused(warning) }
  return file
}

/// Returns the finding for which a text is refused; nil if it is not refused.
func refusal(
  _ text: String, name: String = "", feedback: String? = nil, limits: FileLimits = .standard
) -> Finding? {
  do throws(Refused) {
    _ = try read(text, name: name, feedback: feedback, limits: limits)
    return nil
  } catch {
    return error.finding
  }
}

extension Finding {
  /// `line:column key: message`.
  var short: String { "\(line ?? 0):\(column ?? 0) \(key): \(message)" }
}

/// Returns a clip with these points.
func clip(_ amplitude: String, _ frequency: String = "") -> String {
  """
  {"version": {"major": 1}, "signals": {"continuous": {"envelopes": {
  "amplitude": [\(amplitude)],
  "frequency": [\(frequency)]}}}}
  """
}

func amplitude(_ time: Double, _ value: Double, tap: (Double, Double)? = nil) -> String {
  let emphasis = tap.map { #", "emphasis": {"amplitude": \#($0.0), "frequency": \#($0.1)}"# } ?? ""
  return #"{"time": \#(time), "amplitude": \#(value)\#(emphasis)}"#
}

func frequency(_ time: Double, _ value: Double) -> String { #"{"time": \#(time), "frequency": \#(value)}"# }

func tap(_ milliseconds: Int, _ intensity: Intensity, _ sharpness: Sharpness) -> Event {
  Event(.transient, at: .milliseconds(milliseconds), intensity: intensity, sharpness: sharpness)
}

func buzz(_ milliseconds: Int, for length: Int, _ intensity: Intensity, _ sharpness: Sharpness = 0.5) -> Event {
  Event(
    .continuous(duration: .milliseconds(length)), at: .milliseconds(milliseconds), intensity: intensity,
    sharpness: sharpness)
}

/// Returns the felt strength of an amplitude, by the power law.
func strength(_ amplitude: Double) -> Intensity { Intensity(pow(amplitude, 0.65)) }

extension Pattern {
  /// Returns the curve of a control, as milliseconds and values rounded to thousandths.
  func curve(_ control: Control) -> [[Double]] {
    curves.filter { $0.control == control }.flatMap { (curve: ParameterCurve) -> [[Double]] in
      curve.points.map { (point: ParameterCurve.Point) -> [Double] in
        let time: Duration = curve.time + point.time
        return [(time / .milliseconds(1)).rounded(), (point.value * 1000).rounded() / 1000]
      }
    }
  }
}
