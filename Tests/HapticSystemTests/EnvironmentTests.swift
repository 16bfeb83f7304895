import Foundation
import HapticSystem
import Testing

@Suite struct EnvironmentTests {
  @Test func `all variables are those that Foundation finds`() {
    #expect(!Environment.variables.isEmpty)
    #expect(Environment.variables == ProcessInfo.processInfo.environment)
  }
}
