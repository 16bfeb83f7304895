internal import Glibc
func tuned(_ name: String, _ standard: Double) -> Double {
  guard let text = unsafe getenv(name) else { return standard }
  return unsafe Double(String(cString: text)) ?? standard
}
enum T {
  static let concession = tuned("CONC", 0.75)
  static let shallow = tuned("SHALLOW", 0.6)
  static let deep = tuned("DEEP", 0.5)
  static let swing = tuned("SWING", 0.92)
  static let dense = tuned("DENSE", 12)
  static let reserve = tuned("RESERVE", 1.0)
  static let tol = tuned("TOL", 1)
}
