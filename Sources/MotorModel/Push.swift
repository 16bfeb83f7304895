/// A drive, 0...1, that the motors of a stroke get for a while.
struct Push: Equatable {
  var drive: Double
  var milliseconds: Double
}
