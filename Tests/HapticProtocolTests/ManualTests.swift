import HapticPatterns
import HapticProtocol
import Testing

/// Compares hapticd-protocol(7) with the code; other clients are written from this page.
@Suite struct ManualTests {
  private let manual: Manual
  private let layouts: [String: Manual.Layout]

  init() throws {
    manual = try Manual()
    layouts = manual.layouts
  }

  // MARK: Packets

  @Test func `every packet has a section with its opcode, name and size, and no other has one`() {
    let packets = Dictionary(grouping: manualSamples.filter { $0.base == 0 }, by: \.section)
    let sizes = packets.map { section, samples in
      "\(section), \(samples[0].size ?? "\(samples[0].bytes.count)") bytes"
    }
    #expect(manual.headings.filter { $0.hasPrefix("0x") }.sorted() == sizes.sorted())
    for (section, samples) in packets {
      let opcode = Opcode(rawValue: UInt16(samples[0].bytes[0]) | UInt16(samples[0].bytes[1]) << 8)
      let digits = String(opcode.rawValue, radix: 16)
      let name = "\(opcode)".replacing(" reply", with: "")
      #expect(section == "0x" + String(repeating: "0", count: 4 - digits.count) + digits + " " + name)
    }
  }

  @Test func `the header is as described`() throws {
    let table = try #require(manual.tables.first { $0.heading == "Packets" })
    let header = table.rows.map(Manual.Field.init)
    #expect(header.map(\.name) == ["opcode", "flags", "serial"])
    #expect(header.map(\.offset) == [0, 2, 4])
    #expect(header.map(\.byteCount) == [2, 2, 4])
    let bytes = DaemonPacket.reply(serial: 0x0102_0304, .devices([])).bytes
    #expect(Array(bytes[..<8]) == [0x07, 0x80, 0, 0, 4, 3, 2, 1])
  }

  @Test func `the fields of a table follow each other without a gap, up to the packet's size`() {
    for layout in layouts.values {
      var end = layout.section.hasPrefix("0x") ? Limits.headerSize : 0
      for field in layout.fields {
        #expect(field.offset == end, "\(layout.section): \(field.name)")
        end = field.offset + field.byteCount
      }
      #expect(end == layout.byteCount, "\(layout.section)")
    }
    #expect(layouts["Device record"]?.byteCount == Limits.deviceRecordSize)
  }

