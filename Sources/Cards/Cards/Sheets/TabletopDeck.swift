// SPDX-License-Identifier: MIT
// Part of Platen: decks for Tabletop Simulator: the grid of their images, and the saved object.

internal import JSON

/// A deck of cards for Tabletop Simulator.
package struct TabletopDeck: Sendable {
  /// The cards on one image.
  package struct Grid: Hashable, Sendable {
    package var columns: Int
    package var rows: Int

    /// The smallest grid for some cards: the program cuts images into 2 × 2 to 10 × 7 parts.
    package init(_ cards: Int) {
      columns = min(Grid.mostColumns, max(2, cards))
      rows = min(Grid.mostRows, max(2, (cards + columns - 1) / columns))
    }

    package static let (mostColumns, mostRows) = (10, 7)
    /// The largest number of cards on an image.
    package static let most = mostColumns * mostRows

    /// Returns the width of an image on which a cell has an aspect ratio.
    ///
    /// - Parameter side: the length that neither side exceeds.
    package func width(_ ratio: Double, side: Int) -> Int {
      let cell = min(Double(side) / Double(columns), Double(side) / Double(rows) * ratio)
      return max(16, Int(cell.rounded(.down)) * columns)
    }
  }

  /// A card with the name that the program shows.
  package struct Card: Hashable, Sendable {
    package var name: String
    package var description: String
    package var copies: Int

    /// The largest number of characters of a description.
    private static let longest = 1000

    /// - Parameter description: Markdown, whose marks are omitted.
    package init(_ name: String, description: String, copies: Int) {
      self.name = name
      self.description = String(
        MarkedText(description, isMarkdown: true, icons: []).text.prefix(Card.longest))
      self.copies = copies
    }
  }

  private let name: String
  private let cards: [Card]
  private let faces: [String]
  private let back: String
  private let isSideways: Bool

  /// - Parameters:
  ///   - faces: the addresses of the images of the cards, ``Grid/most`` cards on each.
  ///   - back: the address of the image of the back.
  ///   - isSideways: whether cards are wider than high.
  package init(
    _ name: String, _ cards: [Card], faces: [String], back: String, isSideways: Bool
  ) {
    self.name = name
    self.cards = cards
    self.faces = faces
    self.back = back
    self.isSideways = isSideways
  }

  /// The saved object as JSON: a deck, or a single card.
  package var json: String {
    var ids: [(id: Int, card: Card)] = []
    for (index, card) in cards.enumerated() {
      let id = (index / Grid.most + 1) * 100 + index % Grid.most
      ids += repeatElement((id: id, card: card), count: card.copies)
    }
    var json = JSONWriter(indent: 2)
    json.object { json in
      json.member("SaveName", name)
      json.key("ObjectStates")
      json.array { json in
        if ids.count == 1 {
          writeCard(ids[0].card, ids[0].id, number: 0, as: "CardCustom", to: &json)
        } else {
          json.object { json in
            json.member("Name", "DeckCustom")
            json.member("Nickname", name)
            json.member("GUID", guid(0))
            writeTransform(to: &json)
            json.member("SidewaysCard", isSideways)
            json.member("DeckIDs", ids.map(\.id))
            writeImages(Array(1...max(1, faces.count)), to: &json)
            json.key("ContainedObjects")
            json.array { json in
              for (number, (id, card)) in ids.enumerated() {
                writeCard(card, id, number: number + 1, as: "Card", to: &json)
              }
            }
          }
        }
      }
    }
    return json.text + "\n"
  }

  private func writeCard(
    _ card: Card, _ id: Int, number: Int, as type: String, to json: inout JSONWriter
  ) {
    json.object { json in
      json.member("Name", type)
      json.member("Nickname", card.name)
      json.member("Description", card.description)
      json.member("GUID", guid(number))
      writeTransform(to: &json)
      json.member("CardID", id)
      json.member("SidewaysCard", isSideways)
      writeImages([id / 100], to: &json)
    }
  }

  /// Six hexadecimal digits that differ within the deck.
  private func guid(_ number: Int) -> String {
    String(0x100000 + number % 0xE00000, radix: 16)
  }

  private func writeTransform(to json: inout JSONWriter) {
    json.key("Transform")
    json.object { json in
      for (name, value) in [
        ("posX", 0.0), ("posY", 1), ("posZ", 0), ("rotX", 0), ("rotY", 180), ("rotZ", 180),
        ("scaleX", 1), ("scaleY", 1), ("scaleZ", 1),
      ] {
        json.member(name, value)
      }
    }
  }

  /// Writes the images of cards by their numbers, from 1.
  private func writeImages(_ numbers: [Int], to json: inout JSONWriter) {
    json.key("CustomDeck")
    json.object { json in
      for number in numbers {
        let count = min(Grid.most, cards.count - (number - 1) * Grid.most)
        let grid = Grid(count)
        json.key(String(number))
        json.object { json in
          json.member("FaceURL", faces.indices.contains(number - 1) ? faces[number - 1] : "")
          json.member("BackURL", back)
          json.member("NumWidth", grid.columns)
          json.member("NumHeight", grid.rows)
          json.member("BackIsHidden", true)
          json.member("UniqueBack", false)
          json.member("Type", 0)
        }
      }
    }
  }
}
