// SPDX-License-Identifier: MIT
// Part of Platen: the overlays that a map job requests: files of points, lines and areas.

internal import Diagnostics
internal import Digests
internal import Drawing
internal import Exports
internal import JobKit
internal import Values

/// A file of points, lines and areas that a map job requests.
struct OverlayRequest: Hashable, Sendable {
  /// The members of a mapping.
  enum Keys {
    static let file = OptionKey("file", .path, "its file", example: "quests.geojson")
    static let name = OptionKey(
      "name", .text, "its name in the legend (default: that of the file)", example: "Quests")
    static let coordinates = OptionKey(
      "coordinates", .word(of: DataFrame.self),
      "its coordinates: degrees (lonlat) or map units from the upper left corner, y down (default: "
        + "as the file states, or degrees)",
      example: "map-units")
    static let icon = OptionKey(
      "icon", .text, "the icon of points without one of their own", example: "inn")
    static let color = OptionKey(
      "color", .text, "the color of features without one of their own", example: "\"#2f6f4f\"")

    /// The declarations of all of them.
    static var declared: [ManifestKey] {
      var required = file.declaration
      required.isRequired = true
      return [
        required, name.declaration, coordinates.declaration, icon.declaration, color.declaration,
      ]
    }
  }

  var path: String
  var name: String
  /// Nil for the coordinates that the file states.
  var frame: DataFrame?
  /// The icon of points without one.
  var icon: String
  /// The color of features without one.
  var color: String

  /// The most files of one map.
  static let limit = 50

  /// - Parameter value: the path of a file, or a mapping.
  init?(_ value: PlacedValue) {
    guard let path = value.text ?? value[Keys.file.name]?.text else { return nil }
    self.path = path
    name =
      value[Keys.name.name]?.text
      ?? stem(of: path).split { $0 == "-" || $0 == "_" }.joined(separator: " ").capitalizedFirst
    frame = value[Keys.coordinates.name]?.text.flatMap(DataFrame.init)
    icon = value[Keys.icon.name]?.text ?? ""
    color = value[Keys.color.name]?.text ?? ""
  }

  /// The overlays of a job.
  ///
  /// - Throws: `Failure` `overlays.many` where there are too many, `manifest.value` for an invalid
  ///   color.
  static func all(in settings: Settings) throws -> [OverlayRequest] {
    guard let value = settings.placed(MapKeys.overlays) else { return [] }
    let elements = value.elements ?? [value]
    guard elements.count <= limit else {
      throw Failure(
        .error(.overlaysMany, "more than \(limit) overlays", at: elements[limit].place))
    }
    for element in elements {
      guard let value = element[Keys.color.name], let color = value.text, Color(css: color) == nil
      else { continue }
      throw Failure(
        .error(
          .manifestValue, "invalid color \"\(printable(color, limit: 40))\"", at: value.place,
          hints: ["write #rgb, #rrggbb, rgb(…), hsl(…) or a name of CSS"]))
    }
    return elements.compactMap(OverlayRequest.init)
  }
}

extension String {
  /// The text with its first letter in upper case.
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

extension OverlayRequest: Digestible {
  func add(to digester: inout Digester) {
    digester.addFields(path, name, frame?.rawValue, icon, color)
  }
}
