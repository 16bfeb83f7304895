/// A drive, 0...1, that motors get for a while.
struct Push: Equatable {
  var drive: Double
  var milliseconds: Double
}
