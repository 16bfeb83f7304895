internal import Glibc
internal import HapticPatterns
internal import HapticProtocol
internal import HapticSystem
internal import Haptics
internal import Synchronization
internal import VirtualDevices

/// The delay of each step of a pattern: the daemon on a simulated motor, a player on GLib's timeouts that walks the
/// same steps, and the kernel's timer alone. All three at the same time, as what the machine does besides comes and
/// goes.
func measureSteps(into file: FigureFile) throws {
  note("steps of a pattern, once for their lengths")
  let known = try playSteps()
  let lengths = zip(known, known.dropFirst()).map { ($1.planned - $0.planned).wholeMicroseconds }
  for isBusy in [false, true] {
    note("steps of a pattern, \(isBusy ? "busy" : "idle")")
    let load =
      try isBusy
      ? (0..<sysconf(Int32(_SC_NPROCESSORS_ONLN))).map { _ in
        try Child([CommandLine.arguments[0], "spin"])
      } : []
    defer { for child in load { child.stop() } }
    let (glib, timer) = (try Walker([], lengths), try Walker(["--timer"], lengths))
    let ours = Samples(try playSteps().map { $0.written - $0.planned })
    let (peer, floor) = (Samples(try glib.errors()), Samples(try timer.errors()))
    for percentile in [50.0, 99] {
      let (a, b, c) = (ours.percentile(percentile), peer.percentile(percentile), floor.percentile(percentile))
      let isTarget = percentile == 99 && !isBusy
      try file.add(
        Figure(
          name: "step of a pattern (host\(isBusy ? ", every processor busy" : "")), error, p\(Int(percentile))",
          ours: a.short, beside: "the kernel's timer \(c.short), GLib timeouts \(b.short)", ratio: a.ratio(to: c),
          target: isTarget ? "≤ 1 ms" : "", isMet: isTarget ? a <= .milliseconds(1) : nil))
    }
  }
}

/// Taps at uneven distances, and a slope every now and then: some eight hundred steps.
private let pattern = Pattern(
  (0..<Settings.count / 2).map { index in
    let time = Duration.microseconds(index * 47_300 + index % 7 * 1_370)
    return index % 5 == 0
      ? Event(
        .continuous(duration: .milliseconds(30)), at: time, intensity: 0.9, sharpness: 0.6,
        envelope: Envelope(attack: 0.2, release: 0))
      : Event(.transient, at: time, intensity: 0.8, sharpness: 0.6)
  })

/// Plays the pattern once.
private func playSteps() throws -> [LevelChange] {
  let socket = socketPath("steps")
  let daemon = try Child.start([Settings.daemon, "--no-devices", "--simulate", "lra", "--socket", socket]).child
  defer { daemon.stop() }
  let (watch, client) = (
    HapticClient(applicationName: "watch", socketPath: socket),
    HapticClient(applicationName: "benchmarks", socketPath: socket)
  )
  let levels = Mutex<[LevelChange]>([])
  watch.onEvent { event in if case .level(let level) = event { levels.withLock { $0.append(level) } } }
  watch.monitor(.levels)
  _ = try watch.blocking.devices()
  let playback = client.newPlayback()
  let prepared = client.define(pattern)
  guard try client.blocking.play(Haptic(prepared, playback: playback), timeout: .seconds(5)).verdict == .played else {
    throw RigError("hapticd does not play the pattern")
  }
  let end = Mutex<Finished?>(nil)
  client.onEvent { event in if case .finished(let finished) = event { end.withLock { $0 = finished } } }
  let isOver = try poll(upTo: .seconds(120)) {
    try watch.dispatch(waiting: .milliseconds(50))
    try client.dispatch()
    return end.withLock { $0 != nil }
  }
  guard isOver else { throw RigError("the pattern did not end") }
  try watch.dispatch(waiting: .milliseconds(50))
  return levels.withLock { $0 }
}

/// A process that walks steps of these lengths beside us.
private struct Walker {
  private let program: Program

  init(_ options: [String], _ microseconds: [Int64]) throws {
    guard let player = Settings.variable("BENCH_GLIB") else { throw RigError("BENCH_GLIB names no player") }
    program = try Program([player] + options + microseconds.map { "\($0)" })
  }

  /// The delay of each step, at the end.
  func errors() throws -> [Duration] {
    guard try program.wait(upTo: .seconds(120)) == 0 else { throw RigError("a player: \(program.output)") }
    return program.output.split(separator: "\n").compactMap { Int64($0) }.map { .nanoseconds($0) }
  }
}
