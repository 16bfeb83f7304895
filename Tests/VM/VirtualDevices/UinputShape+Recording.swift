package import DeviceRecordings
internal import TextDiagnostics

extension UinputShape {
  /// A device with the name, the ids, the capabilities and the answers of a recorded one. A slow one is as slow, as far
  /// as uinput permits.
  ///
  /// - Throws: `RigError` if uinput cannot show such a device.
  package init(replaying recording: Recording) throws {
    self.init(name: recording.identity.name)
    (bus, vendor) = (recording.identity.bus, recording.identity.vendor)
    (product, version) = (recording.identity.product, recording.identity.version)
    effects = recording.capabilities.effects
    slots = UInt32(recording.slotCount)
    eventTypes = recording.capabilities.events
    keys = recording.capabilities.keys
    properties = recording.capabilities.inputProperties
    axes = try recording.capabilities.axes.sorted { $0.key < $1.key }.map { code, range in
      guard range.minimum <= range.maximum else {
        throw RigError("axis \(code) of '\(name)' ends below its start, which uinput refuses; correct the recording")
      }
      return Axis(code, range.minimum...range.maximum)
    }
    for (upload, answer) in recording.answers {
      if case .refused(let error) = answer { refusals[upload.code] = error }
    }
    if let upload = recording.latencies?.upload, upload.medianMicroseconds >= Self.slowMicroseconds {
      answer = .after(.microseconds(upload.medianMicroseconds))
    }
    guard name.utf8.count < 80 else { throw RigError("'\(name)' is longer than a name of uinput; shorten it") }
    guard slots > 0 else { throw RigError("'\(name)' has no slot, which uinput refuses; correct the recording") }
  }

  /// Above the time that uinput itself takes on an emulated processor.
  private static let slowMicroseconds = 10_000
}

extension Recording {
  /// Reads a recording for a test.
  ///
  /// - Throws: `RigError` with the file, the line and the key of a mistake, and a remedy.
  package static func read(_ path: String) throws -> Recording {
    do throws(Refused) { return try Recording(file: path) } catch {
      throw RigError(error.finding.description(in: path))
    }
  }
}
