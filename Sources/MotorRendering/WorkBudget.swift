/// A budget for rendering, counted in steps of work and not in time, so that a rendering never depends on the speed of the
/// machine.
///
/// One unit is about the work of looking at one event: 50 ns on a desktop.
public struct WorkBudget: Sendable {
  /// What was spent so far; the last step may exceed the budget.
  public private(set) var spent = 0
  private let units: Int

  public init(_ units: Int) { self.units = units }

  /// For whoever waits for nobody.
  public static let unlimited = WorkBudget(.max)

  public var isSpent: Bool { spent >= units }

  public mutating func spend(_ units: Int = 1) { spent += units }
}

/// An answer that takes work to find: what comes next in a sequence.
enum Next<Element> {
  case one(Element)
  case end
  /// The budget is spent. The next call goes on.
  case unfinished
}
