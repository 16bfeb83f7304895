internal import ArgumentParser
internal import Glibc
internal import Haptics
internal import MotionSensing
internal import MotorCalibration
internal import MotorRendering

struct Calibrate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measure the motors of a device with its own accelerometer.",
    discussion: """
      The device vibrates for half a minute: hold it still, in the hand. The command fits the rise, the fall and the \
      start level of each motor, and offers to save them as settings of the device, which the daemon uses at once. \
      Nothing is saved if the measurement is not reliable. Ctrl-C stops the motor and exits with 130.
      """)

  @Argument(help: ArgumentHelp(ChosenDevice.help + " The default is the daemon's choice."), completion: .device)
  var device: String?

  @OptionGroup var sensor: SensorOptions

  @Flag(help: "Save the result without a confirmation.")
  var save = false

  @Flag(help: "Show the device, the sensor and the length of the measurement; do not vibrate.")
  var dryRun = false

  @Option(
    help: ArgumentHelp("Write an SVG image of the fit to this file; - is standard output.", valueName: "file"),
    completion: .file(extensions: ["svg"]))
  var svg: String?

  @Flag(help: "Permit --svg to replace a file that is not an SVG image.")
  var force = false

  @OptionGroup var output: OutputOptions

  func validate() throws {
    if svg == "-", output.json { throw ValidationError("--svg - and --json cannot both use standard output") }
    // A dry run measures nothing that could be saved or drawn.
    try expectAtMostOne(of: ["--dry-run": dryRun, "--save": save])
    try expectAtMostOne(of: ["--dry-run": dryRun, "--svg": svg != nil])
    try expect("--force", force, onlyWith: "--svg", svg != nil)
  }

  func run() throws {
    let session = try DaemonSession()
    let (record, id) = try session.readyDevice(device)
    guard record.driver != .simulated || sensor.sensor != nil else {
      throw Failure.usage("'\(record.name)' is simulated, and has no sensor; give another device")
    }
    let source = try DeviceSensor(of: record, at: sensor.sensor)
    // A mistake in the file or in the folder of settings must not be noticed after the measurement.
    if save { _ = try OwnFile().text() }
    Interruption.notice()
    let model = MotorModel(record)
    var capture = MotionCapture(session, id, source)
    let plan = try capture.plan(for: model)
    if dryRun { return try show(plan, record, id, source.place) }
    if !output.json {
      writeError(
        Screen.standardError.text(
          of: "'\(record.name)' vibrates for \(plan.duration.words); hold it still, in the hand, until the end"))
    }
    let calibration: Calibration
    do {
      let progress = ProgressLine()
      defer { progress.clear() }
      calibration = try capture.perform(plan, on: model) { number, count in
        if !output.json { progress.show("vibration \(number) of \(count)") }
      }
    }
    try conclude(CalibrationResult(record: record, place: source.place, calibration: calibration), session)
  }

  // MARK: Output

  private func show(
    _ plan: CalibrationPlan, _ record: DeviceRecord, _ id: DeviceID, _ place: MotionSensorPlace
  ) throws {
    let document: JSONObject = [
      "deviceID": id.rawValue, "deviceName": record.name, "sensor": place.path, "sensorName": place.name,
      "vibrationCount": plan.vibrations.count, "lengthMilliseconds": plan.duration.milliseconds,
    ]
    try output.show(document) { _ in
      [
        "device: \(record.name)", "sensor: \(place.path), '\(place.name)'",
        "measurement: \(counted(plan.vibrations.count, "vibration")), \(plan.duration.words)",
      ]
    }
  }

  private func conclude(_ result: CalibrationResult, _ session: DaemonSession) throws {
    let hardware = result.hardwareLines(machine: Machine().deviceTreeNames?.first.map(String.init))
    if let svg { try output.write(image: result.image, to: svg, isForced: force) }
    if output.json {
      var document = try JSONObject.calibration(result, hardware: hardware)
      document["svgFile"] = svg
      if save { document["file"] = try keep(result, session) }
      return try printJSON(document)
    }
    if svg == "-" {
      if save { _ = try keep(result, session) }
      return
    }
    let screen = Screen.standardOutput
    screen.show([result.title, ""])
    screen.show(result.pictures(columns: screen.columns ?? Screen.usualColumns))
    screen.show(result.lines + ["", "for 60-hapticd.hwdb, to send upstream:"] + hardware + [""])
    let hasUser = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
    if save || hasUser && isConfirmed("save these settings of '\(result.record.name)'?") {
      screen.show("saved in \(try keep(result, session))")
    } else {
      screen.show("not saved; add --save to save it")
    }
  }

  // MARK: Saving

  /// Saves the settings, and waits until the daemon uses them.
  ///
  /// - Returns: the path of the file.
  private func keep(_ result: CalibrationResult, _ session: DaemonSession) throws -> String {
    let own = try OwnFile()
    let settings = try result.settings()
    try own.set(settings)
    DaemonUpdate.wait(session)
    settings.compactMap { PreferenceRow($0.key, in: .here).note(on: own) }.forEach(printWarning(_:))
    return own.path
  }
}
