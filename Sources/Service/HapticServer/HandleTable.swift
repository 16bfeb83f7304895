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

  var hasPrepared: Bool { entries.values.contains { if case .prepared = $0 { true } else { false } } }

  var allPrepared: [PreparedFeedback] {
    entries.values.compactMap { if case .prepared(let prepared) = $0 { prepared } else { nil } }
  }

  // MARK: Changing

  /// Checks that the handle can be bound.
  ///
  /// - Throws: `.limit` if a new handle would exceed the client's limits.
  func reserve(_ handle: Handle) throws(Refusal) {
    if entries[handle] != nil { return }
    guard allowance.handles.hasRoom(), allowance.memory.hasRoom(for: MemoryCost.handle) else { throw Refusal(.limit) }
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

  /// Binds a handle to a feedback. Its previous content is removed in any case.
  ///
  /// - Parameter device: the requested device, or nil if the locality decides.
  /// - Throws: `.limit` if a new handle would exceed the client's limits.
  func bind(_ handle: Handle, to feedback: ResolvedFeedback, on device: DeviceID?) throws(Refusal) -> PreparedFeedback {
    remove(handle)
    let prepared = PreparedFeedback(feedback, on: device, allowance.memory)
    try insert(.prepared(prepared), as: handle)
    return prepared
  }

  /// - Returns: whether the handle had prepared content.
  @discardableResult
  func remove(_ handle: Handle) -> Bool {
    guard let entry = entries.removeValue(forKey: handle) else { return false }
    giveBack(1)
    // A dictionary never frees memory by itself.
    if entries.isEmpty { entries = [:] }
    return if case .prepared = entry { true } else { false }
  }

  /// Drops the renderings for a device that has another motor model now.
  func dropRenderings(for device: DeviceID) {
    for case .prepared(let prepared) in entries.values { prepared.dropRenderings(for: device) }
  }

  private func insert(_ entry: Entry, as handle: Handle) throws(Refusal) {
    guard allowance.handles.take() else { throw Refusal(.limit) }
    guard allowance.memory.take(MemoryCost.handle) else {
      allowance.handles.giveBack()
      throw Refusal(.limit)
    }
    entries[handle] = entry
  }

  /// Removes everything, at the end of the session.
  func removeAll() {
    giveBack(entries.count)
    entries = [:]
  }

  private func giveBack(_ count: Int) {
    allowance.handles.giveBack(count)
    allowance.memory.giveBack(count * MemoryCost.handle)
  }
}

/// The content of a handle. A class, so that a play does not copy it.
final class PreparedFeedback {
  private(set) var feedback: ResolvedFeedback
  /// The requested device, or nil if the locality decides.
  let device: DeviceID?
  private let memory: Quota
  /// Renderings for the latest devices and strengths, so that a repeated play looks nothing up. The latest is at the
  /// end.
  private var renderings: [Rendering] = []

  fileprivate init(_ feedback: ResolvedFeedback, on device: DeviceID?, _ memory: Quota) {
    self.feedback = feedback
    self.device = device
    self.memory = memory
  }

  struct Rendering {
    let device: DeviceID
    let intensity: UInt16
    let content: Playback.Content
    /// The charge for a rendering of a client's own pattern; nil for the vocabulary, whose renderings are shared.
    fileprivate let charge: Charge?
  }

  /// The rendering for a device and a strength.
  func content(on player: Player, intensity: UInt16) -> Playback.Content {
    let device = player.device.id
    for rendering in renderings where rendering.device == device && rendering.intensity == intensity {
      return rendering.content
    }
    return newContent(on: player, intensity: intensity)
  }

  /// Renders for a device and a strength, and keeps the rendering within the client's memory limit.
  func newContent(on player: Player, intensity: UInt16) -> Playback.Content {
    let content = player.preparation.content(feedback.pattern, intensity: intensity)
    if renderings.count == Self.limit { renderings.removeFirst() }
    var charge: Charge?
    if feedback.name.isEmpty, let drive = content.drive {
      charge = Charge(MemoryCost.drive(drive), to: memory)
      if charge == nil { return content }
    }
    renderings.append(Rendering(device: player.device.id, intensity: intensity, content: content, charge: charge))
    return content
  }

  /// The rendering that was made last for a device, or nil if none is kept.
  func latest(on device: DeviceID) -> Rendering? { renderings.last { $0.device == device } }

  fileprivate func dropRenderings(for device: DeviceID) { renderings.removeAll { $0.device == device } }

  /// Looks up the name again. The pattern stays if the name is gone.
  func rebind(_ catalogue: Catalogue) {
    if feedback.name.isEmpty { return }
    renderings = []
    if let feedback = catalogue.feedback(named: feedback.name) { self.feedback = feedback }
  }

  /// The maximum number of renderings: enough for a few devices or a few strengths.
  private static let limit = 4
}
