/// The mounts of a process: `/proc/PID/mountinfo`, which the kernel writes without access to any file system.
///
/// See proc_pid_mountinfo(5): `36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw,errors=continue`.
package struct MountTable {
  /// The party that answers the calls to a file system.
  package enum Trust {
    /// Only the kernel: each call returns.
    case kernel
    /// Another machine, a layer over another file system, or unknown.
    case unknown
    /// A process, which may never answer.
    case process
  }

  private let text: [UInt8]

  package init(_ text: [UInt8]) { self.text = text }

  /// The trust in the file system of a mount. A mount that is not in the table is `.unknown`.
  package func trust(in mountID: UInt64?) -> Trust {
    guard let mountID, let type = type(of: mountID) else { return .unknown }
    if type.elementsEqual("fuseblk".utf8) || type.elementsEqual("fuse".utf8) || type.starts(with: "fuse.".utf8) {
      return .process
    }
    return Self.kernelTypes.contains { type.elementsEqual($0.utf8) } ? .kernel : .unknown
  }

  private func type(of mountID: UInt64) -> ArraySlice<UInt8>? {
    let number = Array("\(mountID) ".utf8)
    for line in text.split(separator: UInt8(ascii: "\n")) where line.starts(with: number) {
      let fields = line.split(separator: UInt8(ascii: " "))
      guard let dash = fields.firstIndex(where: { $0.elementsEqual("-".utf8) }) else { return nil }
      return fields.dropFirst(dash + 1).first
    }
    return nil
  }

  /// Types of local file systems. Layers such as overlay are not included, because the file system below can be of
  /// any type.
  private static let kernelTypes = [
    "tmpfs", "ramfs", "rootfs", "ext4", "ext3", "ext2", "btrfs", "xfs", "f2fs", "bcachefs", "zfs", "squashfs", "erofs",
    "iso9660", "vfat", "exfat", "ntfs3", "ubifs", "jffs2",
  ]
}
