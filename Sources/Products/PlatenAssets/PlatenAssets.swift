// SPDX-License-Identifier: MIT
// Part of Platen: design tokens, catalogs, icons and cards, with one import.

@_exported public import Assets
@_exported public import Canvas
@_exported public import Cards
@_exported public import Diagnostics
@_exported public import Drawing
@_exported public import Geometry
@_exported public import PDF
@_exported public import Pixels
@_exported public import Rows
@_exported public import Text
@_exported public import Tokens
@_exported public import Values
@_exported public import Vectors
