import HapticPatterns
import HapticProtocol
import Testing

/// Compares the table of the protocol, from which clients are written, with the code.
@Suite struct ContractTests {
  private let contract = Contract.present
  private let layouts = Contract.present.layouts

  // MARK: Packets

  @Test func `every packet of the table has a sample with its opcode, name and size`() {
    let packets = Dictionary(grouping: goldenFields.filter { $0.base == 0 }, by: \.section)
    #expect(packets.keys.sorted() == contract.packets.map(\.section).sorted())
    for (section, samples) in packets {
      let layout = layouts[section]!
      for sample in samples {
        let opcode = Opcode(rawValue: UInt16(sample.bytes[0]) | UInt16(sample.bytes[1]) << 8)
        let digits = String(opcode.rawValue, radix: 16)
        let name = "\(opcode)".replacing(" reply", with: "")
        #expect(section == "0x" + String(repeating: "0", count: 4 - digits.count) + digits + " " + name)
        let rest = sample.bytes.count - layout.size
        let unit = layout.record.map { layouts[$0]!.size } ?? layout.fields.last.map { $0.isNested ? 1 : 0 } ?? 0
        #expect(unit == 0 ? rest == 0 : rest >= 0 && rest % unit == 0, "\(section) has \(rest) more bytes")
      }
    }
    #expect(contract.version == Limits.version)
  }

  @Test func `a packet grows by the size of a record with each record`() throws {
    let sizes = [
      ("Event record", "part: events"), ("Parameter record", "part: parameters"), ("Curve point", "part: points"),
      ("Modulation point", "modulate: a curve"),
    ]
    for (section, name) in sizes {
      #expect(layouts[section]?.size == goldenRequests.first { $0.name == name }?.recordSize, "\(section)")
    }
    #expect(layouts["Device record"]?.size == Limits.deviceRecordSize)
  }

  @Test(arguments: goldenFields)
  func `every field of a packet is at the offset of the table`(sample: Fields) throws {
    for (key, number) in sample.numbers {
      let (_, name, index) = try #require(key.wholeMatch(of: /([^\[]+)(?:\[(\d+)\])?/)?.output)
      let field = try #require(findField(String(name), of: sample))
      let start = sample.base + field.offset + (index.map { Int($0)! } ?? 0) * field.unit
      #expect(littleEndian(sample.bytes[start..<start + field.unit]) == number, "\(sample.section): \(key)")
    }
    for (name, text) in sample.texts {
      let field = try #require(findField(name, of: sample))
      let start = sample.base + field.offset
      let filled = Array(text.utf8) + Array(repeating: 0, count: field.count - text.utf8.count)
      #expect(Array(sample.bytes[start..<start + field.count]) == filled, "\(sample.section): \(name)")
    }
  }

  @Test func `every field of every table is tested`() {
    for layout in layouts.values where layout.like == nil {
      let names = goldenFields.filter { $0.section == layout.section }.flatMap {
        Array($0.numbers.keys) + $0.texts.keys
      }
      let expected = layout.fields.filter { !$0.isReserved && !$0.isNested }.map(\.name)
      #expect(Set(names.map { $0.replacing(/\[.*/, with: "") }) == Set(expected), "\(layout.section)")
    }
  }

  @Test(arguments: goldenFields)
  func `reserved bytes are refused in a request and ignored in a packet of the daemon`(sample: Fields) {
    for field in layouts[sample.section]?.fields ?? [] where field.isReserved {
      for offset in field.offset..<field.offset + field.byteCount {
        switch error(in: sample, filling: offset, 1, with: 1) {
        case .reserved(_, let start)?:
          #expect(sample.isRequest && (start == field.offset || start == sample.base + field.offset))
        case nil: #expect(!sample.isRequest, "\(sample.section): byte \(offset) is not reserved")
        case let error?: Issue.record("\(sample.section): byte \(offset): \(error)")
        }
      }
    }
  }

  @Test(arguments: goldenFields)
  func `an unknown number is a value where the set is open, and refused where it is closed`(sample: Fields) {
    for field in layouts[sample.section]?.fields ?? [] {
      guard let set = field.set, set != "opcode", sample.numbers[field.name] != nil else { continue }
      let error = error(in: sample, filling: field.offset, field.unit, with: 0xff)
      // A category is closed in requests only.
      let isOpen = contract[set].open || !sample.isRequest
      #expect((error == nil) == isOpen, "\(sample.section): \(field.name): \(String(describing: error))")
    }
  }

  @Test(arguments: goldenFields)
  func `a number of a request outside its range is refused`(sample: Fields) {
    for field in layouts[sample.section]?.fields ?? [] where sample.isRequest && field.byteCount == field.unit {
      guard let greatest = field.range?.last, greatest < UInt64.max >> UInt64(64 - 8 * field.unit) else { continue }
      let error = error(in: sample, filling: field.offset, field.unit, with: 0xff)
      #expect(error != nil, "\(sample.section): \(field.name) has no limit")
    }
  }

