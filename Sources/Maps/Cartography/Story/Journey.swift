// SPDX-License-Identifier: MIT
// Part of Platen: the way of a story through the places of a world.

package import Diagnostics
internal import Geometry

/// The course of the story on the map.
package struct Journey: Hashable {
  package struct Stop: Hashable {
    package var place: PlaceFinder.Place
    /// The scene that first is there.
    package var scene: Int

    package init(place: PlaceFinder.Place, scene: Int) { (self.place, self.scene) = (place, scene) }
  }

  /// Each place once, in the order they are first come to.
  package var stops: [Stop] = []
  /// The way, as indices into `stops`.
  package var path: [Int] = []
  /// The scene that begins each part of the way.
  package var scenes: [Int] = []

  /// The journey through scenes with their places, and notes on it: every match once,
  /// and the places several of the world's answer to.
  package init(
    _ scenes: [(scene: Int, place: String)], in finder: PlaceFinder, diagnostics: inout [Diagnostic]
  ) {
    var answers: [String: PlaceFinder.Answer] = [:]
    for (scene, text) in scenes where !text.isEmpty {
      let isNew = answers[text] == nil
      let answer = answers[text] ?? finder.find(text)
      answers[text] = answer
      switch answer {
      case .found(let place, let likeness):
        if isNew {
          diagnostics.append(
            .note(
              .campaignPlace,
              "\"\(text)\" is the \(place.sort.rawValue) \(place.name) (\(likeness.rawValue))"))
        }
        let index =
          stops.firstIndex { $0.place.sort == place.sort && $0.place.id == place.id }
          ?? stops.endIndex
        if index == stops.endIndex { stops.append(Stop(place: place, scene: scene)) }
        if path.last != index {
          path.append(index)
          self.scenes.append(scene)
        }
      case .ambiguous(let places):
        guard isNew else { continue }
        let names = places.map { place in
          let name = places.allSatisfy { $0.name == place.name } ? "" : "\(place.name), "
          return name
            + "\(place.reference) at \(Int(place.position.x)), \(Int(place.position.y))"
        }
        diagnostics.append(
          .warning(
            .campaignPlaceAmbiguous,
            "\"\(text)\" may be any of \(places.count) places of the world",
            hints: [
              "choose one with aliases: { \"\(text)\": \"\(places[0].reference)\" }; candidates: "
                + names.joined(separator: "; ")
            ]))
      case .none:
        guard isNew else { continue }
        diagnostics.append(
          .note(.campaignPlaceUnknown, "unknown place \"\(text)\""))
      }
    }
  }
}