  @Test func `a packet grows by the size of a record with each`() throws {
    let sizes = [
      ("Event record", "part: events"), ("Parameter record", "part: parameters"), ("Curve point", "part: points"),
      ("Modulation point", "modulate: a curve"),
    ]
    for (section, name) in sizes {
      #expect(layouts[section]?.byteCount == goldenRequests.first { $0.name == name }?.recordSize, "\(section)")
    }
    let counts = try #require(
      manual.text.firstMatch(of: /up to (\d+) events of 20 bytes, (\d+) parameters of 12 or (\d+)/))
    let capacities = [Request.Part.Records.events([]), .parameters([]), .points([])].map { "\($0.capacity)" }
    #expect([counts.1, counts.2, counts.3].map(String.init) == capacities)
    #expect(layouts["Feedback record"]?.byteCount == (feedbacksReply.count - 16) / 2)
  }

  @Test(arguments: manualSamples)
  func `every field is where its table says`(sample: ManualSample) throws {
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

  @Test func `every field of every table is looked at`() {
    for layout in layouts.values {
      let names = manualSamples.filter { $0.section == layout.section }.flatMap {
        Array($0.numbers.keys) + $0.texts.keys
      }
      let expected = layout.fields.filter { !$0.isReserved && !$0.isNested }.map(\.name)
      #expect(Set(names.map { $0.replacing(/\[.*/, with: "") }) == Set(expected), "\(layout.section)")
    }
    #expect(layouts["0x4003 device"]?.fields.last?.offset == 16)
    #expect(layouts["0x8008 statistics"]?.fields.last?.offset == 304)
    #expect(layouts["0x8008 statistics"]?.fields.last?.unit == layouts["Stage"]?.byteCount)
  }

  @Test(arguments: manualSamples)
  func `reserved bytes are those that the code refuses`(sample: ManualSample) {
    for field in layouts[sample.section]?.fields ?? [] where field.isReserved {
      for offset in field.offset..<field.offset + field.byteCount {
        guard case .reserved(_, let start)? = error(in: sample, filling: offset, 1, with: 1) else {
          Issue.record("\(sample.section): byte \(offset) is not reserved")
          continue
        }
        #expect(start == field.offset || start == sample.base + field.offset)
      }
    }
  }

  @Test(arguments: manualSamples)
  func `a field that is refused is refused under its name and with its size`(sample: ManualSample) {
    for field in layouts[sample.section]?.fields ?? []
    where sample.numbers[field.name] != nil || sample.texts[field.name] != nil {
      switch error(in: sample, filling: field.offset, field.unit, with: 0xff) {
      case nil: break
      case .outOfRange(let refused, let value):
        #expect(refused.rawValue == field.name, "\(sample.section)")
        #expect(value == UInt64.max >> UInt64(64 - 8 * field.unit), "\(sample.section): \(field.name)")
      case .number(let refused, let bits):
        #expect(refused.rawValue == field.name && bits == .max && field.type == "f32", "\(sample.section)")
      case .notUTF8(let refused): #expect(refused.rawValue == field.name && field.type == "char", "\(sample.section)")
      case let error?: Issue.record("\(sample.section): \(field.name): \(error)")
      }
    }
  }

  // MARK: Values

  @Test func `values and their names are the code's`() {
    check("Verdict", Verdict.allCases)
    check("Reason", FinishReason.allCases)
    check("Change", DeviceChange.Kind.allCases)
    check("State", DeviceRecord.State.allCases)
    check("Playing", PlayingRecord.State.allCases)
    check("Treatment", PlayingRecord.Treatment.allCases)
    check("Driver", DeviceRecord.Driver.allCases)
    check("Effect", DeviceRecord.EffectType.allCases)
    check("Kind", DeviceRecord.Kind.allCases)
    #expect(manual.values(of: "Control") == Control.allCases.map(\.row))
    #expect(manual.values(of: "Records") == [["1", "events"], ["2", "parameters"], ["3", "points"]])
    #expect(manual.values(of: "Event") == [["1", "transient"], ["2", "continuous"]])
    #expect(manual.values(of: "Flag") == [["1", "silent"], ["2", "fallback"]])
    check("Locality", Locality.allCases)
    check("Profile", Status.Profile.allCases)
    check("Importance", Observed.Importance.allCases)
    check("Identity", Observed.IdentitySource.allCases)
    check("Medium", Observed.Medium.allCases)
    let circumstances: [(Circumstances, String)] = [
      (.quietHours, "quietHours"), (.powerSaver, "powerSaver"), (.sessionInactive, "sessionInactive"),
      (.locked, "locked"), (.suspending, "suspending"), (.sessionUnknown, "sessionUnknown"),
    ]
    #expect(manual.values(of: "Circumstance") == circumstances.map { ["\($0.0.rawValue)", $0.1] })
    #expect(circumstances.reduce(into: []) { $0.formUnion($1.0) } == Circumstances.all)
    let scopes: [(MonitorScope, String)] = [
      (.requests, "requests"), (.levels, "levels"), (.devices, "devices"), (.status, "status"),
    ]
    #expect(manual.values(of: "Scope") == scopes.map { ["\($0.0.rawValue)", $0.1] })
    #expect(scopes.reduce(into: []) { $0.formUnion($1.0) } == MonitorScope.all)
    #expect(manual.values(of: "Stage").map { $0[1] } == ["received", "admitted", "written", "step"])
    #expect(manual.values(of: "Stage").map { $0[0] } == ["1", "2", "3", "4"])
  }

  @Test func `actions are numbered as the code does`() {
    let actions: [(Request.Transport.Action, String)] = [
      (.stop, "stop"), (.pause, "pause"), (.resume, "resume"), (.seek(to: .zero), "seek"),
      (.loop(true, end: nil), "loop"), (.rate(1), "rate"), (.mute(true), "mute"), (.cancel, "cancel"),
    ]
    let rows = actions.map { action, name in
      let packet = RequestPacket(.transport(.init(PlaybackID(rawValue: 1)!, action)))
      return ["\(packet.bytes[12])", name]
    }
    #expect(manual.values(of: "Action") == rows)
  }

  @Test func `categories have the code's deadlines`() {
    let categories = Category.allCases.map { category in
      ["\(category.rawValue)", category.name, "\(category.deadline / .milliseconds(1))".replacing(".0", with: "")]
    }
    #expect(manual.values(of: "Category") == categories)
  }

  @Test func `limits are the code's`() {
    let limits: [(any Numeric, String)] = [
      (Limits.headerSize, "header"), (Limits.maximumRequestSize, "request"),
      (Limits.maximumDaemonPacketSize, "daemon packet"), (Limits.handles, "handles"), (Limits.playbacks, "playbacks"),
      (Int(Limits.startAheadNanoseconds / 1_000_000_000), "start"), (Limits.patternEvents, "events"),
      (Limits.patternPoints, "points"), (Limits.patternBytes, "pattern bytes"), (Limits.memory, "memory"),
      (Limits.memoryPerApplication, "application memory"), (Limits.scheduledActions, "scheduled"),
      (Limits.reloads, "reloads"),
      (Limits.modulationPoints, "modulation"), (Limits.rates.lowerBound, "slowest"),
      (Int(Limits.rates.upperBound), "fastest"), (Limits.clients, "clients"),
      (Limits.unverifiedClients, "unverified"), (Limits.confinedClients, "confined"),
      (Limits.reservedClients, "reserve"),
      (Limits.clientsPerApplication, "of an application"), (Limits.clientsWorthPerApplication, "shares"),
      (Limits.devices, "devices"),
      (Limits.feedbacksPerPacket, "feedbacks"), (Limits.history, "history"), (Limits.historyPerPacket, "page"),
      (Limits.playingPerPacket, "playing"),
    ]
    #expect(manual.values(of: "Limit") == limits.map { ["\($0.0)", $0.1] })
  }

  // MARK: The example

  @Test func `the example is these packets`() throws {
    let packets = manual.examples.map(hex)
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
    #expect(manual.examples[1].contains(spoken))
  }

  // MARK: -

  private func findField(_ name: String, of sample: ManualSample) -> Manual.Field? {
    layouts[sample.section]?.fields.first { $0.name == name }
  }

  /// Returns the error in a sample with some bytes set.
  private func error(in sample: ManualSample, filling offset: Int, _ count: Int, with byte: UInt8) -> ProtocolError? {
    var bytes = sample.bytes
    for index in 0..<count { bytes[sample.base + offset + index] = byte }
    return bytes[1] < 0x40 ? requestError(bytes) : daemonError(bytes)
  }

  private func check<Value: RawRepresentable>(_ name: String, _ values: [Value])
  where Value.RawValue: FixedWidthInteger {
    #expect(manual.values(of: name) == values.map { ["\($0.rawValue)", "\($0)"] }, "\(name)")
  }
}

extension Control {
  /// The control's row in the table of controls.
  fileprivate var row: [String] { ["\(rawValue)", "\(self)", "\(Int(range.lowerBound))", "\(Int(range.upperBound))"] }
}

private func littleEndian(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) } }

private func requestPacket(_ bytes: [UInt8]) throws -> RequestPacket { try RequestPacket(decoding: bytes.span.bytes) }

private func daemonPacket(_ bytes: [UInt8]) throws -> DaemonPacket { try DaemonPacket(decoding: bytes.span.bytes) }
