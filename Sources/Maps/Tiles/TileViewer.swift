// SPDX-License-Identifier: MIT
// Part of Platen: the page that shows a folder of tiles, opened from the disk, with all it needs in it.

internal import JSON
internal import Text

/// The page beside tiles: they are panned and zoomed in it, with no network and no library.
public struct TileViewer {
  /// The page's own parts, from the templates: markup with `{{names}}`, style, script.
  public struct Parts: Sendable {
    public var markup: String
    public var style: String
    public var script: String

    public init(markup: String, style: String, script: String) {
      self.markup = markup
      self.style = style
      self.script = script
    }
  }

  /// The contents of the page.
  public struct Subject: Hashable, Sendable {
    /// The map's title.
    public var title: String
    /// The text that screen readers speak for the map as a whole.
    public var description: String
    /// The language of both and of the page's own words, BCP 47.
    public var language: String
    /// The page's own words, by their holes in the markup and their names in the script.
    public var words: [String: String]
    public var pyramid: TilePyramid
    /// The folder of tiles, seen from the page, such as `Ardenfell_files/`; empty beside it.
    public var folder: String
    /// `png`, `jpg` or `webp`.
    public var format: String
    /// The distance from the left to the right edge of the image, where the world specifies it.
    public var distance: Distance?

    public init(
      title: String, description: String, language: String, words: [String: String],
      pyramid: TilePyramid, folder: String = "", format: String, distance: Distance? = nil
    ) {
      self.title = title
      self.description = description
      self.language = language
      self.words = words
      self.pyramid = pyramid
      self.folder = folder
      self.format = format
      self.distance = distance
    }
  }

  /// A distance on the ground.
  public struct Distance: Hashable, Sendable {
    public var length: Double
    /// `mi`, `km` or whatever the world measures in.
    public var unit: String

    public init(_ length: Double, _ unit: String) {
      self.length = length
      self.unit = unit
    }
  }

  private let parts: Parts

  public init(_ parts: Parts) { self.parts = parts }

  /// The page.
  public func page(of subject: Subject) -> String {
    var values = subject.words
    values["title"] = subject.title
    values["description"] = subject.description
    values["language"] = subject.language
    values = values.mapValues { MarkupEscaping.escaped($0) }
    values["style"] = parts.style
    values["script"] = parts.script
    values["data"] = data(of: subject)
    return MarkupTemplate.filled(parts.markup) { values[$0] }
  }

  /// The script's data, as JSON that may be part of a page.
  private func data(of subject: Subject) -> String {
    let pyramid = subject.pyramid
    var json = JSONWriter()
    json.object { json in
      json.member("title", subject.title)
      json.member("scheme", pyramid.scheme.rawValue)
      json.member("folder", subject.folder)
      json.member("format", subject.format)
      json.member("tile-size", pyramid.tileSize)
      json.member("overlap", pyramid.overlap)
      json.member(
        "levels",
        array: { json in
          for level in pyramid.levels {
            json.array { json in
              json.int(level.number)
              json.int(level.width)
              json.int(level.height)
            }
          }
        })
      if let distance = subject.distance {
        json.member("distance", distance.length)
        json.member("unit", distance.unit)
      }
      json.member(
        "words",
        object: { json in
          for (name, text) in subject.words.sorted(by: { $0.key < $1.key }) {
            json.member(name, text)
          }
        })
    }
    return MarkupTemplate.embedded(json: json.text)
  }
}
