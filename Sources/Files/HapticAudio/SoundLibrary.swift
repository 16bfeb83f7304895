internal import Glibc

// libsndfile is loaded when the first sound is read: hapticctl would otherwise load it and eight codecs at each start. The
// declarations follow its documentation, https://libsndfile.github.io/libsndfile/api.html.

/// The functions of libsndfile.
@safe struct SoundLibrary: @unchecked Sendable {
  /// `SF_INFO`.
  struct Info {
    var frames: Int64 = 0
    var rate: Int32 = 0
    var channels: Int32 = 0
    var format: Int32 = 0
    var sections: Int32 = 0
    var seekable: Int32 = 0
  }

  typealias Open = @convention(c) (Int32, Int32, UnsafeMutableRawPointer, Int32) -> OpaquePointer?
  typealias Read = @convention(c) (OpaquePointer, UnsafeMutablePointer<Float>, Int64) -> Int64
  typealias Close = @convention(c) (OpaquePointer) -> Int32
  typealias Words = @convention(c) (OpaquePointer?) -> UnsafePointer<CChar>?

  /// `sf_open_fd`, `sf_readf_float`, `sf_close` and `sf_strerror`.
  let open: Open
  let read: Read
  let close: Close
  let words: Words

  /// The library; nil if it is not installed.
  static let shared = SoundLibrary()

  private init?() {
    guard let handle = unsafe dlopen("libsndfile.so.1", RTLD_NOW | RTLD_LOCAL),
      let open = unsafe dlsym(handle, "sf_open_fd"), let read = unsafe dlsym(handle, "sf_readf_float"),
      let close = unsafe dlsym(handle, "sf_close"), let words = unsafe dlsym(handle, "sf_strerror")
    else { return nil }
    // unsafe: the types are those of the documentation, and the library stays loaded
    unsafe self.open = unsafeBitCast(open, to: Open.self)
    unsafe self.read = unsafeBitCast(read, to: Read.self)
    unsafe self.close = unsafeBitCast(close, to: Close.self)
    unsafe self.words = unsafeBitCast(words, to: Words.self)
  }
}

extension SoundLibrary {
  static let mostChannels = 64
  /// The rates of files. Means of many samples at a time keep the memory for the longest sound at 110 MB.
  private static let rates = Sound.rates.lowerBound...768_000

  /// Decodes a sound, whose channels are mixed.
  ///
  /// - Parameter descriptor: a regular file, which is not closed.
  func sound(_ descriptor: Int32) throws(SoundFailure) -> Sound {
    var info = Info()
    let readMode: Int32 = 0x10
    guard let file = unsafe open(descriptor, readMode, &info, 0) else {
      let reason = unsafe words(nil).map { unsafe String(cString: $0) } ?? "unknown format"
      throw .notSound(reason.trimmedSentence)
    }
    defer { unsafe _ = close(file) }
    let (rate, channels) = (Int(info.rate), Int(info.channels))
    guard Self.rates.contains(rate) else { throw .outOfRange("\(rate) samples per second") }
    guard (1...Self.mostChannels).contains(channels) else { throw .outOfRange("\(channels) channels") }
    // The frames of the file that become one sample, so that the rate is one that is analysed.
    let factor = (rate - 1) / Sound.rates.upperBound + 1
    let limit = Int(Sound.longest / .seconds(1)) * (rate / factor)
    return Sound(try unsafe samples(of: file, channels, factor, upTo: limit), rate: rate / factor)
  }

  /// All samples, the means of the channels and of `factor` frames. The number of frames in the file's head is not trusted.
  private func samples(
    of file: OpaquePointer, _ channels: Int, _ factor: Int, upTo limit: Int
  ) throws(SoundFailure) -> [Float] {
    var samples: [Float] = []
    let frames = Self.blockSamples * factor
    let values = factor * channels
    var block = [Float](repeating: 0, count: frames * channels)
    while true {
      let count = unsafe block.withUnsafeMutableBufferPointer {
        unsafe Int(read(file, $0.baseAddress!, Int64(frames)))
      }
      guard count > 0 else { break }
      // A rest of fewer frames than a sample has is the end of the sound.
      let new = max(count / factor, samples.isEmpty ? 1 : 0)
      guard samples.count + new <= limit else { throw .tooLong(Sound.longest) }
      for index in 0..<new {
        samples.append(block[index * values..<(index + 1) * values].mean)
      }
    }
    guard !samples.isEmpty else { throw .empty }
    return samples
  }

  private static let blockSamples = 4096
}

extension String {
  /// The text in one line, without a period at its end.
  fileprivate var trimmedSentence: String {
    let words = split { $0.isWhitespace }.joined(separator: " ")
    return words.hasSuffix(".") ? String(words.dropLast()) : words
  }
}
