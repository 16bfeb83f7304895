import FakeDaemon
import HapticPatterns
import HapticProtocol
import HapticSystem
import Haptics
import Testing

@Suite struct Steering {
  let path = SocketPath()
  let playback = PlaybackID(rawValue: 5)!
  let moment = Instant(nanoseconds: 0x0102_0304)

  @Test func `each action is one request, at once or at its given time`() throws {
    let calls: [((HapticClient) -> Bool, Request.Transport.Action, Int64?)] = [
      ({ $0.pause(playback) }, .pause, nil),
      ({ $0.pause(playback, at: moment) }, .pause, 0x0102_0304),
      ({ $0.resume(playback) }, .resume, nil),
      ({ $0.resume(playback, at: moment) }, .resume, 0x0102_0304),
      ({ $0.cancel(playback) }, .cancel, nil),
      ({ $0.cancel(playback, at: moment) }, .cancel, 0x0102_0304),
      ({ $0.stop(playback, at: nil) }, .stop, nil),
      ({ $0.stop(playback, at: moment) }, .stop, 0x0102_0304),
      ({ $0.seek(playback, to: .milliseconds(7)) }, .seek(to: .milliseconds(7)), nil),
      ({ $0.seek(playback, to: .zero, at: moment) }, .seek(to: .zero), 0x0102_0304),
      ({ $0.loop(playback) }, .loop(Loop()), nil),
      ({ $0.loop(playback, Loop(end: .seconds(2), repeats: 3)) }, .loop(Loop(end: .seconds(2), repeats: 3)), nil),
      ({ $0.loop(playback, nil, at: moment) }, .loop(nil), 0x0102_0304),
      ({ $0.setRate(1.5, of: playback) }, .rate(1.5), nil),
      ({ $0.setRate(100, of: playback) }, .rate(10), nil),
      ({ $0.setRate(-1, of: playback, at: moment) }, .rate(Double(Float(0.1))), 0x0102_0304),
      ({ $0.setRate(.nan, of: playback) }, .rate(1), nil),
      ({ $0.setMuted(playback) }, .mute(true), nil),
      ({ $0.setMuted(playback, false, at: moment) }, .mute(false), 0x0102_0304),
    ]
    let (client, peer) = try connected()
    for (call, action, at) in calls {
      #expect(call(client))
      let expected = Request.Transport(playback, action, atNanoseconds: at)
      #expect(try peer.receive() == RequestPacket(.transport(expected)))
    }
  }

  @Test func `a parameter is sent with its time`() throws {
    let (client, peer) = try connected()
    let parameters = [
      DynamicParameter(.intensity, 0.5), DynamicParameter(.audioPan, 1),
      DynamicParameter(.sharpness, -0.25, at: .milliseconds(1)),
    ]
    #expect(client.send(parameters, to: playback, at: moment))
    #expect(try peer.receive().request == modulation(.intensity, at: 0x0102_0304, [.init(at: .zero, 0.5)]))
    #expect(try peer.receive().request == modulation(.sharpness, at: 0x0111_4544, [.init(at: .zero, -0.25)]))
    let before = Instant.now
    #expect(client.send(parameters, to: playback))
    #expect(try peer.receive().request == modulation(.intensity, at: nil, [.init(at: .zero, 0.5)]))
    guard case .modulate(let later) = try peer.receive().request, let at = later.atNanoseconds else {
      Issue.record("a parameter that comes later has no moment")
      return
    }
    #expect((before + .milliseconds(1) ... .now + .milliseconds(1)).contains(Instant(nanoseconds: at)))
    #expect(try peer.receiveWaiting() == nil)
  }

  @Test func `a curve is one request`() throws {
    let (client, peer) = try connected()
    let points: [ParameterCurve.Point] = [.init(at: .zero, 0), .init(at: .milliseconds(200), 1)]
    #expect(client.schedule(ParameterCurve(.intensity, points), for: playback))
    #expect(try peer.receive().request == modulation(.intensity, at: nil, points))
    #expect(client.schedule(ParameterCurve(.intensity, at: .nanoseconds(4), points), for: playback, at: moment))
    #expect(try peer.receive().request == modulation(.intensity, at: 0x0102_0308, points))
    #expect(client.schedule(ParameterCurve(.intensity, []), for: playback))
    #expect(client.schedule(ParameterCurve(.audioVolume, points), for: playback))
    #expect(try peer.receiveWaiting() == nil)
  }

