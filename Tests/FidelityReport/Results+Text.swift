internal import FidelitySimulation
internal import Foundation

extension Results {
  /// Returns Markdown for docs/fidelity.md; `files` adds a table of all files for each actuator.
  func text(files: Bool) -> String {
    let number = Set(lines.map(\.file)).count
    var text = [
      "### \(portion.rawValue) part: \(number) files, nominal motors and the mean of four other units", "",
      "Each cell is hapticd / the better of the two naive players; ✗ marks a figure that is worse.", "",
      "| motor | figure | nominal, velocity | nominal, acceleration | units, velocity | units, acceleration |",
      "|---|---|---|---|---|---|",
    ]
    for place in stride(from: 0, to: summaries.count, by: 2) {
      for figure in Figure.allCases {
        let cells = summaries[place...place + 1].flatMap { summary in
          Notion.allCases.compactMap { summary.comparison(figure, $0)?.text }
        }
        text.append("| \(summaries[place].title) | \(figure.rawValue) | " + cells.joined(separator: " | ") + " |")
      }
    }
    let count = count
    text += ["", "Not worse in \(count.met) of \(count.all) comparisons, better in \(count.better).", ""]
    text += Actuator.all.compactMap(bound)
    if files { text += fileTables }
    return text.joined(separator: "\n")
  }

  /// Returns one line about the results of the search.
  private func bound(_ actuator: Actuator) -> String? {
    let found = lines.filter { $0.preset == actuator.preset && $0.best != nil }
    guard !found.isEmpty else { return nil }
    func means(_ figure: Figure) -> String {
      [found.map(\.players[0]), found.map(\.players[1]), found.compactMap(\.best)].map { figure.text(figure.value($0)) }
        .joined(separator: " / ")
    }
    return "* \(actuator.title), \(found.count) short files, hapticd / clicks of 20 ms / best found by search: "
      + [Figure.correlation, .peakError, .apart].map { "\($0.rawValue) \(means($0))" }.joined(separator: ", ") + "."
  }

  /// A table for each actuator, the worst correlation first.
  private var fileTables: [String] {
    Actuator.all.flatMap { actuator -> [String] in
      let own = lines.filter { $0.preset == actuator.preset }
      let worst = own.sorted { $0.players[0].correlation < $1.players[0].correlation }
      let columns = Figure.allCases.map(\.rawValue).joined(separator: " | ")
      let header: [String] = [
        "#### \(actuator.title), nominal, by velocity: hapticd / clicks of 20 ms / of 30 ms", "",
        "| file | transients, of them possible | lost at ms | latency | \(columns) |",
        "|" + String(repeating: "---|", count: 4 + Figure.allCases.count),
      ]
      return header + worst.map(\.text) + [""]
    }
  }
}

extension Results.Line {
  /// The figures of all players by velocity.
  var players: [Figures] { [trial.judgements[0].ours] + trial.judgements[0].naive }

  fileprivate var text: String {
    let latencies = players.map { "\($0.latency)" }.joined(separator: " / ")
    let cells = Figure.allCases.map { figure in
      players.map { figure.text(figure.value([$0])) }.joined(separator: " / ")
    }
    let head = [file, "\(trial.chances.count), \(players[0].possible)", lost, latencies]
    return "| " + (head + cells).joined(separator: " | ") + " |"
  }

  /// The times of the first transients that the renderer loses.
  private var lost: String {
    let all = players[0].lost
    return all.prefix(8).map(String.init).joined(separator: " ") + (all.count > 8 ? " ..." : "")
  }
}
