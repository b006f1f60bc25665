// SPDX-License-Identifier: MIT
// Part of Platen: the tables of codes of all modules that jobs are made with.

internal import Archive
internal import Assets
internal import Atlas
internal import Azgaar
internal import Books
internal import Canvas
internal import Cards
internal import Cartography
internal import Database
package import Diagnostics
internal import Documents
internal import Drawing
internal import Exports
internal import Heraldry
internal import Instances
internal import JobKit
internal import Libraries
internal import Meetings
internal import PDF
internal import Pipeline
internal import Pixels
internal import Presentations
internal import QRCodes
internal import Rasters
internal import Readers
internal import Rehearsal
internal import Routing
internal import Rows
internal import SVG
internal import Tabletop
internal import Talks
internal import Tiles
internal import Tokens
internal import Typesetting
internal import Values
internal import Vaults
internal import Vectors
internal import WorldFoundry
internal import Writers

extension CodeTable {
  /// The tables of codes of all modules that jobs are made with, first those of the kinds of job.
  package static let ofJobs: [CodeTable] =
    Jobs.kinds.map(\.codes) + [
      .archive, .assets, .atlas, .azgaar, .books, .canvas, .cards, .cartography, .database,
      .documents, .drawing, .exports, .heraldry, .instances, .jobKit, .libraries, .meetings, .pdf,
      .pipeline, .pixels, .presentations, .qrCodes, .rasters, .readers, .rehearsal, .routing, .rows,
      .svg, .tabletop, .talks, .tiles, .tokens, .typesetting, .values, .vaults, .vectors,
      .worldFoundry, .writers,
    ]
}
