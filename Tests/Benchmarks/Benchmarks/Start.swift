internal import HapticSystem

/// From spawning the process to its READY=1, beside a C program that does nothing else.
///
/// - Parameter limit: the target; nil where the processor is emulated and the figure is beside its floor only.
func measureStart(_ options: [String], on place: String, limit: Duration?, into file: FigureFile) throws {
  var ours = Samples()
  var floor = Samples()
  for round in 0...Settings.starts {
    let daemon = try Child.start([Settings.daemon, "--socket", socketPath("start")] + options)
    daemon.child.stop()
    let server = try Child.start([Settings.floor, socketPath("start")])
    server.child.stop()
    if round == 0 { continue }  // The first reads the files.
    ours.record(daemon.time)
    floor.record(server.time)
  }
  try file.add(
    Figure(
      name: "start to ready (\(place)), p50 of \(ours.count)", ours: ours.p50.short,
      beside: "C epoll server \(floor.p50.short)", ratio: ours.p50.ratio(to: floor.p50),
      target: limit.map { "≤ \($0.short)" } ?? "",
      isMet: limit.map { ours.p50 <= $0 }))
}
