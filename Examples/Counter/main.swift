// A counter with haptics: a view model as in an iOS application, which uses only the feedback generators. The view is the
// terminal. usage: counter, then lines with + or -
import OpenCoreHaptics

@MainActor final class CounterModel {
  private let selection = UISelectionFeedbackGenerator()
  private let impact = UIImpactFeedbackGenerator(style: .rigid)
  private let notification = UINotificationFeedbackGenerator()
  private let limits = 0...10
  private(set) var count = 0

  /// Call this when the view appears.
  func prepare() {
    selection.prepare()
    impact.prepare()
  }

  func increment() { change(to: count + 1) }
  func decrement() { change(to: count - 1) }

  private func change(to new: Int) {
    guard limits.contains(new) else { return impact.impactOccurred(intensity: 0.8) }
    count = new
    if count == limits.upperBound {
      notification.notificationOccurred(.success)
    } else {
      selection.selectionChanged()
    }
  }
}

let model = CounterModel()
model.prepare()
while let line = readLine() {
  if line == "+" { model.increment() }
  if line == "-" { model.decrement() }
  print(model.count)
}
// Haptics end with their program.
Thread.sleep(forTimeInterval: 0.5)
