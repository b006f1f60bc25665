// SPDX-License-Identifier: MIT
// Part of Platen: codes of diagnostics about the data of worlds.

package import Diagnostics

extension Diagnostic.Code {
  package static let exportEmpty = Self(
    "export.empty", .data,
    "The world lacks what this format is made of.",
    "Export another format; azgaar-minimal writes the tables alone.")
  package static let exportFormat = Self(
    "export.format", .data,
    "No data format of that name exists, or another program calls it otherwise.",
    "Use the format in the hint; platen export --help lists all of them.")
  package static let exportFrame = Self(
    "export.frame", .data,
    "The world does not state its position on the globe, so its shapes cannot be in degrees.",
    "Export in map units instead.")
  package static let exportLost = Self(
    "export.lost", .data,
    "The format has no place for some of the world's data, which is omitted.",
    "A .platenworld holds everything.")
  package static let exportSecrets = Self(
    "export.secrets", .data,
    "Hidden markers, zones and labels, notes, armies and the chronicle of wars are omitted.",
    "The export is for players.",
    "Set audience: gm to keep them.")
  package static let exportShapeless = Self(
    "export.shapeless", .data,
    "Rows without a shape have a null geometry. Nothing needs to be done.")
  package static let exportTable = Self(
    "export.table", .data,
    "A file holds one table, and none, several or an unknown one is named.",
    "Name it after the table, as in burgs.csv, or set tables.")
  package static let platenworldField = Self(
    "platenworld.field", .data,
    "A value of the .platenworld file is missing or of another type.",
    "The file was edited or damaged; export it again.")
  package static let platenworldJson = Self(
    "platenworld.json", .data,
    "The .platenworld file is not valid JSON or was cut short. Export or copy it again.")
  package static let platenworldVersion = Self(
    "platenworld.version", .data,
    "The .platenworld file is of a version that this Platen does not read.",
    "Export the world again, or use the Platen that wrote it.")
}

extension CodeTable {
  /// The codes of diagnostics about the data of worlds.
  package static let exports = CodeTable(
    "Exports", "the data of worlds",
    [
      .exportEmpty, .exportFormat, .exportFrame, .exportLost, .exportSecrets,
      .exportShapeless, .exportTable, .platenworldField, .platenworldJson,
      .platenworldVersion,
    ])
}
