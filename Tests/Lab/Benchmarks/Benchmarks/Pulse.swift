internal import Glibc
internal import HapticPatterns
internal import HapticSystem
internal import VirtualDevices

/// Makes the pad one whose shortest felt pulse is 10 ms and whose light motor is up soon enough for it, so that a light
/// `selection` is a pulse of 10 ms.
enum PulseRule {
  static let length = Duration.milliseconds(10)

  static func install() throws {
    try UdevRule(
      file: "90-benchmark-pulse",
      text: #"""
        SUBSYSTEM=="input", KERNEL=="event*", ATTRS{name}=="*DualSense*", \#
        ENV{HAPTIC_SHORTEST_MS}="10", ENV{HAPTIC_WEAK_RISE_MS}="21"
        """#
    ).install()
  }
}

/// The error of a pulse of 10 ms at the driver: ended by the daemon's timer and write, and by the kernel's timer.
///
/// A loop of the lowest priority runs beside it, so that the processor never sleeps: its timers would otherwise be as
/// late as the machine below.
func measurePulses(on device: any VirtualDevice, _ place: String, into file: FigureFile) throws {
  let awake = try Child(["chrt", "--idle", "0", CommandLine.arguments[0], "spin"])
  defer { awake.stop() }
  for isBusy in [false, true] {
    note("pulses of 10 ms, \(place), \(isBusy ? "busy" : "idle")")
    let bench = try Bench(device)
    let bare = try Bare(device, lengthMilliseconds: 10)
    let tap = try bench.prepared("selection", intensity: 0.3)
    let planned = try bench.plannedLength(of: tap)
    guard planned == PulseRule.length else { throw RigError("the pulse is meant to last \(planned.short)") }
    try device.log.wait(for: .off)
    let load = try isBusy ? (0..<2).map { _ in try Child([CommandLine.arguments[0], "spin"]) } : []
    let race = Race(device: device, contenders: [bare.playTimed, tap], planned: planned)
    let results = try race.run(Settings.count)
    for child in load { child.stop() }
    try add(ours: results[1], kernel: results[0], isBusy ? "\(place), two busy loops" : place, isBusy, into: file)
  }
}

private func add(ours: Lane, kernel: Lane, _ place: String, _ isBusy: Bool, into file: FigureFile) throws {
  for percentile in [50.0, 99] {
    let (a, b) = (ours.lengthError.percentile(percentile), kernel.lengthError.percentile(percentile))
    let isTarget = percentile == 99 && !isBusy
    try file.add(
      Figure(
        name: "10 ms pulse (\(place)), error of its length, p\(Int(percentile))", ours: a.short,
        beside: "\(kernel.label) \(b.short)", ratio: a.ratio(to: b), target: isTarget ? "≤ 1 ms" : "",
        isMet: isTarget ? a <= .milliseconds(1) : nil))
  }
  try file.add(
    Figure(
      name: "10 ms pulse (\(place)), length, p1 to p99",
      ours: "\(ours.length.percentile(1).short) to \(ours.length.p99.short)",
      beside: "\(kernel.name) \(kernel.length.percentile(1).short) to \(kernel.length.p99.short)"))
}
