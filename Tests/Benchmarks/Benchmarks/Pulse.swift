internal import Glibc
internal import HapticPatterns
internal import HapticSystem
internal import VirtualDevices

/// Makes the pad one whose shortest felt pulse is 10 ms, so that the lightest tap of the vocabulary is a pulse of 10 ms.
enum PulseRule {
  static let length = Duration.milliseconds(10)

  static func install() throws {
    try UdevRule(
      file: "90-benchmark-pulse",
      text: #"SUBSYSTEM=="input", KERNEL=="event*", ATTRS{name}=="*DualSense*", ENV{HAPTIC_SHORTEST_MS}="10""#
    ).install()
  }
}

/// How exactly a pulse of 10 ms is one at the driver: ended by our timer and write, and by the kernel's own.
func measurePulses(on device: any VirtualDevice, _ place: String, into file: FigureFile) throws {
  for isBusy in [false, true] {
    note("pulses of 10 ms, \(place), \(isBusy ? "busy" : "idle")")
    let bench = try Bench(device)
    let bare = try Bare(device, lengthMilliseconds: 10)
    let tap = try bench.prepared("selection", intensity: 0.3)
    let load = try isBusy ? (0..<2).map { _ in try Child([CommandLine.arguments[0], "spin"]) } : []
    let race = Race(device: device, contenders: [bare.playTimed, tap], planned: PulseRule.length)
    let results = try race.run(Settings.count)
    for child in load { child.stop() }
    try add(ours: results[1], kernel: results[0], isBusy ? "\(place), both processors busy" : place, isBusy, into: file)
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
