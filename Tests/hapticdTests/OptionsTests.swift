import Testing

@testable import DaemonAssembly

@Suite struct OptionsTests {
  private func read(_ arguments: String...) throws -> Options.Request {
    try Options.read(arguments, models: ["erm", "lra"])
  }

  @Test func `without arguments the daemon serves real devices at the default socket`() throws {
    #expect(try read() == .serve(Options()))
    #expect(
      Options()
        == Options(
          isVerbose: false, simulated: [], socketPath: nil, theme: nil, usesDevices: true, replaces: false))
  }

  @Test func `all options combine, and a value may be attached`() throws {
    let expected = Options(
      isVerbose: true, simulated: ["erm", "lra"], socketPath: "/s=1", theme: "hig", usesDevices: false, replaces: true)
    #expect(
      try read(
        "-v", "--simulate", "erm", "--simulate=lra", "--socket=/s=1", "--theme", "hig", "--no-devices", "--replace")
        == .serve(expected))
  }

  @Test func `the last value of a repeated option is used`() throws {
    #expect(try read("--theme", "hig", "--theme=default") == .serve(Options(theme: "default")))
  }

  @Test(arguments: [("--help", Options.Request.printHelp), ("-h", .printHelp), ("--version", .printVersion)])
  func `help and version ignore the arguments after them`(_ argument: String, _ expected: Options.Request) throws {
    #expect(try Options.read(["--verbose", argument, "--nonsense"], models: []) == expected)
  }

  @Test(arguments: [
    (["--simulat", "erm"], "unknown option '--simulat'; see hapticd --help"),
    (["serve"], "unknown option 'serve'; see hapticd --help"),
    (["--verbos=1"], "unknown option '--verbos=1'; see hapticd --help"),
    (["--simulate"], "--simulate needs a value"),
    (["--simulate="], "--simulate needs a value"),
    (["--theme"], "--theme needs a value"),
    (["--socket", ""], "--socket needs a value"),
    (["--simulate", "piezo"], "--simulate: unknown motor 'piezo'; expected erm, lra"),
  ])
  func `a mistake names the option and the remedy`(_ arguments: [String], _ message: String) {
    #expect(throws: Options.Mistake(message: message)) { try Options.read(arguments, models: ["erm", "lra"]) }
  }

  @Test(arguments: ["--verbose=yes", "--no-devices=", "--replace=1", "--help=x"])
  func `an option without a value refuses one`(_ argument: String) {
    let name = String(argument.prefix { $0 != "=" })
    #expect(throws: Options.Mistake(message: "\(name) takes no value")) { try Options.read([argument], models: []) }
  }
}
