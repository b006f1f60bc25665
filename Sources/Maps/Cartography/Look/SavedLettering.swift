// SPDX-License-Identifier: MIT
// Part of Platen: the letters of groups of labels that an author of a save made.

internal import Drawing

extension MapLook {
  /// The part of a saved look that no setting can name: what its author did to single labels, and to
  /// groups of the author's own.
  struct SavedLettering: Hashable {
    /// Indicates whether names of states run as the saved drawing shows them.
    var followsDrawing = false
    /// Letters by the names of groups of labels.
    var groups: [String: Lettering] = [:]
    /// Letters by the names of groups of burgs that are of no rank.
    var burgs: [String: Lettering] = [:]

    /// Every lettering changed by `change`, those of burgs only where `isForBurgs`.
    fileprivate mutating func changeAll(
      isForBurgs: Bool = false, _ change: (inout Lettering) -> Void
    ) {
      for name in burgs.keys { burgs[name].map { burgs[name] = changed($0, change) } }
      if isForBurgs { return }
      for name in groups.keys { groups[name].map { groups[name] = changed($0, change) } }
    }

    private func changed(_ lettering: Lettering, _ change: (inout Lettering) -> Void) -> Lettering {
      var lettering = lettering
      change(&lettering)
      return lettering
    }

    /// The same with letters and halos multiplied.
    func scaled(by factor: Double, isForBurgs: Bool = false) -> SavedLettering {
      var copy = self
      copy.changeAll(isForBurgs: isForBurgs) { lettering in
        lettering.size *= factor
        lettering.haloWidth *= factor
      }
      return copy
    }

    /// The same with no letters smaller than `least`.
    func raised(to least: Double) -> SavedLettering {
      var copy = self
      copy.changeAll { if $0.size > 0 { $0.size = max($0.size, least) } }
      return copy
    }

    /// The families of all its letters, by the names of their groups.
    var families: [String] {
      let letterings =
        groups.sorted { $0.key < $1.key }.map(\.value)
        + burgs.sorted { $0.key < $1.key }.map(\.value)
      return letterings.flatMap(\.families)
    }
  }

  /// The letters of a label that a user put into a group: FMG's own groups are settings.
  func lettering(ofLabel group: String?) -> Lettering {
    switch group {
    case "states"?, "state"?: labels.states
    case let group?: saved.groups[group] ?? labels.added
    case nil: labels.added
    }
  }
}

extension MapLook.Lettering {
  /// Takes over the space that a user set between the letters of one label, in units of the sheet.
  ///
  /// - Parameter scale: The factor of the look's sizes.
  mutating func space(by spacing: Double?, size: Double, scale: Double) {
    guard let spacing, size > 0 else { return }
    self.spacing = max(-0.5, min(4, spacing * scale / size))
  }
}
