// An application needs only `import Haptics`. The model of patterns is exported as a whole; of the protocol, only the
// types that appear in calls, replies and events. Packets, opcodes and their sizes stay inside.
@_exported public import HapticPatterns

@_exported public import struct HapticProtocol.Circumstances
@_exported public import struct HapticProtocol.DeviceChange
@_exported public import struct HapticProtocol.DeviceID
@_exported public import struct HapticProtocol.DeviceRecord
@_exported public import struct HapticProtocol.FeedbackRecord
@_exported public import enum HapticProtocol.FinishReason
@_exported public import struct HapticProtocol.Finished
@_exported public import struct HapticProtocol.Handle
@_exported public import struct HapticProtocol.HelloReply
@_exported public import struct HapticProtocol.LevelChange
@_exported public import enum HapticProtocol.Limits
@_exported public import struct HapticProtocol.MonitorScope
@_exported public import struct HapticProtocol.Observed
@_exported public import enum HapticProtocol.Open
@_exported public import struct HapticProtocol.PlaybackEnd
@_exported public import struct HapticProtocol.PlaybackID
@_exported public import struct HapticProtocol.PlayingRecord
@_exported public import enum HapticProtocol.ProtocolError
@_exported public import struct HapticProtocol.StageSummary
@_exported public import struct HapticProtocol.StatisticsReport
@_exported public import struct HapticProtocol.Status
@_exported public import enum HapticProtocol.Verdict
@_exported public import struct HapticProtocol.VerdictReply
@_exported public import struct HapticSystem.Errno
@_exported public import struct HapticSystem.Instant
@_exported public import enum HapticSystem.RuntimeFolderFault
