internal import CSystemd
internal import Glibc
public import HapticSystem

/// The protocol of a service with the manager that started it. Without a manager the calls do nothing.
public enum ServiceManager {
  /// Reports that the service is ready for clients. `status` is one line for `systemctl status`.
  ///
  /// The corresponding C function is `sd_notify` with `READY=1`.
  public static func notifyReady(status: String) { notify("READY=1\nSTATUS=\(oneLine(status))") }

  /// Reports that the service is about to end. The corresponding C function is `sd_notify` with `STOPPING=1`.
  public static func notifyStopping() { notify("STOPPING=1") }

  /// The sockets that the manager opened for this process, in the order of the unit file; the caller owns them. They
  /// are non-blocking and do not survive exec. Later calls return none.
  ///
  /// The corresponding C function is `sd_listen_fds`.
  public static func inheritedSockets() throws(Errno) -> [Int32] {
    let count = try check(sd_listen_fds(1))
    let descriptors = (0..<count).map { SD_LISTEN_FDS_START + $0 }
    for descriptor in descriptors { try makeNonBlocking(descriptor) }
    return descriptors
  }

  /// Returns whether a descriptor is a listening `AF_UNIX` socket of type `SOCK_SEQPACKET`; a unit file may be wrong.
  ///
  /// The corresponding C function is `sd_is_socket`.
  public static func isSeqpacketListener(_ descriptor: Int32) -> Bool {
    sd_is_socket(descriptor, AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 1) > 0
  }

  private static func notify(_ state: String) { _ = unsafe sd_notify(0, state) }

  /// The text without line ends, which separate the fields of the message.
  private static func oneLine(_ text: String) -> String {
    String(text.map { $0.isNewline ? " " : $0 })
  }

  private static func makeNonBlocking(_ descriptor: Int32) throws(Errno) {
    let flags = try retryingInterrupts { fcntl(descriptor, F_GETFL) }
    _ = try retryingInterrupts { fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) }
  }
}
