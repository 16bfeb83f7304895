import CFuzzer
import FuzzBodies
import Glibc

/// Runs libFuzzer with one of the fuzzers: `fuzz --fuzzer=NAME`, followed by options of libFuzzer, which ignores the
/// first argument. `fuzz --list` lists the fuzzers.
///
/// Tests/Lab/Fuzzers/run builds this program with branch counters.
@main enum Fuzz {
  static func main() {
    if CommandLine.arguments.dropFirst().first == "--list" {
      print(Fuzzer.names)
      exit(0)
    }
    guard let name = CommandLine.arguments.dropFirst().first.map(name), let fuzzer = Fuzzer(named: name) else {
      print("usage: fuzz --fuzzer=NAME [libFuzzer's options]; there are: \(Fuzzer.names)")
      exit(64)
    }
    chosen = fuzzer
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    exit(LLVMFuzzerRunDriver(&count, &arguments, tryInput))
  }

  private static func name(_ argument: String) -> String {
    argument.hasPrefix(option) ? String(argument.dropFirst(option.count)) : ""
  }

  private static let option = "--fuzzer="
}

/// The selected fuzzer; set once, before libFuzzer calls.
nonisolated(unsafe) private var chosen: Fuzzer?

/// A named function, because C calls it: a closure here would be isolated to the main actor.
private func tryInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: data, count: size))
  do throws(Flaw) {
    try chosen?.run(input)
  } catch {
    fatalError("\(error)")
  }
  return 0
}
