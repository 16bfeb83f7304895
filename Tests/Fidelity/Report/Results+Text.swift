internal import FidelitySimulation
internal import Foundation

extension Results {
  /// Markdown for README.md; `files` adds a table of every file.
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
    lines += Actuator.all.compactMap(bound)
    if files { lines += [""] + fileTable }
    return lines.joined(separator: "\n")
  }

  /// One line on what a search finds.
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

  private var fileTable: [String] {
    Actuator.all.flatMap { actuator -> [String] in
      let own = self.lines.filter { $0.actuator.preset == actuator.preset }
        .sorted { $0.trial.ours.correlation < $1.trial.ours.correlation }
      let head = [
        "### \(actuator.title)", "",
        "| file | transients, possible | felt, naive | correlation, naive (best) | latency | peak error, naive | taps | holds |",
        "|---|---|---|---|---|---|---|---|",
      ]
      return head + own.map(\.text) + [""]
    }
  }
}

extension Results.Line {
  fileprivate var text: String {
    let (ours, naive) = (trial.ours, trial.naive)
    func error(_ value: Double?) -> String { value.map { String(format: "%.2f", $0) } ?? "" }
    let best = best.map { String(format: " (%.3f)", $0.correlation) } ?? ""
    return "| \(file) | \(trial.chances.count), \(ours.possible) | \(ours.felt), \(naive.felt) "
      + String(format: "| %.3f, %.3f%@ ", ours.correlation, naive.correlation, best)
      + String(format: "| %d, %d ", ours.latency, naive.latency)
      + String(format: "| %.3f, %.3f ", ours.peakError, naive.peakError)
      + "| \(error(ours.tapError)), \(error(naive.tapError)) | \(error(ours.holdError)), \(error(naive.holdError)) |"
  }
}

extension Summary {
  /// One line on what was left out.
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
