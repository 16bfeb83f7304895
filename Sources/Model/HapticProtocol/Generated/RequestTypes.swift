// Generated from Sources/Protocol/protocol.json by Sources/Protocol/generate.

/// The types of all queries, in the order of their opcodes.
package let queries: [any Query.Type] = [
  DevicesQuery.self,
  StatisticsQuery.self,
  FeedbacksQuery.self,
  HistoryQuery.self,
  StatusQuery.self,
  PlayingQuery.self,
  SettingQuery.self,
]
