// SPDX-License-Identifier: MIT
// Part of Platen: named sizes of maps: for screens, print, the web, phones.

internal import Cartography
internal import Diagnostics
internal import JobKit
internal import Values

/// A named size. Pixels and resolutions are those of World Foundry's export plan.
///
/// Its two numbers for print disagree: 7200 × 5400 pixels at 300 dots per inch are 24 × 18 inches,
/// not A3. An image has the pixels and the resolution, a PDF the A3 sheet with margin, bleed and
/// crop marks.
enum MapPreset: String, CaseIterable {
  case digital, print, web, mobile

  /// The size in pixels, and the resolution in dots per inch.
  var image: (width: Int, height: Int, dpi: Int) {
    switch self {
    case .digital: (1920, 1080, 96)
    case .print: (7200, 5400, 300)
    case .web: (2048, 1536, 72)
    case .mobile: (1024, 768, 163)
    }
  }

  /// Returns the options that the preset sets in an output format.
  func options(format: String) -> [(key: any DeclaredKey, value: String)] {
    let image = image
    guard self == .print, format == "pdf" else {
      return [
        (MapKeys.width, "\(image.width)"), (MapKeys.height, "\(image.height)"),
        (MapKeys.dpi, "\(image.dpi)"),
      ]
    }
    return [
      (MapKeys.paper, "A3"), (MapKeys.orientation, "landscape"), (MapKeys.margin, "10"),
      (PrintKeys.bleed, "3"), (PrintKeys.cropMarks, "true"), (MapKeys.dpi, "\(image.dpi)"),
    ]
  }
}

extension OutputRequest {
  /// The output with its preset's options added. Options of its own take precedence.
  var withPreset: OutputRequest {
    guard let preset = options[PrintKeys.preset], let place = options.place(of: PrintKeys.preset),
      presetErrors.isEmpty
    else { return self }
    var result = self
    // A sheet other than the preset's has its pixels as well.
    let isOnOwnPaper = options.placed(MapKeys.paper) != nil
    for (key, text) in preset.options(format: isOnOwnPaper ? "pdf" : format)
    where options.placed(key) == nil {
      result.options.set(
        PlacedValue.Member(
          key: key.name, place: place,
          value: PlacedValue(.text(text, isPlain: true), at: place)))
    }
    return result
  }

  /// The errors for options that cannot be used together with the preset.
  var presetErrors: [Diagnostic] {
    guard let preset = options[PrintKeys.preset], let place = options.place(of: PrintKeys.preset)
    else {
      return []
    }
    // The preset for print may use another sheet that has room for bleed and marks.
    let takesPaper = preset == .print && format != "svg"
    let sizes: [any DeclaredKey] = [MapKeys.width, MapKeys.height, MapKeys.scale, PrintKeys.poster]
    return (takesPaper ? sizes : sizes + [MapKeys.paper]).compactMap { key in
      options.placed(key).map { _ in
        .error(
          .sizeContradiction, "preset and \(key.name) cannot be used together", at: place,
          hints: ["remove one of them"])
      }
    }
  }
}
