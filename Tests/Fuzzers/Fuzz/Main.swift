import CFuzzer
import FuzzBodies
import Glibc

/// libFuzzer around one of the bodies: `fuzz --fuzzer=NAME`, and then what libFuzzer takes, which passes over the
/// first. `fuzz --list` names them.
/// Tests/Fuzzers/run builds it so that every branch is counted.
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

/// Set once, before libFuzzer calls.
nonisolated(unsafe) private var chosen: Fuzzer?

/// What C calls is a named function: a closure here would belong to the main actor.
private func tryInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: data, count: size))
  do throws(Flaw) {
    try chosen?.run(input)
  } catch {
    fatalError("\(error)")
  }
  return 0
}
