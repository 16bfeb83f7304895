import OpenCoreHaptics
import SimulatedDaemon
import Testing

// Applications use generators in these shapes.

enum HapticManager {
  @MainActor static func impact(_ style: UIImpactFeedbackGenerator.FeedbackStyle) {
    let generator = UIImpactFeedbackGenerator(style: style)
    generator.prepare()
    generator.impactOccurred()
  }

  @MainActor static func notify(_ type: UINotificationFeedbackGenerator.FeedbackType) {
    UINotificationFeedbackGenerator().notificationOccurred(type)
  }

  @MainActor static func selection() { UISelectionFeedbackGenerator().selectionChanged() }
}

@MainActor final class CounterViewModel {
  private let impact = UIImpactFeedbackGenerator(style: .medium)
  private var selection: UISelectionFeedbackGenerator?
  private(set) var count = 0 { didSet { selection?.selectionChanged() } }

  func viewWillAppear() {
    impact.prepare()
    selection = UISelectionFeedbackGenerator()
    selection?.prepare()
  }

  func increment() {
    count += 1
    if count % 10 == 0 { impact.impactOccurred(intensity: 0.7) }
  }
}

#if !swift(>=6)
  // A class without an actor, as most applications have it; an error in the Swift 6 mode, also on iOS.
  final class LegacyFeedback: NSObject {
    static let shared = LegacyFeedback()
    private let generator = UINotificationFeedbackGenerator()
    private lazy var light: UIImpactFeedbackGenerator = {
      let generator = UIImpactFeedbackGenerator(style: .light)
      generator.prepare()
      return generator
    }()

    func tap() { light.impactOccurred() }
    func done() { generator.notificationOccurred(.success) }
    deinit { UISelectionFeedbackGenerator().selectionChanged() }
  }
#endif

@MainActor @Suite struct `Feedback generators` {
  let daemon = try! SimulatedDaemon()

  @Test func `a generator for one tap`() {
    UIImpactFeedbackGenerator(style: .light).impactOccurred()
    #expect(daemon.feedbacks() == ["impact.light"])
  }

