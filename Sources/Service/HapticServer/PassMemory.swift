internal import MotorRendering

/// The steps of one pass of a loop, for later passes that begin with the motors in the same state.
struct PassMemory {
  private struct DrawnPass {
    /// The motors at the start of the pass.
    let motors: MotorSimulation
    /// The steps, with times from the start of the pass.
    var steps: [Drive.Step] = []
  }

  private var drawn: DrawnPass?
  /// The pass that is being recorded, or nil.
  private var recording: DrawnPass?

  /// Begins to record a pass.
  ///
  /// - Parameter motors: the motors at the start of the pass, or nil if its steps are not kept.
  mutating func record(from motors: MotorSimulation?) { recording = motors.map { DrawnPass(motors: $0) } }

  /// Adds steps to the pass that is being recorded, if there is one.
  mutating func add(_ steps: [Drive.Step]) { recording?.steps += steps }

  /// Ends the recording at the end of the pass.
  mutating func finish() {
    drawn = recording ?? drawn
    recording = nil
  }

  /// The steps of a recorded pass that began with the motors in this state, or nil if there is none.
  func steps(from motors: MotorSimulation) -> [Drive.Step]? {
    drawn.flatMap { $0.motors.isLike(motors) ? $0.steps : nil }
  }

  mutating func forget() { (drawn, recording) = (nil, nil) }

  /// The number of kept steps, for tests of memory.
  var count: Int { (drawn?.steps.count ?? 0) + (recording?.steps.count ?? 0) }
}
