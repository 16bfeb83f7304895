internal import FidelitySimulation
internal import Foundation

extension Results {
  var json: String {
    let object: [String: Any] = [
      "motors": summaries.map(\.object), "units": units.map { $0.map(\.object) }, "files": lines.map(\.object),
      "met": isMet,
    ]
    let options: JSONSerialization.WritingOptions = [.prettyPrinted, .sortedKeys]
    guard let data = try? JSONSerialization.data(withJSONObject: object, options: options) else { return "{}" }
    return String(decoding: data, as: UTF8.self)
  }
}

extension Summary {
  fileprivate var object: [String: Any] {
    [
      "motor": actuator.preset, "files": files, "possible": possible, "tooCloseToTransient": excludedByTaps,
      "tooCloseToVibration": excludedByVibration, "notMeantApart": notMeant,
      "figures": rows.map {
        ["name": $0.name, "ours": $0.ours, "naive": $0.naive, "met": $0.isMet, "target": $0.target ?? NSNull()]
          as [String: Any]
      },
    ]
  }
}

extension Results.Line {
  fileprivate var object: [String: Any] {
    [
      "file": file, "motor": actuator.preset, "transients": trial.chances.count, "ours": trial.ours.object,
      "naive": trial.naive.object, "best": best?.object ?? NSNull(),
    ]
  }
}

extension Figures {
  fileprivate var object: [String: Any] {
    [
      "possible": possible, "felt": felt, "lost": lost, "correlation": correlation, "latency": latency,
      "peakError": peakError,
      "transientError": tapError ?? NSNull(), "vibrationError": holdError ?? NSNull(),
    ]
  }
}
