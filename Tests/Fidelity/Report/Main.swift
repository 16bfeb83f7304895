// Measures the fidelity of rendered patterns: the figures of docs/fidelity.md.
//
// Every pattern of the corpus is rendered for four actuators. The drive is passed to a simulation that shares no code
// and no motor with the renderer: second-order motors with other constants (`Actuators.swift`), and separate models of
// skin and sensation (`SkinWindow.swift`, `Sensation.swift`). A naive player (`NaivePlayer.swift`) is measured by the
// same rules:
//
// - *Felt apart*: the fraction of separable transients that have their own pulse in the felt envelope: valleys on both
//   sides of at most two thirds of the weaker adjacent pulse (`Pulse.depth`), within 50 ms of the intended time
//   (`Matching.tolerance`), one to one. A transient is separable by physics, not by rendering: the intervals to the
//   adjacent events must be as long as the simulated motor needs, at best, to fall from one and to rise to the other at
//   the intended strengths (`Separability.swift`). Pooled over all files.
// - *Correlation*: Pearson's correlation of the felt envelope with that of an actuator without inertia
//   (`Score.strength`), at 1 ms, both through the same skin, after subtracting one latency of up to 70 ms per file
//   (`Correlation.latencies`). The plain mean over files, because each file is one design: weighted by duration, one
//   trailer would outweigh all taps.
// - *Peak error*: the mean difference between the felt and the intended peak of each transient and of each 200 ms of
//   vibration (`Intention+Parts.swift`), on the felt scale of 0...1. The plain mean over files.

internal import FidelitySimulation
internal import Foundation

@main
enum Main {
  static func main() {
    guard let options = Options(CommandLine.arguments.dropFirst()) else {
      note(Options.usage)
      exit(2)
    }
    guard let corpus = Corpus.found else {
      print("fidelity: skipped: no pattern files in ../shared/corpus beside the package, nor in $HAPTICD_CORPUS")
      exit(0)
    }
    if options.files { for refusal in corpus.refusals { note("left out: \(refusal)") } }
    let results = Results(corpus.patterns, bound: options.bound, units: options.units)
    print(options.json ? results.json : results.text(files: options.files))
    exit(options.reportOnly || results.isMet ? 0 : 1)
  }
}

/// Writes one line to standard error.
func note(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }
