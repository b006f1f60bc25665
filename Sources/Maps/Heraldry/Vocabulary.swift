// SPDX-License-Identifier: MIT
// Part of Platen: which words of the format are known, for tools and tests.

/// The words of coats of arms that can be drawn.
public enum HeraldicVocabulary {
  public static let divisions = FieldDivision.allCases.map(\.rawValue)
  public static let ordinaries = Ordinary.allCases.map(\.rawValue)
  public static let lines = PartitionLine.allCases.map(\.rawValue)
  public static let patterns = FieldPattern.allCases.map(\.rawValue)
  /// Charges drawn as themselves.
  public static var charges: [String] { ChargeBook.names }

  /// Indicates whether a charge is drawn: as itself, or by the general form of its family.
  public static func draws(_ charge: String) -> Bool { ChargeBook.entry(charge) != nil }
}
