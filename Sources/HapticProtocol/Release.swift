/// The version of this software, shared by daemon and clients; not that of the protocol, which is `Limits.version`.
public let release = "0.1.0"
