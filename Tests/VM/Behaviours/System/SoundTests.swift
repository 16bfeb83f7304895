internal import Haptics
internal import Testing
internal import VirtualDevices

/// Sounds of the installed service, under a real `systemd --user`, with the hardening of its unit.
@Suite(
  .inGuest, .serialized,
  .inFull("SoundServerTests play the same sounds to a sound server on this machine"))
struct SoundTests {
  @Test func `the hardened service plays the sound of a call until the caller leaves`() throws {
    let units = try UserUnits()
    try Guest.write("feedback-interface = true", to: "/home/tester/.config/hapticd/hapticd.toml")
    let server = SoundServer(manager: units.manager)
    #expect(try units.client().playInTime("impact.heavy").verdict == .noActuator)
    let caller = try units.manager.start("sh", "-c", "sleep 120 | fbcli -t 0 -w 120 -E phone-incoming-call")
    let isHeard = try poll(upTo: waitLimit) { try server.streams() == 1 }
    #expect(isHeard, "\(caller.output)\n\(units.report)")
    #expect(try poll(upTo: waitLimit) { try server.peak() > 1000 })
    // The helper program has the restrictions of the unit.
    let helper = try Guest.run("pgrep", "-f", "hapticd-sound-light")
    let status = try Guest.read("/proc/\(helper)/status")
    #expect(status.contains("NoNewPrivs:\t1") && status.contains("Seccomp:\t2"))
    try Guest.run("pkill", "-KILL", "-x", "fbcli")
    #expect(try poll(upTo: waitLimit) { try server.streams() == 0 })
  }
}

/// PulseAudio as it is installed: systemd starts it for the first client, and its output is one that nobody hears.
private struct SoundServer {
  let manager: UserManager

  /// The number of sounds that play now; nil without an answer.
  func streams() throws -> Int? {
    let list = try manager.start("pactl", "list", "short", "sink-inputs")
    guard try list.wait() == 0 else { return nil }
    return list.output.split(separator: "\n").count
  }

  /// The highest of the samples of some seconds.
  func peak() throws -> Int {
    let recorder = try manager.start(
      "sh", "-c",
      """
      timeout 5 parec -d @DEFAULT_MONITOR@ --raw --format=s16le --rate=8000 --channels=1 --latency-msec=50 \
        | od -An -v -w2 -td2 | sort -n | sed -n '1p;$p'
      """)
    _ = try recorder.wait()
    return recorder.output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }.map(abs).max() ?? 0
  }
}
