import FakeServices
import Glibc
import HapticPatterns
import HapticProtocol
import HapticSystem
import TestSupport
import Testing

/// Sounds of events with the real sound library on a real sound server, whose output is recorded.
@Suite(
  .enabled(if: FakeBus.program != nil && SoundServer.isInstalled, "dbus-daemon, pulseaudio or libcanberra is missing"))
struct SoundServerTests {
  @Test func `an incoming call is heard until its client ends it`() throws {
    let server = try SoundServer()
    let desk = try Desk(sound: .installed, environment: { _ in server.environment })
    let recording = try server.record()
    try desk.trigger("phone-incoming-call", timeout: 0)
    #expect(desk.wait { $0.contains { $0.medium == .sound && $0.verdict == .played } })
    #expect(desk.daemon.wait { recording.peak > 1000 })
    #expect(server.streams == 1)
    desk.leave()
    #expect(desk.daemon.wait { server.streams == 0 })
  }

  @Test func `a sound that ends starts again while its event is endless`() throws {
    let server = try SoundServer()
    let desk = try Desk(sound: .installed, environment: { _ in server.environment })
    let recording = try server.record()
    try desk.trigger("message-new-instant", timeout: 0)
    // The sound takes less than a second.
    #expect(desk.daemon.wait { recording.sounds >= 3 })
  }

  @Test func `a sound server that dies ends sounds only, and the next one plays the next sound`() throws {
    let server = try SoundServer()
    let desk = try Desk(sound: .installed, environment: { _ in server.environment })
    try desk.trigger("phone-incoming-call", timeout: 0)
    #expect(desk.daemon.wait { server.streams == 1 })
    server.kill()
    desk.leave()
    #expect(desk.daemon.wait { desk.plays == 0 })
    try desk.trigger("message-new-sms")
    #expect(desk.wait { $0.contains { $0.feedback == "message-new-sms" && $0.verdict == .played } })
    #expect(desk.wait { $0.contains { $0.medium == .sound && $0.verdict == .noActuator } })
    desk.leave()
    try server.start()
    let recording = try server.record()
    #expect(
      desk.daemon.wait {
        try? desk.trigger("phone-incoming-call", timeout: 5)
        usleep(500_000)
        return recording.peak > 1000
      })
  }
}

/// PulseAudio with an output that nobody hears.
private final class SoundServer {
  private let folder: TestFolder
  private var process: Process?

  static var isInstalled: Bool {
    ["pulseaudio", "pactl", "parec"].allSatisfy { access("/usr/bin/\($0)", X_OK) == 0 }
      && access("/usr/share/sounds/freedesktop/stereo/phone-incoming-call.oga", R_OK) == 0
      && dlopen("libcanberra.so.0", RTLD_LAZY) != nil
  }

  init() throws {
    folder = try TestFolder()
    try start()
  }

  private var socket: String { folder.path(of: "socket") }

  /// The variables by which clients find it, and the sound theme of freedesktop.
  var environment: [String: String] {
    [
      "PULSE_SERVER": "unix:\(socket)", "HOME": folder.path, "XDG_DATA_DIRS": "/usr/share",
      "XDG_RUNTIME_DIR": folder.path,
    ]
  }

  /// The same for its own programs, which write settings.
  private var soundEnvironment: [String: String] { environment.merging(["XDG_CONFIG_HOME": folder.path]) { $1 } }

  func start() throws {
    let process = try Process(
      "/usr/bin/pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--log-target=stderr", "--log-level=notice",
      "--load=module-null-sink sink_name=test", "--load=module-native-protocol-unix auth-anonymous=1 socket=\(socket)",
      environment: soundEnvironment)
    self.process = process
    try #require(process.wait { access(socket, F_OK) == 0 && streams != nil }, "\(process.text)")
  }

  func kill() { _ = process?.end(SIGKILL) }

  /// The number of sounds that play now; nil if it does not respond.
  var streams: Int? {
    let file = folder.path(of: "streams")
    guard
      let control = try? Process(
        "/bin/sh", "-c", "exec pactl list short sink-inputs > \(file)", environment: soundEnvironment),
      control.end() == 0
    else { return nil }
    return try? RegularFile.read(file, upTo: 1 << 16).count { $0 == UInt8(ascii: "\n") }
  }

  func record() throws -> Recording { try Recording(soundEnvironment, folder.path(of: "recording")) }

  /// The recorded sound, as 8,000 samples of 16 bits a second.
  final class Recording {
    private let process: Process
    private let file: String

    init(_ environment: [String: String], _ file: String) throws {
      self.file = file
      process = try Process(
        "/bin/sh", "-c",
        "exec parec -d test.monitor --raw --format=s16le --rate=8000 --channels=1 --latency-msec=50 > \(file)",
        environment: environment)
      try #require(process.wait { !samples.isEmpty }, "\(process.text)")
    }

    private var samples: [Int] {
      let bytes = (try? RegularFile.read(file, upTo: 1 << 24)) ?? []
      return stride(from: 0, to: bytes.count - 1, by: 2).map { (index: Int) -> Int in
        let (low, high) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
        return Int(Int16(bitPattern: low | high << 8))
      }
    }

    /// The highest sample.
    var peak: Int { samples.lazy.map(abs).max() ?? 0 }

    /// The number of sounds: parts with at least 50 ms of silence before them.
    var sounds: Int {
      var (count, silence) = (0, 400)
      for sample in samples {
        if abs(sample) > 100 {
          if silence >= 400 { count += 1 }
          silence = 0
        } else {
          silence += 1
        }
      }
      return count
    }
  }
}
