/// A drive, 0...1, for a limited time.
struct Push: Equatable {
  var drive: Double
  var milliseconds: Double
}
