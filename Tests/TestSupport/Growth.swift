internal import Glibc

/// How many times more processor time one body takes than another: the smallest of five ratios, because caches and other
/// programs can only disturb it. Unlike the time, the ratio is the same on every machine.
package func growth(of large: () throws -> Void, over small: () throws -> Void) rethrows -> Double {
  var ratios: [Double] = []
  for _ in 1...5 { ratios.append(try processorTime(large) / processorTime(small)) }
  return ratios.min() ?? .infinity
}

/// The seconds that this thread takes on a processor for a body.
private func processorTime(_ body: () throws -> Void) rethrows -> Double {
  func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
  let start = now()
  try body()
  return max(now() - start, 1e-9)
}
