internal import MotorRendering

/// The steps of one pass of a loop, kept for the passes that begin with the motors alike.
struct PassMemory {
  private struct DrawnPass {
    /// At the start of the pass.
    let motors: MotorSimulation
    /// From the start of the pass.
    var steps: [Drive.Step] = []
  }

  private var drawn: DrawnPass?
  /// A pass that is being drawn.
  private var recording: DrawnPass?

  /// Begins to record a pass, or none.
  ///
  /// - Parameter motors: as they are at the start of the pass; nil where its steps are not kept.
  mutating func record(from motors: MotorSimulation?) { recording = motors.map { DrawnPass(motors: $0) } }

  /// Adds steps to the pass that is recorded, if one is.
  mutating func add(_ steps: [Drive.Step]) { recording?.steps += steps }

  /// The pass is drawn to its end. What comes now belongs to another one.
  mutating func finish() {
    drawn = recording ?? drawn
    recording = nil
  }

  /// The steps of a pass that begins with these motors; nil where none was recorded.
  func steps(from motors: MotorSimulation) -> [Drive.Step]? {
    drawn.flatMap { $0.motors.isLike(motors) ? $0.steps : nil }
  }

  mutating func forget() { (drawn, recording) = (nil, nil) }

  /// How many steps are kept, for tests of memory.
  var count: Int { (drawn?.steps.count ?? 0) + (recording?.steps.count ?? 0) }
}
