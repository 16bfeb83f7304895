internal import Haptics

/// Finds a device by its number, its name, or a unique part of its name.
///
/// Digits alone are always a number, so that the number of an unplugged device never selects a device whose name
/// contains it. An exact name takes precedence over a part of a longer name. Names are not case-sensitive.
enum ChosenDevice {
  static let help = "A device's number, its name, or a unique part of its name, as in 'hapticctl devices'."

  /// - Parameter records: all devices that the daemon knows, including those that it does not use.
  /// - Throws: a failure that lists the candidates, or gives the reason why the daemon does not use the device.
  static func named(_ text: String, among records: [DeviceRecord]) throws(Failure) -> DeviceRecord {
    let found =
      isNumber(text)
      ? records.first { $0.id != nil && $0.id?.rawValue == UInt32(text) }
      : try records.only(named: text, \.name, candidate: \.candidate, or: "the number, or ")
    guard let record = found else {
      let message = "there is no device \(isNumber(text) ? text : "'\(text)'")"
      let candidates = records.filter { $0.id != nil }.map(\.candidate)
      if candidates.isEmpty { throw .usage("\(message): no device can play; 'hapticctl doctor' shows the reason") }
      throw .usage("\(message); there are \(candidates.joined(separator: ", "))")
    }
    guard record.id != nil else {
      let reason = record.reason.isEmpty ? "" : ": \(record.reason)"
      throw .usage("'\(record.name)' cannot play: \(record.state.words)\(reason); 'hapticctl doctor' shows the remedy")
    }
    return record
  }

  /// - Parameter records: nil if no daemon is running.
  static func numbered(_ number: String, among records: [DeviceRecord]?) throws(Failure) -> DeviceRecord {
    if let records { return try named(number, among: records) }
    throw .usage("the device number \(number) requires a running daemon; give the device's name")
  }

  static func isNumber(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}

extension Array {
  /// The element with a name, or the only one with a part of it in its name; nil if there is none.
  ///
  /// - Parameters:
  ///   - candidate: the words for an element in the message.
  ///   - alternative: what the user can give, beside more of the name.
  func only(
    named text: String, _ name: (Element) -> String, candidate: (Element) -> String, or alternative: String = ""
  ) throws(Failure) -> Element? {
    let wanted = text.lowercased()
    let rules: [(String) -> Bool] = [
      { $0 == text }, { $0.lowercased() == wanted }, { !wanted.isEmpty && $0.lowercased().includes(wanted) },
    ]
    for rule in rules {
      let found = filter { rule(name($0)) }
      if found.count > 1 {
        let list = found.map(candidate).joined(separator: ", ")
        throw .usage("'\(text)' matches \(found.count) devices: \(list); give \(alternative)more of the name")
      }
      if let only = found.first { return only }
    }
    return nil
  }
}

extension DeviceRecord {
  /// A device in messages, such as `1 (gpio-vibrator)`; without a number if the daemon does not use it.
  fileprivate var candidate: String { id.map { "\($0.rawValue) (\(name))" } ?? "'\(name)'" }
}

extension DaemonSession {
  /// The number of the device with this name, or nil if `name` is nil; the daemon then chooses the device.
  func deviceID(_ name: String?) throws(Failure) -> DeviceID? {
    guard let name else { return nil }
    return try ChosenDevice.named(name, among: try devices()).id
  }
}
