internal import Glibc
internal import HapticSystem

// The reader thread serves streams, and tasks, which must not block a thread of the pool. It is started for the first
// of them and runs as long as the client exists. Without streams and tasks, a client has no thread.

extension Core {
  func startReader() throws(ClientError) {
    // Without a descriptor: a stop is sent also by a process that has no free one.
    if withConnection({ $0.readerCounter != nil }) { return }
    let counter = try makeCounter()
    let isFirst = withConnection { connection in
      if connection.readerCounter != nil { return false }
      connection.readerCounter = counter
      return true
    }
    if !isFirst { return }
    do throws(Errno) {
      try BackgroundThread.start { [self] in readForEver(counter) }
    } catch {
      withConnection { $0.readerCounter = nil }
      throw .system(error)
    }
  }

  /// Makes the reader thread send the rest of the bindings, if the socket did not take all of them.
  func tend() {
    let isNeeded = withConnection { connection in
      if !connection.hasLeftover { return false }
      connection.readerCounter?.raise()
      return connection.readerCounter == nil
    }
    // Without a thread, the next requests send it.
    if isNeeded { try? startReader() }
  }

  private func readForEver(_ counter: EventCounter) {
    while let (descriptor, isSending, next) = withConnection({ $0.serveReader(at: .now) }) {
      let wait = next - .now
      do throws(ClientError) {
        try sleep(on: descriptor, isSending: isSending, or: counter, for: wait)
      } catch {
        // `poll` fails without memory, and under a limit of one descriptor. The thread looks again a moment later, because
        // tasks and streams have nothing else that reads for them.
        usleep(UInt32(clamping: max(min(wait, Self.pause), .zero).wholeMicroseconds))
      }
      // Clears the counter before the next iteration, not after it: an event during that iteration must end the next
      // wait.
      counter.clear()
    }
  }

  /// The pause of a thread that cannot wait for the socket.
  private static var pause: Duration { .milliseconds(100) }
}
