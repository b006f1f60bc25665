// SPDX-License-Identifier: MIT
// Part of Platen: ids of Foundry's documents, the same in each export of a world.

package import Atlas
internal import Digests

/// Makes ids of 16 letters and digits, as Foundry's documents have them.
package struct FoundryIDs: Hashable, Sendable {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
  private static let count = 16

  private let save: String

  /// - Parameter edition: the audience and the region of the documents: editions do not replace each
  ///   other.
  package init(_ info: WorldInfo, edition: String) {
    // A map keeps its number and its seed when it is renamed and saved again.
    let map = info.mapID ?? ""
    save = [map, info.seed, map.isEmpty && info.seed.isEmpty ? info.name : "", edition]
      .joined(separator: "\n")
  }

  /// The id of a document about an entity.
  package func id(_ kind: String, _ entity: String) -> String {
    let bytes = Digest.of([save, kind, entity].joined(separator: "\n\n")).bytes
    // Two bytes for each letter, so that all letters are about as frequent.
    let text = (0..<FoundryIDs.count).map { index in
      FoundryIDs.letters[
        (Int(bytes[2 * index]) << 8 | Int(bytes[2 * index + 1])) % FoundryIDs.letters.count]
    }
    return String(decoding: text, as: UTF8.self)
  }
}
