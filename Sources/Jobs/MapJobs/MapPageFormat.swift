// SPDX-License-Identifier: MIT
// Part of Platen: the formats of a map as vectors.

internal import JobKit

/// A format of a map as vectors.
enum MapPageFormat: String, JobFormat {
  case pdf, svg

  var row: OutputFormat {
    switch self {
    case .pdf:
      row(
        "vectors with text that can be selected",
        options: MapKeys.sizes + PrintKeys.rim + PrintKeys.pages)
    case .svg:
      row(
        "vectors for browsers and editors, in layers",
        options: MapKeys.sizes + [PrintKeys.preset, MapKeys.letters])
    }
  }
}
