internal import HapticPatterns
internal import HapticSystem
internal import VirtualDevices

/// Time from the call that requests a haptic to the driver's command to the hardware: a prepared play, a C relay, a
/// bare write and the peers. All are connected to the same device at the same time and take turns.
///
/// The relay is the lower bound of a service: another process receives the request and only passes it on.
///
/// - Parameter limit: the highest ratio to the relay.
func measureTriggers(on device: any VirtualDevice, _ place: String, limit: Double, into file: FigureFile) throws {
  note("trigger to driver, \(place)")
  let bench = try Bench(device)
  let bare = try Bare(device, lengthMilliseconds: 64)
  let relay = try Relay(device)
  let peers = try Peers(for: device)
  let prepared = try bench.prepared("impact.light")
  let uploads = try bench.uploadsAfterPreloading()
  let race = Race(device: device, contenders: [bare.play, prepared, relay.contender] + peers.contenders)
  let results = try race.run(Settings.count)
  let uploaded = try bench.uploads() - uploads
  note("  of ours by the daemon's clock: \(try bench.stages())")
  let ours = results[1]
  let references = [
    (name: "prepared play to driver", lane: results[2], limit: limit as Double?),
    (name: "the same beside a bare write", lane: results[0], limit: nil),
  ]
  for reference in references {
    for percentile in [50.0, 99] {
      try file.add(
        .floor(
          "\(reference.name) (\(place))", percentile, ours.latency, reference.lane.latency,
          called: reference.lane.label,
          limit: reference.limit))
    }
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

/// The same where the level has to be uploaded first: sixteen levels in turns, half of which stay resident. In the
/// second case the daemon also has to render the pattern.
///
/// - Parameter limit: the highest ratio to a process that uploads and writes itself.
func measureColdPlays(on device: any VirtualDevice, _ place: String, limit: Double, into file: FigureFile) throws {
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
          called: results[0].label, limit: limit))
    }
    note("  \(uploaded) uploads for \(results[1].latency.count) plays and a batch before them")
  }
}
