// SPDX-License-Identifier: MIT
// Part of Platen: a world as players may have it: nothing hidden is in it.

extension World {
  /// What ``withoutSecrets()`` leaves out.
  public struct Secrets: Hashable, Sendable {
    /// Markers and zones that are hidden.
    public var markers: Int
    public var zones: Int
    /// Notes, whatever they are about: the format does not say which of them players may read.
    public var notes: Int

    public init(markers: Int, zones: Int, notes: Int) {
      self.markers = markers
      self.zones = zones
      self.notes = notes
    }

    /// Indicates whether there are none.
    public var isEmpty: Bool { markers + zones + notes == 0 }
  }

  /// What of this world players are not to see.
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
