internal import HapticSystem

/// Records a rhythm until a pause, Enter, or an interruption.
struct TapSession {
  private(set) var recording = TapRecording()
  /// The time without a press after which the recording ends.
  let pause: Duration
  /// The longest wait for the first press.
  private static let longestWait = Duration.seconds(60)

  private func isOver(since last: Instant) -> Bool {
    Instant.now - last >= (recording.presses.isEmpty ? Self.longestWait : pause)
  }

  // MARK: Terminal

  /// Records keys of the terminal. Their times are those at which this program reads them.
  ///
  /// - Throws: a failure without a terminal; `.interrupted` after Ctrl-C.
  mutating func recordKeys() throws(Failure) {
    var keys = try TerminalKeys.ofPage("tap expects a terminal; without one, give an input node with --on")
    var last = Instant.now
    draw()
    while !isOver(since: last) {
      switch try keys.nextOfPage(timeout: Self.glance) {
      case nil: continue
      case .interrupt: throw Failure(code: .interrupted, message: "nothing is recorded")
      case .enter, .escape: return
      default:
        last = .now
        recording.add(TapRecording.Press(start: last))
        draw()
      }
    }
  }

  private func draw() {
    var frame = Frame()
    frame.add("tap the rhythm on any key")
    frame.add("Enter or a pause of \(pause.words) ends, Ctrl-C cancels")
    frame.add("")
    frame.add(
      "\(counted(recording.presses.count, "tap")) " + String(repeating: "*", count: recording.presses.count % 40))
    frame.show()
  }

  // MARK: Input node

  /// Records presses of a node. A device that is pulled out ends the rhythm.
  ///
  /// - Throws: a failure if the node cannot be read, unless presses were recorded before.
  mutating func record(_ node: inout ButtonNode) throws(Failure) {
    var last = Instant.now
    while !isOver(since: last), !Interruption.hasHappened {
      do throws(Errno) {
        try waitUntilReadable(node.descriptor, timeout: Self.glance)
        for press in try node.take() { recording.add(press) }
        if node.isHeld { last = .now }
      } catch {
        let words = error == .noDevice ? "the device was disconnected" : "the node can no longer be read: \(error)"
        guard !recording.presses.isEmpty else { throw .refused(words) }
        return printWarning("\(words); the rhythm ends here")
      }
      if let end = recording.presses.last?.end { last = max(last, end) }
    }
  }

  private static let glance = Duration.milliseconds(50)
}
