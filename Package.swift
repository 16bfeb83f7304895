// swift-tools-version: 6.2
// hapticd: the haptic feedback service for Linux.
//
// The folders in Sources are the layers; docs/architecture.md shows them. A target imports only the modules of its row
// below, so that an upward reference does not compile. The daemon links no Foundation; hapticctl and OpenCoreHaptics do.

import PackageDescription

/// The compiler settings of all targets.
let common: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// The settings of product code, which marks every raw access with `unsafe`. Tests cannot, because of `#expect`.
let strict: [SwiftSetting] = common + [.strictMemorySafety()]

/// The packages of the programs. A package that depends on a library of this one with `traits: []` does not resolve them.
let histogram = Target.Dependency.product(
  name: "Histogram", package: "hdrhistogram-swift", condition: .when(traits: ["Programs"]))
let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["Programs"]))

let package = Package(
  name: "hapticd",
  products: [
    .executable(name: "hapticd", targets: ["hapticd"]),
    .executable(name: "hapticctl", targets: ["hapticctl"]),
    .library(name: "Haptics", targets: ["Haptics"]),
    .library(name: "OpenCoreHaptics", targets: ["OpenCoreHaptics"]),
    // Pattern files of all formats, for applications that read others than AHAP.
    .library(name: "HapticFiles", targets: ["HapticFiles"]),
  ],
  traits: [
    .trait(name: "Programs", description: "hapticd and hapticctl, which need further packages"),
    .default(enabledTraits: ["Programs"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
  ],
  targets: [
    // The kernel and systemd, as they are.
    .systemLibrary(name: "CEvdev", pkgConfig: "libevdev", providers: [.apt(["libevdev-dev"])]),
    .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
    .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
    .target(name: "CHapticLinux"),
    .target(name: "CTOML"),

    // Pure: values in, values out.
    .target(name: "HapticPatterns", swiftSettings: strict),
    .target(name: "MotorOutput", swiftSettings: strict),
    .target(name: "MotorRendering", dependencies: ["HapticPatterns", "MotorOutput"], swiftSettings: strict),
    .target(name: "MotorCalibration", dependencies: ["HapticPatterns", "MotorRendering"], swiftSettings: strict),
    .target(
      name: "HapticProtocol", dependencies: ["HapticPatterns"],
      // Swift 6.2 wants a lifetime at each mutating method of MutableRawSpan.
      swiftSettings: strict + [.enableExperimentalFeature("Lifetimes")]),
    .target(name: "TextDiagnostics", dependencies: ["HapticPatterns"], swiftSettings: strict),
    .target(name: "AHAP", dependencies: ["TextDiagnostics", "HapticPatterns", "HapticSystem"], swiftSettings: strict),

    .target(name: "HapticPreferences", dependencies: ["HapticPatterns"], swiftSettings: strict),

    // The edges.
    .target(name: "HapticSystem", dependencies: ["CHapticLinux"], swiftSettings: strict),
    .target(
      name: "EventLoop", dependencies: ["CSystemd", "CHapticLinux", "HapticSystem"], swiftSettings: strict),
    .target(
      name: "ForceFeedback",
      dependencies: ["CEvdev", "CSystemd", "CHapticLinux", "HapticSystem", "EventLoop", "MotorOutput"],
      swiftSettings: strict),

    .target(name: "MotionSensing", dependencies: ["CHapticLinux", "HapticSystem"], swiftSettings: strict),

    .target(name: "MessageBus", dependencies: ["CSystemd", "EventLoop", "HapticSystem"], swiftSettings: strict),
    .target(
      name: "DesktopSession", dependencies: ["MessageBus", "EventLoop", "HapticSystem"], swiftSettings: strict),
    .target(
      name: "ClientIdentity", dependencies: ["HapticPatterns", "HapticSystem", "EventLoop"], swiftSettings: strict),

    // Sounds and lights, by a program of their own.
    .target(name: "SoundLight", dependencies: ["EventLoop", "HapticSystem"], swiftSettings: strict),
    .executableTarget(name: "hapticd-sound-light", cSettings: [.define("_GNU_SOURCE")]),

    // The vocabulary as data. The built-in themes are part of the program, so that it never starts without one.
    .target(
      name: "HapticThemes", dependencies: ["HapticPatterns", "AHAP", "TextDiagnostics", "HapticSystem"],
      exclude: ["Themes"], resources: [.embedInCode("Compiled")], swiftSettings: strict),

    // The themes of feedbackd.
    .target(
      name: "FeedbackdThemes", dependencies: ["HapticPatterns", "TextDiagnostics", "HapticSystem"],
      swiftSettings: strict),

    // Reads and edits the settings files.
    .target(
      name: "PreferenceFiles",
      dependencies: ["HapticPreferences", "HapticPatterns", "HapticSystem", "TextDiagnostics", "CTOML"],
      swiftSettings: strict),
    .target(
      name: "PreferenceEditing",
      dependencies: ["PreferenceFiles", "HapticPreferences", "HapticPatterns", "HapticSystem", "TextDiagnostics"],
      swiftSettings: strict),

    // The service. It imports all of the model, the settings (HapticPreferences) included.
    .target(
      name: "HapticServer",
      dependencies: [
        "HapticPatterns", "HapticPreferences", "MotorRendering", "HapticProtocol", "HapticSystem", "EventLoop",
        histogram,
      ],
      swiftSettings: strict),
    // feedbackd's D-Bus interface as a client of the service.
    .target(
      name: "FeedbackBus",
      dependencies: [
        "HapticServer", "MessageBus", "ClientIdentity", "SoundLight", "FeedbackdThemes", "HapticSystem",
        "HapticProtocol", "HapticPreferences", "HapticPatterns",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "hapticd",
      dependencies: [
        "FeedbackBus", "HapticServer", "HapticThemes", "PreferenceFiles", "PreferenceEditing", "ForceFeedback",
        "ClientIdentity", "DesktopSession", "SoundLight", "FeedbackdThemes",
        "MessageBus", "EventLoop", "HapticSystem", "HapticProtocol", "HapticPreferences", "HapticPatterns",
        "MotorRendering",
      ],
      exclude: ["runtime.order"],
      swiftSettings: strict),

    // The clients.
    .target(
      name: "HapticFiles",
      dependencies: ["HapticPatterns", "AHAP", "FeedbackdThemes", "TextDiagnostics", "HapticSystem", "CExpat"],
      swiftSettings: strict),
    .target(
      name: "Haptics",
      dependencies: ["HapticPatterns", "HapticProtocol", "HapticSystem", "AHAP", "TextDiagnostics"],
      swiftSettings: strict),
    .target(
      name: "OpenCoreHaptics",
      dependencies: ["Haptics", "HapticProtocol", "AHAP", "TextDiagnostics", "HapticPatterns"],
      swiftSettings: strict),
    .executableTarget(
      name: "hapticctl",
      dependencies: [
        "Haptics", "HapticFiles", "TextDiagnostics", "HapticThemes", "PreferenceFiles", "PreferenceEditing",
        "HapticPreferences", "HapticPatterns", "HapticProtocol", "HapticSystem", "MotionSensing", "MotorCalibration",
        "MotorRendering", argumentParser, histogram,
      ],
      swiftSettings: strict),

    // The tests.
    .testTarget(
      name: "HapticPatternsTests", dependencies: ["HapticPatterns", "TestSupport"], swiftSettings: common),
    .testTarget(
      name: "HapticPreferencesTests", dependencies: ["HapticPreferences", "HapticPatterns"], swiftSettings: common),
    .testTarget(
      name: "TextDiagnosticsTests", dependencies: ["TextDiagnostics", "TestSupport"], swiftSettings: common),
    .testTarget(
      name: "AHAPTests", dependencies: ["AHAP", "TextDiagnostics", "HapticPatterns", "TestSupport"],
      swiftSettings: common),
    .testTarget(
      name: "HapticFilesTests",
      dependencies: [
        "HapticFiles", "FeedbackdThemes", "HapticThemes", "AHAP", "TextDiagnostics", "HapticPatterns", "TestSupport",
      ],
      swiftSettings: common),
    .target(
      name: "TestSupport", dependencies: ["HapticPatterns", "MotorRendering"], path: "Tests/TestSupport",
      exclude: ["Golden"], swiftSettings: common),
    .testTarget(
      name: "MotorRenderingTests", dependencies: ["MotorRendering", "HapticPatterns", "TestSupport"],
      swiftSettings: common),
    // An accelerometer on simulated motors that are not the renderer's own model.
    .target(
      name: "ShakenSensor",
      dependencies: ["MotorRendering", "MotorCalibration", "HapticPatterns", "FidelitySimulation"],
      path: "Tests/ShakenSensor",
      swiftSettings: common),
    .testTarget(
      name: "MotorCalibrationTests",
      dependencies: [
        "MotorCalibration", "MotorRendering", "HapticPatterns", "ShakenSensor", "FidelitySimulation", "TestSupport",
      ],
      swiftSettings: common),
    .testTarget(
      name: "HapticThemesTests",
      dependencies: [
        "HapticThemes", "hapticd", "HapticServer", "AHAP", "TextDiagnostics", "HapticPatterns", "HapticSystem",
        "EventLoop", "MotorRendering", "TestSupport",
      ],
      swiftSettings: common),
    .testTarget(
      name: "PreferenceFilesTests",
      dependencies: [
        "PreferenceFiles", "PreferenceEditing", "hapticd", "HapticPreferences", "HapticPatterns", "HapticSystem",
        "TextDiagnostics", "EventLoop", "TestSupport",
      ],
      swiftSettings: common),
    .testTarget(
      name: "HapticProtocolTests", dependencies: ["HapticProtocol", "HapticPatterns", "TestSupport"],
      swiftSettings: common),
    .target(
      name: "FakeDaemon", dependencies: ["HapticProtocol", "HapticPatterns", "HapticSystem", "TestSupport"],
      path: "Tests/FakeDaemon",
      swiftSettings: common),
    .testTarget(
      name: "HapticsTests",
      dependencies: ["Haptics", "HapticProtocol", "HapticPatterns", "HapticSystem", "FakeDaemon", "TestSupport"],
      swiftSettings: common),
    .target(
      name: "SimulatedDaemon", dependencies: ["hapticd", "Haptics", "OpenCoreHaptics", "FakeDaemon", "TestSupport"],
      path: "Tests/SimulatedDaemon", swiftSettings: common),
    .testTarget(
      name: "OpenCoreHapticsTests",
      dependencies: [
        "OpenCoreHaptics", "Haptics", "HapticProtocol", "HapticPatterns", "SimulatedDaemon", "FakeDaemon",
        "TestSupport", "counter", "metronome",
      ],
      exclude: ["FakeSound"],
      swiftSettings: common),
    // Programs for applications to copy.
    .executableTarget(
      name: "counter", dependencies: ["OpenCoreHaptics"], path: "Examples/Counter",
      swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]),
    .executableTarget(
      name: "metronome", dependencies: ["OpenCoreHaptics"], path: "Examples/Metronome",
      swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]),
    // Sources as applications contain them.
    .testTarget(
      name: "SourceCompatibility", dependencies: ["OpenCoreHaptics", "SimulatedDaemon"],
      swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]),
    .testTarget(
      name: "hapticctlTests",
      dependencies: [
        "hapticctl", "hapticd", "Haptics", "HapticProtocol", "HapticSystem", "HapticThemes", "PreferenceFiles",
        "MotorRendering", "MotorCalibration", "MotionSensing", "ShakenSensor", "FakeDaemon", "TestSupport",
        argumentParser,
      ],
      exclude: ["Golden"],
      swiftSettings: common),
    .target(
      name: "ServerHarness",
      dependencies: [
        "HapticServer", "HapticPatterns", "HapticPreferences", "HapticProtocol", "HapticSystem", "MotorRendering",
      ],
      path: "Tests/ServerHarness",
      swiftSettings: common),
    .testTarget(
      name: "HapticServerTests",
      dependencies: [
        "HapticServer", "EventLoop", "HapticPatterns", "HapticPreferences", "HapticProtocol", "HapticSystem",
        "MotorRendering", "ServerHarness", "TestSupport",
      ],
      swiftSettings: common),
    .testTarget(
      name: "MotionSensingTests", dependencies: ["MotionSensing", "HapticSystem", "TestSupport"], swiftSettings: common),
    .testTarget(name: "HapticSystemTests", dependencies: ["HapticSystem", "TestSupport"], swiftSettings: common),
    .testTarget(
      name: "hapticdTests",
      dependencies: [
        "hapticd", "ForceFeedback", "Haptics", "HapticServer", "HapticProtocol", "HapticPatterns", "HapticSystem",
        "HapticPreferences", "PreferenceFiles", "MotorRendering", "EventLoop", "ClientIdentity", "MessageBus",
        "FakeServices", "TestSupport", "hapticd-sound-light",
      ],
      swiftSettings: common),
    .testTarget(
      name: "ClientIdentityTests",
      dependencies: ["ClientIdentity", "EventLoop", "HapticPatterns", "HapticSystem", "TestSupport"],
      swiftSettings: common),
    .target(
      name: "FakeServices", dependencies: ["MessageBus", "EventLoop", "HapticSystem", "TestSupport"],
      path: "Tests/FakeServices",
      swiftSettings: common),
    .testTarget(
      name: "MessageBusTests",
      dependencies: ["MessageBus", "FakeServices", "EventLoop", "HapticSystem", "TestSupport"],
      swiftSettings: common),
    .testTarget(
      name: "FeedbackBusTests",
      dependencies: [
        "FeedbackBus", "FakeServices", "ServerHarness", "HapticServer", "MessageBus", "ClientIdentity", "EventLoop",
        "HapticSystem", "HapticProtocol", "HapticPreferences", "HapticPatterns", "HapticThemes", "MotorOutput",
        "MotorRendering", "SoundLight", "FeedbackdThemes", "TestSupport",
      ],
      swiftSettings: common),
    .testTarget(
      name: "SoundLightTests",
      dependencies: ["SoundLight", "hapticd-sound-light", "EventLoop", "HapticSystem", "TestSupport"],
      swiftSettings: common),
    .testTarget(
      name: "FeedbackdThemesTests",
      dependencies: ["FeedbackdThemes", "HapticPatterns", "TextDiagnostics", "TestSupport"], swiftSettings: common),
    .testTarget(
      name: "DesktopSessionTests",
      dependencies: ["DesktopSession", "FakeServices", "MessageBus", "EventLoop", "HapticSystem"],
      swiftSettings: common),
    .testTarget(
      name: "EventLoopTests", dependencies: ["EventLoop", "HapticSystem", "TestSupport"], swiftSettings: common),
    .testTarget(
      name: "ForceFeedbackTests", dependencies: ["ForceFeedback", "EventLoop", "HapticSystem", "TestSupport"],
      swiftSettings: common),

    // Real kernel drivers in a virtual machine: Tests/VM/boot runs these.
    .target(name: "CVirtualDevices", path: "Tests/VM/CVirtualDevices"),
    .target(
      name: "VirtualDevices", dependencies: ["CVirtualDevices", "HapticSystem", "TestSupport"],
      path: "Tests/VM/VirtualDevices",
      swiftSettings: common),
    .testTarget(
      name: "VMTests",
      dependencies: [
        "VirtualDevices", "FakeServices", "Haptics", "OpenCoreHaptics", "HapticPatterns", "HapticThemes",
        "HapticProtocol", "HapticSystem",
        "MotorRendering", "MotorCalibration", "MotionSensing", "EventLoop", "ForceFeedback", "ClientIdentity",
        "ShakenSensor", "SoundLight", "TestSupport",
      ],
      path: "Tests/VM/Behaviours", swiftSettings: common),

    // Compares patterns on motors that are not the renderer's own model: `make fidelity`.
    .target(
      name: "FidelitySimulation", dependencies: ["HapticPatterns", "MotorRendering"], path: "Tests/Fidelity/Simulation",
      swiftSettings: common),
    .executableTarget(
      name: "fidelity",
      dependencies: [
        "FidelitySimulation", "TextDiagnostics", "HapticFiles", "HapticPatterns", "HapticThemes", "MotorRendering",
        "MotorCalibration", "ShakenSensor",
      ],
      path: "Tests/Fidelity/Report", swiftSettings: common),
    .testTarget(
      name: "FidelityTests", dependencies: ["fidelity", "FidelitySimulation", "HapticPatterns", "MotorRendering"],
      swiftSettings: common),

    // Properties of every input: seeds in tests, other inputs in `make fuzz`.
    .target(
      name: "FuzzBodies",
      dependencies: [
        "AHAP", "TextDiagnostics", "ClientIdentity", "FeedbackBus", "FeedbackdThemes", "MessageBus", "HapticFiles",
        "HapticThemes", "PreferenceFiles", "PreferenceEditing", "HapticPreferences", "HapticPatterns", "HapticProtocol",
        "HapticServer", "HapticSystem", "MotionSensing", "MotorCalibration", "MotorRendering", "ServerHarness",
      ],
      path: "Tests/Fuzzers/Bodies", swiftSettings: common),
    .testTarget(
      name: "FuzzersTests",
      dependencies: [
        "FuzzBodies", "ServerHarness", "HapticServer", "HapticProtocol", "TextDiagnostics", "HapticPatterns",
        "MotorRendering", "TestSupport",
      ],
      swiftSettings: common),
  ],
  // toml++ needs it.
  cxxLanguageStandard: .cxx17
)

