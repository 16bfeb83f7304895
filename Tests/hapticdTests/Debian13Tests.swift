import FakeServices
import Glibc
import HapticPatterns
import HapticProtocol
import HapticSystem
import Haptics
import TestSupport
import Testing

/// Unmodified programs of Debian 13, with feedbackd 0.8, with the daemon, a simulated motor and a private bus.
@Suite(
  .enabled(if: Phone.hasBus, "dbus-daemon is not installed"),
  .enabled(if: Debian13.obstacle == nil, "\(Debian13.obstacle ?? "")"))
struct Debian13Tests {
  // MARK: fbcli

  @Test func `fbcli plays an event and ends with it`() throws {
    let phone = try Phone()
    let fbcli = try phone.debian13("fbcli", "--event", "button-pressed")
    #expect(fbcli.end() == 0 && !fbcli.text.contains("WARNING"), "\(fbcli.text)")
    #expect(phone.plays.map(\.feedback) == ["button-pressed"])
    #expect(phone.plays.map(\.applicationName) == ["org.sigxcpu.fbcli"])
    #expect(phone.plays.map(\.end) == [.ended])
  }

  @Test func `fbcli without an event plays an incoming call, which ends with fbcli`() throws {
    for signal in [SIGINT, SIGTERM, SIGKILL] {
      let phone = try Phone()
      let fbcli = try phone.debian13("fbcli", "-t", "0")
      #expect(phone.waitUntilPlaying("phone-incoming-call"))
      #expect(fbcli.end(signal) != -1)
      #expect(phone.waitUntilSilent())
    }
  }

  @Test func `fbcli plays for the application that it names`() throws {
    let phone = try Phone()
    #expect(try phone.debian13("fbcli", "-A", "org.example.Short", "-E", "button-pressed").end() == 0)
    #expect(try phone.debian13("fbcli", "--app-id", "org.example.Long", "-E", "button-pressed").end() == 0)
    #expect(phone.plays.map(\.applicationName) == ["org.example.Short", "org.example.Long"])
  }

  @Test func `fbcli repeats an event for its timeout, and ends it at RETURN`() throws {
    let phone = try Phone()
    #expect(try phone.debian13("fbcli", "--timeout", "1", "-E", "button-pressed").end() == 0)
    let play = try #require(phone.plays.first)
    #expect(phone.plays.count == 1 && play.end == .stopped)
    let endless = try phone.debian13("fbcli", "-t", "0", "-E", "alarm-clock-elapsed")
    #expect(phone.waitUntilPlaying("alarm-clock-elapsed"))
    #expect(endless.isRunning)
    phone.pressReturn()
    #expect(endless.end() == 0)
    #expect(phone.waitUntilSilent())
  }

  @Test func `fbcli gives up an endless event after its watch, and nothing continues`() throws {
    let phone = try Phone()
    let fbcli = try phone.debian13("fbcli", "--watch", "1", "-t", "0", "-E", "phone-incoming-call")
    #expect(fbcli.end() == 1 && fbcli.text.contains("Watch expired"), "\(fbcli.text)")
    #expect(phone.plays.map(\.verdict) == [.played])
    #expect(phone.waitUntilSilent())
  }

  @Test func `fbcli says that an event is unknown or too noisy`() throws {
    let phone = try Phone()
    for arguments in [["-E", "no-such-thing"], ["-P", "silent", "-E", "button-pressed"]] {
      let fbcli = try phone.debian13(list: ["fbcli"] + arguments)
      #expect(fbcli.end() == 0 && fbcli.text.contains("No feedback found for"), "\(fbcli.text)")
    }
    #expect(phone.plays.map(\.verdict) == [.unknownFeedback, .profile])
  }

