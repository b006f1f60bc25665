// SPDX-License-Identifier: MIT
// Part of Platen: codes of diagnostics, declared once in a table of each module.

extension Diagnostic {
  /// A stable name for a kind of diagnostic, such as `map.cell-count`.
  ///
  /// Codes are declared in the `MODULECodes.swift` of the lowest module that uses them. Codes in
  /// records and journals of other versions may be unknown here: they are of the kind ``Kind/data``
  /// and have no explanation.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name as printed and stored.
    public let rawValue: String
    /// The kind of failure that an error of this code is.
    public let kind: Kind
    private let sentences: [String]

    /// Declares a code; only in the `MODULECodes.swift` of a module.
    ///
    /// - Parameter explanation: the meaning of the code, its usual cause and what to do, in pieces
    ///   that are joined by spaces.
    package init(_ rawValue: String, _ kind: Kind, _ explanation: String...) {
      self.rawValue = rawValue
      self.kind = kind
      sentences = explanation
    }

    /// A code as it was stored, by this version or another.
    public init(rawValue: String) {
      self.rawValue = rawValue
      kind = .data
      sentences = []
    }

    /// The meaning of the code, its usual cause and what to do; empty for a code that was stored.
    public var explanation: String { sentences.joined(separator: " ") }

    public static func == (a: Code, b: Code) -> Bool { a.rawValue == b.rawValue }
    public func hash(into hasher: inout Hasher) { rawValue.hash(into: &hasher) }
  }

  /// A kind of failure, which determines the exit status; the first of several wins.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// An internal error of Platen.
    case internalError = "internal"
    /// An output directory that cannot be created or opened.
    case outputDirectory = "output-directory"
    /// A resource that another process uses.
    case busy
    /// An instance that cannot be used, or a credential for one.
    case unavailable
    /// Arguments that are not valid.
    case usage
    /// Reading or writing that failed in the system.
    case inputOutput = "input-output"
    /// A manifest that is not valid.
    case manifest
    /// Rows, tokens and shapes of cards and assets: a single job from such a file ends like one
    /// with an invalid manifest.
    case source
    /// Any other error in the input: a job fails, or a command as it defines.
    case data

    /// The exit status of a command that ends with such a failure outside of its jobs; nil where the
    /// command decides.
    public var exitStatus: Int32? {
      switch self {
      case .internalError: ExitStatus.internalError
      case .outputDirectory: ExitStatus.cannotCreate
      case .busy: ExitStatus.tryAgain
      case .unavailable: ExitStatus.unavailable
      case .usage: ExitStatus.usage
      case .inputOutput: ExitStatus.inputOutput
      case .manifest: ExitStatus.manifest
      case .source, .data: nil
      }
    }
  }
}

/// The codes that a module declares.
public struct CodeTable: Sendable {
  /// The module's name.
  public let module: String
  /// The module's subject, in a few words.
  public let subject: String
  /// The codes in the order of their names.
  public let codes: [Diagnostic.Code]

  /// Lists the codes of a module; a test checks that none is missing.
  package init(_ module: String, _ subject: String, _ codes: [Diagnostic.Code]) {
    self.module = module
    self.subject = subject
    self.codes = codes
  }
}

extension Failure {
  /// The kind of its errors, the first in the order of ``Diagnostic/Kind`` where they are of several; nil
  /// where none is an error.
  public var kind: Diagnostic.Kind? {
    let kinds = Set(diagnostics.lazy.filter { $0.severity == .error }.map(\.code.kind))
    return Diagnostic.Kind.allCases.first(where: kinds.contains)
  }
}
