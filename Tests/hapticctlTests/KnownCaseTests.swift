import Haptics
import PreferenceFiles
import TestSupport
import Testing

@testable import HapticControl

/// What `doctor` says about machines that people have, and that lack haptics for a reason outside of hapticd.
@Suite final class KnownCaseTests: DoctorBench {
  private func findings(about subject: String, settings: PreferenceStack = PreferenceStack()) -> [DoctorFinding] {
    Diagnosis(fake.machine, gone, settings: settings).findings.filter { $0.subject == subject }
  }

  private func addKernel(_ options: String) {
    fake.add("/proc/sys/kernel/osrelease", "6.18.2\n")
    fake.add("/boot/config-6.18.2", "CONFIG_HID=y\n" + options + "\n")
  }

  private func addTouchpad(properties: String = "85", capabilities: String = "0") {
    fake.addNode(5, "ELAN2703:00 04F3:32D0 Touchpad", capabilities: capabilities)
    fake.add("/sys/class/input/event5/device/properties", properties + "\n")
  }

  @Test func `a pressure pad without waveforms is explained by the kernel's option`() throws {
    addTouchpad()
    addKernel("# CONFIG_HID_HAPTIC is not set")
    let finding = try #require(findings(about: "event5").first)
    #expect(finding.grade == .note)
    #expect(finding.text.hasSuffix("a pressure pad without waveforms: this kernel has CONFIG_HID_HAPTIC unset"))
    #expect(finding.remedy?.contains("CONFIG_HID_HAPTIC=y") == true)
  }

  @Test func `a pressure pad without waveforms on a kernel with the option is its firmware's kind`() throws {
    addTouchpad()
    addKernel("CONFIG_HID_HAPTIC=y")
    let finding = try #require(findings(about: "event5").first)
    #expect(finding.text.contains("it clicks by its firmware") && finding.remedy == nil)
  }

  @Test func `without the kernel's configuration both causes are named`() throws {
    addTouchpad()
    let finding = try #require(findings(about: "event5").first)
    #expect(finding.text.contains("CONFIG_HID_HAPTIC unset") && finding.text.contains("firmware"))
  }

  @Test func `an ordinary touchpad and a haptic one with its waveforms are not pressure pads without waveforms`() {
    addTouchpad(properties: "5")
    #expect(findings(about: "event5").isEmpty)
    addTouchpad(capabilities: "8000 0")
    #expect(!findings(about: "event5").contains { $0.text.contains("pressure pad") })
  }

  @Test func `a Steam Deck whose kernel gives no force feedback is a problem`() throws {
    fake.addNode(4, "Steam Deck", capabilities: "0")
    addKernel("# CONFIG_STEAM_FF is not set")
    let finding = try #require(findings(about: "event4").first)
    #expect(finding.grade == .problem && finding.text.contains("this kernel has CONFIG_STEAM_FF unset"))
    fake.addNode(4, "Steam Deck")
    #expect(!findings(about: "event4").contains { $0.text.contains("STEAM_FF") })
  }

  @Test func `a DualSense that is a sound card may lose its audio haptics to a rumble`() throws {
    fake.addNode(6, "DualSense Wireless Controller", driver: "playstation")
    #expect(!findings(about: "event6").contains { $0.text.contains("audio haptics") })
    fake.add("/proc/asound/cards", " 2 [Controller     ]: USB-Audio - DualSense Wireless Controller\n")
    let finding = try #require(findings(about: "event6").first { $0.text.contains("audio haptics") })
    #expect(finding.grade == .note)
    #expect(finding.remedy?.hasSuffix("hapticctl set 'device.DualSense Wireless Controller.enabled' off") == true)
  }

  @Test func `on Plasma Mobile with hfd-service, doctor gives the command to serve feedbackd's name`() throws {
    fake.add("/usr/share/wayland-sessions/plasma-mobile.desktop")
    #expect(findings(about: "plasma-mobile").isEmpty)
    fake.add("/usr/share/dbus-1/system-services/com.lomiri.hfd.service")
    #expect(findings(about: "plasma-mobile").first?.remedy == "sudo make install ACTIVATION=yes")
    let folder = try TestFolder()
    try folder.write("feedback-interface = false", to: "hapticd.toml")
    let off = PreferenceStack.load(in: [folder.path])
    #expect(findings(about: "plasma-mobile", settings: off).first?.remedy == "hapticctl set feedback-interface on")
    fake.add("/usr/local/share/dbus-1/services/org.sigxcpu.Feedback.service")
    #expect(findings(about: "plasma-mobile").isEmpty)
  }
}
