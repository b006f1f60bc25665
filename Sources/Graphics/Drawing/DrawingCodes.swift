// SPDX-License-Identifier: MIT
// Part of Platen: codes of diagnostics about drawings and the looks they are drawn in.

package import Diagnostics

extension Diagnostic.Code {
  package static let lookField = Self(
    "look.field", .data,
    "The look has no setting of that name: it is misspelled or of a look for another kind of",
    "job.",
    "Use the name in the hint; platen looks --settings lists all, with --kind those of other looks."
  )
  package static let lookUnknown = Self(
    "look.unknown", .data,
    "No look of that name exists for this kind of job.",
    "Check the spelling; platen looks lists those that are installed, and a path names a file",
    "of your own.")
  package static let lookValue = Self(
    "look.value", .data,
    "The setting of a look does not take this value.",
    "Write a value as the message describes it, such as a color, a number or one of some words.")
}

extension CodeTable {
  /// The codes of diagnostics about drawings and the looks they are drawn in.
  package static let drawing = CodeTable(
    "Drawing", "drawings and the looks they are drawn in",
    [
      .lookField, .lookUnknown, .lookValue,
    ])
}
