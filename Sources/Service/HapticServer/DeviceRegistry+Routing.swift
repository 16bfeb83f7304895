internal import HapticPatterns
internal import HapticProtocol
internal import HapticSystem
internal import MotorDriving

// Chooses the devices for a play.

extension DeviceRegistry {
  /// The players of one playback.
  struct Route {
    let first: Player
    /// Further players of the same playback.
    var others: [Player] = []
  }

  /// Chooses the requested device, or otherwise the devices of the locality.
  ///
  /// - Throws: `unknownDevice`, `deviceFailed` or `deviceOff` for a requested device, `noActuator` or `deviceOff` for a
  ///   locality; `noActuator` while the daemon ends.
  func route(to device: DeviceID?, _ locality: Locality, at now: Instant) throws(Refusal) -> Route {
    if isEnding { throw Refusal(.noActuator) }
    if let device { return Route(first: try requested(device)) }
    switch locality {
    case .gamepad:
      if let pad = lastTouchedPad { return Route(first: pad) }
      return Route(first: try firstPlayer(of: .gamepad))
    case .hand:
      if let pad = padInHand(at: now) { return Route(first: pad) }
      fallthrough
    case .phone:
      // Two motors of the device with the screen that have the same name are those at its left and its right, as in
      // handhelds, and play together.
      let first = try firstPlayer()
      guard first.kind == .vibrator, players.count > 1 else { return Route(first: first) }
      return Route(
        first: first,
        others: players.filter { $0 !== first && $0.kind == .vibrator && $0.name == first.name && $0.canPlay })
    case .everywhere:
      let first = try firstPlayer()
      return Route(first: first, others: players.filter { $0.canPlay && $0 !== first })
    }
  }

  private func requested(_ device: DeviceID) throws(Refusal) -> Player {
    guard let player = player(device) else { throw Refusal(.unknownDevice) }
    guard player.isReady else { throw Refusal(.deviceFailed) }
    if player.strength == .none { throw Refusal(.deviceOff) }
    return player
  }

  /// - Parameter kind: nil means any.
  private func firstPlayer(of kind: DeviceRecord.Kind? = nil) throws(Refusal) -> Player {
    for player in players where player.canPlay && (kind == nil || player.kind == kind) { return player }
    let isSwitchedOff = players.contains { $0.isReady && (kind == nil || $0.kind == kind) }
    throw Refusal(isSwitchedOff ? .deviceOff : .noActuator)
  }

  // MARK: Gamepads in use

  /// The time after the last touch during which a gamepad counts as held.
  static let grip = Duration.seconds(5)

  /// The gamepad that was touched last, or nil if no gamepad was touched. A single gamepad needs no touch.
  private var lastTouchedPad: Player? {
    let pads = players.filter { $0.canPlay && $0.kind == .gamepad }
    if pads.count < 2 { return pads.first }
    return pads.max { $0.lastTouch < $1.lastTouch }.flatMap { $0.lastTouch > .distantPast ? $0 : nil }
  }

  private func padInHand(at now: Instant) -> Player? {
    guard let pad = lastTouchedPad, pad.lastTouch > .distantPast, now - pad.lastTouch <= Self.grip else { return nil }
    return pad
  }
}

extension Player {
  /// Whether the device is ready and not switched off by the user.
  fileprivate var canPlay: Bool { isReady && strength > .none }
  fileprivate var lastTouch: Instant { device.sink.lastTouch ?? .distantPast }
}

/// The verdict by which a request is refused.
struct Refusal: Error {
  let verdict: Verdict
  /// The time by which an expired play missed its deadline, rounded up; 0 for other verdicts.
  let lateMicroseconds: UInt32

  init(_ verdict: Verdict) { (self.verdict, lateMicroseconds) = (verdict, 0) }

  /// The refusal of a play that missed its deadline.
  init(expiredBy late: Duration) {
    verdict = .expired
    lateMicroseconds = UInt32(clamping: (late.wholeNanoseconds + 999) / 1000)
  }
}
