// Clicks that sound when the beats are felt, through libpulse-simple, which PulseAudio and PipeWire serve. The library is
// loaded at run time; without it, or without a sound server, the metronome is only felt.
import OpenCoreHaptics

/// Plays clicks at times of `CLOCK_MONOTONIC`, the clock of `CHHapticEngine.currentTime`.
final class Clicker: @unchecked Sendable {
  private let stream: OpaquePointer
  private let write: Write
  private let latency: Latency
  private static let rate = 48_000.0

  /// Opens the default output; nil if there is none.
  init?() {
    guard let library = dlopen("libpulse-simple.so.0", RTLD_NOW), let open = dlsym(library, "pa_simple_new"),
      let write = dlsym(library, "pa_simple_write"), let latency = dlsym(library, "pa_simple_get_latency")
    else { return nil }
    self.write = unsafeBitCast(write, to: Write.self)
    self.latency = unsafeBitCast(latency, to: Latency.self)
    var format = SampleFormat()
    var buffer = BufferSizes(target: UInt32(Self.rate / 10) * 2)  // a tenth of a second
    let playback: Int32 = 1
    guard
      let stream = unsafeBitCast(open, to: Open.self)(
        nil, "metronome", playback, nil, "clicks", &format, nil, &buffer, nil)
    else { return nil }
    self.stream = stream
  }

  /// Plays a click at each of these times, on a thread of its own.
  func play(at times: [TimeInterval]) {
    Thread.detachNewThread { [self] in
      var next = times[...]
      while let time = next.first {
        // Silence until the click, at most 10 ms at a time.
        let silence = Int(max(time - timeOfNextSample(), 0) * Self.rate)
        var samples = [Int16](repeating: 0, count: min(silence, 480))
        if silence == samples.count {
          samples += Self.click
          next.removeFirst()
        }
        // Waits while the buffer is full.
        if write(stream, samples, 2 * samples.count, nil) < 0 { return }
      }
    }
  }

  /// The time at which a sample is heard that is written now.
  private func timeOfNextSample() -> TimeInterval {
    while true {
      let (before, microseconds, after) = (Self.now, latency(stream, nil), Self.now)
      // The pair of times is of no use if the thread was interrupted between them.
      if after - before < 0.001 { return after + Double(microseconds) / 1e6 }
    }
  }

  private static var now: TimeInterval {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// 20 ms of a tone of 1 kHz that fades.
  private static let click = (0..<960).map { index -> Int16 in
    let sample = Double(index)
    return Int16(20_000 * exp(-sample / 200) * cos(sample * .pi / 24))
  }

  // MARK: - libpulse-simple

  private struct SampleFormat {
    var format: Int32 = 3  // 16 bits, little-endian
    var rate = UInt32(Clicker.rate)
    var channels: UInt8 = 1
  }

  private struct BufferSizes {
    var maximum = UInt32.max
    var target: UInt32
    var prebuffered = UInt32.max
    var request = UInt32.max
    var fragment = UInt32.max
  }

  private typealias Text = UnsafePointer<CChar>?
  private typealias ErrorCode = UnsafeMutablePointer<Int32>?
  private typealias Open =
    @convention(c) (
      Text, Text, Int32, Text, Text, UnsafeRawPointer?, UnsafeRawPointer?, UnsafeRawPointer?, ErrorCode
    ) -> OpaquePointer?
  private typealias Write = @convention(c) (OpaquePointer, UnsafeRawPointer?, Int, ErrorCode) -> Int32
  private typealias Latency = @convention(c) (OpaquePointer, ErrorCode) -> UInt64
}
