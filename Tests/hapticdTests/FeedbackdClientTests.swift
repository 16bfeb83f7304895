import FakeServices
import Glibc
import HapticPatterns
import HapticProtocol
import HapticSystem
import Haptics
import TestSupport
import Testing

/// Unmodified programs for feedbackd with the daemon, a simulated motor and a private bus.
@Suite(.enabled(if: Phone.isPossible, "fbcli or dbus-daemon is not installed"))
struct FeedbackdClientTests {
  // MARK: fbcli

  @Test func `fbcli plays an event and ends with it`() throws {
    let phone = try Phone()
    let fbcli = try phone.run("fbcli", "-E", "button-pressed")
    #expect(fbcli.end() == 0 && !fbcli.text.contains("WARNING"), "\(fbcli.text)")
    #expect(phone.plays.map(\.feedback) == ["button-pressed"])
    #expect(phone.plays.map(\.applicationName) == ["org.sigxcpu.fbcli"])
    #expect(phone.plays.map(\.end) == [.ended])
  }

  @Test func `fbcli without an event plays an incoming call`() throws {
    let phone = try Phone()
    let fbcli = try phone.run("fbcli")
    #expect(phone.waitUntilPlaying("phone-incoming-call"))
    #expect(fbcli.end(SIGINT) != -1)
    #expect(phone.waitUntilSilent())
  }

  @Test func `fbcli ends at once after an unknown event`() throws {
    let phone = try Phone()
    let fbcli = try phone.run("fbcli", "--event", "no-such-thing")
    #expect(fbcli.end() == 0)
    #expect(phone.plays.map(\.verdict) == [.unknownFeedback])
  }

  @Test func `fbcli repeats an event for its timeout`() throws {
    let phone = try Phone()
    let fbcli = try phone.run("fbcli", "-t", "2", "-E", "button-pressed")
    #expect(fbcli.end() == 0)
    let play = try #require(phone.plays.first)
    #expect(phone.plays.count == 1 && play.end == .stopped)
  }

  @Test func `fbcli ends an endless event at RETURN`() throws {
    let phone = try Phone()
    let fbcli = try phone.run("fbcli", "--timeout", "0", "--event", "phone-incoming-call")
    #expect(phone.waitUntilPlaying("phone-incoming-call"))
    #expect(fbcli.isRunning)
    phone.pressReturn()
    #expect(fbcli.end() == 0)
    #expect(phone.waitUntilSilent())
  }

  @Test func `fbcli gives up an endless event after its watch, and nothing plays on`() throws {
    let phone = try Phone()
    let fbcli = try phone.run("fbcli", "-w", "1", "-t", "0", "-E", "alarm-clock-elapsed")
    #expect(phone.waitUntilPlaying("alarm-clock-elapsed"))
    #expect(fbcli.end() == 1 && fbcli.text.contains("Watch expired"))
    #expect(phone.waitUntilSilent())
  }

  @Test func `the end of fbcli ends its event`() throws {
    let phone = try Phone()
    for signal in [SIGTERM, SIGKILL] {
      let fbcli = try phone.run("fbcli", "-t", "0", "-E", "phone-incoming-call")
      #expect(phone.waitUntilPlaying("phone-incoming-call"))
      _ = fbcli.end(signal)
      #expect(phone.waitUntilSilent())
    }
  }

  @Test func `fbcli sets the profile, which is saved`() throws {
    let phone = try Phone()
    let fbcli = try phone.run("fbcli", "-P", "quiet")
    #expect(fbcli.end() == 0 && fbcli.text.contains("Current feedback profile is: 'quiet'"), "\(fbcli.text)")
    let saved = try RegularFile.read(phone.folder.path(of: "config/hapticd/hapticd.toml"), upTo: 4096)
    #expect(String(decoding: saved, as: UTF8.self) == "feedback-interface = true\nprofile = \"quiet\"\n")
    #expect(try phone.client.blocking.ask(StatusQuery(), timeout: TestWait.limit).profile == .quiet)
    let again = try phone.run("fbcli", "-P", "quiet")
    #expect(again.end() == 0 && again.text.contains("already set to quiet"))
  }

  @Test func `fbcli plays an event in a lower profile`() throws {
    let phone = try Phone()
    #expect(try phone.run("fbcli", "-P", "silent", "-E", "button-pressed").end() == 0)
    #expect(try phone.run("fbcli", "-P", "quiet", "-E", "button-pressed").end() == 0)
    #expect(phone.plays.map(\.verdict) == [.profile, .played])
  }

  // MARK: libfeedback

