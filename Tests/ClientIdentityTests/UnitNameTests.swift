import HapticPatterns
import HapticProtocol
import Testing

@testable import ClientIdentity

@Suite struct UnitNameTests {
  private static let manager = "/user.slice/user-1000.slice/user@1000.service/app.slice/"

  @Test(arguments: [
    // GNOME Shell, gnome-session's autostart, GLib's launcher
    ("app-gnome-org.gnome.Calculator-2345.scope", "org.gnome.Calculator"),
    ("app-gnome-org.gnome.Evolution\\x2dalarm\\x2dnotify-1811.scope", "org.gnome.Evolution-alarm-notify"),
    ("app-gnome\\x2dsession\\x2dmanager.slice/app-gnome-firefox-99.scope", "firefox"),
    ("app-org.gnome.SettingsDaemon.DiskUtilityNotify@autostart.service", "org.gnome.SettingsDaemon.DiskUtilityNotify"),
    ("app-glib-gedit-77.scope", "gedit"),
    // KDE
    ("app-org.kde.konsole-1234.scope", "org.kde.konsole"),
    ("app-org.kde.kate@9c6cc6e2a0fe4d0f8a4f5b6c7d8e9f00.service", "org.kde.kate"),
    ("app-firefox-3eb3c25cb5b44e05a68d17ab7ec9c4d1.scope", "firefox"),
    ("app-google\\x2dchrome-4711.scope", "google-chrome"),
    // Services, templates, D-Bus
    ("app-foo@123.service", "foo"),
    ("app-foo.service", "foo"),
    ("app-dbus-org.example.Player@0.service", "org.example.Player"),
    ("app-foo@a@b-c.service", "foo"),
    // The names of Flatpak's scopes, used if its own file is missing
    ("app-flatpak-org.example.App-123.scope", "org.example.App"),
    // Deeper inside: groups that a program makes for its parts
    ("app-org.example.Browser-12.scope/tab-7", "org.example.Browser"),
    // A slice for an application of several units
    ("app-org.example.Suite-77.slice/worker.service", "org.example.Suite"),
    // Words, blanks and letters of any script
    ("app-Visual\\x20Studio-5.scope", "Visual Studio"),
    ("app-\\xc3\\xa9diteur-5.scope", "éditeur"),
    ("app-éditeur-5.scope", "éditeur"),
  ])
  func `a unit of an application names it`(_ unit: String, _ name: String) {
    #expect(identity(at: Self.manager + unit) == .unit(ShortName(name)!))
  }

  @Test(arguments: [
    "/", "/init.scope", "/user.slice/user-1000.slice/session-3.scope",
    "/user.slice/user-1000.slice/user@1000.service/init.scope",
    "/user.slice/user-1000.slice/user@1000.service/session.slice/org.gnome.Shell@wayland.service",
    "/user.slice/user-1000.slice/user@1000.service/app.slice/app-org.gnome.Terminal.slice/vte-spawn-0b5c.scope",
    "/user.slice/user-1000.slice/user@1000.service/app.slice/app-dbus\\x2d:1.2\\x2dorg.x.Y.slice/dbus-:1.2-org.x.Y@0.service",
    "/system.slice/docker-0123456789abcdef.scope", "/docker/0123456789abcdef",
    "/user.slice/user-1000.slice/user@1000.service/user.slice/libpod-0123.scope/container",
    "/lxc.payload.box/user.slice", "/system.slice/cron.service", "/app-foo-1", "/app-foo-1.timer", "/app.slice",
    "/myapp-foo-1.scope",
  ])
  func `a unit that is not an application's gives no name`(_ path: String) {
    #expect(identity(at: path) == .unknown)
  }

  @Test func `the innermost unit counts`() {
    let terminal = Self.manager + "app-org.kde.konsole-1234.scope"
    #expect(identity(at: terminal + "/app-game-7.scope") == .unit("game"))
    #expect(identity(at: terminal + "/deeper/app-game@7.service/deeper") == .unit("game"))
  }

  @Test(arguments: [
    // Escapes that are none
    "app-a\\x2-1.scope", "app-a\\x-1.scope", "app-a\\xg0-1.scope", "app-a\\y2d-1.scope", "app-a\\-1.scope",
    "app-a\\x2.scope", "app-\\.service",
    // Nothing for an id, or for what must follow it
    "app-.service", "app--1.scope", "app-gnome--1.scope", "app-a-.scope", "app-@1.service", "app-a@.service",
    "app-a.scope", "app--a-1.scope", "app-.scope",
    // Parts that nobody can tell apart
    "app-a-b-c-1.scope", "app-a-b-c.service", "app-a-b-c-1.slice",
    // Names that cannot be printed or are no file names
    "app-a\\x00-1.scope", "app-a\\x0a-1.scope", "app-a\\x1b[2J-1.scope", "app-a\\x7f-1.scope", "app-a\\x2fb-1.scope",
    "app-a\\xff-1.scope", "app-\\xe2\\x80\\xae-1.scope", "app-\\xc2\\x85-1.scope",
  ])
  func `a malformed unit gives no id, whatever its parent is`(_ unit: String) {
    #expect(UnitName(Substring(unit).utf8) == .malformed)
    #expect(identity(at: Self.manager + "app-org.kde.konsole-1234.scope/" + unit) == .unknown)
  }
}