  @Test(arguments: goldenFields)
  func `a field that is refused is refused under its name and with its size`(sample: Fields) {
    for field in layouts[sample.section]?.fields ?? []
    where sample.numbers[field.name] != nil || sample.texts[field.name] != nil {
      switch error(in: sample, filling: field.offset, field.unit, with: 0xff) {
      case nil: break
      case .outOfRange(let refused, let value):
        #expect(refused.rawValue == field.name, "\(sample.section)")
        #expect(value == UInt64.max >> UInt64(64 - 8 * field.unit), "\(sample.section): \(field.name)")
      case .number(let refused, let bits):
        #expect(refused.rawValue == field.name && bits == .max && field.element == "f32", "\(sample.section)")
      case .notUTF8(let refused):
        #expect(refused.rawValue == field.name && field.element == "char", "\(sample.section)")
      // Records of another size do not fill the packet.
      case .size: #expect(field.name == "record", "\(sample.section): \(field.name)")
      case let error?: Issue.record("\(sample.section): \(field.name): \(error)")
      }
    }
  }

  // MARK: Values

  @Test func `the values of sets that are written by hand are the table's`() {
    check("category", Category.allCases)
    check("locality", Locality.allCases)
    check("control", Control.allCases)
    #expect(contract["control"].values.map(\.range) == Control.allCases.map { [Int($0.range.lowerBound), 1] })
    let deadlines = Category.allCases.map { Int($0.deadline / .microseconds(1)) }
    #expect(contract["category"].values.map(\.deadline) == deadlines)
    check("records", [(1, "events"), (2, "parameters"), (3, "points")])
    check("event", [(1, "transient"), (2, "continuous")])
    check("flag", [(1, "silent"), (2, "fallback")])
    let circumstances: [(Circumstances, String)] = [
      (.quietHours, "quietHours"), (.powerSaver, "powerSaver"), (.sessionInactive, "sessionInactive"),
      (.locked, "locked"), (.suspending, "suspending"), (.sessionUnknown, "sessionUnknown"),
    ]
    check("circumstance", circumstances.map { (UInt64($0.0.rawValue), $0.1) })
    #expect(circumstances.reduce(into: []) { $0.formUnion($1.0) } == Circumstances.all)
    let scopes: [(MonitorScope, String)] = [
      (.requests, "requests"), (.levels, "levels"), (.devices, "devices"), (.status, "status"),
    ]
    check("scope", scopes.map { (UInt64($0.0.rawValue), $0.1) })
    #expect(scopes.reduce(into: []) { $0.formUnion($1.0) } == MonitorScope.all)
  }

  @Test func `the numbers of the actions in the table are those of the code`() {
    let actions: [(Request.Transport.Action, String)] = [
      (.stop, "stop"), (.pause, "pause"), (.resume, "resume"), (.seek(to: .zero), "seek"),
      (.loop(Loop()), "loop"), (.rate(1), "rate"), (.mute(true), "mute"), (.cancel, "cancel"),
    ]
    let numbers = actions.map { action, name in
      (UInt64(RequestPacket(.transport(.init(PlaybackID(rawValue: 1)!, action))).bytes[12]), name)
    }
    check("action", numbers)
  }

  @Test func `the limits in the table are those of the code`() {
    let limits: [(Int, String)] = [
      (Limits.headerSize, "header"), (Limits.maximumRequestSize, "request"),
      (Limits.maximumDaemonPacketSize, "daemon packet"), (Limits.handles, "handles"), (Limits.playbacks, "playbacks"),
      (Int(Limits.startAheadNanoseconds / 1_000_000_000), "start"), (Limits.patternEvents, "events"),
      (Limits.patternPoints, "points"), (Limits.patternBytes, "pattern bytes"), (Limits.memory, "memory"),
      (Limits.memoryPerApplication, "application memory"), (Limits.scheduledActions, "scheduled"),
      (Limits.reloads, "reloads"), (Limits.modulationPoints, "modulation"),
      (Int(Limits.rates.upperBound), "fastest"), (Limits.clients, "clients"),
      (Limits.unverifiedClients, "unverified"), (Limits.confinedClients, "confined"),
      (Limits.reservedClients, "reserve"), (Limits.clientsPerApplication, "of an application"),
      (Limits.clientsWorthPerApplication, "shares"), (Limits.devices, "devices"),
      (Limits.feedbacksPerPacket, "feedbacks"), (Limits.history, "history"), (Limits.historyPerPacket, "page"),
      (Limits.playingPerPacket, "playing"),
    ]
    let expected = Dictionary(uniqueKeysWithValues: limits.map { ($0.1, Double($0.0)) })
      .merging(["slowest": Limits.rates.lowerBound]) { first, _ in first }
    #expect(Dictionary(uniqueKeysWithValues: contract.limits.map { ($0.name, $0.value) }) == expected)
  }

