// SPDX-License-Identifier: MIT
// Part of Platen: burgs out of FMG's tables.

internal import Atlas
internal import Diagnostics
internal import JSON

extension Burg {
  /// Reads a burg; one without a cell or a place is dropped with a warning, as FMG does.
  init?(_ row: RowReader, log: inout DiagnosticLog) {
    guard let cell = row.int("cell"), let position = row.point("x", "y") else {
      log.record(
        .warning(
          .mapBurgWithoutPlace, "the burg has no cell or no position; it is omitted",
          at: SourceLocation(field: "burgs[\(row.id)]")))
      return nil
    }
    self.init(
      id: row.id, name: row.text("name") ?? "Burg \(row.id)", position: position, cell: cell)
    state = row.reference("state")
    culture = row.reference("culture")
    feature = row.reference("feature")
    isCapital = row.flag("capital")
    if let port = row.int("port"), port < 0 {
      log.record(
        .warning(
          .mapBurgPort, "the port \(port) is not a body of water; it is removed",
          at: row.place("port")))
    }
    port = row.reference("port")
    population = max(0, row.double("population") ?? 0)
    type = row.text("type") ?? ""
    group = row.text("group") ?? ""
    hasCitadel = row.flag("citadel")
    hasPlaza = row.flag("plaza")
    hasWalls = row.flag("walls")
    hasShanty = row.flag("shanty")
    hasTemple = row.flag("temple")
    coatOfArms = CoatOfArms(row)
    label = LabelOverride(row.view["label"])
  }
}
