// SPDX-License-Identifier: MIT
// Part of Platen: the tables of codes of all modules that jobs are made with.

internal import Archive
internal import AssetJobs
internal import Assets
internal import Atlas
internal import Azgaar
internal import Books
internal import CampaignJobs
internal import Canvas
internal import CardJobs
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
internal import MapJobs
internal import MeetingJobs
internal import Meetings
internal import PDF
internal import Pipeline
internal import Pixels
internal import Presentations
internal import QRCodes
internal import Rasters
internal import Readers
internal import Rehearsal
internal import SVG
internal import TalkJobs
internal import Talks
internal import Tiles
internal import Tokens
internal import Typesetting
internal import Values
internal import Vectors
internal import WorldFoundry
internal import Writers

extension CodeTable {
  /// The tables of codes of all modules that jobs are made with, by the names of the modules.
  package static let ofJobs: [CodeTable] = [
    .archive, .assetJobs, .assets, .atlas, .azgaar, .books, .campaignJobs, .canvas, .cardJobs,
    .cards, .cartography, .database, .documents, .drawing, .exports, .heraldry, .instances,
    .jobKit, .libraries, .mapJobs, .meetingJobs, .meetings, .pdf, .pipeline, .pixels,
    .presentations, .qrCodes, .rasters, .readers, .rehearsal, .svg, .talkJobs, .talks, .tiles,
    .tokens, .typesetting, .values, .vectors, .worldFoundry, .writers,
  ]
}
