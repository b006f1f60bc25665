// SPDX-License-Identifier: MIT
// Part of Platen: codes of diagnostics about talks being given.

package import Diagnostics

extension Diagnostic.Code {
  package static let rehearsalEnd = Self(
    "rehearsal.end", .data,
    "The log ends while the clock runs, so the time on the last slide is not known.",
    "Use the log of a session that was ended.")
  package static let rehearsalLost = Self(
    "rehearsal.lost", .data,
    "Time was spent on slides that the talk no longer has.",
    "Name the talk as it was when it was rehearsed.")
  package static let rehearsalNone = Self(
    "rehearsal.none", .data,
    "The session never showed a slide, so the report is empty.",
    "Use the log of another session.")
  package static let sessionCut = Self(
    "session.cut", .data,
    "The last line of the log is cut off and is omitted.",
    "The session ended abruptly; nothing needs to be done.")
  package static let sessionEmpty = Self(
    "session.empty", .data,
    "The log of the rehearsal is empty: no session wrote into it.",
    "Name a log that platen serve --log wrote.")
  package static let sessionLine = Self(
    "session.line", .data,
    "A line of the log cannot be read.",
    "Cut the log before that line to use the lines before it.")
  package static let sessionTime = Self(
    "session.time", .data,
    "The clock of the machine went backwards during the session, and no time is counted",
    "there. Nothing needs to be done.")
}

extension CodeTable {
  /// The codes of diagnostics about talks being given.
  package static let rehearsal = CodeTable(
    "Rehearsal", "talks being given",
    [
      .rehearsalEnd, .rehearsalLost, .rehearsalNone, .sessionCut, .sessionEmpty,
      .sessionLine, .sessionTime,
    ])
}
