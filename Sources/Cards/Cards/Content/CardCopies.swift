// SPDX-License-Identifier: MIT
// Part of Platen: the number of copies of each row's card, from a column.

package import Diagnostics
package import Rows
internal import Text

/// The column with the number of copies of each card.
package struct CardCopies: Hashable, Sendable {
  /// The name in snake case; nil for one copy of each card.
  package let column: String?
  /// The columns that count copies, also if those are switched off.
  package let counting: [String]

  /// The word in place of a name that switches copies off.
  package static let none = "none"
  /// The largest number of copies of a card.
  package static let most = 999
  /// The largest number of cards of an output.
  package static let mostCards = 100_000
  /// Names of columns that count copies, in order of preference.
  private static let names = ["qty", "quantity", "count", "copies", "anzahl"]

  /// Finds the column in a table.
  ///
  /// - Parameters:
  ///   - name: the name that a job specifies; nil for the first with one of the usual names, if its
  ///     values are numbers.
  ///   - shown: fields that cards show, which count copies only if they are named.
  /// - Throws: `Failure` `cards.copies` if no row has a field of the specified name.
  package init(_ name: String?, in table: RowTable, shown: Set<String>) throws {
    var seen: Set<String> = []
    let fields = table.rows.flatMap { row in
      row.fields.map(\.name).filter { seen.insert($0).inserted }
    }
    let usual = CardCopies.names.lazy.compactMap { usual in
      fields.first { $0.filter { !"#_".contains($0) } == usual && !shown.contains($0) }
    }.first { column in
      table.rows.contains { $0[column].map { CardCopies.count($0) ?? nil != nil } ?? false }
    }
    guard let name, name != CardCopies.none else {
      column = name == nil ? usual : nil
      counting = [usual].compactMap(\.self)
      return
    }
    let plain = Row.plainName(name)
    guard table.rows.contains(where: { $0[plain] != nil }) else {
      throw Failure(
        .error(
          .cardsCopies,
          "no row of \(printable(table.name, limit: 60)) has the column \"\(printable(name, limit: 60))\" for "
            + "its number of copies", hints: [nearMissHint(plain, among: fields)]))
    }
    column = plain
    counting = [plain]
  }

  /// Returns the number of copies of a value: nil within for a value that states none, and nil for
  /// one that is not a number of copies.
  private static func count(_ value: RowValue) -> Int?? {
    switch value {
    case .null: return .some(nil)
    case .text(let text) where text.allSatisfy(\.isWhitespace): return .some(nil)
    case .number(let text), .text(let text):
      let digits = text.drop(while: \.isWhitespace)
      let trimmed = digits.prefix(
        digits.count - digits.reversed().prefix(while: \.isWhitespace).count)
      guard let number = Double(trimmed), let count = Int(exactly: number),
        (0...most).contains(count)
      else { return nil }
      return .some(count)
    case .flag, .list, .record: return nil
    }
  }

  /// Returns the number of copies of each row: 1 if it states none.
  ///
  /// - Throws: `Failure` `cards.copies` with the locations of all rows whose value is not a number
  ///   of copies, and for more than ``mostCards`` cards.
  package func counts(of rows: [NamedRow]) throws -> [Int] {
    guard let column else { return rows.map { _ in 1 } }
    var errors: [Diagnostic] = []
    var total = 0
    let counts = rows.map { named in
      let count = CardCopies.count(named.own[column] ?? .null)
      if count == nil, errors.count < 20 {
        errors.append(
          .error(
            .cardsCopies,
            "\(column) \"\(printable(named.own[column]?.shown ?? "", limit: 40))\" is not a number of "
              + "copies, 0 to \(CardCopies.most)", at: named.own.place,
            hints: ["correct it, or add copies: \(CardCopies.none) to make one of each card"]))
      }
      let copies = (count ?? 1) ?? 1
      total += copies
      return copies
    }
    guard errors.isEmpty else { throw Failure(errors) }
    guard total <= CardCopies.mostCards else {
      throw Failure(
        .error(
          .cardsCopies,
          "\(total) cards by \(column) are more than \(CardCopies.mostCards)",
          at: rows.first?.own.place,
          hints: ["make several outputs with rows:, or add copies: \(CardCopies.none)"]))
    }
    return counts
  }

  /// Returns a note about the number of cards that copies result in; nil for one of each.
  package func note(_ counts: [Int], of rows: [NamedRow]) -> Diagnostic? {
    guard let column, counts.contains(where: { $0 != 1 }) else { return nil }
    let omitted = counts.count { $0 == 0 }
    return .note(
      .cardsCopies,
      "copies by \(column): \(counted(counts.reduce(0, +), "card")) of \(counted(rows.count, "row"))"
        + (omitted > 0 ? ", \(omitted) of them with none" : ""), at: rows.first?.own.place,
      hints: ["copies: \(CardCopies.none) makes one of each"])
  }

  /// Returns a note about rows that a booklet omits since they have no copies; nil if all have some, or
  /// none has.
  package func omittedNote(_ counts: [Int], of rows: [NamedRow]) -> Diagnostic? {
    let omitted = counts.count { $0 == 0 }
    guard let column, omitted > 0, omitted < rows.count else { return nil }
    return .note(
      .cardsCopies,
      "\(counted(omitted, "row")) without copies by \(column) \(omitted == 1 ? "is" : "are") not in the booklet",
      at: rows.first?.own.place, hints: ["copies: \(CardCopies.none) shows all rows"])
  }

  /// Returns a note that an output of an image for each row has each card once; nil if no row has
  /// copies.
  package func singleNote(_ counts: [Int], of rows: [NamedRow]) -> Diagnostic? {
    guard let column, counts.contains(where: { $0 != 1 }) else { return nil }
    return .note(
      .cardsCopies,
      "each card is written once: copies by \(column) are made in PDF and on sheets",
      at: rows.first?.own.place)
  }
}
