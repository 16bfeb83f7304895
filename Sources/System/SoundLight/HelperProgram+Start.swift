package import HapticSystem

extension HelperProgram {
  /// Runs a program, and returns the socket to it.
  ///
  /// Package access, because Swift 6.2 can take a pair apart only where its type is visible to the package.
  package static func start(_ path: String, _ arguments: [String]) throws(Errno) -> SeqpacketSocket {
    let pair = try SeqpacketSocket.pair()
    try run(path, arguments, on: pair.second)
    return pair.first
  }
}
