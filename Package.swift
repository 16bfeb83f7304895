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
let common =
  application
  + ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"].map { .enableUpcomingFeature($0) }

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

func name(of folder: String) -> String { folder.split(separator: "/").last.map(String.init) ?? folder }

/// A module of Sources, named by the last part of its folder, and its tests with what these import besides it; nil where
/// other tests try it.
func module(
  _ folder: String, _ imports: Target.Dependency..., exclude: [String] = [], resources: [Resource] = [],
  settings: [SwiftSetting] = [], tests: [Target.Dependency]? = ["TestSupport"]
) -> [Target] {
  let name = name(of: folder)
  let module = Target.target(
    name: name, dependencies: imports, path: "Sources/\(folder)", exclude: exclude, resources: resources,
    swiftSettings: strict + settings)
  guard let tests else { return [module] }
  return [module, suite("\(name)Tests", [.byName(name: name)] + tests)]
}

func suite(
  _ name: String, in folder: String? = nil, _ imports: [Target.Dependency], exclude: [String] = [],
  settings: [SwiftSetting] = common
) -> Target {
  .testTarget(
    name: name, dependencies: imports, path: "Tests/\(folder ?? name)", exclude: exclude, swiftSettings: settings)
}

/// A module that tests import.
func support(_ folder: String, _ imports: Target.Dependency..., exclude: [String] = []) -> Target {
  .target(
    name: name(of: folder), dependencies: imports, path: "Tests/\(folder)", exclude: exclude, swiftSettings: common)
}

func hasTests(_ target: Target) -> Bool { target.type == .test || target.name == "VMTests" }

func program(
  _ name: String, in folder: String, _ imports: Target.Dependency..., exclude: [String] = [],
  settings: [SwiftSetting] = common
) -> Target {
  .executableTarget(name: name, dependencies: imports, path: folder, exclude: exclude, swiftSettings: settings)
}

// MARK: The targets