  @Test(.enabled(if: access("/usr/include/libfeedback-0.0/libfeedback.h", R_OK) == 0, "no libfeedback-dev"))
  func `a program with libfeedback gets each state and reason`() throws {
    let phone = try Phone()
    let program = phone.folder.path(of: "program")
    let source = try phone.folder.write(LibfeedbackProgram.source, to: "program.c")
    let compiler = try Process(
      "/bin/sh", "-c",
      "cc -o \(program) \(source) -DLIBFEEDBACK_USE_UNSTABLE_API $(pkg-config --cflags --libs libfeedback-0.0)")
    #expect(compiler.end() == 0, "\(compiler.text)")
    let run = try phone.run(program)
    #expect(run.end() == 0, "\(run.text)")
    #expect(
      run.text.split(separator: "\n") == [
        "sync: running", "sync ended: explicit", "once: natural", "unknown: not found", "async: running",
        "async ended: explicit", "empty: refused", "profile: full", "profile: quiet",
      ], "\(run.text)")
    #expect(phone.waitUntilSilent())
  }

  @Test(.enabled(if: Phone.hasIntrospection, "python3-gi or gir1.2-lfb-0.0 is not installed"))
  func `a program in Python plays an event`() throws {
    let phone = try Phone()
    let source = try phone.folder.write(
      """
      import gi
      gi.require_version("Lfb", "0.0")
      from gi.repository import Lfb, GLib
      Lfb.init("org.example.Python")
      loop = GLib.MainLoop()
      event = Lfb.Event.new("message-new-instant")
      event.connect("feedback-ended", lambda event: loop.quit())
      assert event.trigger_feedback()
      loop.run()
      assert event.get_end_reason() == Lfb.EventEndReason.NATURAL
      """, to: "program.py")
    let run = try phone.run(Phone.python, source)
    #expect(run.end() == 0, "\(run.text)")
    #expect(phone.plays.map(\.applicationName) == ["org.example.Python"])
  }

  // MARK: Other programs

  @Test func `gdbus and busctl use every member`() throws {
    let phone = try Phone()
    let object = "org.sigxcpu.Feedback /org/sigxcpu/Feedback org.sigxcpu.Feedback"
    for (command, words) in [
      ("busctl --user introspect org.sigxcpu.Feedback /org/sigxcpu/Feedback", ".Vibrate"),
      ("busctl --user tree org.sigxcpu.Feedback", "/org/sigxcpu/Feedback"),
      ("busctl --user -- call \(object) TriggerFeedback 'ssa{sv}i' a.b button-pressed 1 important b true -1", "u "),
      ("busctl --user call \(object) EndFeedback u 0", ""),
      ("busctl --user call \(object).Haptic Vibrate 'sa(du)' a.b 2 1.0 20 0.0 30", "b true"),
      ("busctl --user get-property \(object) Profile", "s \"full\""),
      ("busctl --user set-property \(object) Profile s quiet", ""),
      ("busctl --user get-property \(object) Profile", "s \"quiet\""),
    ] {
      let run = try phone.run("/bin/sh", "-c", command)
      #expect(run.end() == 0 && run.text.contains(words), "\(command): \(run.text)")
    }
    let wrong = try phone.run("/bin/sh", "-c", "busctl --user -- call \(object) TriggerFeedback 'ss' a.b c")
    #expect(wrong.end() == 1 && wrong.text.contains("expected 'ssa{sv}i'"), "\(wrong.text)")
  }

  @Test(.enabled(if: Phone.canHideMounts, "needs root outside a chroot, to make a root folder with mounts"))
  func `a program behind Flatpak's proxy is identified by the proxy's root folder`() throws {
    let phone = try Phone()
    let script = """
      set -e
      mkdir -p "$HOME/root"
      mount -t tmpfs none "$HOME/root"
      cd "$HOME/root"
      mkdir usr proc
      mount --rbind /usr usr
      for folder in lib lib64 bin; do ln -s "usr/$folder" "$folder"; done
      bus=${DBUS_SESSION_BUS_ADDRESS#unix:path=}
      mkdir -p ".${bus%/*}"
      mount --bind "${bus%/*}" ".${bus%/*}"
      printf '[Application]\\nname=org.example.Boxed\\n' > .flatpak-info
      exec chroot . /usr/bin/busctl --address="$DBUS_SESSION_BUS_ADDRESS" -- "$@"
      """
    let path = try phone.folder.write(script, to: "proxy")
    func boxed(_ arguments: String...) throws -> Process {
      try phone.run(list: ["unshare", "-m", "--propagation", "private", "/bin/sh", path] + arguments)
    }
    let (service, object) = ("org.sigxcpu.Feedback", "/org/sigxcpu/Feedback")
    let call = try boxed(
      "call", service, object, service, "TriggerFeedback", "ssa{sv}i", "mobi.phosh.Shell", "button-pressed", "0", "-1")
    #expect(call.end() == 0, "\(call.text)")
    #expect(phone.plays.map(\.applicationName) == ["org.example.Boxed"])
    #expect(phone.plays.map(\.identity) == [.flatpak])
    let profile = try boxed("set-property", service, object, service, "Profile", "s", "silent")
    #expect(profile.end() == 1 && profile.text.contains("Access denied"), "\(profile.text)")
    #expect(try phone.client.blocking.ask(StatusQuery(), timeout: TestWait.limit).profile == .full)
  }

  // MARK: The daemon

  @Test func `a profile that cannot be saved is refused with the reason, and stays`() throws {
    let phone = try Phone()
    try phone.folder.write("profile = \n", to: "config/hapticd/hapticd.toml")
    let object = "org.sigxcpu.Feedback /org/sigxcpu/Feedback org.sigxcpu.Feedback"
    let broken = try phone.run("/bin/sh", "-c", "busctl --user set-property \(object) Profile s quiet")
    #expect(broken.end() == 1 && broken.text.contains("hapticd.toml:1"), "\(broken.text)")
    try phone.folder.write("feedback-interface = true\n", to: "config/hapticd/hapticd.toml")
    try phone.folder.write("profile = \"full\"\n", to: "config/hapticd/hapticd.toml.d/50.toml")
    let overridden = try phone.run("/bin/sh", "-c", "busctl --user set-property \(object) Profile s quiet")
    #expect(overridden.end() == 1 && overridden.text.contains("precedence"), "\(overridden.text)")
    #expect(try phone.client.blocking.ask(StatusQuery(), timeout: TestWait.limit).profile == .full)
  }

  @Test func `a second daemon takes the name with --replace only, and gives it back`() throws {
    let phone = try Phone()
    func second(_ arguments: String...) throws -> Process {
      let socket = phone.folder.path(of: "second")
      return try phone.run(
        list: [Process.path(of: "hapticd"), "--no-devices", "--simulate", "erm", "--socket", socket] + arguments)
    }
    let waiting = try second()
    #expect(waiting.says("org.sigxcpu.Feedback belongs to hapticd (pid \(phone.daemon.processID))"))
    _ = waiting.end(SIGTERM)
    let replacing = try second("--replace")
    #expect(replacing.says("org.sigxcpu.Feedback is served"))
    #expect(phone.daemon.says("org.sigxcpu.Feedback belongs to hapticd (pid \(replacing.processID))"))
    #expect(replacing.end(SIGTERM) == 0)
    #expect(phone.daemon.wait { phone.daemon.text.components("is served").count == 2 })
  }

  @Test func `the setting switches the interface off and on`() throws {
    let phone = try Phone()
    try phone.folder.write("feedback-interface = false\n", to: "config/hapticd/hapticd.toml")
    #expect(phone.daemon.says("org.sigxcpu.Feedback is no longer served"))
    #expect(try phone.run("/bin/sh", "-c", "busctl --user tree org.sigxcpu.Feedback").end() != 0)
    try phone.folder.write("feedback-interface = true\n", to: "config/hapticd/hapticd.toml")
    #expect(phone.daemon.wait { phone.daemon.text.components("is served").count == 2 })
    #expect(try phone.run("fbcli", "-E", "button-pressed").end() == 0)
  }

  @Test(.enabled(if: access("/usr/libexec/feedbackd", X_OK) == 0, "feedbackd is not installed"))
  func `the daemon names feedbackd as the owner, and takes over when it ends`() throws {
    let phone = try Phone(isServing: false)
    let feedbackd = try phone.run("/usr/libexec/feedbackd")
    #expect(
      phone.daemon.wait {
        (try? phone.run("/bin/sh", "-c", "busctl --user status org.sigxcpu.Feedback").end()) == 0
      })
    try phone.folder.write("feedback-interface = true\n", to: "config/hapticd/hapticd.toml")
    #expect(phone.daemon.says("org.sigxcpu.Feedback belongs to feedbackd (pid \(feedbackd.processID))"))
    _ = feedbackd.end(SIGKILL)
    #expect(phone.daemon.says("org.sigxcpu.Feedback is served"))
    #expect(try phone.run("fbcli", "-E", "button-pressed").end() == 0)
  }

  @Test func `a daemon that the bus has started ends with the bus`() throws {
    let phone = try Phone(environment: ["DBUS_STARTER_BUS_TYPE": "session"])
    phone.bus.stop()
    #expect(phone.daemon.end() == 0)
    let other = try Phone()
    other.bus.stop()
    let client = other.client
    #expect((try? client.blocking.devices(timeout: TestWait.limit).count) == 1)
    #expect(other.daemon.end(SIGTERM) == 0)
  }
}
