// swift-tools-version: 6.2
// hapticd: the haptic feedback service for Linux.
//
// The folders in Sources are the layers; docs/architecture.md shows them. A target imports only the modules of its row
// below, so that an upward reference does not compile. Only OpenCoreHaptics and the packages of hapticctl and of the studio
// use Foundation; in the installed programs, these packages have FoundationStandIn.

import PackageDescription

/// Sources as an application has them.
let application: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

/// The compiler settings of all other targets.
let common: [SwiftSetting] =
  application + [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]

/// The settings of product code, which marks every raw access with `unsafe`. Tests cannot, because of `#expect`.
let strict: [SwiftSetting] = common + [.strictMemorySafety()]

// The packages of the programs. A package that depends on a library of this one with `traits: []` does not resolve them.
let histogram = Target.Dependency.product(
  name: "Histogram", package: "hdrhistogram-swift", condition: .when(traits: ["Programs"]))
let sockets = Target.Dependency.product(
  name: "FlyingSocks", package: "FlyingFox", condition: .when(traits: ["Programs"]))
let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["Programs"]))

// MARK: Kinds of targets

/// A module, whose name is the last part of its folder in Sources.
func module(
  _ folder: String, exclude: [String] = [], resources: [Resource] = [], settings: [SwiftSetting] = [],
  _ dependencies: Target.Dependency...
) -> Target {
  .target(
    name: name(of: folder), dependencies: dependencies, path: "Sources/\(folder)", exclude: exclude,
    resources: resources,
    swiftSettings: strict + settings)
}

/// A program of Swift, named in the same way.
func program(_ folder: String, exclude: [String] = [], _ dependencies: Target.Dependency...) -> Target {
  .executableTarget(
    name: name(of: folder), dependencies: dependencies, path: "Sources/\(folder)", exclude: exclude,
    swiftSettings: strict)
}

func name(of folder: String) -> String { folder.split(separator: "/").last.map(String.init) ?? folder }

/// Tests, in the folder of their name in Tests or in `folder`.
func tests(
  _ name: String, in folder: String? = nil, exclude: [String] = [], settings: [SwiftSetting] = common,
  _ dependencies: Target.Dependency...
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies, path: folder ?? "Tests/\(name)", exclude: exclude, swiftSettings: settings)
}

/// A module that tests import.
func support(
  _ name: String, in folder: String? = nil, exclude: [String] = [], _ dependencies: Target.Dependency...
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: folder ?? "Tests/\(name)", exclude: exclude, swiftSettings: common)
}

/// A program of the laboratory or of the examples.
func tool(
  _ name: String, in folder: String, settings: [SwiftSetting] = common, _ dependencies: Target.Dependency...
) -> Target {
  .executableTarget(name: name, dependencies: dependencies, path: folder, swiftSettings: settings)
}

// MARK: The package

