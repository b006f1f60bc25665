// SPDX-License-Identifier: MIT
// Part of Platen: codes of diagnostics about painting, fonts and the content of pages.

package import Diagnostics

extension Diagnostic.Code {
  package static let canvasEffectSize = Self(
    "canvas.effect-size", .data,
    "A blur or shadow covers more pixels than an effect may.",
    "Make the effect or the image smaller.")
  package static let canvasSize = Self(
    "canvas.size", .data,
    "An image of that width and height cannot be painted.",
    "Choose a smaller width, scale or dpi.")
  package static let canvasWindow = Self(
    "canvas.window", .data,
    "The part of the drawing to show has no area.",
    "Check the region; if none was set, please report it.")
  package static let fontsMemory = Self(
    "fonts.memory", .data,
    "The library that shapes text could not be started for lack of memory.",
    "Run fewer jobs at once with -j.")
  package static let fontsMissing = Self(
    "fonts.missing", .data,
    "The font is known but not installed.",
    "Install the package that the hint names, or name another font.")
  package static let fontsNone = Self(
    "fonts.none", .data,
    "No font is installed that Platen knows, so no text can be set.",
    "Install one with: apt-get install fonts-ebgaramond fonts-dejavu-core.")
  package static let fontsSubset = Self(
    "fonts.subset", .data,
    "The font file could not be reduced to the characters that are used.",
    "Use another font or another copy of its file.")
  package static let fontsSubstituted = Self(
    "fonts.substituted", .data,
    "The font is not installed, and the named substitute is used.",
    "Install it, or name a file of your own under fonts.")
  package static let fontsUnknown = Self(
    "fonts.unknown", .data,
    "No font of that name is known. Check the spelling; platen fonts lists the known ones.")
  package static let fontsUnknownFace = Self(
    "fonts.unknown-face", .data,
    "The drawing was composed with a font that is not available where it is painted.",
    "Paint it with the fonts it was composed with.")
  package static let fontsUnreadable = Self(
    "fonts.unreadable", .data,
    "The font file cannot be read, is damaged or has glyphs that are not drawn.",
    "Use another font or another copy of its file.")
  package static let pdfClusters = Self(
    "pdf.clusters", .data,
    "The text of a label cannot be matched to its glyphs, so it is drawn but cannot be",
    "searched or copied. Nothing needs to be done.")
  package static let pdfEmpty = Self(
    "pdf.empty", .data,
    "The PDF would have no pages.",
    "This is an internal error unless your program adds pages itself.")
  package static let pdfLeaves = Self(
    "pdf.leaves", .data,
    "The parts of a page do not match the drawing on it.",
    "This is an internal error; please report it.")
  package static let pdfPage = Self(
    "pdf.page", .data,
    "A PDF page of that size or with that margin is not possible.",
    "Choose sides within the limits of the hint and a smaller margin.")
  package static let pdfRasterized = Self(
    "pdf.rasterized", .data,
    "An effect that PDF cannot express is an image in the PDF.",
    "Take out the blur or shadow to keep outlines.")
}

extension CodeTable {
  /// The codes of diagnostics about painting, fonts and the content of pages.
  package static let canvas = CodeTable(
    "Canvas", "painting, fonts and the content of pages",
    [
      .canvasEffectSize, .canvasSize, .canvasWindow, .fontsMemory, .fontsMissing,
      .fontsNone, .fontsSubset, .fontsSubstituted, .fontsUnknown, .fontsUnknownFace,
      .fontsUnreadable, .pdfClusters, .pdfEmpty, .pdfLeaves, .pdfPage, .pdfRasterized,
    ])
}
