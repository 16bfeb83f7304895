import HapticPatterns
import HapticProtocol
import HapticServer
import HapticSystem
import MotorRendering
import Testing

@Suite struct VocabularyChangeTests {
  private let strong: Pattern = [Event(.continuous(duration: .milliseconds(200)), intensity: 1, sharpness: 0.1)]

  private var other: Vocabulary {
    Vocabulary([Feedback("impact.light", .touch, strong), Feedback("knock", .notification, strong)])
  }

  private func levels(of pattern: Pattern, in house: House) -> [Level] {
    house.motor.model.drive(for: pattern).steps.map(\.level)
  }

  @Test func `a name means from then on what the new vocabulary says`() throws {
    let house = try House()
    let client = try house.client()
    #expect(client.play("knock")?.verdict == .unknownFeedback)
    house.server.setVocabulary(other)
    #expect(client.play("knock")?.verdict == .played)
    house.clock.advance(by: .seconds(1))
    #expect(house.motor.levels == levels(of: strong, in: house))
    #expect(client.play("success")?.verdict == .unknownFeedback)
  }

  @Test func `a handle plays what its name means now`() throws {
    let house = try House()
    let client = try house.client()
    let handle = Handle(rawValue: 1)!
    _ = client.verdict(.prepare(.init(handle: handle, name: "impact.light")))
    house.server.setVocabulary(other)
    _ = client.verdict(.play(.init(.handle(handle))))
    house.clock.advance(by: .seconds(1))
    #expect(house.motor.levels == levels(of: strong, in: house))
  }

  @Test func `a handle whose name is gone keeps what it meant`() throws {
    let house = try House()
    let client = try house.client()
    let handle = Handle(rawValue: 1)!
    _ = client.verdict(.prepare(.init(handle: handle, name: "success")))
    house.server.setVocabulary(other)
    #expect(client.verdict(.play(.init(.handle(handle))))?.verdict == .played)
    house.clock.advance(by: .seconds(1))
    #expect(house.motor.levels == levels(of: Vocabulary.standard["success"]!.pattern, in: house))
  }

  @Test func `those who prepared something are told to do so again, others are not`() throws {
    let house = try House()
    let (preparing, playing) = (try house.client(), try house.client())
    _ = preparing.verdict(.prepare(.init(handle: Handle(rawValue: 1)!, name: "success")))
    house.server.setVocabulary(other)
    #expect(preparing.events == [.reset])
    #expect(playing.events == [])
  }

  @Test func `a running playback does not change`() throws {
    let house = try House()
    let client = try house.client()
    client.play("error", playback: 1)
    house.clock.advance(by: .milliseconds(50))
    house.server.setVocabulary(other)
    house.clock.advance(by: .seconds(1))
    #expect(house.motor.levels == levels(of: Vocabulary.standard["error"]!.pattern, in: house))
    #expect(client.finishes.map(\.reason) == [.ended])
    #expect(house.motor.isOff)
  }

  @Test func `the new levels are resident before anybody asks`() throws {
    let house = try House()
    house.server.setVocabulary(other)
    house.clock.advance(by: .seconds(1))
    let palette = house.motor.model.drive(for: strong).palette
    #expect(palette.filter { !house.motor.prepared.contains($0) }.isEmpty)
  }
}
