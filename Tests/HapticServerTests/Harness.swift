// All suites use `ServerBench` and its clients.
@_exported import ServerHarness
