// Measures the fidelity of rendered patterns: the figures of docs/fidelity.md. `make fidelity` runs it.
//
// Every pattern is rendered for four actuators. The drive is passed to a simulation that shares no code and no motor
// with the renderer: second-order motors with other constants (`Actuators.swift`), eight other units of each
// (`Actuator+Units.swift`), and separate models of skin and sensation (`SkinWindow.swift`, `Sensation.swift`,
// `Loudness.swift`). Two naive players (`NaivePlayer.swift`) are measured by the same rules. Strength is judged by two
// notions, velocity and acceleration (`Notion`).
//
// - *Felt apart*: the fraction of separable transients that have their own pulse in the felt envelope: valleys on both
//   sides of at most two thirds of the weaker adjacent pulse (`Pulse.depth`), within 50 ms of the intended time
//   (`Matching.tolerance`), one to one. A transient is separable by physics, not by rendering: the intervals to the
//   adjacent events must be as long as the nominal motor needs, at best, to fall from one and to rise to the other at
//   the intended strengths (`Separability.swift`). Pooled over all files.
// - *Correlation*: Pearson's correlation of the felt envelope with that of an actuator without inertia, at 1 ms, both
//   through the same skin, after subtracting one latency of up to 70 ms per file (`Correlation.latencies`). The plain
//   mean over files, because each file is one design: weighted by duration, one trailer would outweigh all taps.
// - *Loudness order*: Kendall's coefficient of the energies of transients and of pieces of vibration. The mean over
//   files in which something differs noticeably.
// - *Peak error*: the mean difference between the felt and the intended peak of each transient and of each 200 ms of
//   vibration (`Intention+Parts.swift`), on the felt scale of 0...1. The plain mean over files.
// - *Unfelt onsets*: the fraction of onsets whose energy over 200 ms is below that of a just noticeable vibration.
// - *False pulses* and *holes in hums*: sums over all files. They have no target; they are the price of the others.
//
// The data has two parts, which are reported separately (`Corpus+Split.swift`): tuning runs look at one part only.

internal import FidelitySimulation
internal import Foundation

/// The program `fidelity`.
package enum FidelityProgram {
  /// Prints the report.
  ///
  /// - Parameter arguments: those of the command line; see `Options.usage`.
  /// - Returns: the exit status: 1 if a target is missed, 2 for an unknown argument.
  package static func run(_ arguments: some Sequence<String>) -> Int32 {
    guard let options = Options(arguments) else {
      note(Options.usage)
      return 2
    }
    let corpus = options.own || options.generated ? nil : Corpus.found
    if corpus == nil, !options.own, !options.generated {
      note("no pattern files in ../shared/corpus or $HAPTICD_CORPUS: own patterns")
    }
    if options.files { for refusal in corpus?.refusals ?? [] { note("left out: \(refusal)") } }
    let patterns =
      options.generated ? Portion.allCases.flatMap(GeneratedPatterns.all) : corpus?.patterns ?? OwnPatterns.all
    let isMet = options.calibrated ? reportUnits(patterns, options) : reportPatterns(patterns, options)
    return options.reportOnly || isMet ? 0 : 1
  }

  private static func reportUnits(_ patterns: [Corpus.Entry], _ options: Options) -> Bool {
    let report = CalibrationReport(patterns, tuningOnly: options.tuningOnly)
    print(report.text + "\n\n" + ConstantsReport().text)
    return report.isMet
  }

  private static func reportPatterns(_ patterns: [Corpus.Entry], _ options: Options) -> Bool {
    let portions = options.tuningOnly ? [.tuning] : Portion.allCases
    let results = portions.map { Results($0.files(patterns), $0, bound: options.bound, isAlone: options.alone) }
    if options.json {
      print(Results.json(results))
    } else {
      for part in results { print(part.text(files: options.files) + part.classText) }
      print(
        (TapLoudness.head + inParallel(Actuator.all.count) { TapLoudness(Actuator.all[$0]).text }).joined(
          separator: "\n"))
      if options.generated {
        let shown = portions.flatMap { $0.files(patterns) }
        let forecasts = inParallel(Actuator.all.count) { ForecastAccuracy(shown, on: Actuator.all[$0]).text }
        print((ForecastAccuracy.head + forecasts).joined(separator: "\n"))
      }
      if !options.tuningOnly {
        print("\n### Core feedbacks\n")
        for text in inParallel(Actuator.all.count, { CoreFeedbacks(Actuator.all[$0]).text }) { print(text) }
      }
    }
    return results.allSatisfy(\.isMet)
  }
}

/// Writes one line to standard error.
func note(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }
