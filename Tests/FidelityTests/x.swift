import FidelitySimulation
import Testing

@Test func table() {
  for actuator in Actuator.all {
    let s = Separability(actuator)
    print(actuator.preset)
    for one in 1...10 {
      print(
        (1...10).map { String(Int(s.interval(from: Double(one) / 10, to: Double($0) / 10))) }.joined(separator: "\t"))
    }
  }
}