  @Test func `fbcli cannot make an event important under the name of another application`() throws {
    let phone = try Phone()
    try phone.folder.write(
      "feedback-interface = true\nprofile = \"silent\"\n[app.\"org.gnome.clocks\"]\nimportant = true\n",
      to: "config/hapticd/hapticd.toml")
    #expect(
      phone.daemon.wait { (try? phone.client.blocking.ask(StatusQuery(), timeout: TestWait.limit))?.profile == .silent }
    )
    for option in ["-I", "--important"] {
      let fbcli = try phone.debian13("fbcli", option, "-A", "org.gnome.clocks", "-E", "alarm-clock-elapsed")
      #expect(fbcli.end() == 0 && fbcli.text.contains("No feedback found for"), "\(fbcli.text)")
    }
    #expect(phone.plays.map(\.verdict) == [.profile, .profile])
  }

  @Test func `an important event plays, and a sound file stops no haptics`() throws {
    let phone = try Phone()
    let fbcli = try phone.debian13("fbcli", "-I", "-S", "/nonexistent.oga", "-E", "button-pressed")
    #expect(fbcli.end() == 0, "\(fbcli.text)")
    let long = try phone.debian13("fbcli", "--sound-file", "/nonexistent.oga", "-E", "message-new-instant")
    #expect(long.end() == 0, "\(long.text)")
    #expect(phone.plays.map(\.verdict) == [.played, .played])
  }

  @Test func `fbcli sets the profile`() throws {
    let phone = try Phone()
    let fbcli = try phone.debian13("fbcli", "--profile", "quiet")
    #expect(fbcli.end() == 0 && fbcli.text.contains("Current feedback profile is: 'quiet'"), "\(fbcli.text)")
    #expect(try phone.client.blocking.ask(StatusQuery(), timeout: TestWait.limit).profile == .quiet)
    let again = try phone.debian13("fbcli", "-P", "quiet")
    #expect(again.end() == 0 && again.text.contains("already set to quiet"), "\(again.text)")
  }

  // MARK: libfeedback

  @Test func `a program with libfeedback gets each state and reason`() throws {
    let phone = try Phone()
    let program = phone.folder.path(of: "program")
    let compiler = try phone.run("/bin/sh", "-c", Debian13.compilation(to: program))
    #expect(compiler.end() == 0, "\(compiler.text)")
    let run = try phone.debian13(program)
    #expect(run.end() == 0, "\(run.text)")
    #expect(
      run.text.split(separator: "\n") == [
        "profile: full", "trigger: 1 running", "end: 1 ended explicit", "button-pressed for -1: ended natural",
        "button-pressed for 1: ended expired", "no-such-thing for -1: ended not found", "nameless: 0 1 errored",
        "hints: natural", "async trigger: 1 running", "async end: 1 ended explicit", "async nameless: 0 1",
        "async unknown: not found", "vibrate: 1", "async vibrate: 1", "profile: silent",
        "button-pressed for -1: ended not found", "profile: full",
      ], "\(run.text)")
    #expect(phone.plays.contains { $0.applicationName == "org.example.Other" })
    #expect(phone.waitUntilSilent())
  }

  @Test func `a program in Python uses libfeedback by introspection`() throws {
    let phone = try Phone()
    let source = try phone.folder.write(Debian13.text(of: "program.py"), to: "program.py")
    let run = try phone.debian13("python3", source)
    #expect(run.end() == 0 && run.text == "done\n", "\(run.text)")
    #expect(phone.plays.map(\.applicationName).contains("org.example.Python"))
  }

  // MARK: Other programs

  @Test func `busctl and gdbus see feedbackd's members with the same types`() throws {
    let phone = try Phone()
    let busctl = try phone.debian13(
      "busctl", "--user", "introspect", "--list", "org.sigxcpu.Feedback", "/org/sigxcpu/Feedback")
    #expect(busctl.end() == 0, "\(busctl.text)")
    let members = busctl.text.split(separator: "\n").map { line in
      line.split(separator: " ").prefix(4).joined(separator: " ")
    }
    for member in [
      ".TriggerFeedback method ssa{sv}i u", ".EndFeedback method u -", ".FeedbackEnded signal uu -",
      ".Vibrate method sa(du) b", ".Profile property s \"full\"",
    ] { #expect(members.contains(member), "\(member) in \(busctl.text)") }
    let gdbus = try phone.debian13(
      "gdbus", "call", "--session", "-d", "org.sigxcpu.Feedback", "-o", "/org/sigxcpu/Feedback", "-m",
      "org.sigxcpu.Feedback.TriggerFeedback", "org.example.App", "button-pressed",
      "{'important': <true>, 'profile': <'quiet'>, 'sound-file': <'/nonexistent.oga'>}", "--", "-1")
    #expect(gdbus.end() == 0 && gdbus.text.hasPrefix("(uint32 "), "\(gdbus.text)")
    #expect(phone.plays.map(\.verdict) == [.played])
  }

  @Test func `a program behind xdg-dbus-proxy has the identity of its Flatpak`() throws {
    let phone = try Phone()
    let socket = phone.folder.path(of: "proxy")
    let proxy = try phone.debian13(
      "sh", "-c",
      "printf '[Application]\\nname=org.example.Boxed\\n' > /.flatpak-info; "
        + "exec xdg-dbus-proxy \"$0\" \(socket) --filter --talk=org.sigxcpu.Feedback", phone.bus.address)
    #expect(proxy.wait { access(socket, F_OK) == 0 }, "\(proxy.text)")
    func boxed(_ arguments: String...) throws -> Process {
      try phone.debian13(list: ["env", "DBUS_SESSION_BUS_ADDRESS=unix:path=\(socket)"] + arguments)
    }
    let fbcli = try boxed("fbcli", "-A", "mobi.phosh.Shell", "-E", "button-pressed")
    #expect(fbcli.end() == 0, "\(fbcli.text)")
    #expect(phone.plays.map(\.applicationName) == ["org.example.Boxed"])
    #expect(phone.plays.map(\.identity) == [.flatpak])
    let object = ["org.sigxcpu.Feedback", "/org/sigxcpu/Feedback", "org.sigxcpu.Feedback"]
    let profile = try phone.debian13(
      list: ["busctl", "--address=unix:path=\(socket)", "set-property"] + object + ["Profile", "s", "silent"])
    #expect(profile.end() == 1 && profile.text.contains("Access denied"), "\(profile.text)")
    // The proxy leaves the bus, and with it all programs behind it.
    let endless = try boxed("fbcli", "-t", "0", "-E", "phone-incoming-call")
    #expect(phone.waitUntilPlaying("phone-incoming-call"))
    #expect(proxy.end(SIGKILL) != -1)
    #expect(phone.waitUntilSilent())
    _ = endless.end(SIGKILL)
  }
}

extension Phone {
  /// Starts a program of Debian 13.
  func debian13(_ arguments: String...) throws -> Process { try debian13(list: arguments) }

  func debian13(list arguments: [String]) throws -> Process { try run(list: Debian13.command(arguments)) }
}
