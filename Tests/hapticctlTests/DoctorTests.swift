import Foundation
import HapticProtocol
import HapticSystem
import Haptics
import PreferenceFiles
import TestSupport
import Testing

@testable import HapticControl

@Suite final class DoctorTests: DoctorBench {
  @Test func `doctor finds no problem on a machine that works`() {
    fake.addRules()
    addWantedSocket()
    fake.addNode(3, "gpio-vibrator", properties: ["HAPTIC_CLASS=vibrator"], isTagged: true)
    let diagnosis = diagnose(reached(.motor))
    #expect(diagnosis.problems.isEmpty)
    #expect(diagnosis.verdict == "Everything is fine.")
    #expect(
      Doctor.lines(diagnosis) == [
        "daemon   fine     hapticd 0.9.0 answers at /run/user/1000/hapticd.sock within 0.21 ms",
        "service  fine     hapticd.socket is enabled: the daemon starts with the first request",
        "udev     fine     /usr/lib/udev/rules.d/70-hapticd.rules is installed",
        "event3   fine     gpio-vibrator: vibrator, driver in the kernel, accessible",
        "                  can rumble, periodic, square, triangle, sine, gain",
        "                  plays rumble, slots 2 of 16, upload 31 µs, play 4 µs",
        "                  one motor, levels, rise 60 ms, fall 80 ms, 4 ms between commands",
        "", "Everything is fine.",
      ])
  }

  @Test func `a computer with only ignored devices has a problem`() {
    fake.addRules()
    #expect(diagnose(reached(.wheel)).problems.map(\.text) == ["no device is ready to play"])
  }

  @Test(
    arguments: [
      ([:], "XDG_RUNTIME_DIR is not set", "export XDG_RUNTIME_DIR=/run/user/1000"),
      (["XDG_RUNTIME_DIR": "run"], "not an absolute path", "export XDG_RUNTIME_DIR=/run/user/1000"),
      (
        ["XDG_RUNTIME_DIR": "/tmp"], "XDG_RUNTIME_DIR is /tmp, but the socket is in /run/user/1000",
        "export XDG_RUNTIME_DIR=/run/user/1000"
      ),
      (
        ["HAPTICD_SOCKET": "/gone"], "hapticd is not running: HAPTICD_SOCKET names /gone, which does not exist",
        "start one there: hapticd --socket '/gone', or unset HAPTICD_SOCKET"
      ),
      (
        ["HAPTICD_SOCKET": "/run/user/1000/hapticd.sock"],
        "HAPTICD_SOCKET names /run/user/1000/hapticd.sock, which is not a socket", "unset HAPTICD_SOCKET"
      ),
    ] as [([String: String], String, String)])
  func `an environment that leads to no socket is named`(
    environment: [String: String], text: String, remedy: String
  ) {
    fake.environment = environment
    fake.add("/run/user/1000/hapticd.sock")
    let finding = Diagnosis(fake.machine, gone).findings[0]
    #expect(finding.grade == .problem && finding.text.contains(text), "\(finding)")
    #expect(finding.remedy?.hasSuffix(remedy) == true)
    if text.contains("not a socket") { #expect(finding.remedy == remedy) }
  }

  @Test func `a socket where no daemon listens, and one of another user, have their own remedies`() throws {
    let folder = try TestFolder()
    let path = folder.path(of: "s")
    // The descriptor is closed at once, and the file stays.
    _ = try SeqpacketListener.bind(to: path)
    let machine = Machine(environment: ["HAPTICD_SOCKET": path])
    let finding = machine.absence(.noDaemon(path: path, .connectionRefused))
    #expect(finding.text.hasSuffix(", where no daemon listens"), "\(finding)")
    #expect(finding.remedy == "start one there: hapticd --socket '\(path)', or unset HAPTICD_SOCKET")
    let foreign = machine.absence(.noDaemon(path: path, .permissionDenied))
    #expect(foreign.remedy?.hasPrefix("the socket belongs to another user") == true)
  }

  @Test func `a missing daemon is a problem whose remedy fits the units`() {
    fake.addNode(3, "gpio-vibrator")
    #expect(diagnose(gone).findings[0].remedy?.contains("make install") == true)
    fake.add("/usr/lib/systemd/user/hapticd.socket")
    #expect(diagnose(gone).findings[0].remedy == "systemctl --user enable --now hapticd.socket")
    addWantedSocket()
    #expect(diagnose(gone).findings[0].remedy?.contains("journalctl --user -u hapticd") == true)
    #expect(diagnose(gone).findings[0].grade == .problem)
  }

  @Test func `a daemon that does not answer is restarted, and not started beside itself`() {
    fake.add("/run/user/1000/hapticd.sock")
    fake.add("/proc/1234/comm", "hapticd\n")
    fake.add("/proc/99/comm", "bash\n")
    func remedy(_ error: ClientError) -> String? {
      let machine = Machine(root: fake.root, environment: fake.environment)
      return Diagnosis(machine, .unreachable(Failure(error))).findings[0].remedy
    }
    let silent = ClientError.timedOut(.seconds(5))
    #expect(remedy(silent) == "kill -9 1234, the process of hapticd, and start hapticd again")
    addWantedSocket()
    #expect(remedy(silent)?.hasPrefix("systemctl --user restart hapticd, which ends process 1234; ") == true)
    #expect(remedy(.unexpectedReply)?.contains("of one release") == true)
    // Of two processes, either may be the one at the socket.
    fake.add("/proc/1235/comm", "hapticd\n")
    #expect(remedy(silent)?.hasPrefix("systemctl --user restart hapticd; ") == true)
    // A socket of its own is not that of the unit.
    fake.environment["HAPTICD_SOCKET"] = "/run/user/1000/hapticd.sock"
    #expect(remedy(silent) == "end hapticd, and start it again")
    #expect(Diagnosis(fake.machine, .unreachable(.usage("?"))).findings[0] == .problem("daemon", "?", remedy: nil))
  }

  @Test func `doctor reports a missing runtime directory of the shell`() {
    fake.environment = [:]
    #expect(diagnose(gone).findings[0].text.contains("XDG_RUNTIME_DIR is not set"))
  }

  @Test func `a node without access is reported with the missing part as the remedy`() throws {
    fake.addNode(3, "gpio-vibrator", isWritable: false)
    func remedy() throws -> String {
      try #require(diagnose(reached()).findings.first { $0.subject == "event3" }?.remedy)
    }
    #expect(try remedy().contains("install the udev rules"))
    fake.addRules()
    #expect(try remedy().contains("udevadm trigger"))
    fake.addNode(3, "gpio-vibrator", properties: ["HAPTIC_CLASS=vibrator"], isWritable: false)
    #expect(try remedy().contains("usermod -aG input"))
    fake.addNode(3, "gpio-vibrator", properties: ["HAPTIC_CLASS=vibrator"], isTagged: true, isWritable: false)
    #expect(try remedy().contains("not over ssh"))
  }

  @Test func `the daemon's own lack of permission is a problem even where ours is fine`() {
    fake.addRules()
    fake.addNode(3, "gpio-vibrator", properties: ["HAPTIC_CLASS=vibrator"], isTagged: true)
    var record = DeviceRecord.motor
    record.state = .noPermission
    #expect(diagnose(reached(record)).problems.map(\.subject) == ["event3"])
  }

  @Test func `an ignored device is not a problem`() {
    fake.addRules()
    fake.addNode(7, "G29 Racing Wheel", capabilities: "300040000 0", properties: ["HAPTIC_CLASS=wheel"])
    for service in [reached(.wheel), gone] {
      let finding = diagnose(service).findings.first { $0.subject == "event7" }
      #expect(finding?.grade == .note)
      #expect(finding?.text.contains("ignored") == true)
    }
  }

  @Test func `a device that fails or hangs is a problem with its reason`() {
    for state in [DeviceRecord.State.failed, .stalled] {
      var record = DeviceRecord.motor
      record.state = state
      record.reason = "no answer for 2 s"
      let finding = diagnose(reached(record)).problems.first { $0.subject == "event3" }
      #expect(finding?.text.contains("no answer for 2 s") == true)
      #expect(finding?.remedy?.isEmpty == false)
    }
  }

  @Test func `a device that the daemon lacks descriptors or memory for need not be plugged in again`() {
    for (error, word) in [(EMFILE, "open files"), (ENFILE, "open files"), (ENOMEM, "memory")] {
      var record = DeviceRecord.motor
      record.state = .failed
      record.errorNumber = UInt32(error)
      let remedy = diagnose(reached(record)).problems.first { $0.subject == "event3" }?.remedy
      #expect(remedy?.contains(word) == true && remedy?.contains("plug") == false, "\(remedy ?? "")")
    }
  }

  @Test func `hardware data that udev has not compiled is a problem`() {
    fake.add("/usr/lib/udev/rules.d/70-hapticd.rules")
    fake.add("/etc/udev/hwdb.d/60-hapticd.hwdb")
    #expect(diagnose(reached(.motor)).problems.map(\.subject) == ["hwdb"])
  }

  @Test func `a machine without any device gets a way to try it`() {
    let finding = diagnose(reached()).findings.last
    #expect(finding?.subject == "devices")
    #expect(finding?.remedy?.contains("--simulate") == true)
  }

  @Test func `nodes without force feedback are skipped`() {
    fake.addNode(1, "Power Button", capabilities: "0")
    fake.addNode(12, "pad")
    fake.addNode(3, "gpio-vibrator")
    #expect(fake.machine.nodes.map(\.path) == ["/dev/input/event3", "/dev/input/event12"])
  }

  @Test func `capability words are read from the highest down`() {
    #expect(Bitmap("107030000 0", wordWidth: 64).effects == 0x1_0703_0000)
    #expect(Bitmap("1 7030000 0 0", wordWidth: 32).effects == 0x1_0703_0000)
    #expect(Bitmap("0").effects == 0)
    #expect(Bitmap("").effects == 0)
    #expect(capabilityNames(0x1_0703_0000) == ["rumble", "periodic", "square", "triangle", "sine", "gain"])
  }
}
