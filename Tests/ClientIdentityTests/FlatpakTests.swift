import HapticPatterns
import Testing

@testable import ClientIdentity

@Suite struct FlatpakTests {
  /// As Flatpak 1.14 writes it.
  static let calculator = """
    [Application]
    name=org.gnome.Calculator
    runtime=runtime/org.gnome.Platform/x86_64/46

    [Instance]
    instance-id=2143342356
    instance-path=/home/me/.var/app/org.gnome.Calculator
    app-path=/var/lib/flatpak/app/org.gnome.Calculator/x86_64/stable/0123/files
    branch=stable
    arch=x86_64
    flatpak-version=1.14.10
    session-bus-proxy=true

    [Context]
    shared=ipc;
    sockets=x11;wayland;fallback-x11;

    [Session Bus Policy]
    ca.desrt.dconf=talk

    """

  @Test func `the name in the group Application is the id`() {
    #expect(FlatpakInformation.application(utf8(Self.calculator)) == "org.gnome.Calculator")
  }

  @Test(arguments: [
    "[Application]\nname=a.b", "[Application]\nname = a.b\n", "[Application]\nname\t=\ta.b\n",
    "# name=c.d\n[Application]\n#name=c.d\nname=a.b\n[Other]\nname=c.d\n", "[Application]\n\n\nnames=c.d\nname=a.b\n",
    "[Instance]\nname=c.d\n[Application]\nruntime=x\nname=a.b\n", "[Application]\nname[de]=c.d\nname=a.b",
  ])
  func `other groups, keys and comments do not matter`(_ text: String) {
    #expect(FlatpakInformation.application(utf8(text)) == "a.b")
  }

  @Test(arguments: [
    "", "name=a.b", "[Runtime]\nname=org.gnome.Platform\n", "[Application]", "[Application]\nname=",
    "[Application]\nname",
    "[Application]\nname=a.b\nname=a.b\n", "[Application]\nname=a.b\n[X]\n[Application]\nname=c.d\n",
    "[application]\nname=a.b",
    " [Application]\nname=a.b", "[Application] \nname=a.b", "[Application]\nNAME=a.b", "[Application]\nname x=a.b",
    "[Application]\nname=a.b\0", "[Application]\nname=a", "[Application]\nname=a.", "[Application]\nname=.a",
    "[Application]\nname=a..b", "[Application]\nname=a.1b", "[Application]\nname=a.b c", "[Application]\nname=a.b ",
    "[Application]\nname=a.é", "[Application]\nname=a.b/../c", "[Application]\nname=a.\u{1b}[2J",
    "[Application]\r\nname=a.b",
    "[Application]\nname=\"a.b\"",
  ])
  func `a text that is not exactly one application id gives no id`(_ text: String) {
    #expect(FlatpakInformation.application(utf8(text)) == nil)
  }

  @Test func `text that is not UTF-8 has no id`() {
    #expect(FlatpakInformation.application(utf8("[Application]\nname=a.b\n#") + [0xff]) == nil)
  }
}
