// An application needs only `import Haptics`. The model of patterns is exported as a whole; of the protocol, the types in
// its calls, replies and events. What only tools use is in HapticProtocol.
@_exported public import HapticPatterns

@_exported public import struct HapticProtocol.DeviceChange
@_exported public import struct HapticProtocol.DeviceID
@_exported public import struct HapticProtocol.DeviceRecord
@_exported public import struct HapticProtocol.FeedbackRecord
@_exported public import enum HapticProtocol.FinishReason
@_exported public import struct HapticProtocol.Finished
@_exported public import struct HapticProtocol.MonitorScope
@_exported public import enum HapticProtocol.Open
@_exported public import struct HapticProtocol.PlaybackID
@_exported public import enum HapticProtocol.Verdict
@_exported public import struct HapticProtocol.VerdictReply
@_exported public import struct HapticSystem.Errno
@_exported public import struct HapticSystem.Instant
@_exported public import enum HapticSystem.RuntimeFolderFault
