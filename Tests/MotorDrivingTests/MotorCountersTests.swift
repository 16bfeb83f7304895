import MotorDriving
import Testing

@Suite struct MotorCountersTests {
  @Test func `counters that start again have no negative difference`() {
    let before = MotorCounters(uploads: 5, writes: 7)
    #expect(MotorCounters(uploads: 3, writes: 9) - before == MotorCounters(uploads: 0, writes: 2))
  }
}
