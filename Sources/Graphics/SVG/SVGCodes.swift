// SPDX-License-Identifier: MIT
// Part of Platen: codes of diagnostics about drawings as SVG.

package import Diagnostics

extension Diagnostic.Code {
  package static let svgBlend = Self(
    "svg.blend", .data,
    "SVG 1.1 cannot mix a group with what is below it, so it is drawn over it.",
    "Use .png or .pdf where this matters.")
}

extension CodeTable {
  /// The codes of diagnostics about drawings as SVG.
  package static let svg = CodeTable(
    "SVG", "drawings as SVG",
    [
      .svgBlend
    ])
}
