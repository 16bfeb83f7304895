internal import CSystemd
internal import Glibc
public import HapticSystem

/// What a service says to the manager that started it, and gets from it. Without a manager nothing happens.
public enum ServiceManager {
  /// The service is ready for its clients. `status` is one line for `systemctl status`.
  ///
  /// The corresponding C function is `sd_notify` with `READY=1`.
  public static func notifyReady(status: String) { notify("READY=1\nSTATUS=\(oneLine(status))") }

  /// One line for `systemctl status`. The corresponding C function is `sd_notify` with `STATUS=`.
  public static func notify(status: String) { notify("STATUS=\(oneLine(status))") }

  /// The service is about to end. The corresponding C function is `sd_notify` with `STOPPING=1`.
  public static func notifyStopping() { notify("STOPPING=1") }

  /// The sockets the manager opened for this process, in the order of the unit's file; the caller owns them. They are
  /// non-blocking and do not survive exec. The second call returns none.
  ///
  /// The corresponding C function is `sd_listen_fds`.
  public static func inheritedSockets() throws(Errno) -> [Int32] {
    let count = try check(sd_listen_fds(1))
    let descriptors = (0..<count).map { SD_LISTEN_FDS_START + $0 }
    for descriptor in descriptors { try makeNonBlocking(descriptor) }
    return descriptors
  }

  /// Whether a descriptor is a listening `AF_UNIX` socket of type `SOCK_SEQPACKET`, as a unit file may get wrong.
  ///
  /// The corresponding C function is `sd_is_socket`.
  public static func isSeqpacketListener(_ descriptor: Int32) -> Bool {
    sd_is_socket(descriptor, AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 1) > 0
  }

  private static func notify(_ state: String) { _ = unsafe sd_notify(0, state) }

  /// Each line of the message is a field of its own.
  private static func oneLine(_ text: String) -> String {
    String(text.map { $0.isNewline ? " " : $0 })
  }

  private static func makeNonBlocking(_ descriptor: Int32) throws(Errno) {
    let flags = try retryingInterrupts { fcntl(descriptor, F_GETFL) }
    _ = try retryingInterrupts { fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) }
  }
}
