/// Report descriptors for drivers that know the layout of the reports and require only their declaration.
enum ReportDescriptor {
  /// One collection on a vendor-defined page.
  ///
  /// - Parameters: the numbers of reports, each with its size in bytes without the number.
  static func vendor(
    inputs: KeyValuePairs<UInt8, UInt8>, outputs: KeyValuePairs<UInt8, UInt8>,
    features: KeyValuePairs<UInt8, UInt8> = [:]
  ) -> [UInt8] {
    var bytes: [UInt8] = [0x06, 0x00, 0xff, 0x09, 0x01, 0xa1, 0x01]  // usage page, usage, collection
    bytes += [0x15, 0x00, 0x26, 0xff, 0x00, 0x75, 0x08]  // 0...255 in 8 bits
    for (kind, reports) in [(UInt8(0x81), inputs), (0x91, outputs), (0xb1, features)] {
      for (number, size) in reports { bytes += [0x85, number, 0x09, 0x20, 0x95, size, kind, 0x02] }
    }
    return bytes + [0xc0]
  }
}

/// 16-bit numbers as little-endian bytes.
func littleEndian(_ numbers: Int16...) -> [UInt8] {
  numbers.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
}

extension [UInt8] {
  /// The bytes followed by zeros, up to `size` bytes.
  func padded(to size: Int) -> [UInt8] { self + [UInt8](repeating: 0, count: size - count) }
}
