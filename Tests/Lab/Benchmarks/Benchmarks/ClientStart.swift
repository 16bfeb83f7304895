internal import Glibc
internal import HapticSystem
internal import VirtualDevices

/// The time from the start of a program to its first play, and the size of the program, for each Swift library.
/// `Tests/libhaptic/run bench` measures the same for C and Python. `BENCH_STARTERS` is the folder of the programs.
func measureClientStarts(into file: FigureFile) throws {
  guard let folder = Settings.variable("BENCH_STARTERS") else { return note("  no programs to start") }
  let socket = socketPath("starts")
  let listener = try SeqpacketListener.bind(to: socket)
  defer { unlink(socket) }
  let programs = ["start-bare", "start-haptics", "start-generator"]
  var times = programs.map { _ in Samples() }
  for round in 0...Settings.starts {
    for (index, program) in programs.enumerated() {
      let before = Instant.now
      let child = try Child(["\(folder)/\(program)", socket], environment: ["HAPTICD_SOCKET": socket])
      try waitUntilReadable(listener.rawValue, timeout: .seconds(10))
      let peer = try listener.accept()
      try waitForPlay(peer)
      if round > 0 { times[index].record(.now - before) }
      child.stop()
    }
  }
  for (index, library) in [(1, "Haptics"), (2, "OpenCoreHaptics")] {
    let bytes = size(of: "\(folder)/\(programs[index])")
    try file.add(
      .floor(
        "start of a program to its first play, \(library) linked statically, \(threeDigits(Double(bytes) / 1e6)) MB",
        50,
        times[index], times[0], called: "bare socket in C", limit: nil))
  }
}

/// Waits for the second packet: the first is hello.
private func waitForPlay(_ peer: borrowing SeqpacketSocket) throws {
  var buffer = [UInt8](repeating: 0, count: 4096)
  for _ in 0..<2 {
    try waitUntilReadable(peer.rawValue, timeout: .seconds(10))
    try buffer.withUnsafeMutableBytes { memory in
      var bytes = MutableRawSpan(_unsafeBytes: memory)
      _ = try peer.receive(into: &bytes)
    }
  }
}

private func size(of path: String) -> Int {
  var status = stat()
  return stat(path, &status) == 0 ? status.st_size : 0
}
