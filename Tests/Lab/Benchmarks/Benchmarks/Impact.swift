internal import Foundation
internal import HapticPatterns
internal import HapticSystem
internal import OpenCoreHaptics
internal import VirtualDevices

/// Time from `impactOccurred()` to the driver's command to the hardware, prepared and not, beside a prepared play of the
/// Swift library and the same write by the client itself.
func measureImpacts(on device: any VirtualDevice, _ place: String, into file: FigureFile) throws {
  note("impactOccurred() to driver, \(place)")
  let bench = try Bench(device)
  let bare = try Bare(device, lengthMilliseconds: 64)
  HapticService.use(socketPath: bench.socket)
  let (unprepared, prepared) = MainActor.assumeIsolated {
    let generators = (UIImpactFeedbackGenerator(style: .light), UIImpactFeedbackGenerator(style: .medium))
    generators.1.prepare()
    return generators
  }
  let results = try Race(
    device: device,
    contenders: [
      bare.play, try bench.prepared("impact.light"),
      Contender(
        name: "impactOccurred(), prepared", trigger: { MainActor.assumeIsolated { prepared.impactOccurred() } },
        finish: { MainActor.assumeIsolated { prepared.prepare() } }),
      Contender(
        name: "impactOccurred(), unprepared", trigger: { MainActor.assumeIsolated { unprepared.impactOccurred() } }),
    ]
  ).run(Settings.count)
  for result in results.dropFirst(2) {
    for reference in results.prefix(2) {
      try file.add(
        .floor(
          "\(result.label) to driver (\(place))", 50, result.latency, reference.latency,
          called: reference.name == "hapticd" ? "prepared play, Haptics" : reference.label, limit: nil))
    }
  }
}
