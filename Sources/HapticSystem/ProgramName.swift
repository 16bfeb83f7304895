extension PeerCredentials {
  /// The name of the program that the process runs, as the kernel has it, at most 15 bytes long; nil where it cannot be
  /// read, as of a process that has ended. A process may choose it: it is for people, not for decisions.
  public var programName: String? {
    guard processID > 0, let folder = try? FolderDescriptor.open("/proc/\(processID)"),
      let bytes = try? folder.read("comm", upTo: 64)
    else { return nil }
    let name = bytes.prefix { $0 != UInt8(ascii: "\n") }
    return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
  }
}
