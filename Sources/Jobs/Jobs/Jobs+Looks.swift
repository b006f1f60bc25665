// SPDX-License-Identifier: MIT
// Part of Platen: the table of kinds of look in files.

internal import Books
internal import Cartography
package import JobKit
internal import Typesetting

extension Jobs {
  /// Every kind of look that is read from files, in the order in which hints name them.
  package static let filedLooks: [any FiledLook.Type] = [
    MapLook.self, BookLook.self, DeckLook.self,
  ]
}
