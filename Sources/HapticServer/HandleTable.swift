internal import HapticPatterns
internal import HapticProtocol
internal import MotorRendering

/// The handles of one client. A handle stands for a feedback, for a pattern of the client's own, or for one that is
/// being defined; each counts for the client while it is in the table.
final class HandleTable {
  private enum Entry {
    case defining(PatternDefinition)
    case prepared(Prepared)
  }

  private var entries: [Handle: Entry] = [:]
  private let allowance: Allowance
  private(set) var preparedCount = 0

  init(_ allowance: Allowance) { self.allowance = allowance }

  deinit { removeAll() }

  // MARK: Looking

  var count: Int { entries.count }

  func prepared(_ handle: Handle) -> Prepared? {
    if case .prepared(let prepared) = entries[handle] { prepared } else { nil }
  }

  func definition(_ handle: Handle) -> PatternDefinition? {
    if case .defining(let definition) = entries[handle] { definition } else { nil }
  }

  var allPrepared: [(handle: Handle, prepared: Prepared)] {
    entries.compactMap { handle, entry in
      if case .prepared(let prepared) = entry { (handle, prepared) } else { nil }
    }
  }

  // MARK: Changing

  /// Makes sure that the handle may stand for something.
  ///
  /// - Throws: `.limit` where it is one more than the client may have.
  func reserve(_ handle: Handle) throws(Refusal) {
    if entries[handle] != nil { return }
    if allowance.handles.available < 1 || allowance.memory.available < MemoryCost.handle { throw Refusal(.limit) }
  }

  /// Opens a definition. What the handle stood for is gone, whatever becomes of it.
  func define(_ define: Request.Define) throws(Refusal) -> PatternDefinition {
    remove(define.handle)
    let definition = try PatternDefinition(define, allowance)
    try insert(.defining(definition), as: define.handle)
    return definition
  }

  /// Makes a handle stand for something. What it stood for is gone.
  func bind(_ prepared: Prepared, to handle: Handle) throws(Refusal) {
    remove(handle)
    try insert(.prepared(prepared), as: handle)
  }

  /// Replaces what is prepared under a handle by the same in another state.
  func update(_ handle: Handle, _ body: (inout Prepared) -> Void) {
    guard case .prepared(var prepared) = entries[handle] else { return }
    body(&prepared)
    entries[handle] = .prepared(prepared)
  }

  /// - Returns: whether something was prepared under the handle.
  @discardableResult
  func remove(_ handle: Handle) -> Bool {
    guard let entry = entries.removeValue(forKey: handle) else { return false }
    giveBack(1)
    // A dictionary keeps the room that it once needed.
    if entries.isEmpty { entries = [:] }
    guard case .prepared = entry else { return false }
    preparedCount -= 1
    return true
  }

  /// Keeps how something prepared is played, as far as the client's memory goes.
  func keep(_ content: Playback.Content, intensity: UInt16, on actuator: DeviceID, for handle: Handle) {
    update(handle) { $0.keep(content, intensity: intensity, on: actuator, allowance.memory) }
  }

  private func insert(_ entry: Entry, as handle: Handle) throws(Refusal) {
    guard allowance.handles.take() else { throw Refusal(.limit) }
    guard allowance.memory.take(MemoryCost.handle) else {
      allowance.handles.giveBack()
      throw Refusal(.limit)
    }
    entries[handle] = entry
    if case .prepared = entry { preparedCount += 1 }
  }

  private func removeAll() {
    giveBack(entries.count)
    entries = [:]
    preparedCount = 0
  }

  private func giveBack(_ count: Int) {
    allowance.handles.giveBack(count)
    allowance.memory.giveBack(count * MemoryCost.handle)
  }
}

/// What a handle stands for.
struct Prepared {
  var feedback: ResolvedFeedback
  /// Where it plays; nil leaves that to the roster.
  var device: DeviceID?
  /// How it was played last, or will be played as it was prepared, so that playing it so looks nothing up. The latest
  /// is at the end.
  private var renderings: [Rendering] = []

  init(feedback: ResolvedFeedback, device: DeviceID? = nil) {
    self.feedback = feedback
    self.device = device
  }

  struct Rendering {
    let actuator: DeviceID
    let intensity: UInt16
    let content: Playback.Content
    /// Counts the rendering of a client's own pattern; those of the vocabulary are shared.
    fileprivate let charge: Charge?
  }

  /// The rendering, if it is kept.
  func content(on actuator: DeviceID, intensity: UInt16) -> Playback.Content? {
    for rendering in renderings where rendering.actuator == actuator && rendering.intensity == intensity {
      return rendering.content
    }
    return nil
  }

  /// The rendering that was made last.
  var latest: Rendering? { renderings.last }

  mutating func keep(_ content: Playback.Content, intensity: UInt16, on actuator: DeviceID, _ memory: Quota) {
    if renderings.count == Self.limit { renderings.removeFirst() }
    var charge: Charge?
    if feedback.name.isEmpty, let drive = content.drive {
      charge = Charge(MemoryCost.drive(drive), to: memory)
      if charge == nil { return }
    }
    renderings.append(Rendering(actuator: actuator, intensity: intensity, content: content, charge: charge))
  }

  mutating func forgetRenderings() { renderings = [] }

  /// A few devices at the same strength, or a few strengths on the same device.
  private static let limit = 4
}