  @Test func `a curve of more points than a request holds is the same line in several`() throws {
    let (client, peer) = try connected()
    let points = (0..<1200).map { (number: Int) -> ParameterCurve.Point in
      let value = Double(number % 64) / 64
      return ParameterCurve.Point(at: .milliseconds(10 + number * 2), value)
    }
    let curve = ParameterCurve(.intensity, points)
    let begin = Instant.now + .seconds(5)
    #expect(client.schedule(curve, for: playback, at: begin))
    var pieces: [ParameterCurve] = []
    for count in [500, 500, 202] {
      guard case .modulate(let piece) = try peer.receive().request, let at = piece.atNanoseconds else {
        Issue.record("a piece has no moment")
        return
      }
      #expect(piece.points.count == count)
      pieces.append(ParameterCurve(.intensity, at: Instant(nanoseconds: at) - begin, piece.points))
    }
    #expect(try peer.receiveWaiting() == nil)
    let (whole, together) = (ControlTrack(.intensity, curves: [curve]), ControlTrack(.intensity, curves: pieces))
    for millisecond in 0...2500 {
      #expect(together.value(at: .milliseconds(millisecond)) == whole.value(at: .milliseconds(millisecond)))
    }
  }

  @Test func `a long curve for a moment that has passed begins now, with all of its pieces`() throws {
    let (client, peer) = try connected()
    let points = (0..<501).map { ParameterCurve.Point(at: .milliseconds($0), 1) }
    let before = Instant.now
    #expect(client.schedule(ParameterCurve(.intensity, points), for: playback, at: before - .seconds(100)))
    for offset in [Duration.zero, .milliseconds(499)] {
      guard case .modulate(let piece) = try peer.receive().request, let at = piece.atNanoseconds else {
        Issue.record("a piece has no moment")
        return
      }
      #expect((before + offset ... .now + offset).contains(Instant(nanoseconds: at)))
    }
  }

  @Test func `an action of a playback returns its verdict`() async throws {
    let daemon = try AnsweringDaemon(at: path) { packet in
      guard case .transport(let transport) = packet.request else { return AnsweringDaemon.agreeable(packet) }
      let verdict: Verdict = transport.action == .pause ? .done : .unknownPlayback
      let reply = VerdictReply(verdict, playback: transport.playback, receivedNanoseconds: 1)
      return [.reply(serial: packet.serial, .verdict(reply))]
    }
    let client = HapticClient(applicationName: "", socketPath: path.path)
    #expect(try await client.steer(playback, .pause, timeout: waitLimit).verdict == .done)
    #expect(try steer(client, .resume).verdict == .unknownPlayback)
    #expect(try steer(client, .seek(to: .zero)).playback == playback)
    try daemon.stop()
  }

  @Test func `feedbacks are asked for until all are there`() async throws {
    let all = (0..<70).map { number in
      FeedbackRecord(
        ShortName("feedback-\(number)")!, patternName: "tap", theme: "default", category: .touch,
        duration: .milliseconds(number))
    }
    let daemon = try AnsweringDaemon(at: path) { packet in
      guard let query = packet.query(FeedbacksQuery.self) else { return AnsweringDaemon.agreeable(packet) }
      return packet.answers(FeedbacksQuery.self, FeedbackList(all, from: query.first))
    }
    let client = HapticClient(applicationName: "", socketPath: path.path)
    #expect(try await client.feedbacks(timeout: waitLimit) == all)
    #expect(try feedbacks(client) == all)
    try daemon.stop()
  }

  @Test func `a vocabulary that shrinks while it is read does not keep its reader`() throws {
    let daemon = try AnsweringDaemon(at: path) { packet in
      guard let query = packet.query(FeedbacksQuery.self) else { return AnsweringDaemon.agreeable(packet) }
      let record = FeedbackRecord("a", patternName: "a", theme: "a", category: .touch, duration: .zero)
      let list = FeedbackList(total: 2, records: query.first == 0 ? [record] : [])
      return packet.answers(FeedbacksQuery.self, list)
    }
    let client = HapticClient(applicationName: "", socketPath: path.path)
    #expect(try client.blocking.feedbacks(timeout: waitLimit).count == 1)
    try daemon.stop()
  }

  @Test func `without a daemon, actions of playbacks fail`() {
    let client = HapticClient(applicationName: "", socketPath: path.path)
    #expect(!client.pause(playback))
    #expect(!client.send([DynamicParameter(.intensity, 1)], to: playback))
    #expect(!client.schedule(ParameterCurve(.intensity, [.init(at: .zero, 1)]), for: playback))
    #expect(throws: ClientError.noDaemon(path: path.path, .noSuchFile)) { try client.blocking.feedbacks() }
  }

  // MARK: -

  private func connected() throws -> (HapticClient, ManualPeer) {
    let daemon = try ManualDaemon(at: path)
    let client = HapticClient(applicationName: "", socketPath: path.path)
    try client.dispatch()
    let peer = try daemon.accept()
    _ = try peer.greet()
    return (client, peer)
  }

  private func modulation(_ control: Control, at moment: Int64?, _ points: [ParameterCurve.Point]) -> Request {
    .modulate(Request.Modulate(playback, control, atNanoseconds: moment, points: points))
  }

  /// Blocking calls for asynchronous tests.
  private func steer(_ client: HapticClient, _ action: Request.Transport.Action) throws -> VerdictReply {
    try client.blocking.steer(playback, action, timeout: waitLimit)
  }

  private func feedbacks(_ client: HapticClient) throws -> [FeedbackRecord] {
    try client.blocking.feedbacks(timeout: waitLimit)
  }
}