  @Test func `a generator made and dropped for each tap`() {
    for style in UIImpactFeedbackGenerator.FeedbackStyle.allCases { HapticManager.impact(style) }
    #expect(
      daemon.feedbacks(5) == ["impact.light", "impact.medium", "impact.heavy", "impact.soft", "impact.rigid"])
  }

  @Test func `a generator with the default style`() {
    let generator = UIImpactFeedbackGenerator()
    generator.impactOccurred()
    #expect(daemon.feedbacks() == ["impact.medium"])
  }

  @Test func `an intensity`() {
    let generator = UIImpactFeedbackGenerator(style: .heavy)
    generator.impactOccurred(intensity: 0.5)
    generator.impactOccurred(intensity: CGFloat(2))
    generator.impactOccurred(intensity: -1)
    #expect(daemon.intensities(3) == [0.5, 1, 0])
  }

  @Test func `a generator of a view, with a location`() {
    let view = NSObject()
    let generator = UIImpactFeedbackGenerator(style: .rigid, view: view)
    generator.impactOccurred(at: .zero)
    generator.impactOccurred(intensity: 0.2, at: CGPoint(x: 10, y: 20))
    UISelectionFeedbackGenerator(view: view).selectionChanged(at: .zero)
    UINotificationFeedbackGenerator(view: view).notificationOccurred(.warning, at: .zero)
    #expect(daemon.feedbacks(4) == ["impact.rigid", "impact.rigid", "selection", "warning"])
  }

  @Test func `all notifications`() {
    HapticManager.notify(.success)
    HapticManager.notify(.warning)
    HapticManager.notify(.error)
    HapticManager.selection()
    #expect(daemon.feedbacks(4) == ["success", "warning", "error", "selection"])
  }

  @Test func `a view model with generators in properties`() {
    let model = CounterViewModel()
    model.viewWillAppear()
    for _ in 0..<10 { model.increment() }
    #expect(daemon.feedbacks(11) == Array(repeating: "selection", count: 10) + ["impact.medium"])
  }

  @Test func `a prepared generator without an impact`() {
    let generator = UIImpactFeedbackGenerator(style: .soft)
    generator.prepare()
    UISelectionFeedbackGenerator().selectionChanged()
    #expect(daemon.feedbacks() == ["selection"])
  }

  @Test func `styles from a setting`() {
    let stored = 4
    let style = UIImpactFeedbackGenerator.FeedbackStyle(rawValue: stored) ?? .medium
    UIImpactFeedbackGenerator(style: style).impactOccurred()
    UINotificationFeedbackGenerator().notificationOccurred(.init(rawValue: 2)!)
    #expect(daemon.feedbacks(2) == ["impact.rigid", "error"])
  }

  @Test func `generators in a collection of their base class`() {
    let generators: [UIFeedbackGenerator] = [UISelectionFeedbackGenerator(), UIImpactFeedbackGenerator(style: .light)]
    for generator in generators { generator.prepare() }
    for case let generator as UIImpactFeedbackGenerator in generators { generator.impactOccurred() }
    #expect(daemon.feedbacks() == ["impact.light"])
  }

  @Test func `a canvas`() {
    let canvas = UICanvasFeedbackGenerator()
    canvas.prepare()
    canvas.alignmentOccurred(at: CGPoint(x: 1, y: 1))
    UICanvasFeedbackGenerator(view: NSObject()).pathCompleted(at: .zero)
    #expect(daemon.feedbacks(2) == ["alignment", "path-complete"])
  }

  @Test func `feedback from a task`() async {
    await Task { @MainActor in HapticManager.impact(.light) }.value
    await MainActor.run { HapticManager.selection() }
    #expect(daemon.feedbacks(2) == ["impact.light", "selection"])
  }

  @Test func `sensory feedback`() {
    let all: [SensoryFeedback] = [
      .success, .warning, .error, .selection, .increase, .decrease, .start, .stop, .alignment, .levelChange,
      .pathComplete, .impact, .impact(weight: .light), .impact(weight: .heavy, intensity: 0.5),
      .impact(flexibility: .soft, intensity: 0.6), .impact(flexibility: .rigid), .impact(flexibility: .solid),
    ]
    for feedback in all { feedback.play() }
    #expect(
      daemon.feedbacks(17) == [
        "success", "warning", "error", "selection", "increase", "decrease", "start", "stop", "alignment",
        "level-change", "path-complete", "impact.medium", "impact.light", "impact.heavy", "impact.soft",
        "impact.rigid", "impact.medium",
      ])
  }

  @Test func `the feedback of AppKit`() {
    NSHapticFeedbackManager.defaultPerformer.perform(.generic, performanceTime: .default)
    NSHapticFeedbackManager.defaultPerformer.perform(.alignment, performanceTime: .now)
    NSHapticFeedbackManager.defaultPerformer.perform(.levelChange, performanceTime: .drawCompleted)
    #expect(daemon.feedbacks(3) == ["click", "alignment", "level-change"])
  }

  @Test func `system sounds that vibrate`() async {
    AudioServicesPlaySystemSound(1519)
    AudioServicesPlaySystemSound(1520)
    AudioServicesPlaySystemSound(SystemSoundID(1521))
    #expect(daemon.feedbacks(3) == ["impact.light", "impact.heavy", "error"])
    AudioServicesPlaySystemSound(kSystemSoundID_Vibrate)
    AudioServicesPlayAlertSound(SystemSoundID(kSystemSoundID_Vibrate))
    await withCheckedContinuation { continuation in
      AudioServicesPlaySystemSoundWithCompletion(kSystemSoundID_Vibrate) { continuation.resume() }
    }
    #expect(daemon.feedbacks(6).count == 6)
  }

  #if !swift(>=6)
    @Test nonisolated func `a class without an actor, off the main thread`() throws {
      LegacyFeedback.shared.tap()
      LegacyFeedback.shared.done()
      DispatchQueue.global().sync { LegacyFeedback().tap() }
      let daemon = try SimulatedDaemon()
      LegacyFeedback().tap()
      #expect(daemon.feedbacks(2) == ["impact.light", "selection"])
    }
  #endif
}
