// SPDX-License-Identifier: MIT
// Part of Platen: documents and decks as pages and files of words, with one import.

@_exported public import Canvas
@_exported public import Diagnostics
@_exported public import Documents
@_exported public import Drawing
@_exported public import Geometry
@_exported public import Meetings
@_exported public import PDF
@_exported public import Pixels
@_exported public import Presentations
@_exported public import Readers
@_exported public import Talks
@_exported public import Text
@_exported public import Typesetting
@_exported public import Writers
