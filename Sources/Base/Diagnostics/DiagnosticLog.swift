// SPDX-License-Identifier: MIT
// Part of Platen: collecting diagnostics, so that several faults are shown at once and a fault
// that occurs ten thousand times is one line.

/// Gathers diagnostics while something is read, folding those of one code beyond a few into a
/// count.
public struct DiagnosticLog: Sendable {
  /// How many of one code are kept word for word.
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

  /// Records what another log holds, as if all of it had been recorded here.
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

  /// Throws what was recorded if an error is among it.
  public func throwIfErrors() throws {
    if hasErrors { throw Failure(diagnostics) }
  }
}
