/// Draws counts as a row of blocks, scaled to the largest count: `▁▂█▃`. A count that is not zero is always visible.
func bars(_ counts: some Sequence<UInt64>) -> String {
  let counts = Array(counts)
  let largest = counts.max() ?? 0
  guard largest > 0 else { return "" }
  return String(
    counts.map { count -> Character in
      count == 0 ? " " : blocks[Int(Double(count) / Double(largest) * Double(blocks.count - 1))]
    })
}

private let blocks: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
