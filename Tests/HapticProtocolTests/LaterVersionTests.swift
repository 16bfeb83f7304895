import HapticPatterns
import HapticProtocol
import Testing

/// Packets of a daemon of a later version.
@Suite struct LaterVersionTests {
  @Test(arguments: goldenDaemonPackets)
  func `longer records are read as far as they are known`(golden: Golden<DaemonPacket>) throws {
    guard let place = place(in: golden.bytes) else { return }
    let size = Int(golden.bytes[place.size]) | Int(golden.bytes[place.size + 1]) << 8
    var longer = Array(golden.bytes[..<place.first])
    (longer[place.size], longer[place.size + 1]) = (UInt8((size + 8) & 0xff), UInt8((size + 8) >> 8))
    for start in stride(from: place.first, to: golden.bytes.count, by: size) {
      longer += golden.bytes[start..<start + size] + [UInt8](repeating: 0xee, count: 8)
    }
    #expect(try DaemonPacket(decoding: longer.span.bytes) == golden.packet)
    // A packet that claims records of another size than it has is malformed.
    #expect(daemonError(longer + [0]) != nil)
    if longer.count > place.first { #expect(daemonError(Array(longer.dropLast())) != nil) }
  }

  @Test func `an unknown value has the name of its set and its number`() {
    #expect("\(Verdict(rawValue: 31))" == "verdict 31")
    #expect(FinishReason(rawValue: 12).name == "reason 12")
    #expect(DeviceRecord.Kind(rawValue: 200).name == "kind 200")
    #expect(Open<Category>.unknown(9).name == "category 9")
    #expect(Verdict(rawValue: 26).name == "notPermitted")
    #expect(!Verdict.unknown(31).isSuccess)
  }

  @Test func `every known value is its number, and no other value has it`() {
    check(Verdict.self)
    check(FinishReason.self)
    check(DeviceChange.Kind.self)
    check(Observed.Importance.self)
    check(Observed.IdentitySource.self)
    check(Observed.Medium.self)
    check(Status.Profile.self)
    check(DeviceRecord.State.self)
    check(DeviceRecord.Driver.self)
    check(DeviceRecord.EffectType.self)
    check(DeviceRecord.Kind.self)
    check(PlayingRecord.Treatment.self)
    check(PlayingRecord.State.self)
    check(StatisticsReport.Stage.self)
  }

  @Test func `a verdict of a later version arrives as its number`() throws {
    let packet = DaemonPacket.reply(serial: 1, .verdict(VerdictReply(.unknown(31), receivedNanoseconds: 1)))
    #expect(packet.bytes[8] == 31)
    #expect(try DaemonPacket(decoding: packet.bytes.span.bytes) == packet)
  }

  @Test func `a counter of an unknown verdict is 0 and is not counted`() {
    var report = StatisticsReport()
    report[.unknown(64)] = 5
    #expect(report[.unknown(64)] == 0 && report[.unknown(.max)] == 0)
    report[.unknown(63)] = 5
    #expect(report[.unknown(63)] == 5)
  }

  private func check<Value: OpenSet>(_ type: Value.Type) {
    let numbers = Value.allCases.map(\.rawValue)
    #expect(Set(numbers).count == numbers.count)
    for value in Value.allCases { #expect(Value(rawValue: value.rawValue) == value) }
    let known = Set(numbers)
    for number in 0...200 where !known.contains(Value.RawValue(number)) {
      #expect(Value(rawValue: Value.RawValue(number)).rawValue == Value.RawValue(number))
    }
  }

  /// The offsets of the size of a record and of the first record in a packet, by the table; nil if it has no records.
  private func place(in bytes: [UInt8]) -> (size: Int, first: Int)? {
    let opcode = UInt16(bytes[0]) | UInt16(bytes[1]) << 8
    let layout = Contract.present.packets.first { UInt16($0.opcode!.dropFirst(2), radix: 16) == opcode }
    guard let layout, let field = layout.fields.first(where: { $0.name == "record" }) else { return nil }
    return (field.offset, layout.size)
  }
}
