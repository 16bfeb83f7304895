import HapticPatterns
import HapticProtocol
import Testing

@testable import ClientIdentity

@Suite struct ControlGroupTests {
  @Test func `a process of the unified hierarchy has one line`() {
    #expect(ControlGroup(utf8("0::/a/app-x-1.scope\n"))?.identity == .unit("x"))
    #expect(ControlGroup(utf8("0::/a/app-x-1.scope"))?.identity == .unit("x"))
  }

  @Test func `systemd's own hierarchy counts where the unified one is not in use`() {
    let old = """
      12:pids:/user.slice/user-1000.slice/app-pids-1.scope
      1:name=systemd:/user.slice/user-1000.slice/user@1000.service/app-x-1.scope

      """
    #expect(ControlGroup(utf8(old))?.identity == .unit("x"))
    #expect(ControlGroup(utf8(old + "0::/\n"))?.identity == .unit("x"))
    #expect(ControlGroup(utf8(old + "0::/app-y-1.scope\n"))?.identity == .unit("y"))
  }

  @Test func `a colon in a path is part of it`() {
    #expect(ControlGroup(utf8("1:name=systemd:/a:b/app-x-1.scope\n"))?.identity == .unit("x"))
    #expect(ControlGroup(utf8("0::/dbus-:1.2-org.x.Y@0.service/app-x-1.scope\n"))?.identity == .unit("x"))
  }

  @Test(arguments: [
    "", "\n", "0:", "0::", "0::relative/app-x-1.scope", "1:cpu:/app-x-1.scope\n", "x", "0::/../app-x-1.scope\n",
    "0::/app-x-1.scope (deleted)\n", "0::/app-x-1.scope\0\n", ":::/app-x-1.scope",
  ])
  func `a text in another form than the kernel's is not read`(_ text: String) {
    #expect(ControlGroup(utf8(text)) == nil)
  }

  @Test func `a text that is not UTF-8 is not read`() {
    #expect(ControlGroup(utf8("0::/app-x-1.scope") + [0xff]) == nil)
  }

  // MARK: Snaps

  private static let manager = "/user.slice/user-1000.slice/user@1000.service/app.slice/"

  @Test(arguments: [
    ("snap.firefox.firefox-3e5c1c1d-9d3b-4b39-a2b6-5a2b3b7e4f10.scope", "snap.firefox"),
    ("snap.hello-world.sh.3e5c1c1d-9d3b-4b39-a2b6-5a2b3b7e4f10.scope", "snap.hello-world"),
    ("snap.lxd.daemon.service", "snap.lxd"), ("snap.foo_two.bar-1.scope", "snap.foo_two"),
    ("snap.chromium.hook.configure-77.scope", "snap.chromium"), ("snap.a1.b-1.scope/inner", "snap.a1"),
  ])
  func `a snap is named by its unit`(_ unit: String, _ name: String) {
    #expect(identity(at: Self.manager + unit) == .snap(ShortName(name)!))
  }

  @Test(arguments: [
    "snap.scope", "snap..b-1.scope", "snap.foo.scope", "snap.foo..scope", "snap.Foo.b-1.scope", "snap.123.b-1.scope",
    "snap.foo_.b-1.scope", "snap.foo_Two.b-1.scope", "snap.foo_12345678901.b-1.scope",
    "snap.a1234567890123456789012345678901234567890.b-1.scope", "snap.f\\x6fo.b-1.scope",
  ])
  func `a malformed unit of a snap gives no id, whatever its parent is`(_ unit: String) {
    #expect(identity(at: Self.manager + "app-org.kde.konsole-1.scope/" + unit) == .unknown)
  }

  @Test func `a process in a unit inside a snap's unit belongs to the snap`() {
    #expect(identity(at: Self.manager + "snap.foo.bar-1.scope/app-other-1.scope") == .snap("snap.foo"))
  }

  @Test func `a unit that only begins like a snap is not a snap`() {
    #expect(identity(at: "/snap.foo.bar.mount") == .unknown)
    #expect(identity(at: "/snap/app-x-1.scope") == .unit("x"))
  }
}
