import Glibc
import HapticSystem
import Synchronization

@testable import ForceFeedback

/// The kernel's side of one node: holds effects, plays them, and fails as configured. All openings of the node share
/// it.
final class FakeKernel: Sendable {
  enum Call: Equatable {
    case upload(EffectType, LeasedLevel, into: Int16?, gave: Int16)
    case refused(Errno)
    case erase(Int16)
    case write([Command])
    /// A write that another program's call kept waiting for too long.
    case interrupted
    case wait(Duration)
  }

  struct State {
    var slots = 16
    /// Slots that other programs hold.
    var foreignSlots = 0
    var abilities: Abilities = .memless
    var refused: Set<EffectType> = []
    var openError: Errno?
    /// Errors of the next uploads, in order; nil for success.
    var uploadErrors: [Errno?] = []
    /// Error of every upload of a type.
    var faults: [EffectType: Errno] = [:]
    /// Errors of the next erasures, in order.
    var eraseErrors: [Errno] = []
    /// The duration of an upload.
    var uploadTime = Duration.zero
    /// Error of every write.
    var writeError: Errno?
    /// Errors of the next writes, in order.
    var writeErrors: [Errno] = []
    /// Whether a play ends the previous one.
    var replaces = false
    /// Whether uploads are refused while an effect plays.
    var isBusyWhilePlaying = false

    var effects: [Int16: LeasedLevel] = [:]
    /// The effects that play for the kernel.
    var playing: Set<Int16> = []
    /// The effects that play for the motors.
    var motors: Set<Int16> = []
    /// The number of next writes that do not reach the motors.
    var losses = 0
    var calls: [Call] = []
    /// The threads that wrote, in order.
    var writers: [pthread_t] = []
    var isOpen = false
    /// The input events of the device; nil if they cannot be opened.
    var touch: FakeTouch?
  }

  private let state: Mutex<State>
  private let gate = Mutex(Gate())
  /// Closing one end is a hang-up of the other.
  private let ends: (reader: Int32, writer: Int32)
  private let isUnplugged = Mutex(false)

  init(_ change: (inout State) -> Void = { _ in }) {
    var state = State()
    change(&state)
    self.state = Mutex(state)
    var pipe: [Int32] = [-1, -1]
    precondition(Glibc.pipe(&pipe) == 0)
    ends = (pipe[0], pipe[1])
  }

  deinit {
    close(ends.reader)
    unplug()
  }

  func with<Result>(_ body: (inout sending State) -> sending Result) -> sending Result { state.withLock(body) }

  /// All calls since the last call of this function.
  func takeCalls() -> [Call] {
    with { state in
      defer { state.calls = [] }
      return state.calls
    }
  }

  var isSilent: Bool { with { $0.playing.isEmpty && $0.motors.isEmpty } }
  var playing: [LeasedLevel] { with { state in state.playing.compactMap { state.effects[$0] } } }
  var isOpen: Bool { with { $0.isOpen } }
  var descriptor: Int32 { ends.reader }

  // MARK: Misbehaviour

  /// Blocks calls until `answer`.
  func hang() { gate.withLock { $0.isShut = true } }
  func answer() { gate.withLock { $0.isShut = false } }

  /// Whether a call waits for `answer`.
  var isHolding: Bool { gate.withLock { $0.isShut && $0.waiting > 0 } }

  private struct Gate {
    var isShut = false
    var waiting = 0
  }

  func unplug() {
    let isFirst = isUnplugged.withLock { isUnplugged in
      defer { isUnplugged = true }
      return !isUnplugged
    }
    if isFirst { close(ends.writer) }
  }

  // MARK: Calls

  fileprivate func enter() throws(Errno) {
    gate.withLock { $0.waiting += 1 }
    while gate.withLock({ $0.isShut }) { usleep(500) }
    gate.withLock { $0.waiting -= 1 }
    if isUnplugged.withLock({ $0 }) { throw .noDevice }
  }

  fileprivate func upload(_ upload: Upload) throws(Errno) -> Int16 {
    try enter()
    usleep(UInt32(with { $0.uploadTime }.wholeMicroseconds))
    let outcome: Result<Int16, Errno> = with { $0.upload(upload) }
    return try outcome.get()
  }