// The laboratory: programs and tests that a change does not need to pass every time, and that make check does not build.
if Context.environment["HAPTICD_LABORATORY"] != nil {
  package.targets += [
    // Hours of everything at once in the virtual machine: Tests/Soak/run runs this.
    .executableTarget(
      name: "soak",
      dependencies: ["VirtualDevices", "Haptics", "HapticProtocol", "HapticPatterns", "HapticSystem"],
      path: "Tests/Soak/Program", swiftSettings: common),

    // The sources of SourceCompatibility in the older language mode; the folder is a link.
    .testTarget(
      name: "SourceCompatibilitySwift5", dependencies: ["OpenCoreHaptics", "SimulatedDaemon"],
      swiftSettings: [.swiftLanguageMode(.v5), .treatAllWarnings(as: .error)]),
    // The figures: Tests/Benchmarks/run runs these.
    .executableTarget(
      name: "start-haptics", dependencies: ["Haptics"], path: "Tests/Benchmarks/StartHaptics", swiftSettings: common),
    .executableTarget(
      name: "start-generator", dependencies: ["OpenCoreHaptics"], path: "Tests/Benchmarks/StartGenerator",
      swiftSettings: common),
    .target(name: "CBenchmarks", dependencies: ["CSystemd"], path: "Tests/Benchmarks/CBenchmarks"),
    .executableTarget(
      name: "benchmarks",
      dependencies: [
        "CBenchmarks", "VirtualDevices", "Haptics", "OpenCoreHaptics", "HapticProtocol", "HapticPatterns",
        "HapticSystem", histogram,
      ],
      path: "Tests/Benchmarks/Benchmarks", swiftSettings: common),
  ]
}

