internal import ArgumentParser
internal import Haptics

// The numbers people type, with their units and what is wrong with them.

/// A strength: `0.6` or `60%`, from 0 to 1.
func parseIntensity(_ text: String) throws -> Double {
  let isPercent = text.hasSuffix("%")
  guard let number = Double(isPercent ? String(text.dropLast()) : text) else {
    throw ValidationError("give it as 0.6 or 60%")
  }
  let intensity = isPercent ? number / 100 : number
  guard (0...1).contains(intensity) else { throw ValidationError("it goes from 0 to 1, or from 0% to 100%") }
  return intensity
}

/// A length of time with its unit: `5ms`, `800us`, `1.5s`.
func parseDuration(_ text: String) throws -> Duration {
  for (unit, length) in units where text.hasSuffix(unit) {
    guard let number = Double(text.dropLast(unit.count)), number.isFinite, (0...1e9).contains(number) else { break }
    return length * number
  }
  throw ValidationError("give it with its unit, such as 5ms, 800us or 1.5s")
}

private let units: [(String, Duration)] = [
  ("ms", .milliseconds(1)), ("us", .microseconds(1)), ("µs", .microseconds(1)), ("s", .seconds(1)),
]

/// A moment of a pattern: bare seconds, as in pattern files (`1.5`), or a length of time with its unit.
func parseMoment(_ text: String) throws -> Duration {
  if let seconds = Double(text), (0...1e6).contains(seconds) { return .seconds(1) * seconds }
  do { return try parseDuration(text) } catch {
    throw ValidationError("give it in seconds, such as 1.5, or with a unit, such as 1500ms")
  }
}

/// How many times as fast: a factor that the daemon takes.
func parseRate(_ text: String) throws -> Double {
  guard let rate = Double(text), Limits.rates.contains(rate) else {
    throw ValidationError("it goes from \(Limits.rates.lowerBound) to \(Limits.rates.upperBound)")
  }
  return rate
}

/// Why something plays, by its name.
func parseCategory(_ text: String) throws -> Category {
  if let category = Category(name: text) { return category }
  throw ValidationError("it is one of \(Category.allCases.map(\.name).joined(separator: ", "))")
}

/// Where something plays, by its name.
func parseLocality(_ text: String) throws -> Locality {
  if let locality = Locality(name: text) { return locality }
  throw ValidationError("it is one of \(Locality.allCases.map(\.name).joined(separator: ", "))")
}

/// A count from `minimum` to `maximum`.
func parseCount(from minimum: Int = 1, upTo maximum: Int) -> @Sendable (String) throws -> Int {
  { text in
    guard let count = Int(text), (minimum...maximum).contains(count) else {
      throw ValidationError("it goes from \(minimum) to \(maximum)")
    }
    return count
  }
}