  fileprivate func write(_ commands: [Command], _ limit: WriteLimit) throws(Errno) {
    let isInterrupted = limit == .brief && gate.withLock { $0.isShut }
    if isInterrupted {
      with { $0.calls.append(.interrupted) }
      throw .interrupted
    }
    with { $0.writers.append(pthread_self()) }
    try enter()
    let error: Errno? = with { state in
      if let error = state.writeError { return error }
      if !state.writeErrors.isEmpty { return state.writeErrors.removeFirst() }
      state.calls.append(.write(commands))
      state.carryOut(commands)
      return nil
    }
    if let error { throw error }
  }
}

extension FakeKernel.State {
  mutating func upload(_ upload: Upload) -> Result<Int16, Errno> {
    if let error = verdict(upload) {
      calls.append(.refused(error))
      return .failure(error)
    }
    let slot = upload.slot ?? (0...).first { effects[$0] == nil }!
    effects[slot] = upload.effect
    calls.append(.upload(upload.type, upload.effect, into: upload.slot, gave: slot))
    return .success(slot)
  }

  private mutating func verdict(_ upload: Upload) -> Errno? {
    if refused.contains(upload.type) { return .invalidArgument }
    if let error = faults[upload.type] { return error }
    if isBusyWhilePlaying, !playing.isEmpty { return .busy }
    if !uploadErrors.isEmpty, let error = uploadErrors.removeFirst() { return error }
    guard let slot = upload.slot else { return effects.count + foreignSlots < slots ? nil : .noSpace }
    return effects[slot] == nil ? .invalidArgument : nil
  }

  /// If effects add up, the kernel knows a lost write, and only the motors miss it; elsewhere the kernel does not
  /// know it either.
  mutating func carryOut(_ commands: [Command]) {
    let isLost = losses > 0
    if isLost { losses -= 1 }
    if isLost && replaces { return }
    for command in commands { carryOut(command) }
    if !isLost { motors = playing }
  }

  private mutating func carryOut(_ command: Command) {
    switch command {
    case .play(let slot) where effects[slot] != nil:
      if replaces { playing = [] }
      playing.insert(slot)
    // On a device where the last play wins, the stop of any effect stops it.
    case .stop where replaces: playing = []
    case .stop(let slot): playing.remove(slot)
    default: break
    }
  }
}

struct FakeOpener: Sendable {
  let kernel: FakeKernel

  func open() throws(Errno) -> any NodePort {
    try kernel.enter()
    if let error = kernel.with({ $0.openError }) { throw error }
    kernel.with { $0.isOpen = true }
    return FakePort(kernel)
  }
}

final class FakePort: NodePort {
  private let kernel: FakeKernel

  init(_ kernel: FakeKernel) { self.kernel = kernel }

  deinit {
    kernel.with { state in
      state.isOpen = false
      state.playing = []
      state.motors = []
      state.effects = [:]
    }
  }

  var descriptor: Int32 { kernel.descriptor }

  func identify() throws(Errno) -> NodeIdentity {
    try kernel.enter()
    let abilities = kernel.with { $0.abilities }
    return NodeIdentity(name: "fake", bus: 3, vendor: 1, product: 2, version: 3, abilities: abilities)
  }

  func slotCount() throws(Errno) -> Int {
    try kernel.enter()
    return kernel.with { $0.slots }
  }

  func upload(_ upload: Upload) throws(Errno) -> Int16 { try kernel.upload(upload) }

  func erase(_ slot: Int16) throws(Errno) {
    try kernel.enter()
    let error: Errno? = kernel.with { state in state.eraseErrors.isEmpty ? nil : state.eraseErrors.removeFirst() }
    if let error { throw error }
    kernel.with { state in
      state.effects[slot] = nil
      state.playing.remove(slot)
      state.motors.remove(slot)
      state.calls.append(.erase(slot))
    }
  }

  func write(_ first: Command, _ second: Command?, _ limit: WriteLimit) throws(Errno) {
    try kernel.write(second.map { [first, $0] } ?? [first], limit)
  }

  func listen() -> (any TouchPort)? { kernel.with { $0.touch } }

  func wait(_ duration: Duration) { kernel.with { $0.calls.append(.wait(duration)) } }
}
