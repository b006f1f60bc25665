// SPDX-License-Identifier: MIT
// Part of Platen: codes of diagnostics about files for virtual tabletops.

package import Diagnostics

extension Diagnostic.Code {
  package static let tabletopCells = Self(
    "tabletop.cells", .data,
    "Cells of the grid are too small or too large for the image, or their width is given in a unit",
    "that the world's cannot be compared with.",
    "Choose another width of cells or of the image.")
  package static let tabletopEmpty = Self(
    "tabletop.empty", .data,
    "The world has tables alone and no cells to draw scenes from.",
    "Use the world's full save or export.")
  package static let tabletopModule = Self(
    "tabletop.module", .manifest,
    "The folder of a Foundry module has the module's id as its name, of small letters, digits,",
    "hyphens and underscores.",
    "Give the output another name, such as modules/ardenfell/.")
  package static let tabletopPins = Self(
    "tabletop.pins", .data,
    "A scene has pins for the largest towns only, since more would cover the map.",
    "Nothing needs to be done: the journals have all towns, and scenes of states have more pins.")
  package static let tabletopSquares = Self(
    "tabletop.squares", .data,
    "The squares of a map have a width that suits its size, since the job specifies none.",
    "Choose another with square, such as square: 24 mi.")
}

extension CodeTable {
  /// The codes of diagnostics about files for virtual tabletops.
  package static let tabletop = CodeTable(
    "Tabletop", "files for virtual tabletops",
    [.tabletopCells, .tabletopEmpty, .tabletopModule, .tabletopPins, .tabletopSquares])
}
