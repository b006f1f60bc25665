// SPDX-License-Identifier: MIT
// Part of Platen: what of a world's data players get.

public import Atlas
public import Diagnostics

extension World {
  /// The world as players may have all of its data, and a note of what is omitted.
  ///
  /// This omits all that ``World/withoutSecrets()`` omits, labels that are hidden, and the armies:
  /// a table of them reveals their positions and strengths, which maps for players do not show. It
  /// also omits the chronicle of wars, a text that users edit as they do notes.
  public func dataForPlayers() -> (world: World, warnings: [Diagnostic]) {
    let secrets = secrets
    let hiddenLabels = addedLabels.count { $0.label.isHidden }
    var world = withoutSecrets()
    world.addedLabels.removeAll { $0.label.isHidden }
    // A hidden name that was rewritten also hides its text.
    func bare(_ label: inout LabelOverride?) {
      guard label?.isHidden == true else { return }
      label = LabelOverride()
      label?.isHidden = true
    }
    world.states.mutateAll { state in
      bare(&state.label)
      if state.label?.isHidden == true { state.drawnLabel = nil }
    }
    world.burgs.mutateAll { bare(&$0.label) }
    world.chronicle = []
    world.regiments = []
    world.militaryUnits = []
    let parts = [
      ("hidden markers", secrets.markers), ("hidden zones", secrets.zones),
      ("hidden labels", hiddenLabels), ("notes", secrets.notes),
      ("chronicle of wars", chronicle.count),
      ("regiments", regiments.count),
    ].filter { $0.1 > 0 }.map { "\($0.0) (\($0.1))" }
    guard !parts.isEmpty else { return (world, []) }
    let note = Diagnostic.note(
      .exportSecrets,
      "omitted, as this is for players: " + parts.joined(separator: ", "),
      hints: ["set audience: gm to keep them"])
    return (world, [note])
  }
}
