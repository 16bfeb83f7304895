internal import FidelitySimulation
internal import Foundation

extension Results {
  var object: [String: Any] {
    [
      "part": portion.rawValue, "motors": summaries.map(\.object), "files": lines.map(\.object),
      "comparisons": count.all, "met": count.met, "better": count.better,
    ]
  }

  static func json(_ all: [Results]) -> String {
    let options: JSONSerialization.WritingOptions = [.prettyPrinted, .sortedKeys]
    guard let data = try? JSONSerialization.data(withJSONObject: all.map(\.object), options: options) else {
      return "[]"
    }
    return String(decoding: data, as: UTF8.self)
  }
}

extension Summary {
  fileprivate var object: [String: Any] {
    [
      "motor": preset, "nominal": isNominal,
      "figures": comparisons.map {
        [
          "name": $0.figure.rawValue, "notion": $0.notion.rawValue, "ours": $0.ours, "naive": $0.naive,
          "met": $0.isMet,
        ] as [String: Any]
      },
    ]
  }
}

extension Results.Line {
  fileprivate var object: [String: Any] {
    [
      "file": file, "motor": preset, "transients": trial.chances.count,
      "hapticd": players[0].object, "naive": players.dropFirst().map(\.object), "best": best?.object ?? NSNull(),
    ]
  }
}

extension Figures {
  fileprivate var object: [String: Any] {
    let values = Figure.allCases.map { ($0.rawValue, $0.value([self]) as Any) }
    return Dictionary(uniqueKeysWithValues: values + [("latency", latency), ("lost at", lost)])
  }
}
