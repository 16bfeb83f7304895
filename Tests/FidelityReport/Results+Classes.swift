internal import FidelitySimulation

extension Results {
  /// A table of the classes of generated patterns; empty for other patterns.
  var classText: String {
    let classes = classes
    if classes.isEmpty { return "" }
    let head = [
      "", "#### By class, \(portion.rawValue) part", "",
      "Each cell is hapticd / the better of the two naive players, as the mean of nominal and other units and of both "
        + "notions.", "",
      "| class | motor | \(Figure.compared.map(\.rawValue).joined(separator: " | ")) | not worse | better |",
      "|" + String(repeating: "---|", count: 4 + Figure.compared.count),
    ]
    let rows = classes.flatMap { kind, results in
      Actuator.all.map { actuator in results.row(kind, actuator) }
    }
    return (head + rows).joined(separator: "\n") + "\n"
  }

  private func row(_ kind: PatternClass, _ actuator: Actuator) -> String {
    let own = summaries.filter { $0.preset == actuator.preset }.flatMap(\.compared)
    let cells = Figure.compared.map { figure in
      let cells = own.filter { $0.figure == figure }
      func mean(_ value: (Comparison) -> Double) -> Double { cells.map(value).reduce(0, +) / Double(cells.count) }
      return "\(figure.text(mean(\.ours))) / \(figure.text(mean(\.naive)))"
    }
    let counts = "\(own.count { $0.isMet }) of \(own.count) | \(own.count { $0.isBetter })"
    return "| \(kind.rawValue) | \(actuator.title) | \(cells.joined(separator: " | ")) | \(counts) |"
  }
}
