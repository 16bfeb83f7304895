internal import HapticPatterns
internal import HapticSystem
internal import VirtualDevices

/// From the call that asks for a haptic to the driver's word to the hardware: ours prepared, a bare write, the peers.
/// All are connected to the same device at the same time and take turns.
func measureTriggers(on device: any VirtualDevice, _ place: String, into file: FigureFile) throws {
  note("trigger to driver, \(place)")
  let bench = try Bench(device)
  let bare = try Bare(device, lengthMilliseconds: 64)
  let relay = try Relay(device)
  let peers = try Peers(for: device)
  let uploads = try bench.uploads()
  let race = Race(
    device: device,
    contenders: try [bare.play, bench.prepared("impact.light"), relay.contender] + peers.contenders)
  let results = try race.run(Settings.count)
  let uploaded = try bench.uploads() - uploads
  note("  of ours by the daemon's clock: \(try bench.stages())")
  let (floor, ours) = (results[0], results[1])
  for percentile in [50.0, 99] {
    try file.add(
      .floor(
        "prepared trigger to driver (\(place))", percentile, ours.latency, floor.latency, called: floor.label,
        limit: 1.5))
  }
  for percentile in [50.0, 99] {
    try file.add(
      .floor(
        "the same beside a relay in C (\(place))", percentile, ours.latency, results[2].latency,
        called: results[2].label, limit: nil))
  }
  try file.add(
    Figure(
      name: "uploads for \(ours.latency.count) prepared plays (\(place))", ours: "\(uploaded)", target: "0",
      isMet: uploaded == 0))
  for peer in results.dropFirst(3) {
    for percentile in [50.0, 99] {
      try file.add(
        .peer(
          "the same beside \(peer.name) (\(place))", percentile, ours.latency, peer.latency, called: peer.label,
          limit: 20))
    }
  }
}

/// The same where the level has to be uploaded first: sixteen levels in turns, of which half as many stay resident. The
/// daemon renders what it plays in the first case, and has done so before in the second.
func measureColdPlays(on device: any VirtualDevice, _ place: String, into file: FigureFile) throws {
  note("cold plays, \(place)")
  let bench = try Bench(device)
  let bare = try Bare(device, lengthMilliseconds: 64)
  for (what, isNew) in [("rendered before", false), ("an intensity never used before", true)] {
    let uploads = try bench.uploads()
    let race = Race(device: device, contenders: [bare.uploadAndPlay, bench.cold(isNew: isNew)])
    let results = try race.run(Settings.count)
    let uploaded = try bench.uploads() - uploads
    for percentile in [50.0, 99] {
      try file.add(
        .floor(
          "cold play, \(what) (\(place))", percentile, results[1].latency, results[0].latency,
          called: results[0].label, limit: 1.5))
    }
    note("  \(uploaded) uploads for \(results[1].latency.count) plays and a batch before them")
  }
}
