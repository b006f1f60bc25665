// SPDX-License-Identifier: MIT
// Part of Platen: sizes of maps that have a name: for screens, for print, for the web, for telephones.

internal import Cartography
internal import Diagnostics
internal import JobKit
internal import Values

/// A size that has a name. Pixels and dots are those World Foundry's export plan gives.
///
/// Its two figures for print disagree: 7200 × 5400 pixels at 300 dots an inch are 24 × 18 inches, not
/// A3. A picture has the pixels and the dots, a PDF the sheet of A3 with margin, bleed and crop marks.
enum MapPreset: String, CaseIterable {
  case digital, print, web, mobile

  /// Pixels across and down, and dots an inch.
  var picture: (width: Int, height: Int, dpi: Int) {
    switch self {
    case .digital: (1920, 1080, 96)
    case .print: (7200, 5400, 300)
    case .web: (2048, 1536, 72)
    case .mobile: (1024, 768, 163)
    }
  }

  /// What the preset stands for in a form of output, as options.
  func options(form: String) -> [(key: any DeclaredKey, value: String)] {
    let picture = picture
    guard self == .print, form == "pdf" else {
      return [
        (MapKeys.width, "\(picture.width)"), (MapKeys.height, "\(picture.height)"),
        (MapKeys.dpi, "\(picture.dpi)"),
      ]
    }
    return [
      (MapKeys.paper, "A3"), (MapKeys.orientation, "landscape"), (MapKeys.margin, "10"),
      (PrintKeys.bleed, "3"), (PrintKeys.cropMarks, "true"), (MapKeys.dpi, "\(picture.dpi)"),
    ]
  }
}

extension OutputRequest {
  /// The output with what its preset stands for written out. What it says itself holds.
  var withPreset: OutputRequest {
    guard let preset = options[PrintKeys.preset], let place = options.place(of: PrintKeys.preset),
      presetFaults.isEmpty
    else { return self }
    var result = self
    // A sheet of one's own choice in place of the preset's has its pixels, too.
    let isOnOwnPaper = options.placed(MapKeys.paper) != nil
    for (key, text) in preset.options(form: isOnOwnPaper ? "pdf" : form)
    where options.placed(key) == nil {
      result.options.set(
        PlacedValue.Member(
          key: key.name, place: place,
          value: PlacedValue(.text(text, isPlain: true), at: place)))
    }
    return result
  }

  /// What of an output contradicts its preset.
  var presetFaults: [Diagnostic] {
    guard let preset = options[PrintKeys.preset], let place = options.place(of: PrintKeys.preset)
    else {
      return []
    }
    // The preset for print may go on another sheet, where that has room for bleed and marks.
    let takesPaper = preset == .print && form != "svg"
    let sizes: [any DeclaredKey] = [MapKeys.width, MapKeys.height, MapKeys.scale, PrintKeys.poster]
    return (takesPaper ? sizes : sizes + [MapKeys.paper]).compactMap { key in
      options.placed(key).map { _ in
        .error(
          .sizeContradiction, "preset and \(key.name) contradict each other", at: place,
          hints: ["leave one of them out"])
      }
    }
  }
}
