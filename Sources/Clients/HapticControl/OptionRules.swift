internal import ArgumentParser

// Rules for options that have no meaning together. An option is given with its name and whether it is present.

/// - Throws: a mistake that names the first two options of this list that are present.
func expectAtMostOne(of options: KeyValuePairs<String, Bool>) throws {
  let present = options.filter(\.value).map(\.key)
  if present.count > 1 { throw ValidationError("\(present[0]) and \(present[1]) cannot be combined") }
}

/// - Throws: a mistake if the option is present without the one that gives it a meaning.
func expect(_ option: String, _ isPresent: Bool, onlyWith other: String, _ isOtherPresent: Bool) throws {
  if isPresent, !isOtherPresent { throw ValidationError("\(option) is of use only with \(other)") }
}
