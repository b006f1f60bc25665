// SPDX-License-Identifier: MIT
// Part of Platen: the forms of a map as vectors.

internal import JobKit

/// A form of a map as vectors.
enum MapPageForm: String, JobForm {
  case pdf, svg

  private static let shared = [
    "width", "height", "scale", "paper", "orientation", "dpi", "margin", "region", "padding",
    "text",
  ]

  var row: OutputForm {
    switch self {
    case .pdf:
      row(
        "vectors with text that can be selected",
        options: MapPageForm.shared + PrintKeys.rim + PrintKeys.pages)
    case .svg:
      row(
        "vectors for browsers and editors, in layers",
        options: MapPageForm.shared + ["preset", "letters"])
    }
  }
}