let package = Package(
  name: "hapticd",
  products: [
    .executable(name: "hapticd", targets: ["hapticd"]),
    .executable(name: "hapticctl", targets: ["hapticctl"]),
    .executable(name: "hapticd-studio", targets: ["hapticd-studio"]),
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
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
  ],
  targets: [
    // The kernel and C libraries, as they are.
    .systemLibrary(
      name: "CEvdev", path: "Sources/C/CEvdev", pkgConfig: "libevdev", providers: [.apt(["libevdev-dev"])]),
    .systemLibrary(
      name: "CSystemd", path: "Sources/C/CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
    .systemLibrary(name: "CExpat", path: "Sources/C/CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
    .target(name: "CHapticLinux", path: "Sources/C/CHapticLinux"),
    .target(name: "CTOML", path: "Sources/C/CTOML"),

    // Pure: values in, values out.
    module("Model/HapticPatterns"),
    module("Model/HapticPreferences", "HapticPatterns"),
    // Swift 6.2 wants a lifetime at each mutating method of MutableRawSpan.
    module("Model/HapticProtocol", settings: [.enableExperimentalFeature("Lifetimes")], "HapticPatterns"),
    module("Model/MotorCalibration", "HapticPatterns", "MotorRendering"),
    module("Model/MotorOutput"),
    module("Model/MotorRendering", "HapticPatterns", "MotorOutput"),

    // The edges: the kernel, systemd and other programs.
    module("System/ClientIdentity", "HapticPatterns", "HapticSystem", "EventLoop"),
    module("System/DesktopSession", "MessageBus", "EventLoop", "HapticSystem"),
    module("System/EventLoop", "CSystemd", "CHapticLinux", "HapticSystem"),
    module("System/ForceFeedback", "CEvdev", "CSystemd", "CHapticLinux", "HapticSystem", "EventLoop", "MotorDriving"),
    module("System/HapticSystem", "CHapticLinux"),
    module("System/MessageBus", "CSystemd", "EventLoop", "HapticSystem"),
    module("System/MotionSensing", "CHapticLinux", "HapticSystem"),
    module("System/MotorDriving", "HapticSystem", "MotorOutput"),
    module("System/SoundLight", "EventLoop", "HapticSystem"),

    // What people write: patterns, themes and settings. The built-in themes are part of the program, so that it never starts
    // without one.
    module("Files/AHAP", "TextDiagnostics", "HapticPatterns", "HapticSystem"),
    module("Files/DeviceRecordings", "TextDiagnostics", "HapticSystem", "CEvdev"),
    module("Files/FeedbackdThemes", "HapticPatterns", "TextDiagnostics", "HapticSystem"),
    module("Files/HapticAudio", "HapticPatterns", "HapticSystem"),
    module(
      "Files/HapticFiles", "HapticPatterns", "AHAP", "FeedbackdThemes", "TextDiagnostics", "HapticSystem", "CExpat"),
    module(
      "Files/HapticThemes", exclude: ["Themes"], resources: [.embedInCode("Compiled")], "HapticPatterns", "AHAP",
      "TextDiagnostics", "HapticSystem"),
    // FoundationStandIn, for the packages of the installed programs, has its files too.
    module("Files/JSONEncoding"),
    module(
      "Files/PreferenceEditing", "PreferenceFiles", "HapticPreferences", "HapticPatterns", "HapticSystem",
      "TextDiagnostics"),
    module("Files/PreferenceFiles", "HapticPreferences", "HapticPatterns", "HapticSystem", "TextDiagnostics", "CTOML"),
    module("Files/TextDiagnostics", "HapticPatterns"),

    // The service. hapticd is only the main of DaemonAssembly, which tests import, as hapticctl is of HapticControl. Sounds and lights have a program of their
    // own.
    module(
      "Service/FeedbackBus", "HapticServer", "MessageBus", "ClientIdentity", "SoundLight", "FeedbackdThemes",
      "HapticSystem", "HapticProtocol", "HapticPreferences", "HapticPatterns"),
    module(
      "Service/HapticServer", "HapticPatterns", "HapticPreferences", "MotorRendering", "MotorDriving", "HapticProtocol",
      "HapticSystem", "EventLoop", histogram),
    module(
      "Service/DaemonAssembly", "FeedbackBus", "HapticServer", "HapticThemes", "PreferenceFiles", "PreferenceEditing",
      "ForceFeedback", "ClientIdentity", "DesktopSession", "SoundLight", "FeedbackdThemes", "MessageBus", "EventLoop",
      "HapticSystem", "HapticProtocol", "HapticPreferences", "HapticPatterns", "MotorRendering"),
    program("Service/hapticd", exclude: ["runtime.order"], "DaemonAssembly"),
    .executableTarget(
      name: "hapticd-sound-light", path: "Sources/Service/hapticd-sound-light", cSettings: [.define("_GNU_SOURCE")]),
    .executableTarget(
      name: "hapticd-gsettings", path: "Sources/Service/hapticd-gsettings", cSettings: [.define("_GNU_SOURCE")],
      linkerSettings: [.linkedLibrary("m")]),

    // The clients.
    module("Clients/Haptics", "HapticPatterns", "HapticProtocol", "HapticSystem", "AHAP", "TextDiagnostics"),
    module("Clients/OpenCoreHaptics", "Haptics", "HapticProtocol", "AHAP", "TextDiagnostics", "HapticPatterns"),
    module(
      "Clients/HapticControl", "Haptics", "HapticAudio", "HapticFiles", "JSONEncoding", "TextDiagnostics",
      "HapticThemes", "PreferenceFiles", "PreferenceEditing", "HapticPreferences", "HapticPatterns", "HapticProtocol",
      "HapticSystem", "MotionSensing",
      "MotorCalibration", "MotorRendering", "DeviceRecordings", "CHapticLinux", argumentParser, histogram),
    program("Clients/hapticctl", "HapticControl"),
    // Haptic Studio has a program of its own, so that hapticctl links no server.
    module(
      "Clients/HapticStudio", resources: [.embedInCode("Page")], "HapticControl", "Haptics", "HapticAudio",
      "HapticFiles", "HapticThemes", "JSONEncoding", "AHAP", "TextDiagnostics", "HapticPatterns", "HapticProtocol",
      "HapticSystem", "MotorRendering", argumentParser, sockets),
    program("Clients/hapticd-studio", "HapticStudio"),

    // The tests of a module or program each. They also have the modules that these depend on.
    tests("AHAPTests", "AHAP", "TestSupport"),
    tests("ClientIdentityTests", "ClientIdentity", "TestSupport"),
    tests("DesktopSessionTests", "DesktopSession", "FakeServices"),
    tests("DeviceRecordingsTests", "DeviceRecordings", "TestSupport"),
    tests("EventLoopTests", "EventLoop", "TestSupport"),
    tests("FeedbackBusTests", "FeedbackBus", "FakeServices", "ServerHarness", "HapticThemes"),
    tests("FeedbackdThemesTests", "FeedbackdThemes", "TestSupport"),
    tests("ForceFeedbackTests", "ForceFeedback", "TestSupport"),
    tests("HapticAudioTests", "HapticAudio", "FidelitySimulation", "TestSupport"),
    tests("HapticFilesTests", "HapticFiles", "HapticThemes", "TestSupport"),
    tests("HapticPatternsTests", "HapticPatterns", "TestSupport"),
    tests("HapticPreferencesTests", "HapticPreferences"),
    tests("HapticProtocolTests", "HapticProtocol", "TestSupport"),
    tests("HapticStudioTests", "HapticStudio", "FakeDaemon", "StudioPage"),
    tests("HapticServerTests", "HapticServer", "ServerHarness", "TestSupport"),
    tests("HapticSystemTests", "HapticSystem", "TestSupport"),
    tests("HapticThemesTests", "HapticThemes", "DaemonAssembly", "TestSupport"),
    tests("JSONEncodingTests", "JSONEncoding"),
    tests("HapticsTests", "Haptics", "FakeDaemon"),
    tests("MessageBusTests", "MessageBus", "FakeServices"),
    tests("MotorDrivingTests", "MotorDriving"),
    tests("MotionSensingTests", "MotionSensing", "TestSupport"),
    tests("MotorCalibrationTests", "MotorCalibration", "ShakenSensor", "TestSupport"),
    tests("MotorRenderingTests", "MotorRendering", "TestSupport"),
    tests("OpenCoreHapticsTests", exclude: ["FakeSound"], "OpenCoreHaptics", "SimulatedDaemon"),
    tests("PreferenceFilesTests", "PreferenceFiles", "DaemonAssembly", "TestSupport"),
    tests("SoundLightTests", "SoundLight", "TestSupport"),
    tests("TextDiagnosticsTests", "TextDiagnostics", "TestSupport"),
    tests("hapticctlTests", exclude: ["Golden"], "HapticControl", "ShakenSensor", "FakeDaemon"),
    tests("hapticdTests", "DaemonAssembly", "Haptics", "FakeServices"),

    // What several tests share. ShakenSensor is an accelerometer on motors that are not the renderer's own model.
    support("FakeDaemon", "HapticProtocol", "HapticSystem", "TestSupport"),
    support("FakeServices", "MessageBus", "TestSupport"),
    support("ServerHarness", "HapticServer"),
    support("ShakenSensor", "MotorCalibration", "FidelitySimulation"),
    support("SimulatedDaemon", "OpenCoreHaptics", "FakeDaemon"),
    support("StudioPage", "HapticSystem"),
    support("TestSupport", exclude: ["Golden"], "MotorRendering"),

    // Programs for applications to copy, and sources as applications contain them.
    tool("counter", in: "Examples/Counter", settings: application, "OpenCoreHaptics"),
    tool("metronome", in: "Examples/Metronome", settings: application, "OpenCoreHaptics"),
    tests("SourceCompatibility", settings: application, "SimulatedDaemon"),

    // Real kernel drivers in a virtual machine: Tests/VM/boot runs these.
    .target(name: "CVirtualDevices", path: "Tests/VM/CVirtualDevices"),
    support("VirtualDevices", in: "Tests/VM/VirtualDevices", "CVirtualDevices", "DeviceRecordings", "TestSupport"),
    tests(
      "VMTests", in: "Tests/VM/Behaviours", "VirtualDevices", "FakeServices", "OpenCoreHaptics", "HapticThemes",
      "MotionSensing", "ForceFeedback", "ClientIdentity", "ShakenSensor", "SoundLight", "StudioPage"),

    // Compares patterns on motors that are not the renderer's own model: `make fidelity`.
    support("FidelitySimulation", "MotorRendering"),
    support("FidelityReport", "HapticFiles", "HapticThemes", "ShakenSensor"),
    tests("FidelityTests", "FidelityReport", "TestSupport"),

    // Properties of every input: seeds in tests, other inputs in `make fuzz`.
    support(
      "FuzzBodies", "FeedbackBus", "HapticAudio", "HapticFiles", "HapticThemes", "HapticStudio", "PreferenceEditing",
      "MotionSensing",
      "MotorCalibration", "ServerHarness"),
    tests("FuzzersTests", "FuzzBodies", "TestSupport"),
  ],
  // toml++ needs it.
  cxxLanguageStandard: .cxx17
)

// MARK: On request

// The laboratory: programs and tests that a change does not need to pass every time, and that make check does not build.
if Context.environment["HAPTICD_LABORATORY"] != nil {
  package.targets += [
    tool("fidelity", in: "Tests/Lab/Fidelity", "FidelityReport"),
    // Hours of everything at once in the virtual machine: Tests/Lab/Soak/run runs this.
    tool(
      "soak", in: "Tests/Lab/Soak/Program", "VirtualDevices", "TestSupport", "Haptics", "HapticProtocol",
      "HapticPatterns", "HapticSystem"),
    // The sources of SourceCompatibility in the older language mode; the folder is a link.
    tests(
      "SourceCompatibilitySwift5", settings: [.swiftLanguageMode(.v5), .treatAllWarnings(as: .error)],
      "OpenCoreHaptics", "SimulatedDaemon"),
    // The figures: Tests/Lab/Benchmarks/run runs these.
    tool("start-haptics", in: "Tests/Lab/Benchmarks/StartHaptics", "Haptics"),
    tool("start-generator", in: "Tests/Lab/Benchmarks/StartGenerator", "OpenCoreHaptics"),
    .target(name: "CBenchmarks", dependencies: ["CSystemd"], path: "Tests/Lab/Benchmarks/CBenchmarks"),
    tool(
      "benchmarks", in: "Tests/Lab/Benchmarks/Benchmarks", "CBenchmarks", "VirtualDevices", "Haptics",
      "OpenCoreHaptics",
      "HapticProtocol", "HapticPatterns", "HapticSystem", histogram),
  ]
}

// Debian's Swift 6.2 has the module _Testing_Foundation, which every file with Testing and Foundation imports, without its
// library. The tests use nothing of it and are linked with an empty one.
#if compiler(<6.3)
  let emptyOverlay = "\(Context.packageDirectory)/Tests/Lab/Debian13/EmptyOverlay"
  for target in package.targets where target.type == .test {
    target.linkerSettings = [.unsafeFlags(["-L\(emptyOverlay)"])]
  }
#endif

// Tests/Lab/Fuzzers/run builds this, in a folder of its own: it is of use only where every branch is counted.
if let libFuzzer = Context.environment["HAPTICD_FUZZ"] {
  package.targets += [
    .systemLibrary(name: "CFuzzer", path: "Tests/Lab/Fuzzers/CFuzzer"),
    .executableTarget(
      name: "fuzz", dependencies: ["CFuzzer", "FuzzBodies"], path: "Tests/Lab/Fuzzers/Fuzz", swiftSettings: common,
      linkerSettings: [.unsafeFlags(["-Xlinker", libFuzzer]), .linkedLibrary("stdc++")]),
  ]
}

// Tests/Lab/Threads/run builds these and what they need, with every access of every thread watched.
if Context.environment["HAPTICD_THREADS"] != nil {
  func dependencies(of target: Target) -> [String] {
    target.dependencies.compactMap { if case .byNameItem(let name, _) = $0 { name } else { nil } }
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
}