let layers = [
  "C": ["CEvdev", "CExpat", "CHapticLinux", "CSystemd", "CTOML"],
  "Model": [
    "HapticPatterns", "HapticPreferences", "HapticProtocol", "MotorCalibration", "MotorOutput", "MotorRendering",
  ],
  "System": [
    "ClientIdentity", "DesktopSession", "EventLoop", "ForceFeedback", "HapticSystem", "MessageBus", "MotionSensing",
    "SoundLight",
  ],
  "Files": [
    "AHAP", "FeedbackdThemes", "HapticFiles", "HapticThemes", "PreferenceEditing", "PreferenceFiles",
    "TextDiagnostics",
  ],
  "Service": ["FeedbackBus", "HapticServer", "hapticd", "hapticd-sound-light"],
  "Clients": ["Haptics", "OpenCoreHaptics", "hapticctl"],
]
for (folder, names) in layers {
  for target in package.targets where names.contains(target.name) { target.path = "Sources/\(folder)/\(target.name)" }
}

// Debian's Swift 6.2 has the module _Testing_Foundation, which every file with Testing and Foundation imports, without its
// library. The tests use nothing of it and are linked with an empty one.
#if compiler(<6.3)
  let emptyOverlay = "\(Context.packageDirectory)/Tests/Debian13/EmptyOverlay"
  for target in package.targets where target.type == .test {
    target.linkerSettings = [.unsafeFlags(["-L\(emptyOverlay)"])]
  }
