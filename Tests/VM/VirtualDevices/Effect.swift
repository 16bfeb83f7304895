internal import CVirtualDevices
internal import Glibc

/// The codes of `EV_FF` that the tests use, with the kernel's values.
package enum FF {
  package static let haptic: UInt16 = 0x4f
  package static let rumble: UInt16 = 0x50
  package static let periodic: UInt16 = 0x51
  package static let constant: UInt16 = 0x52
  package static let spring: UInt16 = 0x53
  package static let damper: UInt16 = 0x55
  package static let square: UInt16 = 0x58
  package static let triangle: UInt16 = 0x59
  package static let sine: UInt16 = 0x5a
  package static let gain: UInt16 = 0x60
  package static let autocenter: UInt16 = 0x61

  /// The codes that each rumble device with the kernel's ff-memless shows.
  package static let memless = [rumble, periodic, square, triangle, sine, gain]
}

/// A force feedback effect as a driver receives it. The kernel's struct is `ff_effect`.
package struct Effect: Hashable, Sendable {
  /// The magnitudes of a type of effect.
  package enum Kind: Hashable, Sendable {
    /// `FF_RUMBLE`, 0...0xffff each.
    case rumble(strong: UInt16, weak: UInt16)
    /// `FF_PERIODIC`: the code of the waveform, the period in milliseconds, and the magnitude -0x7fff...0x7fff.
    case periodic(waveform: UInt16, period: UInt16, magnitude: Int16)
    /// Any other type; only its code is kept.
    case other(UInt16)
  }

  /// The slot; -1 if a client requests a new one.
  package var id: Int16 = -1
  package var kind: Kind
  /// `replay.length` in milliseconds; 0 is endless.
  package var lengthMilliseconds: UInt16
  /// `replay.delay` in milliseconds.
  package var delayMilliseconds: UInt16 = 0

  package init(_ kind: Kind, lengthMilliseconds: UInt16, id: Int16 = -1) {
    self.kind = kind
    self.lengthMilliseconds = lengthMilliseconds
    self.id = id
  }

  package static func rumble(strong: UInt16, weak: UInt16, lengthMilliseconds: UInt16) -> Effect {
    Effect(.rumble(strong: strong, weak: weak), lengthMilliseconds: lengthMilliseconds)
  }

  /// The code of the type, such as `FF.rumble`.
  package var type: UInt16 {
    switch kind {
    case .rumble: FF.rumble
    case .periodic: FF.periodic
    case .other(let type): type
    }
  }

  /// The code of the waveform of a periodic effect, such as `FF.sine`.
  var waveform: UInt16? { if case .periodic(let waveform, _, _) = kind { waveform } else { nil } }

  /// The levels of two motors, as ff-memless computes them: a periodic effect drives both equally, without its
  /// waveform.
  package var motors: MotorState {
    switch kind {
    case .rumble(let strong, let weak): MotorState(strong: strong, weak: weak)
    case .periodic(_, _, let magnitude):
      { MotorState(strong: $0, weak: $0) }(UInt16(min(Int(magnitude.magnitude) * 0xffff / 0x7fff, 0xffff)))
    case .other: .off
    }
  }

  init(_ raw: ff_effect) {
    switch raw.type {
    case FF.rumble:
      kind = .rumble(strong: raw.u.rumble.strong_magnitude, weak: raw.u.rumble.weak_magnitude)
    case FF.periodic:
      let wave = raw.u.periodic
      kind = .periodic(waveform: wave.waveform, period: wave.period, magnitude: wave.magnitude)
    default:
      kind = .other(raw.type)
    }
    id = raw.id
    lengthMilliseconds = raw.replay.length
    delayMilliseconds = raw.replay.delay
  }

  var raw: ff_effect {
    var raw = ff_effect()
    raw.type = type
    raw.id = id
    raw.replay.length = lengthMilliseconds
    raw.replay.delay = delayMilliseconds
    switch kind {
    case .rumble(let strong, let weak):
      raw.u.rumble.strong_magnitude = strong
      raw.u.rumble.weak_magnitude = weak
    case .periodic(let waveform, let period, let magnitude):
      raw.u.periodic.waveform = waveform
      raw.u.periodic.period = period
      raw.u.periodic.magnitude = magnitude
    case .other:
      break
    }
    return raw
  }
}

/// The levels of two motors, 0...0xffff each.
package struct MotorState: Hashable, Sendable {
  package var strong: UInt16
  package var weak: UInt16

  package init(strong: UInt16, weak: UInt16) {
    self.strong = strong
    self.weak = weak
  }

  package static let off = MotorState(strong: 0, weak: 0)
}

extension MotorState: CustomStringConvertible {
  package var description: String { self == .off ? "off" : "\(hexadecimal(strong))/\(hexadecimal(weak))" }
}

extension Effect: CustomStringConvertible {
  package var description: String {
    let what =
      switch kind {
      case .rumble: "rumble \(motors)"
      case .periodic(_, let period, let magnitude): "wave of \(period) ms at \(magnitude)"
      case .other(let type): "type \(hexadecimal(type))"
      }
    return "\(id): \(what) for \(lengthMilliseconds) ms"
  }
}

func hexadecimal(_ number: some BinaryInteger, digits: Int = 4) -> String {
  let text = String(number, radix: 16)
  return String(repeating: "0", count: max(0, digits - text.count)) + text
}
