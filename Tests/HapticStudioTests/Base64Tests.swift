import FoundationEssentials
import Testing

@testable import HapticStudio

@Suite struct Base64Tests {
  @Test func `bytes of every length are read`() {
    for length in 0...20 {
      let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 * 37 + 200) }
      #expect(Base64.bytes(of: Data(bytes).base64EncodedString()) == bytes)
    }
  }

  @Test func `every digit of base64 is decoded`() {
    let bytes = (0...255).map(UInt8.init) + (0...255).reversed().map(UInt8.init)
    #expect(Base64.bytes(of: Data(bytes).base64EncodedString()) == bytes)
  }

  @Test(arguments: ["A", "AA", "AAA", "A===", "AA=A", "AAA\n", "AA-_", "====", "=", "AAAA=", "AAé="])
  func `a text that is not base64 is refused`(text: String) { #expect(Base64.bytes(of: text) == nil) }
}
