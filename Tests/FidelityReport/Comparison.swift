internal import FidelitySimulation
internal import Foundation

/// One figure of the renderer beside the better of the naive players.
struct Comparison {
  let figure: Figure
  let notion: Notion
  let ours: Double
  let naive: Double

  /// The difference up to which figures count as equal: less than the reports print.
  private static let rounding = 0.0005

  private var gain: Double { figure.isLessBetter ? naive - ours : ours - naive }
  /// Whether the figure is not worse than that of the better naive player.
  var isMet: Bool { gain >= -Self.rounding }
  var isBetter: Bool { gain > Self.rounding }

  var text: String {
    "\(figure.text(ours)) / \(figure.text(naive))" + (Figure.compared.contains(figure) && !isMet ? " ✗" : "")
  }
}

extension Figure {
  func text(_ value: Double) -> String {
    switch self {
    case .falsePulses, .holes: String(format: "%.0f", value)
    case _ where isShare: String(format: "%.1f %%", value * 100)
    default: String(format: "%.3f", value)
    }
  }
}

/// The comparisons of one motor in one part of the data, with nominal constants or as the mean of other units.
struct Summary {
  let title: String
  let preset: String
  let isNominal: Bool
  let comparisons: [Comparison]

  /// - Parameter units: the trials of all files, for each unit.
  init(_ actuator: Actuator, isNominal: Bool, _ units: [[Trial]]) {
    title = actuator.title
    preset = actuator.preset
    self.isNominal = isNominal
    comparisons = Notion.allCases.enumerated().flatMap { place, notion in
      Figure.allCases.map { figure in
        func mean(_ figures: (Trial.Judgement) -> Figures) -> Double {
          units.reduce(0) { sum, trials in sum + figure.value(trials.map { figures($0.judgements[place]) }) }
            / Double(max(units.count, 1))
        }
        let naive = (units.first?.first?.judgements[place].naive.indices ?? 0..<0).map { player in
          mean { $0.naive[player] }
        }
        return Comparison(
          figure: figure, notion: notion, ours: mean(\.ours),
          naive: (figure.isLessBetter ? naive.min() : naive.max()) ?? 0)
      }
    }
  }

  func comparison(_ figure: Figure, _ notion: Notion) -> Comparison? {
    comparisons.first { $0.figure == figure && $0.notion == notion }
  }

  var compared: [Comparison] { comparisons.filter { Figure.compared.contains($0.figure) } }
}
