import HapticPatterns
import MotorRendering
import Testing
import TextDiagnostics

@testable import FuzzBodies

/// The fuzzers detect the flaws that they check for.
@Suite struct FlawTests {
  private let on = Level(strong: 0xffff, weak: 0xffff)
  private let model = MotorModel.presets["erm"]!

  private func steps(_ levels: (Int, Level)...) -> [Drive.Step] {
    levels.map { Drive.Step(at: .milliseconds($0.0), level: $0.1) }
  }

  @Test func `a correct drive is not a flaw`() {
    #expect(throws: Never.self) { try Playing.check(steps((0, on), (4, .off)), on: model) }
    #expect(throws: Never.self) { try Playing.check([], on: model) }
  }

  @Test func `a motor that is left running is a flaw`() {
    #expect(throws: Flaw.self) { try Playing.check(steps((0, on)), on: model) }
  }

  @Test func `commands that a device would lose are a flaw`() {
    #expect(throws: Flaw.self) { try Playing.check(steps((0, on), (3, .off)), on: model) }
    #expect(throws: Flaw.self) { try Playing.check(steps((4, on), (0, .off)), on: model) }
  }

  @Test func `commands that change nothing are a flaw`() {
    #expect(throws: Flaw.self) { try Playing.check(steps((0, on), (10, on), (20, .off)), on: model) }
    #expect(throws: Flaw.self) { try Playing.check(steps((0, .off)), on: model) }
  }

  @Test func `a finding that would move a cursor is a flaw`() {
    func result(_ message: String) -> Result<[Finding], Refused> {
      .success([Finding(.warning, line: 1, column: 1, message: message, remedy: "mend it")])
    }
    #expect(throws: Never.self) { try Findings.check(result("wrong")) }
    for sign in ["\u{1b}[2J", "\n", "\u{202e}"] {
      #expect(throws: Flaw.self) { try Findings.check(result("wrong\(sign)")) }
    }
  }

  @Test func `findings out of order, in half a place or of the wrong severity are a flaw`() {
    func check(_ findings: Finding...) throws { try Findings.check(.success(findings)) }
    func finding(_ line: Int?, _ column: Int?, _ severity: Finding.Severity = .warning) -> Finding {
      Finding(severity, line: line, column: column, message: "wrong", remedy: "mend it")
    }
    #expect(throws: Flaw.self) { try check(finding(2, 1), finding(1, 1)) }
    #expect(throws: Flaw.self) { try check(finding(2, nil)) }
    #expect(throws: Flaw.self) { try check(finding(0, 1)) }
    #expect(throws: Flaw.self) { try check(finding(1, 1, .error)) }
  }

  @Test func `a pattern beyond its limits is a flaw`() {
    let tap = Event(.transient, intensity: 1, sharpness: 0)
    let late = Event(.transient, at: .seconds(2), intensity: 1, sharpness: 0)
    #expect(throws: Never.self) { try Bounds.check([tap, tap, tap], limits: Bounds.tight) }
    #expect(throws: Flaw.self) { try Bounds.check([tap, tap, tap, tap], limits: Bounds.tight) }
    #expect(throws: Flaw.self) { try Bounds.check([late], limits: Bounds.tight) }
    let points = (0..<6).map { ParameterCurve.Point(at: .milliseconds($0), 1) }
    let curved = Pattern([tap], curves: [ParameterCurve(.intensity, points)])
    #expect(throws: Flaw.self) { try Bounds.check(curved, limits: Bounds.tight) }
  }

  @Test func `an input of any length determines the whole trial`() {
    #expect(Trial([]).pattern.events.isEmpty)
    #expect(Trial([0x80]).model.ceiling == 1)
    var dice = Dice([1, 2, 3])
    #expect(dice.number() == 0x201 && dice.byte() == 3 && dice.isEmpty && dice.number() == 0)
  }

  @Test func `fuzzers are found by their names`() {
    #expect(Set(Fuzzer.all.map(\.name)).count == Fuzzer.all.count)
    #expect(Fuzzer(named: "ahap")?.name == "ahap" && Fuzzer(named: "") == nil)
  }
}
