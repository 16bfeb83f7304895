import Foundation
import TestSupport
import Testing

/// How `Tests/VM/boot` chooses the processor of the virtual machine, with an emulator that only notes its arguments.
@Suite struct VirtualMachineTests {
  @Test func `a KVM that starts a guest and does not run its kernel is tried once and then never again`() throws {
    let machine = try Machine(kvm: "exec sleep 3600")
    #expect(try machine.boot().contains("does not run Debian's kernel"))
    #expect(try machine.boot() == "")
    #expect(try machine.accelerators() == ["kvm", "tcg", "tcg"])
  }

  @Test func `a KVM that runs the kernel is used, and tried again after each start of this machine`() throws {
    let machine = try Machine(kvm: "echo it runs")
    _ = try machine.boot()
    _ = try machine.boot()
    #expect(try machine.accelerators() == ["kvm", "kvm", "kvm"])
    try machine.folder.write("another-start yes\n", to: "\(Machine.cache)/kvm-9.9")
    _ = try machine.boot()
    #expect(try machine.accelerators().count == 5)
  }

  @Test func `a KVM that fails at once, or cannot be opened, is not used`() throws {
    let failing = try Machine(kvm: "exit 134")
    #expect(try failing.boot().contains("does not run Debian's kernel"))
    #expect(try failing.accelerators() == ["kvm", "tcg"])
    let missing = try Machine(kvm: "echo it runs")
    try missing.folder.remove("kvm")
    #expect(try missing.boot() == "")
    #expect(try missing.accelerators() == ["tcg"])
  }

  @Test func `a missing emulator and a guest that does not end are failures`() throws {
    let machine = try Machine(kvm: "echo it runs")
    try machine.folder.write("#!/bin/sh\n", to: "bin/qemu-system-x86_64")
    #expect(try machine.start().status == 125)
    try machine.folder.remove("bin/qemu-system-x86_64")
    let (status, text) = try machine.start(path: "\(machine.folder.path)/bin:/nonexistent")
    #expect(status == 2 && text.contains("qemu-system-x86_64 is missing"), "\(text)")
  }
}

/// A folder with a kernel, and programs in place of those that `boot` runs.
private struct Machine {
  let folder: TestFolder

  /// The place of the kernels of this release of Debian.
  static let cache: String = {
    let lines = (try? String(contentsOfFile: "/etc/os-release", encoding: .utf8))?.split(separator: "\n") ?? []
    let name = lines.first { $0.hasPrefix("VERSION_CODENAME=") }?.split(separator: "=").last
    return "cache/hapticd/vm/\(name ?? "debian")"
  }()

  /// - Parameter kvm: what the emulator does with KVM.
  init(kvm: String) throws {
    folder = try TestFolder()
    try folder.write("", to: "kvm")
    try folder.write("", to: "calls")
    try folder.makeFolder("\(Self.cache)/kernel-9.9/lib/modules/9.9")
    for tool in ["busybox", "modprobe", "depmod", "mmdebstrap"] { try program("exit 0", tool) }
    try program("cat > /dev/null", "cpio")
    try program(
      """
      echo "$*" >> '\(folder.path)/calls'
      case "$*" in *"-accel kvm"*) \(kvm) ;; esac
      for word; do
        case $word in *id=out,*) word=${word#*path=}; echo 0 > "${word%%,*}/.exit" ;; esac
      done
      """, "qemu-system-x86_64")
  }

  private func program(_ text: String, _ name: String) throws {
    let path = try folder.write("#!/bin/bash\n\(text)\n", to: "bin/\(name)")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
  }

  /// Boots, expects success, and returns the messages.
  func boot() throws -> String {
    let (status, text) = try start()
    #expect(status == 0, "\(text)")
    return text
  }

  func start(path: String? = nil) throws -> (status: Int32, text: String) {
    let repository = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
    let boot = Foundation.Process()
    boot.executableURL = URL(filePath: "/bin/bash")
    boot.arguments = [repository.appending(path: "Tests/VM/boot").path, "true"]
    boot.environment = [
      "PATH": path ?? "\(folder.path)/bin:/usr/bin:/bin", "XDG_CACHE_HOME": folder.path(of: "cache"),
      "VM_KVM": folder.path(of: "kvm"),
    ]
    let pipe = Pipe()
    boot.standardOutput = pipe
    boot.standardError = pipe
    try boot.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    boot.waitUntilExit()
    return (boot.terminationStatus, text)
  }

  /// The accelerator of each start of the emulator.
  func accelerators() throws -> [String] {
    try String(contentsOfFile: folder.path(of: "calls"), encoding: .utf8).split(separator: "\n").map { line in
      line.contains("-accel kvm") ? "kvm" : "tcg"
    }
  }
}
