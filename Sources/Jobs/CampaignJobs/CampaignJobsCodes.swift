// SPDX-License-Identifier: MIT
// Part of Platen: codes of diagnostics about jobs of campaigns.

package import Diagnostics

extension Diagnostic.Code {
  package static let campaignAlias = Self(
    "campaign.alias", .data,
    "An alias leads to a place that the world does not have.",
    "Use a name on the map, or its number as in burg:12.")
  package static let campaignEmptyFolder = Self(
    "campaign.empty-folder", .data,
    "No campaign was found in the folder. Check the path and the files' extensions.")
  package static let campaignFigure = Self(
    "campaign.figure", .data,
    "An image of figures is not a PNG or JPEG file, or the book has no such scene, place or person.",
    "Save the image as PNG or JPEG, or name what it shows as the story spells it.")
  package static let campaignNoFolder = Self(
    "campaign.no-folder", .data,
    "A library is made of a folder of campaigns, and a file is named.",
    "Name the folder, or make a book of the file.")
  package static let campaignNoPlace = Self(
    "campaign.no-place", .data,
    "No place of the story is found in the world, so the book has no map.",
    "Add aliases from names in the story to those on the map.")
  package static let campaignTable = Self(
    "campaign.table", .usage,
    "Two campaigns are compared by a table that does not exist.",
    "Name scenes, hero, people, quests, items or places.")
}

extension CodeTable {
  /// Codes of diagnostics about jobs of campaigns.
  package static let campaignJobs = CodeTable(
    "CampaignJobs", "jobs of campaigns",
    [
      .campaignAlias, .campaignEmptyFolder, .campaignFigure, .campaignNoFolder, .campaignNoPlace,
      .campaignTable,
    ])
}
