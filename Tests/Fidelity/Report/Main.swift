// How faithful patterns are on motors: the figures of docs/fidelity.md.
//
// Every pattern of the corpus is rendered for each of four actuators, and the drive is pushed through a simulation that
// shares no code and no motor with the renderer: second-order motors with other constants (`Actuators.swift`), a skin and
// a sensation of its own (`SkinWindow.swift`, `Sensation.swift`). Beside it a naive player does the same
// (`NaivePlayer.swift`); both are held to the same rules:
//
// - *Felt apart*: of the transients that can be felt apart on this motor, the share for which the felt envelope has a
//   pulse of its own: valleys on both sides at most two thirds of the weaker neighbour (`Pulse.depth`), within 50 ms of
//   where it is meant (`Matching.tolerance`), one to one. Which can be felt apart is physics, not rendering: the
//   interval to what comes before and after must be as long as the simulated motor takes, driven at best, to come down
//   from one and up to the other at the strengths that are meant (`Separability.swift`). Pooled over all files.
// - *Correlation*: Pearson's, of what is felt with what an actuator without inertia would make felt (`Score.strength`),
//   at 1 ms, both through the same skin, one latency of up to 70 ms per file taken off (`Correlation.latencies`). The
//   plain mean over files, since each is a thing that somebody designed: by duration one trailer would outweigh all taps.
// - *Peak error*: the mean difference between the strongest that is felt and that was meant of each transient and of
//   each 200 ms of vibration (`Intention+Parts.swift`), on the felt scale of 0...1. The plain mean over files.

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

/// One line on standard error.
func note(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }
