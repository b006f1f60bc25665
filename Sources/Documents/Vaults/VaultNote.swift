// SPDX-License-Identifier: MIT
// Part of Platen: a note of a vault before it has a path: its id, its names, its text.

package import Documents

/// A note.
package struct VaultNote: Hashable, Sendable {
  /// The kind and the number of its subject, such as `burg/12`, by which it is found again.
  package var id: String
  /// The name, from which its file's is made.
  package var name: String
  /// A difference from notes of the same name, such as the state of a town; empty where that is its id
  /// alone.
  package var qualifier: String
  /// The folders it is in.
  package var folder: [String]
  /// Other names that lead to it.
  package var aliases: [String]
  package var tags: [String]
  /// Properties by their names without the prefix.
  package var properties: [Property]
  /// The text below its title. References lead to other notes by their ids, with `#` and a heading
  /// where they lead to that; images are named as the vault's images.
  package var blocks: [Block]
  /// The map below the text.
  package var map: VaultMap?

  /// A property with its value.
  package struct Property: Hashable, Sendable {
    package var name: String
    package var value: Value

    package init(_ name: String, _ value: Value) {
      self.name = name
      self.value = value
    }
  }

  /// The value of a property.
  package enum Value: Hashable, Sendable {
    case text(String)
    case number(Int)
    /// A note by its id, and its name.
    case note(String, String)
  }

  package init(
    id: String, name: String, qualifier: String = "", folder: [String] = [],
    aliases: [String] = [], tags: [String] = [], properties: [Property] = [],
    blocks: [Block] = [], map: VaultMap? = nil
  ) {
    self.id = id
    self.name = name
    self.qualifier = qualifier
    self.folder = folder
    self.aliases = aliases
    self.tags = tags
    self.properties = properties
    self.blocks = blocks
    self.map = map
  }
}

/// The notes of a vault.
package struct VaultContent: Hashable, Sendable {
  /// The thing that they describe, by which another's vault is recognized.
  package var source: String
  package var notes: [VaultNote]

  package init(of source: String, _ notes: [VaultNote]) {
    self.source = source
    self.notes = notes
  }
}

/// A map with markers as the plugin Leaflet shows it.
package struct VaultMap: Hashable, Sendable {
  package var id: String
  /// The name of the image.
  package var image: String
  /// The size of the map in its own units; its origin is at the top left.
  package var width: Double
  package var height: Double
  package var markers: [Marker]

  /// A place that leads to a note.
  package struct Marker: Hashable, Sendable {
    /// From the left, and from the top.
    package var x: Double
    package var y: Double
    package var note: String
    package var name: String

    package init(x: Double, y: Double, note: String, name: String) {
      self.x = x
      self.y = y
      self.note = note
      self.name = name
    }
  }

  package init(id: String, image: String, width: Double, height: Double, markers: [Marker]) {
    self.id = id
    self.image = image
    self.width = width
    self.height = height
    self.markers = markers
  }
}