  // MARK: The example

  @Test func `the packets of the example decode to its requests and replies`() throws {
    let packets = Contract.examples.map(hex)
    try #require(packets.count == 7)
    let (hello, play) = (try requestPacket(packets[0]), try requestPacket(packets[1]))
    #expect(hello == RequestPacket(serial: 1, .hello(.init(applicationName: "org.example.Game"))))
    guard case .play(let request) = play.request, let playback = request.playback else {
      Issue.record("the second packet plays nothing that can end")
      return
    }
    #expect(
      request == .init(.name("impact.medium"), playback: playback, causeNanoseconds: request.causeNanoseconds))
    #expect(packets[..<2].elementsEqual([hello.bytes, play.bytes]))
    try checkAnswers(packets[2..<5].map(daemonPacket), to: play, request)
    for bytes in packets[2..<5] { #expect(try daemonPacket(bytes).bytes == bytes) }
    try checkDefinition(packets[5...].map(requestPacket))
    for bytes in packets[5...] { #expect(try requestPacket(bytes).bytes == bytes) }
  }

  private func checkDefinition(_ packets: [RequestPacket]) throws {
    guard case .define(let define) = packets[0].request, case .part(let part) = packets[1].request else {
      Issue.record("the last packets define nothing")
      return
    }
    var collector = try DefinitionCollector(define)
    try collector.collect(part.records)
    let half = Double(0x8000) / 65535
    let ended = Envelope(isSustained: false)
    #expect(
      collector.pattern == [
        Event(.transient, intensity: 1, sharpness: Sharpness(half), envelope: ended),
        Event(.transient, at: .milliseconds(120), intensity: Intensity(half), sharpness: 1, envelope: ended),
      ])
    #expect(part.handle == define.handle)
    #expect(packets.map(\.serial) == [0, 3])
  }

  private func checkAnswers(_ answers: [DaemonPacket], to play: RequestPacket, _ request: Request.Play) throws {
    #expect(answers[0] == .reply(serial: 1, .hello(HelloReply(daemonVersion: ShortName(truncating: release)))))
    guard case .reply(play.serial, .verdict(let verdict)) = answers[1], case .event(.finished(let end)) = answers[2]
    else {
      Issue.record("the play has no verdict or no end")
      return
    }
    #expect(verdict.verdict == .played)
    #expect(verdict.playback == request.playback)
    #expect(end.playback == request.playback)
    #expect(end.reason == .ended)
    #expect(end.device == verdict.device)
    #expect(end.firstWrittenNanoseconds == verdict.writtenNanoseconds)
    let cause = try #require(request.causeNanoseconds)
    let admitted = try #require(verdict.admittedNanoseconds)
    let written = try #require(verdict.writtenNanoseconds)
    let moments = [cause, verdict.receivedNanoseconds, admitted, written, end.endedNanoseconds]
    #expect(moments == moments.sorted())
    let spoken = "\(cause / 1_000_000_000).\(String(1_000_000_000 + cause % 1_000_000_000).dropFirst()) s"
    #expect(Contract.examples[1].contains(spoken))
  }

  // MARK: -

  private func findField(_ name: String, of sample: Fields) -> Contract.Field? {
    layouts[sample.section]?.fields.first { $0.name == name }
  }

  /// Returns the error in a sample with some bytes set.
  private func error(in sample: Fields, filling offset: Int, _ count: Int, with byte: UInt8) -> ProtocolError? {
    var bytes = sample.bytes
    for index in 0..<count { bytes[sample.base + offset + index] = byte }
    return bytes[1] < 0x40 ? requestError(bytes) : daemonError(bytes)
  }

  private func check<Value: RawRepresentable>(_ set: String, _ values: [Value])
  where Value.RawValue: FixedWidthInteger {
    check(set, values.map { (UInt64($0.rawValue), "\($0)") })
  }

  private func check(_ set: String, _ values: [(UInt64, String)]) {
    let expected = contract[set].values.map { "\($0.value) \($0.name)" }
    #expect(values.map { "\($0.0) \($0.1)" } == expected, "\(set)")
  }
}

extension Fields {
  fileprivate var isRequest: Bool { bytes[1] < 0x40 }
}

private func littleEndian(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) } }

private func requestPacket(_ bytes: [UInt8]) throws -> RequestPacket { try RequestPacket(decoding: bytes.span.bytes) }

private func daemonPacket(_ bytes: [UInt8]) throws -> DaemonPacket { try DaemonPacket(decoding: bytes.span.bytes) }
