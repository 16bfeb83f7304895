/// Bytes of WAV files.
package enum WAVFile {
  /// A file of 16-bit samples.
  ///
  /// - Parameter channels: the samples of each channel, -1...1, of the same number.
  package static func bytes(_ channels: [[Float]], rate: Int) -> [UInt8] {
    let samples = (channels.first ?? []).indices.flatMap { index in
      channels.flatMap { little(UInt32(bitPattern: Int32($0[index] * 32767)), 2) }
    }
    return file(samples, format: 1, channels: channels.count, rate: rate, bits: 16)
  }

  /// A file of one channel with floating-point samples, which may be no numbers.
  package static func floats(_ samples: [Float], rate: Int = 8000) -> [UInt8] {
    file(samples.flatMap { little($0.bitPattern, 4) }, format: 3, channels: 1, rate: rate, bits: 32)
  }

  private static func file(_ data: [UInt8], format: UInt32, channels: Int, rate: Int, bits: Int) -> [UInt8] {
    let frame = channels * bits / 8
    let head =
      little(format, 2) + little(UInt32(channels), 2) + little(UInt32(rate), 4) + little(UInt32(rate * frame), 4)
      + little(UInt32(frame), 2) + little(UInt32(bits), 2)
    return Array("RIFF".utf8) + little(UInt32(36 + data.count), 4) + Array("WAVEfmt ".utf8) + little(16, 4) + head
      + Array("data".utf8) + little(UInt32(data.count), 4) + data
  }

  private static func little(_ number: UInt32, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
