// SPDX-License-Identifier: MIT
// Part of Platen: the sheets of paper that an output takes, as they are listed before it is built.

/// The sheets of paper that an output takes.
public struct PaperSheets: Hashable, Sendable {
  /// The number of sheets that are printed.
  public var count: Int
  /// The sheets in a row, including any that are omitted.
  public var columns: Int
  /// The rows of sheets.
  public var rows: Int
  /// The name of the paper, such as `A4`.
  public var paper: String
  /// The scale as it was requested; nil where the sheets determine it.
  public var scale: String?
  /// All of this in words, such as `12 sheets of A4, 4 across, 3 down`.
  public var text: String

  public init(
    count: Int, columns: Int, rows: Int, paper: String, scale: String?, text: String
  ) {
    self.count = count
    self.columns = columns
    self.rows = rows
    self.paper = paper
    self.scale = scale
    self.text = text
  }
}

/// The result of a stage that determines the sheets of an output.
public protocol SheetedResult: Sendable {
  var paperSheets: PaperSheets { get }
}

extension Job.Output {
  /// The source of the sheets of an output.
  public enum Sheets: Sendable {
    /// Its settings determine them.
    case known(PaperSheets)
    /// A stage on the way to it determines them; its result is a ``SheetedResult``.
    case found(by: AnyStage)
  }
}
