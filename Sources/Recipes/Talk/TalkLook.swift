// SPDX-License-Identifier: MIT
// Part of Platen: looks of decks by the names manifests use.

internal import Diagnostics
internal import Typesetting

enum TalkLook {
  /// The look of that name.
  ///
  /// - Throws: `Failure` `look.unknown`.
  static func named(_ name: String) throws -> DeckLook {
    if let look = DeckLook.all.first(where: { $0.name == name }) { return look }
    throw Failure(
      .error(
        "look.unknown", "there is no look for decks called \"\(name)\"",
        hints: [nearMissHint(name, among: DeckLook.all.map(\.name))]))
  }
}
