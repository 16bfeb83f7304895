import ClientIdentity
import HapticPatterns
import HapticProtocol

extension Fuzzer {
  /// Data of the kernel and of Flatpak about a process: for any data, an id can be shown, is the same in every form of
  /// the data, and does not depend on irrelevant data.
  static let identity = Fuzzer("identity") { (input) throws(Flaw) in
    try checkGroups(input)
    try checkPath(input)
    try checkInformation(input)
    try checkID(input)
  }

  private static func checkGroups(_ input: [UInt8]) throws(Flaw) {
    guard let group = ControlGroup(input) else { return }
    try check(group.identity)
    try requireEqual(ControlGroup(input + Array("\n7:cpu:/\n".utf8)), group, "with one more hierarchy")
  }

  private static func checkPath(_ input: [UInt8]) throws(Flaw) {
    if input.contains(UInt8(ascii: "\n")) { return }
    let path = Array("0::/".utf8) + input
    guard let group = ControlGroup(path) else { return }
    try check(group.identity)
    try requireEqual(ControlGroup(path + Array("/inner".utf8))?.identity, group.identity, "one group further in")
  }

  private static func checkInformation(_ input: [UInt8]) throws(Flaw) {
    guard let name = FlatpakInformation.application(input) else { return }
    try check(Identity(name, from: .flatpak))
    let more = input + Array("\n[Instance]\nname=org.example.Other\n".utf8)
    try requireEqual(FlatpakInformation.application(more), name, "with one more group")
  }

  /// Checks that an id is the same in each kind of unit, and that a difference of two bytes gives another application.
  private static func checkID(_ input: [UInt8]) throws(Flaw) {
    guard input.count < 80, !input.contains(UInt8(ascii: "/")), let id = String(validating: input, as: UTF8.self) else {
      return
    }
    let name = ApplicationID.name(id)
    let expected = name.map { Identity($0, from: .unit) } ?? .unknown
    for unit in ["app-gnome-\(escaped(id))-1.scope", "app-\(escaped(id))@1.service", "app-\(escaped(id))-1.slice"] {
      try requireEqual(ControlGroup(Array("0::/\(unit)".utf8))?.identity, expected, unit)
    }
    if let name { try require(ApplicationID.name(id + "xx") != name, "\(id) is not \(id)xx") }
  }

  private static func escaped(_ id: String) -> String {
    id.utf8.map { "\\x" + String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  private static func check(_ identity: Identity) throws(Flaw) {
    guard identity.source.isVerified else {
      return try requireEqual(identity, .unknown, "not verified, and not unknown")
    }
    try require(!identity.name.isEmpty, "verified, without a name")
    let text = identity.name.description
    try require(ApplicationID.name(text) == identity.name, "\(text) cannot be shown")
    if identity.source == .snap { try require(text.hasPrefix("snap."), "\(text) is no snap") }
  }
}
