import FidelitySimulation
import Foundation
import HapticPatterns

func tap(_ milliseconds: Int, _ intensity: Double = 1, _ sharpness: Double = 0.5) -> Event {
  Event(
    .transient, at: .milliseconds(milliseconds), intensity: Intensity(intensity), sharpness: Sharpness(sharpness))
}

func buzz(_ milliseconds: Int, for length: Int, _ intensity: Double = 1) -> Event {
  Event(
    .continuous(duration: .milliseconds(length)), at: .milliseconds(milliseconds), intensity: Intensity(intensity),
    sharpness: 0.5)
}

/// Returns an envelope of raised cosines, 40 ms wide, around the given times.
func humps(_ moments: [(at: Int, height: Double)], count: Int = 600) -> [Double] {
  (0..<count).map { moment in
    moments.map { hump in
      let distance = Double(abs(moment - hump.at))
      return distance < 20 ? hump.height * (1 + cos(.pi * distance / 20)) / 2 : 0
    }.max() ?? 0
  }
}

/// The shortest intervals on the slow phone and on the resonant one; computed once, because that takes seconds in a
/// debug build.
enum Separabilities {
  static let slow = Separability(.slowPhone)
  static let resonant = Separability(.resonantPhone)
}
