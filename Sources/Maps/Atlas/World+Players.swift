// SPDX-License-Identifier: MIT
// Part of Platen: a world as players may have it: nothing hidden is in it.

extension World {
  /// The counts of what ``withoutSecrets()`` omits.
  public struct Secrets: Hashable, Sendable {
    /// Markers and zones that are hidden.
    public var markers: Int
    public var zones: Int
    /// All notes: the format does not specify which of them players may read.
    public var notes: Int

    public init(markers: Int, zones: Int, notes: Int) {
      self.markers = markers
      self.zones = zones
      self.notes = notes
    }

    /// Indicates whether there are none.
    public var isEmpty: Bool { markers + zones + notes == 0 }
  }

  /// The parts of this world that players must not see.
  public var secrets: Secrets {
    Secrets(
      markers: markers.count { $0.isHidden }, zones: zones.count { $0.isHidden },
      notes: notes.count)
  }

  /// The world without hidden markers, hidden zones and notes, for files that leave the house.
  public func withoutSecrets() -> World {
    var world = self
    world.markers.removeAll { $0.isHidden }
    world.zones.removeAll { $0.isHidden }
    world.notes = []
    world.unmodeled = unmodeled.withoutSecrets()
    return world
  }
}
