// SPDX-License-Identifier: MIT
// Part of Platen: diagnostics: severity, place, message and hints.

/// A place in the input: a file, and further details as far as known.
public struct SourceLocation: Hashable, Sendable {
  /// The file as the user named it.
  public var file: String?
  /// Line, counted from 1.
  public var line: Int?
  /// Column in Unicode scalars, counted from 1.
  public var column: Int?
  /// A field, section or table row, such as `states[12].capital` or `section 14 (states)`.
  public var field: String?

  public init(file: String? = nil, line: Int? = nil, column: Int? = nil, field: String? = nil) {
    self.file = file
    self.line = line
    self.column = column
    self.field = field
  }
}

/// One message about the input: severity, code, message, place and hints.
///
/// The message describes the problem in a sentence without a period; a hint describes what to do.
public struct Diagnostic: Hashable, Sendable {
  /// The severity of a diagnostic.
  public enum Severity: String, Hashable, Sendable, Comparable, CaseIterable {
    case note, warning, error

    public static func < (a: Severity, b: Severity) -> Bool { a.rank < b.rank }

    private var rank: Int {
      switch self {
      case .note: 0
      case .warning: 1
      case .error: 2
      }
    }
  }

  public var severity: Severity
  public var code: Code
  public var message: String
  public var place: SourceLocation?
  public var hints: [String]

  public init(
    _ severity: Severity, _ code: Code, _ message: String, at place: SourceLocation? = nil,
    hints: [String] = []
  ) {
    self.severity = severity
    self.code = code
    self.message = message
    self.place = place
    self.hints = hints
  }

  public static func error(
    _ code: Code, _ message: String, at place: SourceLocation? = nil, hints: [String] = []
  ) -> Diagnostic {
    Diagnostic(.error, code, message, at: place, hints: hints)
  }

  public static func warning(
    _ code: Code, _ message: String, at place: SourceLocation? = nil, hints: [String] = []
  ) -> Diagnostic {
    Diagnostic(.warning, code, message, at: place, hints: hints)
  }

  public static func note(
    _ code: Code, _ message: String, at place: SourceLocation? = nil, hints: [String] = []
  ) -> Diagnostic {
    Diagnostic(.note, code, message, at: place, hints: hints)
  }

  /// The same diagnostic with its file filled in where it had none: libraries below the recipes
  /// see bytes and do not know their file's name.
  public func inFile(_ file: String) -> Diagnostic {
    guard place?.file == nil else { return self }
    var copy = self
    copy.place = place ?? SourceLocation()
    copy.place?.file = file
    return copy
  }
}

extension Diagnostic {
  /// The same error as seen from the place that led to it: a file that cannot be read has no line
  /// to show, but the line that names it has.
  public func found(from origin: SourceLocation?) -> Diagnostic {
    guard let origin, origin != SourceLocation(), place?.line == nil else { return self }
    var copy = self
    if let place, let file = place.file, file != origin.file {
      copy.message = "\(place.text): \(message)"
    }
    copy.place = origin
    return copy
  }
}

/// The error thrown for invalid input: one or several diagnostics.
public struct Failure: Error, Hashable, Sendable {
  public var diagnostics: [Diagnostic]
  /// Indicates whether a retry may succeed: the reason is temporary, such as a network, a lock, a
  /// full table.
  public var isPassing = false

  public init(_ diagnostics: [Diagnostic], isPassing: Bool = false) {
    self.diagnostics = diagnostics
    self.isPassing = isPassing
  }
  public init(_ diagnostic: Diagnostic, isPassing: Bool = false) {
    self.init([diagnostic], isPassing: isPassing)
  }

  public func inFile(_ file: String) -> Failure {
    Failure(diagnostics.map { $0.inFile(file) }, isPassing: isPassing)
  }

  /// The failure with its diagnostics at a place, where they have none: the place is
  /// that of the setting that led to the error.
  public func at(_ place: SourceLocation?) -> Failure {
    let placed = diagnostics.map { diagnostic in
      var copy = diagnostic
      copy.place = diagnostic.place ?? place
      return copy
    }
    return Failure(placed, isPassing: isPassing)
  }
}

/// A result together with the diagnostics of computing it.
public struct Diagnosed<Value> {
  public var value: Value
  public var warnings: [Diagnostic]

  public init(_ value: Value, warnings: [Diagnostic] = []) {
    self.value = value
    self.warnings = warnings
  }

  public func map<T>(_ transform: (Value) throws -> T) rethrows -> Diagnosed<T> {
    Diagnosed<T>(try transform(value), warnings: warnings)
  }
}

extension Diagnosed: Sendable where Value: Sendable {}
