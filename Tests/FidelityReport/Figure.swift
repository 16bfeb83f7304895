internal import FidelitySimulation

/// A figure of the report, over several files.
enum Figure: String, CaseIterable {
  case apart = "transients felt apart"
  case correlation = "envelope correlation"
  case order = "loudness order"
  case peakError = "peak error"
  case unfelt = "unfelt onsets"
  case falsePulses = "false pulses"
  case holes = "holes in hums"

  /// The figures that are compared with those of the naive players. The others are costs of these.
  static let compared: [Figure] = [.apart, .correlation, .order, .peakError, .unfelt]

  var isLessBetter: Bool {
    switch self {
    case .apart, .correlation, .order: false
    case .peakError, .unfelt, .falsePulses, .holes: true
    }
  }

  var isShare: Bool { self == .apart || self == .unfelt }

  /// Returns the value for the figures of all files: shares are pooled, errors and coefficients are means of files, and
  /// the rest are sums.
  func value(_ figures: [Figures]) -> Double {
    func sum(_ count: (Figures) -> Int) -> Double { Double(figures.reduce(0) { $0 + count($1) }) }
    func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(max(values.count, 1)) }
    return switch self {
    case .apart: sum(\.possible) == 0 ? 1 : sum(\.felt) / sum(\.possible)
    case .correlation: mean(figures.map(\.correlation))
    case .order: mean(figures.compactMap(\.order))
    case .peakError: mean(figures.map(\.peakError))
    case .unfelt: sum(\.noticeable) == 0 ? 0 : sum(\.unfelt) / sum(\.noticeable)
    case .falsePulses: sum(\.falsePulses)
    case .holes: sum(\.holes)
    }
  }
}
