// SPDX-License-Identifier: MIT
// Part of Platen: the journey of a party that a map job requests.

internal import Cartography
internal import Digests
internal import Documents
internal import JobKit
internal import Routing
internal import Values

/// The journey of a party that a map job requests.
struct JourneyRequest: Hashable, Sendable {
  /// The members of a mapping.
  enum Keys {
    static let mode = OptionKey(
      "by", .word(of: TravelMode.self), "the way of traveling between towns (default: road)",
      example: "horse")

    /// The declarations of all of them.
    static var declared: [ManifestKey] {
      let shared =
        [OverlayRequest.Keys.file, OverlayRequest.Keys.name].map(\.name)
        + [OverlayRequest.Keys.coordinates.name]
      return OverlayRequest.Keys.declared.filter { shared.contains($0.name) }
        + [mode.declaration, WorldKeys.aliases.declaration]
    }
  }

  /// The file with its name in the legend and its coordinates.
  let file: OverlayRequest
  /// Indicates whether the job names it in the legend.
  let isNamed: Bool
  let mode: TravelMode
  /// Places as the story spells them with those of the world.
  let aliases: [String: String]
  let phrases: Phrasebook
  /// The bytes of the file.
  private let size: Int

  var path: String { file.path }

  /// Bytes that reading it takes: a story has several times the size of its file.
  var memory: Int { 12 * size }

  /// - Parameters:
  ///   - value: the path of a file, or a mapping.
  ///   - size: returns the size of a file.
  init?(_ value: PlacedValue, phrases: Phrasebook, size: (String) -> Int) {
    guard let file = OverlayRequest(value) else { return nil }
    self.file = file
    self.phrases = phrases
    self.size = size(file.path)
    isNamed = value[OverlayRequest.Keys.name.name] != nil
    mode = value[Keys.mode.name]?.text.flatMap(TravelMode.init) ?? .road
    aliases = Dictionary(
      (value[WorldKeys.aliases.name]?.members ?? []).compactMap { member in
        member.value.text.map { (member.key, $0) }
      }, uniquingKeysWith: { first, _ in first })
  }
}

extension JourneyRequest: Digestible {
  func add(to digester: inout Digester) {
    digester.addFields(
      file, isNamed, mode.rawValue,
      aliases.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] },
      phrases)
  }
}

/// The journey of a party as a map shows it.
struct PartyJourney: Hashable, Sendable {
  var stops: PartyStops
  var legs: [MapJourney]
}

extension PartyJourney: Digestible {
  func add(to digester: inout Digester) { digester.addFields(stops, legs) }
}
