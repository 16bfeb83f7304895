internal import HapticPatterns

/// The names that the layers of a theme speak of, numbered in the order they are listed to people: those of the lowest
/// layer first, then what each layer above adds. Looking a number up is cheap, which loading a theme does a lot.
struct ThemeNames {
  private(set) var all: [ShortName] = []
  private var numbers: [ShortName: Int] = [:]
  /// For each layer the line of its table that speaks of a number.
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

  /// Nil for a name that no layer speaks of.
  func number(of name: ShortName) -> Int? { numbers[name] }

  /// The line of a layer's table that speaks of a name; nil where none does.
  func line(of number: Int, in layer: Int) -> Int? { number < lines[layer].count ? lines[layer][number] : nil }
}
