internal import HapticSystem

// The reader's thread serves tasks, which must not block a thread to wait, and streams. It is started for the first of
// them and lives as long as the client; without one, a client has no thread of its own.

extension Core {
  func startReader() throws(ClientError) {
    let counter: EventCounter
    do throws(Errno) { counter = try EventCounter() } catch { throw .system(error) }
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

  /// Where the socket did not take all that is prepared, the reader sends the rest as the daemon reads.
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
      // Where the system cannot wait, the reader is no use; calls still end by their own reading.
      do throws(ClientError) {
        try sleep(on: descriptor, isSending: isSending, or: counter, for: next - .now)
      } catch { return }
      // Before the next turn, never behind one: what was raised during a turn must end the sleep after it.
      counter.clear()
    }
  }
}