let modules: [[Target]] = [
  // The kernel and C libraries, as they are.
  [
    .systemLibrary(
      name: "CEvdev", path: "Sources/C/CEvdev", pkgConfig: "libevdev", providers: [.apt(["libevdev-dev"])]),
    .systemLibrary(
      name: "CSystemd", path: "Sources/C/CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
    .systemLibrary(name: "CExpat", path: "Sources/C/CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
    .target(name: "CHapticLinux", path: "Sources/C/CHapticLinux"),
    .target(name: "CStudioPage", path: "Sources/C/CStudioPage", exclude: ["file.inc"]),
    .target(name: "CTOML", path: "Sources/C/CTOML"),
  ],

  // Pure: values in, values out.
  module("Model/HapticPatterns"),
  module("Model/HapticPreferences", "HapticPatterns", "HapticProtocol", tests: []),
  // Swift 6.2 wants a lifetime at each mutating method of MutableRawSpan.
  module("Model/HapticProtocol", "HapticPatterns", settings: [.enableExperimentalFeature("Lifetimes")]),
  module("Model/MotorCalibration", "HapticPatterns", "MotorRendering", tests: ["ShakenSensor", "TestSupport"]),
  module("Model/MotorOutput", tests: nil),
  // make sensitivity varies the constants of the renderer.
  module(
    "Model/MotorRendering", "HapticPatterns", "MotorOutput",
    settings: Context.environment["HAPTICD_SENSITIVITY"] == nil ? [] : [.define("HAPTICD_SENSITIVITY")]),

  // The edges: the kernel, systemd and other programs.
  module("System/ClientIdentity", "HapticPatterns", "HapticProtocol", "HapticSystem", "EventLoop"),
  module("System/DesktopSession", "MessageBus", "EventLoop", "HapticSystem", tests: ["FakeServices"]),
  module("System/EventLoop", "CSystemd", "CHapticLinux", "HapticSystem"),
  module("System/ForceFeedback", "CEvdev", "CSystemd", "CHapticLinux", "HapticSystem", "EventLoop", "MotorDriving"),
  module("System/HapticSystem", "CHapticLinux"),
  module("System/MessageBus", "CSystemd", "EventLoop", "HapticSystem", tests: ["FakeServices"]),
  module("System/MotionSensing", "CHapticLinux", "HapticSystem"),
  module("System/MotorDriving", "HapticSystem", "MotorOutput", tests: []),
  module("System/SoundLight", "EventLoop", "HapticPatterns", "HapticSystem"),

  // What people write: patterns, themes and settings. The built-in themes are part of the program, so that it never starts
  // without one.
  module("Files/AHAP", "TextDiagnostics", "HapticPatterns", "HapticSystem"),
  module(
    "Files/DeviceRecordings", "TextDiagnostics", "HapticSystem", "CEvdev", tests: ["VirtualDevices", "TestSupport"]),
  module("Files/FeedbackdThemes", "HapticPatterns", "TextDiagnostics", "HapticSystem"),
  module("Files/HapticAudio", "HapticPatterns", "HapticSystem", tests: ["FidelitySimulation", "TestSupport"]),
  module(
    "Files/HapticFiles", "HapticPatterns", "AHAP", "FeedbackdThemes", "TextDiagnostics", "CExpat",
    tests: ["HapticThemes", "TestSupport"]),
  module(
    "Files/HapticThemes", "HapticPatterns", "AHAP", "TextDiagnostics", "HapticSystem", exclude: ["Themes"],
    resources: [.embedInCode("Compiled")], tests: ["DaemonAssembly", "TestSupport"]),
  // FoundationStandIn, for the packages of the installed programs, has its files too.
  module("Files/JSONEncoding", tests: []),
  module(
    "Files/PreferenceEditing", "PreferenceFiles", "HapticPatterns", "HapticSystem", "TextDiagnostics", tests: nil),
  module(
    "Files/PreferenceFiles", "HapticPreferences", "HapticPatterns", "HapticSystem", "TextDiagnostics", "CTOML",
    tests: ["DaemonAssembly", "TestSupport"]),
  module("Files/TextDiagnostics", "HapticPatterns"),

  // The service.
  module(
    "Service/FeedbackBus", "HapticServer", "MessageBus", "ClientIdentity", "SoundLight", "FeedbackdThemes", "EventLoop",
    "HapticSystem", "HapticProtocol", "HapticPreferences", "HapticPatterns",
    tests: ["FakeServices", "ServerHarness", "HapticThemes"]),
  module(
    "Service/HapticServer", "HapticPatterns", "HapticPreferences", "MotorRendering", "MotorDriving", "HapticProtocol",
    "HapticSystem", "EventLoop", histogram, tests: ["ServerHarness", "TestSupport"]),
  module(
    "Service/DaemonAssembly", "FeedbackBus", "HapticServer", "HapticThemes", "PreferenceFiles", "PreferenceEditing",
    "ForceFeedback", "ClientIdentity", "DesktopSession", "SoundLight", "FeedbackdThemes", "MessageBus", "EventLoop",
    "HapticSystem", "HapticProtocol", "HapticPreferences", "HapticPatterns", "MotorRendering", "TextDiagnostics",
    tests: nil),

  // The clients.
  module(
    "Clients/Haptics", "HapticPatterns", "HapticProtocol", "HapticSystem", "AHAP", "TextDiagnostics",
    tests: ["FakeDaemon"]),
  module(
    "Clients/OpenCoreHaptics", "Haptics", "HapticProtocol", "AHAP", "TextDiagnostics", "HapticPatterns", tests: nil),
  module(
    "Clients/HapticControl", "Haptics", "HapticAudio", "HapticFiles", "JSONEncoding", "TextDiagnostics", "HapticThemes",
    "PreferenceFiles", "PreferenceEditing", "HapticPreferences", "HapticPatterns", "HapticProtocol", "HapticSystem",
    "MotionSensing", "MotorCalibration", "MotorRendering", "DeviceRecordings", "CHapticLinux", argumentParser,
    histogram, tests: nil),
  // Haptic Studio has a program of its own, so that hapticctl links no server.
  module(
    "Clients/HapticStudio", "HapticControl", "Haptics", "HapticAudio", "HapticFiles", "HapticThemes", "JSONEncoding",
    "AHAP", "TextDiagnostics", "HapticPatterns", "HapticProtocol", "HapticSystem", "MotorRendering", argumentParser,
    sockets, "CStudioPage", exclude: ["Page"], tests: ["FakeDaemon", "StudioPage", "TestSupport"]),
]

/// The programs are only the mains of modules, which tests import. Sounds and lights, and GSettings, have programs of their
/// own.
let programs = [
  program(
    "hapticd", in: "Sources/Service/hapticd", "DaemonAssembly", exclude: ["runtime.order"], settings: strict),
  program("hapticctl", in: "Sources/Clients/hapticctl", "HapticControl", settings: strict),
  program("hapticd-studio", in: "Sources/Clients/hapticd-studio", "HapticStudio", settings: strict),
  .executableTarget(
    name: "hapticd-sound-light", path: "Sources/Service/hapticd-sound-light", cSettings: [.define("_GNU_SOURCE")]),
  .executableTarget(
    name: "hapticd-gsettings", path: "Sources/Service/hapticd-gsettings", cSettings: [.define("_GNU_SOURCE")],
    linkerSettings: [.linkedLibrary("m")]),
  // For applications to copy.
  program("counter", in: "Examples/Counter", "OpenCoreHaptics", settings: application),
  program("metronome", in: "Examples/Metronome", "OpenCoreHaptics", settings: application),
]

let testing = [
  suite("OpenCoreHapticsTests", ["OpenCoreHaptics", "SimulatedDaemon"], exclude: ["FakeSound"]),
  suite("hapticctlTests", ["HapticControl", "ShakenSensor", "FakeDaemon"], exclude: ["Golden"]),
  suite("hapticdTests", ["DaemonAssembly", "Haptics", "FakeServices"]),
  // Sources as applications contain them.
  suite("SourceCompatibility", ["SimulatedDaemon"], settings: application),

  // What several tests share. ShakenSensor is an accelerometer on motors that are not the renderer's own model.
  support("FakeDaemon", "HapticProtocol", "HapticSystem", "TestSupport"),
  support("FakeServices", "MessageBus", "TestSupport"),
  support("ServerHarness", "HapticServer"),
  support("ShakenSensor", "MotorCalibration", "FidelitySimulation"),
  support("SimulatedDaemon", "OpenCoreHaptics", "FakeDaemon"),
  support("StudioPage", "HapticSystem"),
  support("TestSupport", "MotorRendering", exclude: ["Golden"]),

  // Real kernel drivers in a virtual machine: Tests/VM/boot runs these. A program of their own, because an emulated
  // processor takes twenty seconds to find the tests of this machine.
  .target(name: "CVirtualDevices", path: "Tests/VM/CVirtualDevices"),
  support("VM/VirtualDevices", "CVirtualDevices", "CEvdev", "DeviceRecordings", "TestSupport"),
  program(
    "VMTests", in: "Tests/VM/Behaviours", "VirtualDevices", "FakeServices", "OpenCoreHaptics", "HapticThemes",
    "MotionSensing", "ForceFeedback", "ClientIdentity", "ShakenSensor", "SoundLight", "StudioPage"),

  // Compares patterns on motors that are not the renderer's own model: `make fidelity`.
  support("FidelitySimulation", "MotorRendering"),
  support("FidelityReport", "HapticControl", "HapticFiles", "HapticThemes", "ShakenSensor"),
  suite("FidelityTests", ["FidelityReport", "TestSupport"]),
]

// MARK: The package

let package = Package(
  name: "hapticd",
  products: ["hapticd", "hapticctl", "hapticd-studio"].map { .executable(name: $0, targets: [$0]) }
    // HapticFiles has pattern files of all formats, for applications that read others than AHAP.
    + ["Haptics", "OpenCoreHaptics", "HapticFiles"].map { .library(name: $0, targets: [$0]) },
  traits: [
    .trait(name: "Programs", description: "hapticd and hapticctl, which need further packages"),
    .default(enabledTraits: ["Programs"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
  ],
  targets: modules.flatMap { $0 } + programs + testing,
  // toml++ needs it.
  cxxLanguageStandard: .cxx17
)

// MARK: On request

// The laboratory: programs and tests that a change does not need to pass every time, and that make check does not build.
if Context.environment["HAPTICD_LABORATORY"] != nil {
  package.targets += [
    program("fidelity", in: "Tests/Lab/Fidelity", "FidelityReport"),
    // Properties of every input: seeds in tests, other inputs in `make fuzz`.
    support(
      "Lab/Fuzzers/FuzzBodies", "FeedbackBus", "HapticAudio", "HapticFiles", "HapticThemes", "HapticStudio",
      "PreferenceEditing", "MotionSensing", "MotorCalibration", "ServerHarness"),
    suite("FuzzersTests", in: "Lab/Fuzzers/FuzzersTests", ["FuzzBodies", "TestSupport"]),
    // Hours of everything at once in the virtual machine: Tests/Lab/Soak/run runs this.
    program(
      "soak", in: "Tests/Lab/Soak/Program", "VirtualDevices", "TestSupport", "Haptics", "HapticProtocol",
      "HapticPatterns", "HapticSystem"),
    // The sources of SourceCompatibility in the older language mode; the folder is a link.
    suite(
      "SourceCompatibilitySwift5", ["OpenCoreHaptics", "SimulatedDaemon"],
      settings: [.swiftLanguageMode(.v5), .treatAllWarnings(as: .error)]),
    // The figures: Tests/Lab/Benchmarks/run runs these.
    program("start-haptics", in: "Tests/Lab/Benchmarks/StartHaptics", "Haptics"),
    program("start-generator", in: "Tests/Lab/Benchmarks/StartGenerator", "OpenCoreHaptics"),
    .target(name: "CBenchmarks", dependencies: ["CSystemd"], path: "Tests/Lab/Benchmarks/CBenchmarks"),
    program(
      "benchmarks", in: "Tests/Lab/Benchmarks/Benchmarks", "CBenchmarks", "VirtualDevices", "Haptics",
      "OpenCoreHaptics", "HapticProtocol", "HapticPatterns", "HapticSystem", histogram),
  ]
}

// `make build-tests` sets this: what computes is optimised, with its assertions, because it took two thirds of the time of the
// unit tests without programs. Not always, because SwiftPM refuses applications a package with such flags.
if let extent = Context.environment["HAPTICD_TESTS"] {
  let computing = ["FidelitySimulation", "HapticAudio", "HapticPatterns", "MotorCalibration", "MotorRendering"]
  let optimised = ["-O", "-wmo", "-num-threads", "2", "-disable-batch-mode", "-assert-config", "Debug"]
  for target in package.targets where computing.contains(target.name) {
    target.swiftSettings? += [.unsafeFlags(optimised, .when(configuration: .debug))]
  }
  // Tests are two thirds of the build, and a module as a whole takes less than its files one by one (docs/testing.md). SwiftPM
  // starts what is ready in the reverse order of names, so the longest module, hapticctlTests, would be the last one: all
  // others wait for what it imports.
  let whole = ["-wmo", "-num-threads", "1", "-disable-batch-mode", "-no-emit-module-separately-wmo"]
  for target in package.targets where extent == "whole" && hasTests(target) {
    target.swiftSettings? += [.unsafeFlags(whole, .when(configuration: .debug))]
    if target.name != "hapticctlTests" { target.dependencies.append("HapticControl") }
  }
}

// Debian's Swift 6.2 has the module _Testing_Foundation, which every file with Testing and Foundation imports, without its
// library. The tests use nothing of it and are linked with an empty one.
#if compiler(<6.3)
  let emptyOverlay = "\(Context.packageDirectory)/Tests/Lab/Debian13/EmptyOverlay"
  for target in package.targets where hasTests(target) {
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
  var watched: Set<String> = []
  func watch(_ name: String) {
    guard watched.insert(name).inserted, let target = package.targets.first(where: { $0.name == name }) else { return }
    for case .byNameItem(let name, _) in target.dependencies { watch(name) }
  }
  for name in ["counter", "metronome", "HapticsTests", "OpenCoreHapticsTests", "ForceFeedbackTests"] { watch(name) }
  package.targets.removeAll { !watched.contains($0.name) }
  package.products.removeAll { !watched.contains($0.name) }
}
