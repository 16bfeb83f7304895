import Testing

// Takes the arguments of `swift test`.
await Testing.__swiftPMEntryPoint() as Never
