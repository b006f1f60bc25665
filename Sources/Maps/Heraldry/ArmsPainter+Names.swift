// SPDX-License-Identifier: MIT
// Part of Platen: which charges a coat of arms bears.

public import Atlas

extension CoatOfArms {
  /// Names of all charges on it, those strewn over a field among them, each once, sorted.
  public var chargeNames: [String] {
    let coverings =
      [field, division?.tincture].compactMap { $0 } + ordinaries.map(\.tincture)
    let strewn = coverings.compactMap { text -> String? in
      let semy = "semy_of_"
      guard text.hasPrefix(semy) else { return nil }
      return String(text.dropFirst(semy.count).prefix { $0 != "-" })
    }
    return Set(charges.map(\.charge) + strewn).sorted()
  }
}
