import Glibc
import VirtualDevices

@main
enum Main {
  static func main() { exit(run(Array(CommandLine.arguments.dropFirst()))) }
}

/// The usage; `Tests/Lab/Soak/run` starts this program in the virtual machine.
private let usage = """
  usage: soak run SECONDS SEED
         soak client SOCKET SEED   one client, as `run` starts it
  """

private func run(_ arguments: [String]) -> Int32 {
  do {
    switch (arguments.first, arguments.count) {
    case ("run", 3):
      guard let seconds = Int(arguments[1]), seconds > 0, let seed = UInt64(arguments[2]) else { break }
      return try Soak(seconds: seconds, seed: seed).run()
    case ("client", 3):
      guard let seed = UInt64(arguments[2]) else { break }
      return try SoakClient.run(socket: arguments[1], seed: seed)
    default: break
    }
    say(usage)
    return 2
  } catch {
    say("failure: \(error)")
    return 1
  }
}

/// Writes a line to standard output at once.
func say(_ line: String) {
  let bytes = Array((line + "\n").utf8)
  _ = write(STDOUT_FILENO, bytes, bytes.count)
}