#endif

// Tests/Fuzzers/run builds this, in a folder of its own: it is of use only where every branch is counted.
if let libFuzzer = Context.environment["HAPTICD_FUZZ"] {
  package.targets += [
    .systemLibrary(name: "CFuzzer", path: "Tests/Fuzzers/CFuzzer"),
    .executableTarget(
      name: "fuzz", dependencies: ["CFuzzer", "FuzzBodies"], path: "Tests/Fuzzers/Fuzz", swiftSettings: common,
      linkerSettings: [.unsafeFlags(["-Xlinker", libFuzzer]), .linkedLibrary("stdc++")]),
  ]
}

// Tests/Threads/run builds these and what they need, with every access of every thread watched.
if Context.environment["HAPTICD_THREADS"] != nil {
  // The daemon of these tests is another process, without the sanitizer.
  func dependencies(of target: Target) -> [String] {
    target.dependencies.compactMap { if case .byNameItem(let name, _) = $0, name != "hapticd" { name } else { nil } }
  }
  var watched: Set = ["counter", "metronome", "HapticsTests", "OpenCoreHapticsTests", "ForceFeedbackTests"]
  var added = Array(watched)
  while let name = added.popLast() {
    for target in package.targets where target.name == name {
      added += dependencies(of: target).filter { watched.insert($0).inserted }
    }
  }
  package.targets.removeAll { !watched.contains($0.name) }
  package.products.removeAll { !watched.contains($0.name) }
  for target in package.targets {
    target.dependencies.removeAll { if case .byNameItem("hapticd", _) = $0 { true } else { false } }
  }
}
