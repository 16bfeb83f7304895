internal import HapticPatterns

/// The names in the layers of a theme, numbered in the order in which they are listed to users: those of the lowest
/// layer first, then the additions of each layer above. Lookup by number is fast, and loading a theme needs many
/// lookups.
struct ThemeNames {
  private(set) var all: [ShortName] = []
  private var numbers: [ShortName: Int] = [:]
  /// For each layer, the index of the entry for each number.
  private var lines: [[Int?]]

  init(_ layers: [ThemeLayer]) {
    lines = Array(repeating: [], count: layers.count)
    all.reserveCapacity(layers.last?.table.entries.count ?? 0)
    numbers.reserveCapacity(layers.last?.table.entries.count ?? 0)
    for index in layers.indices.reversed() { number(layers[index].table.entries, of: index) }
  }

  private mutating func number(_ entries: [ThemeTable.Entry], of layer: Int) {
    var lines = [Int?](repeating: nil, count: all.count)
    lines.reserveCapacity(all.count + entries.count)
    for line in entries.indices {
      if let known = numbers[entries[line].name] {
        lines[known] = line
      } else {
        numbers[entries[line].name] = all.count
        all.append(entries[line].name)
        lines.append(line)
      }
    }
    self.lines[layer] = lines
  }

  func number(of name: ShortName) -> Int? { numbers[name] }

  /// Returns the index of the entry for a number in a layer's table, or nil if there is none.
  func line(of number: Int, in layer: Int) -> Int? { number < lines[layer].count ? lines[layer][number] : nil }
}
