// SPDX-License-Identifier: MIT
// Part of Platen: reading worlds, drawing them and exporting their data, with one import.

@_exported public import Atlas
@_exported public import Azgaar
@_exported public import Canvas
@_exported public import Cartography
@_exported public import Diagnostics
@_exported public import Drawing
@_exported public import Exports
@_exported public import Geometry
@_exported public import Heraldry
@_exported public import PDF
@_exported public import Pixels
@_exported public import SVG
@_exported public import Text
@_exported public import Tiles
@_exported public import WorldFoundry
@_exported public import Worldsmith
