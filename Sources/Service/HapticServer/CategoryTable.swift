internal import HapticPatterns

/// A value for each category.
struct CategoryTable<Value> {
  /// In the order of `Category.allCases`.
  private var values: [Value]

  init(_ value: (Category) -> Value) { values = Category.allCases.map(value) }

  subscript(category: Category) -> Value {
    _read { yield values[Int(category.rawValue) - 1] }
    _modify { yield &values[Int(category.rawValue) - 1] }
  }
}
