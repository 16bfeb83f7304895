// An application needs only `import Haptics`; the types of plays, verdicts and devices are exported with it.
@_exported public import HapticPatterns
@_exported public import HapticProtocol

@_exported public import struct HapticSystem.Errno
@_exported public import struct HapticSystem.Instant
@_exported public import enum HapticSystem.RuntimeFolderFault
