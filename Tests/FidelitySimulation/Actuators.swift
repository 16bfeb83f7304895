// The four actuators of the report. "Start" is the time from rest to 90 % of the vibration (acceleration) under full
// drive, "stop" the time from the end of the drive to 10 %, as Texas Instruments defines them. Tests compare the
// constants with these figures.
//
// The renderer knows each actuator only by its preset, and each differs from its preset, which a test verifies: it is
// another unit of the class, like a device that the hardware database describes by its type.

extension Actuator {
  package static let all = [slowPhone, resonantPhone, switchedPhone, pad]

  /// An eccentric mass on a PWM: start 78 ms, stop 98 ms; the preset has 60 and 80 ms.
  ///
  /// The slow end of the class of 60...80 ms, the third of the classes for which Texas Instruments sells waveform
  /// libraries (linux/drivers/input/misc/drv260x.c); TDK gives 50...100 ms for such motors. It starts at 0.3 of its
  /// voltage and keeps turning down to 0.12. Data sheets guarantee a start at 0.75...0.8 (DOOCO DEV-3408: 2.8 of 3.6 V;
  /// PMD's 10 mm coins: 2.3 of 3 V); typical motors need much less. 12 000 rpm, the common rating of 10 mm coins, are
  /// 200 Hz.
  package static let slowPhone = Actuator(
    preset: "erm", title: "slow ERM phone",
    motors: [.spinner(Spinner.Constants(stiction: 0.3, friction: 0.12, drag: 0.08, inertia: 24.5, lag: 2.5))],
    driver: .dutyCycle, sensation: .eccentric(hertz: 200))

  /// A mass on a spring at 235 Hz, driven 3 Hz above its resonance: start and stop 22 ms; the preset has other times.
  ///
  /// 235 Hz is the frequency of the smaller actuators of today's phones (Jinlong G0832), 3 Hz the error of a fixed
  /// carrier with the tolerance that data sheets allow for the resonance. A quality of 7 gives a time constant of
  /// 7 / (π · 235 Hz) = 9.5 ms; a unit that is a quarter slower starts in 27 ms.
  package static let resonantPhone = Actuator(
    preset: "lra", title: "LRA phone",
    motors: [.resonator(Resonator.Constants(decay: 9.5, detuning: 3))],
    driver: .dutyCycle, sensation: Sensation(hertz: 235, threshold: Sensation.noticedAcceleration))

  /// An eccentric mass on a GPIO: start 104 ms, stop 117 ms; the preset has 80 and 80 ms.
  ///
  /// The fast end of Texas Instruments' next class, 100...140 ms, at 9 000 rpm (DOOCO DEV-3408). Its regulator needs
  /// some milliseconds. The PinePhone's own motor is slower still (Pine64-Arch issue 44: 70 ms are just perceptible).
  /// The PinePhone Pro's is felt after 25 ms (feedbackd-device-themes), like this one.
  package static let switchedPhone = Actuator(
    preset: "on-off", title: "on/off phone motor",
    motors: [.spinner(Spinner.Constants(stiction: 0.35, friction: 0.14, drag: 0.08, inertia: 32.5, lag: 5))],
    driver: .onOff, sensation: .eccentric(hertz: 150))

  /// A gamepad with a heavy motor of 60 Hz and a light one of 160 Hz: start 83 and 37 ms, stop 126 and 56 ms; the
  /// preset has 65, 28, 90 and 40 ms.
  ///
  /// No vendor publishes figures of the motors in gamepads. These have the ratios of a synthesizer tuned by ear
  /// (ARMSX2: 65 to 28 ms), for a unit that is a quarter slower. The light motor shakes the gamepad with 0.7 of the
  /// heavy one's velocity, half of its power. A felt strength of 1 is the heavy motor alone. The USB endpoint is polled
  /// every 4 ms (xpad).
  package static let pad = Actuator(
    preset: "pad", title: "two-motor pad",
    motors: [
      .spinner(Spinner.Constants(stiction: 0.18, friction: 0.09, drag: 0.09, inertia: 27, lag: 3)),
      .spinner(Spinner.Constants(stiction: 0.16, friction: 0.09, drag: 0.1, inertia: 12.5, lag: 2)),
    ],
    gains: [1, 0.7], driver: .bytes(pollMilliseconds: 4), sensation: .eccentric(hertz: 100))
}

extension Sensation {
  /// Returns the sensation of a turning mass: its acceleration is proportional to the square of its velocity.
  static func eccentric(hertz: Double) -> Sensation {
    Sensation(hertz: hertz, threshold: noticedAcceleration.squareRoot())
  }
}
