// A metronome that is felt and heard: each beat and its click start at the same time of the engine's clock, and the first
// beat of a bar is stronger. usage: metronome [BEATS-PER-MINUTE [BEATS]]
import OpenCoreHaptics

let arguments = CommandLine.arguments.dropFirst().compactMap { Double($0) }
let interval = 60 / (arguments.first ?? 120)
let beats = arguments.count > 1 ? Int(arguments.last!) : 16

func beat(intensity: Float, sharpness: Float) throws -> CHHapticPattern {
  let parameters = [
    CHHapticEventParameter(parameterID: .hapticIntensity, value: intensity),
    CHHapticEventParameter(parameterID: .hapticSharpness, value: sharpness),
  ]
  let event = CHHapticEvent(eventType: .hapticTransient, parameters: parameters, relativeTime: 0)
  return try CHHapticPattern(events: [event], parameters: [])
}

do {
  let engine = try CHHapticEngine()
  engine.playsHapticsOnly = true
  try engine.start()
  let strong = try engine.makePlayer(with: beat(intensity: 1, sharpness: 0.8))
  let weak = try engine.makePlayer(with: beat(intensity: 0.6, sharpness: 0.5))
  let clicker = Clicker()
  // The sound takes a moment through its buffer.
  let start = engine.currentTime + (clicker == nil ? 0.1 : 0.5)
  clicker?.play(at: (0..<beats).map { start + Double($0) * interval })
  for number in 0..<beats {
    // Each player plays one beat at a time: wait until the one before is over.
    let time = start + Double(number) * interval
    Thread.sleep(forTimeInterval: max(0, time - interval / 2 - engine.currentTime))
    try (number % 4 == 0 ? strong : weak).start(atTime: time)
    print(number % 4 + 1)
  }
  Thread.sleep(forTimeInterval: interval)
} catch {
  // One line with the remedy, such as: hapticd is not running; start it: ...
  print("metronome: \(error.localizedDescription)")
  exit(1)
}
