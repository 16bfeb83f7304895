internal import FidelitySimulation
internal import Foundation

// The results per file, for work on the renderer.

extension Results {
  /// A table for each actuator, the worst correlation first.
  var fileTables: [String] {
    Actuator.all.flatMap { actuator -> [String] in
      let own = self.lines.filter { $0.actuator.preset == actuator.preset }
      let worst = own.sorted { $0.trial.ours.correlation < $1.trial.ours.correlation }
      return Self.head(actuator.title) + worst.map(\.text) + [""]
    }
  }

  private static func head(_ title: String) -> [String] {
    [
      "### \(title): hapticd / naive player / best found, where --bound searched", "",
      "| file | transients, of them possible | felt apart | lost at ms | correlation | latency | peak error "
        + "| of transients | of vibrations |", "|---|---|---|---|---|---|---|---|---|",
    ]
  }
}

extension Results.Line {
  fileprivate var text: String {
    let players = [trial.ours, trial.naive] + (best.map { [$0] } ?? [])
    func triple(_ text: (Figures) -> String) -> String { players.map(text).joined(separator: " / ") }
    func number(_ value: Double?) -> String { value.map { String(format: "%.3f", $0) } ?? "-" }
    let cells = [
      file, "\(trial.chances.count), \(trial.ours.possible)", triple { "\($0.felt)" }, lost,
      triple { number($0.correlation) }, triple { "\($0.latency)" }, triple { number($0.peakError) },
      triple { number($0.tapError) }, triple { number($0.holdError) },
    ]
    return "| " + cells.joined(separator: " | ") + " |"
  }

  /// The times of the first transients that the renderer loses.
  private var lost: String {
    let all = trial.ours.lost
    return all.prefix(8).map(String.init).joined(separator: " ") + (all.count > 8 ? " ..." : "")
  }
}
