/// The version of this software, of the daemon and of the clients. The protocol has its own version, `Limits.version`.
public let release = "0.9.0"
