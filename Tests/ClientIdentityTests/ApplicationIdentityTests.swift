import Testing

@testable import ClientIdentity
@testable import HapticPatterns

@Suite struct ApplicationIdentityTests {
  // MARK: Names

  private func long(_ count: Int, _ end: String = "") -> String {
    "org." + String(repeating: "x", count: count - 4 - end.utf8.count) + end
  }

  @Test func `an id that fits is kept whole`() {
    #expect(ApplicationID.name(long(48))?.description == long(48))
  }

  @Test func `ids that are too long stay apart, although they begin alike`() {
    let names = ["a", "b", "aa", "bb"].map { ApplicationID.name(long(100, $0))!.description }
    #expect(Set(names).count == names.count)
    for name in names { #expect(name.utf8.count == 48 && name.hasPrefix(String(long(100).prefix(31)) + "~")) }
    // sha256sum of 'org.' and 45 times 'x'
    #expect(ApplicationID.name(long(49))?.description == String(long(49).prefix(31)) + "~16f42486bf8a027e")
  }

  @Test func `a long id is cut between characters`() {
    let name = ApplicationID.name(String(repeating: "é", count: 40))!.description
    #expect(name.hasPrefix(String(repeating: "é", count: 15) + "~") && name.utf8.count == 30 + 1 + 16)
  }

  @Test func `an id that cannot be a file name is refused`() {
    #expect(ApplicationID.name("") == nil)
    #expect(ApplicationID.name(long(255)) != nil)
    #expect(ApplicationID.name(long(256)) == nil)
  }

  /// FIPS 180-4's own examples, and messages at the edges of a block.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (String(repeating: "a", count: 55), "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
    (String(repeating: "a", count: 64), "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
    (String(repeating: "a", count: 1000), "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"),
  ])
  func `SHA-256 digests are those of the standard`(_ message: String, _ digest: String) {
    #expect(SHA256.hexadecimal(utf8(message), digits: 64) == digest)
  }
}
