internal import Glibc
package import HapticSystem

/// The reason why a file is not a sound that can be analysed.
package enum SoundFailure: Error, Hashable, Sendable {
  /// libsndfile, which decodes sounds, is not installed.
  case noLibrary
  /// The file cannot be opened.
  case refused(Errno)
  /// Not a regular file: a folder, a pipe or a device.
  case notRegular
  /// The library does not decode it; its reason.
  case notSound(String)
  /// The sample rate or the number of channels is out of range.
  case outOfRange(String)
  /// No samples.
  case empty
  case tooLong(Duration)

  /// The problem and its remedy, to follow the name of the file.
  package var message: String {
    switch self {
    case .noLibrary: "cannot be decoded: libsndfile is not installed; install libsndfile1"
    case .refused(let error): "cannot be read: \(error); \(error.remedy(or: "check its name and its permissions"))"
    case .notRegular: "is not a regular file; save the sound in a file"
    case .notSound(let reason):
      "is not a sound that libsndfile decodes (\(reason)); convert it to WAV, FLAC, Ogg or MP3"
    case .outOfRange(let what): "has \(what); convert it"
    case .empty: "has no samples; choose another sound"
    case .tooLong(let limit): "is longer than \(limit / .seconds(60)) minutes; cut out the part to feel"
    }
  }
}

extension Sound {
  /// Reads a sound file in a format of libsndfile: WAV, FLAC, Ogg, Opus, MP3, AIFF and others. Channels are mixed.
  ///
  /// - Throws: the reason why it cannot be read. Pipes and devices are refused without a wait.
  package init(path: String) throws(SoundFailure) {
    let file: FileDescriptor
    do throws(Errno) { file = try FileDescriptor.open(path, .nonBlocking) } catch { throw .refused(error) }
    try self.init(file)
  }

  /// Decodes the bytes of a sound file.
  ///
  /// - Throws: the reason why they cannot be decoded.
  package init(bytes: [UInt8]) throws(SoundFailure) {
    // The library reads descriptors; a file without a name ends with its descriptor.
    guard let stream = unsafe tmpfile() else { throw .refused(.last) }
    let file = FileDescriptor(owning: dup(unsafe fileno(stream)))
    let count = unsafe fwrite(bytes, 1, bytes.count, stream)
    guard unsafe fclose(stream) == 0, count == bytes.count, file.rawValue >= 0 else { throw .refused(.last) }
    lseek(file.rawValue, 0, SEEK_SET)
    try self.init(file)
  }

  private init(_ file: borrowing FileDescriptor) throws(SoundFailure) {
    let status: FileStatus
    do throws(Errno) { status = try FileStatus(of: file.rawValue) } catch { throw .refused(error) }
    guard status.kind == .ordinary else { throw .notRegular }
    guard let library = SoundLibrary.shared else { throw .noLibrary }
    self = try library.sound(file.rawValue)
  }
}
