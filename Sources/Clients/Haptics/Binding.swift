internal import HapticProtocol

/// The content of a handle, the state of its transfer, and the calls that wait for its verdict.
struct Binding {
  /// The preparation of a feedback, or the definition of a pattern.
  let requests: [Request]
  /// The number of requests that are sent. Zero again for a new daemon or after `reset`.
  var sent = 0
  /// The serials of the last and of the first packet while a call waits for the verdict; otherwise 0.
  private(set) var awaited: UInt32 = 0
  private(set) var opening: UInt32 = 0
  /// The serials of calls that still waited when everything was sent again; they receive the same verdict.
  private var overtaken: [UInt32] = []

  init(_ requests: [Request]) { self.requests = requests }

  var isSent: Bool { sent == requests.count }

  var isFeedback: Bool { if case .prepare = requests[0] { true } else { false } }

  /// The next packet to send; nil if all are sent.
  var next: RequestPacket? {
    if isSent { return nil }
    let serial = sent == requests.count - 1 ? awaited : sent == 0 ? opening : 0
    return RequestPacket(serial: serial, requests[sent])
  }

  /// Marks all packets as unsent, and sets the serials for a call that waits.
  mutating func restart(awaited: UInt32, opening: UInt32) {
    if self.awaited != 0 { overtaken.append(self.awaited) }
    sent = 0
    self.awaited = awaited
    self.opening = opening
  }

  /// Marks all packets as unsent, unless they are being sent now or a call waits for their verdict.
  mutating func renew() { if isSent, awaited == 0 { sent = 0 } }

  /// Whether a call waits for the reply to this serial.
  func awaits(_ serial: UInt32) -> Bool { awaited == serial || opening == serial || overtaken.contains(serial) }

  /// Processes the verdict. Packets that are being sent again are not affected.
  ///
  /// - Returns: the serials that it answers.
  mutating func conclude() -> [UInt32] {
    defer { (awaited, opening, overtaken) = (0, 0, []) }
    return overtaken + [awaited]
  }

  /// Processes the refusal of the first packet: it is the verdict, and the rest is not sent.
  mutating func refuse() -> [UInt32] {
    sent = requests.count
    return conclude()
  }
}
