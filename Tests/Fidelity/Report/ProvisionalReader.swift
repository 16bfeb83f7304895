internal import Foundation
internal import HapticPatterns

/// Reads AHAP until the product does.
enum ProvisionalReader {
  static func pattern(_ file: URL) -> Pattern? {
    guard var text = try? String(contentsOf: file, encoding: .utf8) else { return nil }
    text = text.replacingOccurrences(of: ",(\\s*[\\]}])", with: "$1", options: .regularExpression)
    guard let root = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any],
      let entries = root["Pattern"] as? [[String: Any]]
    else {
      note("\(file.lastPathComponent): unreadable")
      return nil
    }
    func number(_ any: Any?) -> Double? { (any as? NSNumber)?.doubleValue }
    func time(_ any: Any?) -> Duration { .seconds(min(max(number(any) ?? 0, 0), 3600)) }
    var events: [Event] = []
    var parameters: [DynamicParameter] = []
    var curves: [ParameterCurve] = []
    func control(_ name: Any?) -> Control? {
      switch name as? String {
      case "HapticIntensityControl": .intensity
      case "HapticSharpnessControl": .sharpness
      default: nil
      }
    }
    for entry in entries {
      if let event = entry["Event"] as? [String: Any] {
        var values: [String: Double] = [:]
        for parameter in event["EventParameters"] as? [[String: Any]] ?? [] {
          if let id = parameter["ParameterID"] as? String { values[id] = number(parameter["ParameterValue"]) }
        }
        let (intensity, sharpness) = (
          Intensity(values["HapticIntensity"] ?? 1), Sharpness(values["HapticSharpness"] ?? 0.5)
        )
        switch event["EventType"] as? String {
        case "HapticTransient":
          events.append(Event(.transient, at: time(event["Time"]), intensity: intensity, sharpness: sharpness))
        case "HapticContinuous":
          events.append(
            Event(
              .continuous(duration: time(event["EventDuration"])), at: time(event["Time"]), intensity: intensity,
              sharpness: sharpness))
        default: break
        }
      }
      if let parameter = entry["Parameter"] as? [String: Any], let control = control(parameter["ParameterID"]) {
        parameters.append(
          DynamicParameter(control, number(parameter["ParameterValue"]) ?? 1, at: time(parameter["Time"])))
      }
      if let curve = entry["ParameterCurve"] as? [String: Any], let control = control(curve["ParameterID"]) {
        let points = (curve["ParameterCurveControlPoints"] as? [[String: Any]] ?? []).map {
          ParameterCurve.Point(at: time($0["Time"]), number($0["ParameterValue"]) ?? 1)
        }
        curves.append(ParameterCurve(control, at: time(curve["Time"]), points))
      }
    }
    return Pattern(events, parameters: parameters, curves: curves)
  }
}
