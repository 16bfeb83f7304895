internal import Foundation

/// The nesting and the size of an `NSArray` or `NSDictionary`. Swift converts such a container together with everything
/// inside, without an end for one that contains itself, so it is measured before. Its mirror has the contents without a
/// conversion.
struct FoundationExtent {
  private struct Known {
    var depth: Int
    var count: Int
  }

  /// The extent of a container that contains itself, or that is nested too deep to be measured.
  private static let endless = Known(depth: Int.max / 2, count: Int.max / 2)
  /// The maximum nesting that is measured.
  private static let deepest = 64

  private var known: [ObjectIdentifier: Known] = [:]
  /// The number of values inside, where a value counts each time that it occurs.
  private(set) var count = 0

  /// Returns the nesting; 0 for a value that is no container.
  mutating func depth(of value: Any) -> Int {
    let contents = measure(value, 0)
    count = contents.count
    return contents.depth
  }

  private mutating func measure(_ value: Any, _ level: Int) -> Known {
    guard let container = Self.container(value) else { return Known(depth: 0, count: 1) }
    if level > Self.deepest { return Self.endless }
    let id = ObjectIdentifier(container)
    if let known = known[id] { return known }
    // If it is found inside itself, this is its extent.
    known[id] = Self.endless
    var whole = Known(depth: 0, count: 1)
    for child in Mirror(reflecting: container).children {
      let part = measure((child.value as? (key: NSObject, value: AnyObject))?.value ?? child.value, level + 1)
      whole.depth = max(whole.depth, part.depth)
      whole.count = min(whole.count + part.count, Self.endless.count)
    }
    whole.depth = min(whole.depth + 1, Self.endless.depth)
    known[id] = whole
    return whole
  }

  private static func container(_ value: Any) -> NSObject? {
    guard type(of: value) is NSArray.Type || type(of: value) is NSDictionary.Type else { return nil }
    return value as? NSObject
  }
}
