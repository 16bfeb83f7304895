// Every suite here works with a `House` and its clients.
@_exported import ServerHarness
