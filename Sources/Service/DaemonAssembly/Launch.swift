internal import HapticProtocol
internal import HapticSystem
internal import MotorRendering

/// Parses the command line of this process and runs the daemon.
///
/// - Returns: the exit code: 0 after a clean stop, 1 for a failure, 2 for an invalid command line.
package func launch() -> Int32 {
  StandardDescriptors.fill()
  // Not before a motor is to be simulated: all presets take a fortieth of the start.
  var models: [String] { MotorModel.presets.keys.sorted() }
  do throws(Options.Mistake) {
    switch try Options.read(try words(), models: models) {
    case .printHelp: return show(Options.help(models: models))
    case .printVersion: return show("hapticd \(release)")
    case .serve(let options): return serve(options)
    }
  } catch {
    Log(verbose: false).error(error.message)
    return 2
  }
}

private func words() throws(Options.Mistake) -> [String] {
  do throws(MalformedWord) { return try CommandWords.text(of: CommandWords.own) } catch {
    throw Options.Mistake(message: error.message)
  }
}

private func show(_ text: String) -> Int32 {
  do throws(OutputFailure) {
    try StandardOutput.write(text + "\n")
    try StandardOutput.close()
    return 0
  } catch {
    if let message = error.message { Log(verbose: false).error(message) }
    return error.exitStatus
  }
}

private func serve(_ options: Options) -> Int32 {
  let log = Log(verbose: options.isVerbose)
  for warning in Environment.warnings { log.warning(warning) }
  Signals.ignoreStray()
  Heap.returnLargeBlocks()
  do throws(Daemon.Failure) {
    return try Daemon(options, log: log).run()
  } catch {
    log.error(error.message)
    return 1
  }
}
