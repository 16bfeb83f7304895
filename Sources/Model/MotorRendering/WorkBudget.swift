/// A work budget for rendering. It counts units of work and not time, so that a rendering never depends on the speed of
/// the machine.
///
/// One unit is about the work of reading one event: 50 ns on a desktop computer.
public struct WorkBudget: Sendable {
  /// The work spent so far; the last step may exceed the budget.
  public private(set) var spent = 0
  private let units: Int

  public init(_ units: Int) { self.units = units }

  /// A budget without limit, for callers that delay nothing else.
  public static let unlimited = WorkBudget(.max)

  /// Whether the budget is used up.
  public var isSpent: Bool { spent >= units }

  /// Adds units of work.
  public mutating func spend(_ units: Int = 1) { spent += units }
}

/// Thrown by readers whose budget is spent; the next call continues.
struct BudgetSpent: Error {}
