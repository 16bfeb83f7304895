import Glibc

/// The memory that this process has allocated.
enum HeapUse {
  /// The allocated bytes of all heaps, by `malloc_info`: their size without the free chunks.
  static var bytes: Int {
    var text: UnsafeMutablePointer<CChar>?
    var count = 0
    // The module Glibc does not have this function.
    typealias Function = @convention(c) (Int32, UnsafeMutablePointer<FILE>) -> Int32
    guard let symbol = dlsym(nil, "malloc_info"), let stream = open_memstream(&text, &count) else { return 0 }
    _ = unsafeBitCast(symbol, to: Function.self)(0, stream)
    fclose(stream)
    defer { free(text) }
    // The totals of all heaps are at the end.
    let totals = String(cString: text!).pieces(between: "</heap>").last.map(String.init) ?? ""
    let free = size(of: "total type=\"fast\"", in: totals) + size(of: "total type=\"rest\"", in: totals)
    return size(of: "system type=\"current\"", in: totals) + size(of: "total type=\"mmap\"", in: totals) - free
  }

  private static func size(of element: String, in text: String) -> Int {
    guard let line = text.split(separator: "\n").first(where: { $0.contains(element) }),
      let size = line.ranges(of: "size=\"").first
    else { return 0 }
    return Int(line[size.upperBound...].prefix { $0.isNumber }) ?? 0
  }
}

extension String {
  fileprivate func pieces(between separator: String) -> [Substring] { split(separator: separator) }
}
