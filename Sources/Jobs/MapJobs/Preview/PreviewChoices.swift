// SPDX-License-Identifier: MIT
// Part of Platen: what can be chosen on the page of a preview, and the addresses of its tiles.

internal import Cartography
internal import Documents
internal import JobKit
internal import Text
internal import Tiles

/// The choices on the page of a preview, in the order of its lists.
struct PreviewChoices: Sendable {
  /// Names of looks; a file is named by its path.
  let looks: [String]
  /// Layers, each as presets and names of layers; empty for those of the look.
  let layers: [[String]]
  /// The audiences that see different maps.
  static let audiences: [Audience] = [.player, .gm]

  /// The view that the page shows at first.
  let first: PreviewView

  /// - Parameters:
  ///   - look: the look at first.
  ///   - layers: the layers at first; empty for those of the look.
  init(
    look: String, layers given: [String], audience: Audience, in context: RecipeContext
  ) {
    let known = MapLooks().names(in: context)
    looks = known.contains(look) ? known : [look] + known
    let presets = LayerSelection.presetNames.map { [$0] }
    layers = [[]] + (given.isEmpty || presets.contains(given) ? [] : [given]) + presets
    first = PreviewView(
      look: looks.firstIndex(of: look) ?? 0, layers: layers.firstIndex(of: given) ?? 0,
      audience: audience)
  }

  /// Returns the markup of a page with the options of its lists.
  func filled(_ markup: String, _ phrases: Phrasebook) -> String {
    MarkupTemplate.filled(markup) { name in
      switch name {
      case "direction": phrases.directionName
      case "looks": PreviewList(looks.map { ($0, $0) }, chosen: first.look).markup
      case "layers":
        PreviewList(
          layers.map { layers in
            let name = layers.joined(separator: ",")
            return (name, name.isEmpty ? phrases[.previewOwnLayers] : name)
          }, chosen: first.layers
        ).markup
      case "audiences":
        PreviewList.audiences(phrases, seesSecrets: first.audience == .gm).markup
      default: nil
      }
    }
  }

  /// Returns the tile that a path below the folder of tiles names,
  /// `REVISION/LOOK/LAYERS/AUDIENCE/ZOOM/COLUMN/ROW.png`; nil for any other path.
  func tile(at path: Substring) -> (view: PreviewView, address: TileAddress)? {
    guard path.hasSuffix(".png") else { return nil }
    let parts = path.dropLast(4).split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 7, let look = Int(parts[1]), looks.indices.contains(look),
      let layers = Int(parts[2]), self.layers.indices.contains(layers),
      let audience = Audience(rawValue: String(parts[3])),
      PreviewChoices.audiences.contains(audience),
      let level = Int(parts[4]), let column = Int(parts[5]), let row = Int(parts[6])
    else { return nil }
    return (
      PreviewView(look: look, layers: layers, audience: audience),
      TileAddress(level: level, column: column, row: row)
    )
  }
}

/// One of the maps that a preview can show.
struct PreviewView: Hashable, Sendable {
  /// Numbers in the lists of ``PreviewChoices``.
  var look: Int
  var layers: Int
  var audience: Audience

  /// The path of its tiles, below the folder of tiles.
  func folder(revision: Int) -> String { "\(revision)/\(look)/\(layers)/\(audience.rawValue)/" }
}
