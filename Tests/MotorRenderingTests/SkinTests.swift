import TestSupport
import Testing

@testable import MotorRendering

@Suite struct SkinTests {
  @Test func `a pulse longer than the window is felt in full, a shorter one less`() {
    func peak(_ strength: Double, count: Int) -> Double {
      var scan = PeakScan(count: count)
      return scan.peak { _ in strength }
    }
    #expect(abs(peak(0.5, count: 32) - 0.5) < 1e-9)
    let peaks = [2, 5, 10, 15].map { peak(1, count: $0) }
    for (shorter, longer) in zip(peaks, peaks.dropFirst()) { #expect(shorter < longer) }
    #expect(peaks[0] < 0.3)
    #expect(abs(peaks[3] - 1) < 1e-9)
  }

  @Test func `less than half of the crispest tap is felt, and more of the dullest`() {
    #expect(Skin.peak(ofTap: 12) > 0.3 && Skin.peak(ofTap: 12) < 0.5)
    #expect(Skin.peak(ofTap: 36) > 0.6 && Skin.peak(ofTap: 36) < 0.8)
  }

  @Test func `the peak of a hump is found without reading all of its samples`() {
    for top in 0..<26 {
      let rise = (0..<top).map { Double($0) / Double(top) }
      let fall = (top..<26).map { max(1 - Double($0 - top) / 9, 0) }
      let hump = rise + fall
      var looks = 0
      func look(_ index: Int) -> Double {
        looks += 1
        return hump[index]
      }
      var (climbing, whole) = (PeakScan(count: 26), PeakScan(count: 26))
      let peak = climbing.peak(near: top, look)
      #expect(looks < 26)
      #expect(peak == whole.peak { hump[$0] })
      #expect(peak == Skin.felt(hump).max())
    }
  }

  @Test func `a pulse is over after a pause of any length`() {
    let motors = NamedModel.preset("erm").group(.strong)
    let first = TapPush(motors: motors, push: Push(drive: 1, milliseconds: 20))
    for interval in [60.0, 250, 500, 5000] {
      let second = TapPush(start: interval, motors: motors, push: first.push)
      #expect((first.valley(before: second, slowness: 1) == 0) == (interval > 60))
      #expect(first.isOver(before: interval, slowness: 1) == (interval > 60))
    }
    #expect(!first.isOver(before: 10, slowness: 1))
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
