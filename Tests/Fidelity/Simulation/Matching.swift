/// Which pulse belongs to what was meant.
public enum Matching {
  /// How far a pulse may be from where it is meant, once a constant latency is taken off, in milliseconds. Up to 45...50
  /// ms touch is felt to be simultaneous with what is seen (Vogels; Di Luca, Mahnan 2019; Kaaresoja 2014).
  public static let tolerance = 50

  /// For each of the moments `meant`, in order, the pulse that is matched to it: one to one, in order, as many as
  /// possible. `onsets` must be in order.
  public static func pairs(_ meant: [Int], _ onsets: [Int], tolerance: Int = tolerance) -> [Int?] {
    var next = 0
    return meant.map { moment in
      while next < onsets.count, onsets[next] < moment - tolerance { next += 1 }
      guard next < onsets.count, onsets[next] <= moment + tolerance else { return nil }
      defer { next += 1 }
      return next
    }
  }
}
