import Foundation

/// The table of the protocol, from which other clients are written.
struct Contract: Decodable {
  /// The fields of a packet or a record.
  struct Layout: Decodable {
    var opcode: String?
    var name: String
    var kind: String?
    var size: Int
    /// The record at its end.
    var record: String?
    /// The opcode of a packet with the same fields.
    var like: String?
    var fields: [Field]

    /// Such as `0x0004 play`, or the name of a record.
    var section: String { opcode.map { "\($0) \(name)" } ?? name }
  }

  struct Field: Decodable {
    var offset: Int
    var type: String
    var name: String
    var set: String?
    /// The least and the greatest allowed value.
    var range: [UInt64]?

    /// The type without a number of values, and this number; 0 if it is variable.
    private var parts: (Substring, count: Int) {
      let parts = type.split(separator: "[")
      return (parts[0], parts.count == 1 ? 1 : Int(parts[1].dropLast()) ?? 0)
    }

    var element: String { String(parts.0) }
    var count: Int { parts.count }
    var unit: Int { ["u8": 1, "u16": 2, "u32": 4, "u64": 8, "f32": 4, "char": 1][element] ?? 0 }
    var byteCount: Int { unit * count }
    var isReserved: Bool { name == "reserved" }
    /// Whether it consists of records.
    var isNested: Bool { unit == 0 }
  }

  struct Values: Decodable {
    var name: String
    var open: Bool
    var values: [Value]
  }

  struct Value: Decodable {
    var value: UInt64
    var name: String
    var range: [Int]?
    /// Of a category, in microseconds.
    var deadline: Int?
  }

  struct Limit: Decodable {
    var name: String
    var value: Double
  }

  var version: UInt16
  var packets: [Layout]
  var records: [Layout]
  var sets: [Values]
  var limits: [Limit]

  static let present = Self.read("Sources/Protocol/protocol.json") { try! JSONDecoder().decode(Self.self, from: $0) }

  /// The literal blocks in the section EXAMPLES of hapticd-protocol(7).
  static let examples = Self.read("man/hapticd-protocol.7") { page in
    let section = String(decoding: page, as: UTF8.self).components(separatedBy: ".Sh EXAMPLES\n")[1]
    return section.components(separatedBy: ".Bd -literal -offset indent\n").dropFirst().map {
      $0.components(separatedBy: ".Ed\n")[0]
    }
  }

  /// The layouts of packets and records, by section.
  var layouts: [String: Layout] {
    Dictionary(uniqueKeysWithValues: (packets + records).map { ($0.section, $0) })
  }

  /// The values of a set.
  subscript(set: String) -> Values { sets.first { $0.name == set }! }

  private static func read<Result>(_ path: String, _ body: (Data) -> Result) -> Result {
    let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return body(try! Data(contentsOf: repository.appendingPathComponent(path)))
  }
}
