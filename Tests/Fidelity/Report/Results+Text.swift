internal import FidelitySimulation
internal import Foundation

extension Results {
  /// Returns Markdown for docs/fidelity.md; `files` adds a table of all files for each actuator.
  func text(files: Bool) -> String {
    var lines = [
      "| motor | figure | hapticd | naive player | target |",
      "|---|---|---|---|---|",
    ]
    for summary in summaries {
      for row in summary.rows {
        lines.append(
          "| \(summary.actuator.title) | \(row.name) | \(row.text(row.ours)) | \(row.text(row.naive)) "
            + "| \(row.targetText)\(row.isMet ? "" : ", missed") |")
      }
    }
    lines.append("")
    lines += summaries.map(\.exclusions)
    lines += zip(summaries, units).filter { !$1.isEmpty }.map { spread($0, $1) }
    lines += Actuator.all.compactMap(bound)
    if files { lines += [""] + fileTables }
    return lines.joined(separator: "\n")
  }

  /// Returns one line about other units, from the worst to the best.
  private func spread(_ summary: Summary, _ units: [Summary]) -> String {
    let rows = summary.rows.indices.map { index in
      let own = units.map { $0.rows[index] }.sorted { $0.isLessBetter ? $0.ours > $1.ours : $0.ours < $1.ours }
      let naive = units.map { $0.rows[index] }.sorted { $0.isLessBetter ? $0.naive > $1.naive : $0.naive < $1.naive }
      let won = units.count { $0.rows[index].isBetter }
      let row = summary.rows[index]
      return "\(row.name) \(row.text(own[0].ours)) ... \(row.text(own[own.count - 1].ours)) (naive "
        + "\(row.text(naive[0].naive)) ... \(row.text(naive[naive.count - 1].naive)), better on \(won))"
    }
    return "* \(summary.actuator.title), \(units.count) other units: " + rows.joined(separator: ", ") + "."
  }

  /// Returns one line about the results of the search.
  private func bound(_ actuator: Actuator) -> String? {
    let found = self.lines.filter { $0.actuator.preset == actuator.preset && $0.best != nil }
    guard !found.isEmpty else { return nil }
    func mean(_ figure: (Figures) -> Double) -> String {
      let players = [\.trial.ours, \.trial.naive, \.best!] as [KeyPath<Line, Figures>]
      return players.map { player in
        String(format: "%.3f", found.reduce(0) { $0 + figure($1[keyPath: player]) } / Double(found.count))
      }.joined(separator: " / ")
    }
    let felt = [\Line.trial.ours, \.trial.naive, \.best!].map { player in
      "\(found.reduce(0) { $0 + $1[keyPath: player].felt })"
    }.joined(separator: " / ")
    return "* \(actuator.title), \(found.count) short files, hapticd / naive / best found by search: correlation "
      + mean { $0.correlation } + ", peak error " + mean { $0.peakError } + ", felt apart " + felt + "."
  }
}

extension Summary {
  /// One line about the excluded transients.
  var exclusions: String {
    let all = possible + notMeant + excludedByTaps + excludedByVibration
    return "* \(actuator.title): of \(all) transients in \(files) files \(possible) can be felt apart; "
      + "\(excludedByTaps) are too close to another one, \(excludedByVibration) to a vibration, "
      + "\(notMeant) would be no pulse on a motor without inertia."
  }
}

extension Summary.Row {
  func text(_ value: Double) -> String { String(format: isShare ? "%.1f %%" : "%.3f", isShare ? value * 100 : value) }

  var targetText: String {
    guard let target else { return isLessBetter ? "below naive" : "above naive" }
    return isShare ? "≥ \(Int(target * 100)) %" : "≥ \(target)"
  }
}
