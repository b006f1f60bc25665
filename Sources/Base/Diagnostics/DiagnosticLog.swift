// SPDX-License-Identifier: MIT
// Part of Platen: collecting diagnostics, so that several errors are shown together and an error
// that occurs ten thousand times is one line.

/// Collects diagnostics during reading, and folds those of one code beyond a few into a
/// count.
public struct DiagnosticLog: Sendable {
  /// The number of diagnostics of one code that are kept in full.
  public static let keptPerCode = 5

  private var kept: [Diagnostic] = []
  private var counts: [Diagnostic.Code: Int] = [:]
  private var order: [(code: Diagnostic.Code, severity: Diagnostic.Severity)] = []

  public init() {}

  /// Indicates whether an error was recorded.
  public private(set) var hasErrors = false

  public mutating func record(_ diagnostic: Diagnostic) {
    if diagnostic.severity == .error { hasErrors = true }
    let count = counts[diagnostic.code, default: 0]
    if count == 0 { order.append((diagnostic.code, diagnostic.severity)) }
    counts[diagnostic.code] = count + 1
    if count < DiagnosticLog.keptPerCode { kept.append(diagnostic) }
  }

  public mutating func record(_ diagnostics: some Sequence<Diagnostic>) {
    for diagnostic in diagnostics { record(diagnostic) }
  }

  /// Records the diagnostics of another log, as if they had been recorded here.
  public mutating func record(_ later: DiagnosticLog) {
    record(later.kept)
    for (code, _) in later.order {
      let folded = later.counts[code, default: 0] - DiagnosticLog.keptPerCode
      if folded > 0 { counts[code, default: 0] += folded }
    }
    hasErrors = hasErrors || later.hasErrors
  }

  /// Everything recorded, in order, with one note at the end for each code that was folded.
  public var diagnostics: [Diagnostic] {
    var result = kept
    for (code, severity) in order {
      let more = counts[code, default: 0] - DiagnosticLog.keptPerCode
      if more > 0 {
        result.append(
          Diagnostic(severity, code, "\(more) more like the \(DiagnosticLog.keptPerCode) above"))
      }
    }
    return result
  }

  /// Throws the recorded diagnostics if they include an error.
  public func throwIfErrors() throws {
    if hasErrors { throw Failure(diagnostics) }
  }
}
