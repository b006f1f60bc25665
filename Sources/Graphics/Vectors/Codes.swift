// SPDX-License-Identifier: MIT
// Part of Platen: codes of diagnostics about SVG files drawn into bitmaps.

package import Diagnostics

extension Diagnostic.Code {
  package static let svgCompressed = Self(
    "svg.compressed", .data,
    "The SVG is compressed (.svgz), which is not read. Unpack it with: gunzip -S .svgz.")
  package static let svgDamaged = Self(
    "svg.damaged", .data,
    "The file is not valid SVG, usually because it was cut short or edited by hand.",
    "Correct the line that the message names, or export the image again.")
  package static let svgDraw = Self(
    "svg.draw", .data,
    "The SVG could not be drawn: it needs too much memory or crashes the library that draws",
    "it. Simplify it, or supply a PNG.")
  package static let svgEmbedded = Self(
    "svg.embedded", .data,
    "The SVG contains another SVG as data, which is not drawn.",
    "Put its elements into the file itself.")
  package static let svgEncoding = Self(
    "svg.encoding", .data,
    "The SVG is in an encoding that is not read. Save it as UTF-8.")
  package static let svgEntity = Self(
    "svg.entity", .data,
    "The SVG declares entities that hold more than words, which could be used to fill memory.",
    "Write out what they stand for.")
  package static let svgFilter = Self(
    "svg.filter", .data,
    "A filter of the SVG is too expensive to draw or refers to too much.",
    "Draw the effect into a PNG, or take the filter out.")
  package static let svgPixels = Self(
    "svg.pixels", .data,
    "The SVG was requested at a size that cannot be drawn. Choose a smaller size.")
  package static let svgProcess = Self(
    "svg.process", .data,
    "The process that draws SVG files could not be started or ended unexpectedly.",
    "Check that memory and processes are left on this machine.")
  package static let svgReference = Self(
    "svg.reference", .data,
    "The SVG takes images or styles from other files, which are omitted.",
    "Put them into the SVG itself.")
  package static let svgText = Self(
    "svg.text", .data,
    "The SVG contains text, which is drawn with this machine's fonts and may look different",
    "elsewhere. Turn the text into paths.")
  package static let svgTime = Self(
    "svg.time", .data,
    "Drawing the SVG took too long and was stopped.",
    "Take out filters, masks and nested patterns, or supply a PNG.")
  package static let svgTooLarge = Self(
    "svg.too-large", .data,
    "The SVG file is larger than Platen reads. Simplify it, or supply a PNG.")
}

extension CodeTable {
  /// The codes of diagnostics about SVG files drawn into bitmaps.
  package static let vectors = CodeTable(
    "Vectors", "SVG files drawn into bitmaps",
    [
      .svgCompressed, .svgDamaged, .svgDraw, .svgEmbedded, .svgEncoding, .svgEntity,
      .svgFilter, .svgPixels, .svgProcess, .svgReference, .svgText, .svgTime, .svgTooLarge,
    ])
}
