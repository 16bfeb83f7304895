internal import Foundation

/// The nesting and the size of an `NSArray` or `NSDictionary`. Swift converts such a container together with everything
/// inside, without an end for one that contains itself, so it is measured before. Its mirror has the contents without a
/// conversion.
struct FoundationExtent {
  /// The nesting; 0 for a value that is no container.
  private(set) var depth = 0
  /// The number of values inside, where a value counts each time that it occurs.
  private(set) var count = 1

  /// The extent of a container that contains itself, or that is nested too deep to be measured.
  private static let endless = FoundationExtent(depth: Int.max / 2, count: Int.max / 2)
  /// The maximum nesting that is measured.
  private static let deepest = 64

  static func of(_ value: Any) -> FoundationExtent {
    var known: [ObjectIdentifier: FoundationExtent] = [:]
    return measure(value, 0, &known)
  }

  private static func measure(
    _ value: Any, _ level: Int, _ known: inout [ObjectIdentifier: FoundationExtent]
  ) -> FoundationExtent {
    guard let container = container(value) else { return FoundationExtent() }
    if level > deepest { return endless }
    let id = ObjectIdentifier(container)
    if let known = known[id] { return known }
    // If it is found inside itself, this is its extent.
    known[id] = endless
    var whole = FoundationExtent()
    for child in Mirror(reflecting: container).children {
      let value = (child.value as? (key: NSObject, value: AnyObject))?.value ?? child.value
      let part = measure(value, level + 1, &known)
      whole.depth = max(whole.depth, part.depth)
      whole.count = min(whole.count + part.count, endless.count)
    }
    whole.depth = min(whole.depth + 1, endless.depth)
    known[id] = whole
    return whole
  }

  private static func container(_ value: Any) -> NSObject? {
    guard type(of: value) is NSArray.Type || type(of: value) is NSDictionary.Type else { return nil }
    return value as? NSObject
  }
}
