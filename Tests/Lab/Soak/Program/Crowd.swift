import Glibc
import HapticSystem
import TestSupport
import VirtualDevices

/// The running client processes and the output of those that have ended.
struct Crowd {
  private(set) var started = 0
  private(set) var killed = 0
  private(set) var requests = 0
  private(set) var replies = 0
  /// The failures that clients reported, until they are taken.
  private var failures: [String] = []
  private var clients: [Child] = []
  private let program: String
  private let socket: String

  private struct Child {
    let program: Program
    let seed: UInt64
    var isKilled = false
  }

  init(program: String, socket: String) {
    self.program = program
    self.socket = socket
  }

  var count: Int { clients.count }

  mutating func start(_ random: inout SplitMix64) throws {
    let seed = random.next()
    clients.append(Child(program: try Program([program, "client", socket, "\(seed)"], as: .tester), seed: seed))
    started += 1
  }

  /// Kills a random client, as a crash would end it.
  mutating func kill(_ random: inout SplitMix64) {
    guard let index = clients.indices.randomElement(using: &random) else { return }
    kill(at: index)
  }

  /// Kills all clients.
  ///
  /// - Returns: the failures of clients that had ended before.
  mutating func killAll() throws -> [String] {
    for index in clients.indices { kill(at: index) }
    for client in clients { try client.program.wait() }
    return takeEnded()
  }

  private mutating func kill(at index: Int) {
    clients[index].isKilled = true
    clients[index].program.signal(SIGKILL)
  }

  /// Reads the output of the clients that have ended.
  ///
  /// - Returns: their failures.
  mutating func takeEnded() -> [String] {
    for client in clients where !client.program.isRunning { take(client) }
    clients.removeAll { !$0.program.isRunning }
    defer { failures = [] }
    return failures
  }

  private mutating func take(_ client: Child) {
    let status = (try? client.program.wait()) ?? -1
    let output = client.program.output
    if status == 128 + SIGKILL {
      killed += 1
      return
    }
    let words = (output.split(separator: "\n").last ?? "").split(separator: " ")
    guard status == 0, words.count == 4, let asked = Int(words[1]), let answered = Int(words[3]) else {
      return failures.append("client \(client.seed) ended with \(status): \(output)")
    }
    requests += asked
    replies += answered
    if asked != answered { failures.append("client \(client.seed) got \(answered) replies to \(asked) requests") }
  }
}
