internal import HapticProtocol

/// What is bound to a handle, how much of it this daemon has been told, and who waits for its word on that.
struct Binding {
  enum Content {
    case feedback(Request.Prepare)
    case pattern(Definition)
  }

  let content: Content
  /// How many of its packets were sent.
  private(set) var sent = 0
  /// The serials of its last packet and of the one that opens it, while somebody waits for its verdict; else 0.
  private(set) var awaited: UInt32 = 0
  private(set) var opening: UInt32 = 0
  /// The serials for which others wait whose turn came to no end before everything was sent again.
  private var overtaken: [UInt32] = []

  init(_ content: Content) { self.content = content }

  var isSent: Bool { sent == content.count }

  /// The next packet that the daemon needs; nil where it has everything.
  var next: RequestPacket? {
    if isSent { return nil }
    let serial = sent == content.count - 1 ? awaited : sent == 0 ? opening : 0
    return RequestPacket(serial: serial, content[sent])
  }

  /// The packet that was next has been sent.
  mutating func advance() { sent += 1 }

  /// The daemon knows nothing of it any more.
  mutating func forget() { sent = 0 }

  /// Everything is to be sent again, under these serials.
  mutating func restart(awaited: UInt32, opening: UInt32) {
    if self.awaited != 0 { overtaken.append(self.awaited) }
    sent = 0
    self.awaited = awaited
    self.opening = opening
  }

  /// Whether somebody waits for the reply to this serial.
  func awaits(_ serial: UInt32) -> Bool { awaited == serial || opening == serial || overtaken.contains(serial) }

  /// The verdict is there. What is being sent again meanwhile goes on.
  ///
  /// - Returns: the serials that it answers.
  mutating func conclude() -> [UInt32] {
    defer { (awaited, opening, overtaken) = (0, 0, []) }
    return overtaken + [awaited]
  }

  /// The daemon did not open the definition: the rest need not be sent, and that is the verdict.
  mutating func refuse() -> [UInt32] {
    sent = content.count
    return conclude()
  }
}

extension Binding.Content {
  /// How many packets it is.
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

  var isFeedback: Bool {
    switch self {
    case .feedback: true
    case .pattern: false
    }
  }
}
