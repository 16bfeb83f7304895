internal import FidelitySimulation
internal import Foundation
internal import HapticPatterns
internal import MotorCalibration
internal import MotorRendering
internal import ShakenSensor

/// The figures of units of each motor, rendered with three models: that of the type, that of a simulated
/// calibration of the unit, and that of the unit's true constants.
struct CalibrationReport {
  /// The figures of one kind of motor, as means of its units.
  struct Row {
    let actuator: Actuator
    let refusals: [CalibrationRefusal]
    /// For each figure and notion: with the preset, as calibrated, and as known.
    let values: [Figure: [[Double]]]
  }

  let rows: [Row]
  let fileCount, unitCount: Int

  /// - Parameter tuningOnly: whether to leave out the files and the units that no tuning run may see.
  init(_ patterns: [Corpus.Entry], tuningOnly: Bool) {
    let patterns = tuningOnly ? Portion.tuning.files(patterns) : patterns
    let intentions = inParallel(patterns.count) { Intention(patterns[$0].pattern) }
    let heard = patterns.indices.filter { !intentions[$0].isSilent }
    fileCount = heard.count
    func units(_ actuator: Actuator) -> [Actuator] { tuningOnly ? actuator.tuningUnits : actuator.units }
    unitCount = Actuator.all.map { units($0).count }.max() ?? 0
    rows = Actuator.all.map { Row($0, units($0), heard.map { (patterns[$0].pattern, intentions[$0]) }) }
  }

  /// Whether each figure of the calibrated units is within a twentieth of that of the known ones.
  var isMet: Bool {
    rows.allSatisfy { row in
      row.refusals.isEmpty
        && Figure.compared.allSatisfy { figure in (row.values[figure] ?? []).allSatisfy { figure.isRestored($0) } }
    }
  }

  var text: String {
    var text = [
      "### Calibration: \(fileCount) files, mean of \(unitCount) units", "",
      "Each cell is the preset / the unit calibrated / the unit known; ✗ marks a calibrated unit that is more than 5 % "
        + "worse than a known one.", "", "| motor | figure | velocity | acceleration |", "|---|---|---|---|",
    ]
    for row in rows {
      for figure in Figure.compared {
        let cells = (row.values[figure] ?? []).map { values in
          values.map { figure.text($0) }.joined(separator: " / ") + (figure.isRestored(values) ? "" : " ✗")
        }
        text.append("| \(row.actuator.title) | \(figure.rawValue) | " + cells.joined(separator: " | ") + " |")
      }
    }
    for row in rows where !row.refusals.isEmpty {
      text += ["", "\(row.actuator.title): refused: " + row.refusals.map(\.rawValue).joined(separator: ", ")]
    }
    return text.joined(separator: "\n")
  }
}

extension CalibrationReport.Row {
  init(_ actuator: Actuator, _ units: [Actuator], _ patterns: [(pattern: Pattern, intention: Intention)]) {
    self.actuator = actuator
    let separability = Separability(actuator)
    let preset = MotorModel.presets[actuator.preset]!
    let fits = inParallel(units.count) { index in
      let unit = units[index]
      return Result { () throws(CalibrationRefusal) in (unit, try CalibratedUnit(unit, preset: preset)) }
    }
    refusals = fits.compactMap { if case .failure(let refusal) = $0 { refusal } else { nil } }
    let units = fits.compactMap { try? $0.get() }
    let trials = inParallel(patterns.count) { index -> [Trial] in
      let (pattern, intention) = patterns[index]
      let ofPreset = preset.drive(for: pattern)
      return units.map { unit, models in
        let drives = [models.measured, models.known].map { $0.drive(for: pattern) }
        return Trial(intention, on: unit, separability, ours: ofPreset, naive: drives)
      }
    }
    var values: [Figure: [[Double]]] = [:]
    for figure in Figure.compared {
      values[figure] = Notion.allCases.indices.map { notion in
        (0..<3).map { model in
          let ofUnits = units.indices.map { unit in
            figure.value(trials.map { $0[unit].judgements[notion].players[model] })
          }
          return ofUnits.reduce(0, +) / Double(max(ofUnits.count, 1))
        }
      }
    }
    self.values = values
  }
}

extension Trial.Judgement {
  /// The figures with the preset, as calibrated, and as known.
  fileprivate var players: [Figures] { [ours] + naive }
}

extension Figure {
  /// Whether a calibrated unit is as good as a known one, up to a twentieth of the known one's figure; of an error, up to
  /// a twentieth of full strength or of all onsets.
  ///
  /// - Parameter values: with the preset, as calibrated, and as known.
  fileprivate func isRestored(_ values: [Double]) -> Bool {
    let (calibrated, known) = (values[1], values[2])
    return isLessBetter ? calibrated <= known + 0.05 : calibrated >= 0.95 * known
  }
}
