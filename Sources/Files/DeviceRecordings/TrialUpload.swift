/// The effects that a recording uploads, by their names in the text. They are not played.
package enum TrialUpload: String, CaseIterable, Sendable {
  case rumble, square, triangle, sine
  case sawUp = "saw-up"
  case sawDown = "saw-down"
  case constant

  /// The code that tells this upload from the others: of the waveform for a periodic effect, else of the type.
  package var code: UInt16 {
    switch self {
    case .rumble: 0x50
    case .constant: 0x52
    case .square: 0x58
    case .triangle: 0x59
    case .sine: 0x5a
    case .sawUp: 0x5b
    case .sawDown: 0x5c
    }
  }
}
