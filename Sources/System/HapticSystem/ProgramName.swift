extension PeerCredentials {
  /// The name of the process's program, at most 15 bytes, as the kernel reports it; nil if it cannot be read, for
  /// example because the process has ended. A process can change it: use it for display, not for decisions.
  public var programName: String? {
    guard processID > 0, let folder = try? FolderDescriptor.open("/proc/\(processID)"),
      let bytes = try? folder.read("comm", upTo: 64)
    else { return nil }
    let name = bytes.prefix { $0 != UInt8(ascii: "\n") }
    return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
  }
}
