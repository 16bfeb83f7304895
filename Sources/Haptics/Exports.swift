// An application says `import Haptics` and nothing else: the words of a play, a verdict or a device come with it.
@_exported public import HapticPatterns
@_exported public import HapticProtocol

@_exported public import struct HapticSystem.Errno
@_exported public import struct HapticSystem.Instant
@_exported public import enum HapticSystem.RuntimeFolderFault
