// All suites use `House` and its clients.
@_exported import ServerHarness
