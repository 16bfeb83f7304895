import Testing

@testable import MotorModel

@Suite struct SkinTests {
  @Test func `what lasts longer than the window is felt in full, what is shorter the less the shorter it is`() {
    #expect(abs(Skin.peak([Double](repeating: 0.5, count: 40)) - 0.5) < 1e-9)
    let peaks = [2, 5, 10, 15].map { Skin.peak([Double](repeating: 1, count: $0)) }
    for (shorter, longer) in zip(peaks, peaks.dropFirst()) { #expect(shorter < longer) }
    #expect(peaks[0] < 0.3)
    #expect(abs(peaks[3] - 1) < 1e-9)
  }

  @Test func `of the crispest tap less than a half is felt, of the dullest more`() {
    #expect(Skin.peak(ofTap: 12) > 0.3 && Skin.peak(ofTap: 12) < 0.5)
    #expect(Skin.peak(ofTap: 36) > 0.6 && Skin.peak(ofTap: 36) < 0.8)
  }

  @Test func `a gap of ten milliseconds is hardly felt, one of fifty is`() {
    func valley(_ gap: Int) -> Double {
      let pulse = [Double](repeating: 1, count: 15)
      let first = pulse + [Double](repeating: 0, count: gap / 2)
      return Skin.valley(first + pulse, between: first.count)
    }
    #expect(valley(10) > 0.3)
    #expect(valley(50) == 0)
  }
}
