internal import HapticProtocol

/// The content of a handle, the state of its transfer, and the calls that wait for its verdict.
struct Binding {
  /// What is sent, as packets.
  enum Content {
    case feedback(Request.Prepare)
    case pattern(Definition)

    var count: Int {
      switch self {
      case .feedback: 1
      case .pattern(let definition): definition.count
      }
    }

    subscript(position: Int) -> Request {
      switch self {
      case .feedback(let prepare): .prepare(prepare)
      case .pattern(let definition): definition[position]
      }
    }

    var isFeedback: Bool { if case .feedback = self { true } else { false } }
  }

  let content: Content
  /// The number of packets that are sent.
  private(set) var sent = 0
  /// The serials of the last and of the first packet while a call waits for the verdict; otherwise 0.
  private(set) var awaited: UInt32 = 0
  private(set) var opening: UInt32 = 0
  /// The serials of calls that still waited when everything was sent again; they receive the same verdict.
  private var overtaken: [UInt32] = []

  init(_ content: Content) { self.content = content }

  var isSent: Bool { sent == content.count }

  /// The next packet to send; nil if all are sent.
  var next: RequestPacket? {
    if isSent { return nil }
    let serial = sent == content.count - 1 ? awaited : sent == 0 ? opening : 0
    return RequestPacket(serial: serial, content[sent])
  }

  /// Marks the next packet as sent.
  mutating func advance() { sent += 1 }

  /// Marks all packets as unsent, for a new daemon or after `reset`.
  mutating func forget() { sent = 0 }

  /// Marks all packets as unsent, and sets the serials for a call that waits.
  mutating func restart(awaited: UInt32, opening: UInt32) {
    if self.awaited != 0 { overtaken.append(self.awaited) }
    sent = 0
    self.awaited = awaited
    self.opening = opening
  }

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
    sent = content.count
    return conclude()
  }
}
