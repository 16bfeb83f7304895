internal import HapticPatterns
internal import HapticProtocol
internal import MotorRendering

/// The handles of one client. A handle refers to a feedback, to a pattern of the client's own, or to a definition that
/// is not complete. It counts against the client's limits while it is in the table.
final class HandleTable {
  private enum Entry {
    case defining(PatternDefinition)
    case prepared(PreparedFeedback)
  }

  private var entries: [Handle: Entry] = [:]
  private let allowance: Allowance
  private(set) var preparedCount = 0

  init(_ allowance: Allowance) { self.allowance = allowance }

  deinit { removeAll() }

  // MARK: Looking

  var count: Int { entries.count }

  func prepared(_ handle: Handle) -> PreparedFeedback? {
    if case .prepared(let prepared) = entries[handle] { prepared } else { nil }
  }

  func definition(_ handle: Handle) -> PatternDefinition? {
    if case .defining(let definition) = entries[handle] { definition } else { nil }
  }

  var allPrepared: [(handle: Handle, prepared: PreparedFeedback)] {
    entries.compactMap { handle, entry in
      if case .prepared(let prepared) = entry { (handle, prepared) } else { nil }
    }
  }

  // MARK: Changing

  /// Checks that the handle can be bound.
  ///
  /// - Throws: `.limit` if a new handle would exceed the client's limits.
  func reserve(_ handle: Handle) throws(Refusal) {
    if entries[handle] != nil { return }
    if allowance.handles.available < 1 || allowance.memory.available < MemoryCost.handle { throw Refusal(.limit) }
  }

  /// Opens a definition. The previous content of the handle is removed in any case.
  ///
  /// - Throws: `.limit` if the definition exceeds the client's limits.
  func define(_ define: Request.Define) throws(Refusal) -> PatternDefinition {
    remove(define.handle)
    let definition = try PatternDefinition(define, allowance)
    try insert(.defining(definition), as: define.handle)
    return definition
  }

  /// Binds a handle to prepared content. Its previous content is removed in any case.
  ///
  /// - Throws: `.limit` if a new handle would exceed the client's limits.
  func bind(_ prepared: PreparedFeedback, to handle: Handle) throws(Refusal) {
    remove(handle)
    try insert(.prepared(prepared), as: handle)
  }

  /// Changes the prepared content of a handle. Does nothing if there is none.
  func update(_ handle: Handle, _ body: (inout PreparedFeedback) -> Void) {
    guard case .prepared(var prepared) = entries[handle] else { return }
    body(&prepared)
    entries[handle] = .prepared(prepared)
  }

  /// - Returns: whether the handle had prepared content.
  @discardableResult
  func remove(_ handle: Handle) -> Bool {
    guard let entry = entries.removeValue(forKey: handle) else { return false }
    giveBack(1)
    // A dictionary never frees memory by itself.
    if entries.isEmpty { entries = [:] }
    guard case .prepared = entry else { return false }
    preparedCount -= 1
    return true
  }

  /// Keeps a rendering of the handle's content, within the client's memory limit.
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

/// The content of a handle.
struct PreparedFeedback {
  var feedback: ResolvedFeedback
  /// The requested device, or nil if the locality decides.
  var device: DeviceID?
  /// Renderings for the latest devices and strengths, so that a repeated play looks nothing up. The latest is at the
  /// end.
  private var renderings: [Rendering] = []

  init(feedback: ResolvedFeedback, device: DeviceID? = nil) {
    self.feedback = feedback
    self.device = device
  }

  struct Rendering {
    let actuator: DeviceID
    let intensity: UInt16
    let content: Playback.Content
    /// The charge for a rendering of a client's own pattern; nil for the vocabulary, whose renderings are shared.
    fileprivate let charge: Charge?
  }

  /// The rendering, or nil if it is not kept.
  func content(on actuator: DeviceID, intensity: UInt16) -> Playback.Content? {
    for rendering in renderings where rendering.actuator == actuator && rendering.intensity == intensity {
      return rendering.content
    }
    return nil
  }

  /// The rendering that was made last, or nil if none is kept.
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

  /// The maximum number of renderings: enough for a few devices or a few strengths.
  private static let limit = 4
}
