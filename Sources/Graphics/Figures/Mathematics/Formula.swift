// SPDX-License-Identifier: MIT
// Part of Platen: a formula as it was written and as it was understood.

internal import Diagnostics

/// A formula in the part of LaTeX's mathematics that Platen sets.
///
/// `Sources/Graphics/Figures/Mathematics/README.md` lists that part.
public struct Formula: Hashable, Sendable {
  /// Indicates whether it stands by itself, with larger operators and limits above and below them.
  public let isDisplay: Bool
  let items: [MathItem]

  /// - Throws: ``FormulaError`` naming what is not understood.
  public init(latex: String, isDisplay: Bool) throws(FormulaError) {
    var parser = try FormulaParser(latex)
    items = try parser.formula()
    self.isDisplay = isDisplay
  }
}

/// The reason that a formula cannot be set.
public struct FormulaError: Error, Hashable, Sendable {
  /// The reason, as a clause: `unknown command "\foo"`.
  public let message: String
  /// The command that is not known; empty where it is something else.
  public let command: String
  /// Lines before it in the formula.
  public let line: Int

  init(_ message: String, command: String = "", line: Int = 0) {
    self.message = message
    self.command = command
    self.line = line
  }

  /// The remedy, in the imperative.
  public var hint: String {
    if command.isEmpty { return "correct the formula, or write it as code" }
    let miss = nearMissHint(command, among: Symbols.allCommands)
    // A list of six hundred names does not help.
    return miss.utf8.count < 100
      ? miss : "Sources/Graphics/Figures/Mathematics/README.md lists what is set"
  }
}
