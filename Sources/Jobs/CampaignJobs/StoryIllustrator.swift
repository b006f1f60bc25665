// SPDX-License-Identifier: MIT
// Part of Platen: a book's maps drawn and put where they belong.

internal import Atlas
internal import Canvas
internal import Cartography
internal import Diagnostics
internal import Documents
internal import Drawing
internal import Geometry
internal import Pixels

/// Draws the maps of a story and puts them into its document: the journey after the contents, each
/// place where the story first comes to it.
struct StoryIllustrator {
  let look: MapLook
  let audience: Cartography.Audience
  let aliases: [(String, String)]
  let phrases: Phrasebook

  /// Pixels across a map: 300 to the inch on a page five inches wide.
  private static let width = 1500
  /// Places that get a map of their own.
  private static let placeLimit = 24

  /// The document with its maps.
  ///
  /// - Parameter places: where the story is, scene by scene.
  /// - Returns: with diagnostics of places found, not found, and ambiguous.
  func illustrate(
    _ document: Document, places: [(scene: Int, place: String)], in world: World,
    fonts: FontLibrary
  ) throws -> Diagnosed<Document> {
    // Whatever players may not know must not even be found.
    let seen = audience == .player ? world.withoutSecrets() : world
    var diagnostics: [Diagnostic] = []
    let finder = PlaceFinder(seen, aliases: aliases)
    // What players must not know is not lost.
    let known =
      audience == .player && !aliases.isEmpty ? PlaceFinder(world, aliases: aliases) : finder
    diagnostics += StoryIllustrator.lostAliases(of: known)
    let journey = Journey(places, in: finder, diagnostics: &diagnostics)
    guard !journey.stops.isEmpty else {
      diagnostics.append(
        .warning(
          .campaignNoPlace, "no place of the story was found in the world; the book has no map",
          hints: ["aliases: { \"the place as spelled in the story\": its name on the map }"]))
      return Diagnosed(document, warnings: diagnostics)
    }
    let sheet = Size(width: world.info.width, height: world.info.height)
    var illustrated = document
    func draw(_ map: StoryMap) throws {
      let (resource, warnings) = try picture(map, of: journey, in: seen, fonts)
      illustrated.resources.append(resource)
      diagnostics += warnings.filter { warning in !diagnostics.contains(warning) }
    }
    let whole = StoryMap.journey(journey, on: sheet)
    try draw(whole)
    illustrated.insertJourney(figure(whole, journey, world))
    for index in journey.stops.indices.prefix(StoryIllustrator.placeLimit) {
      let map = StoryMap.stop(index, of: journey, on: sheet)
      try draw(map)
      illustrated.insert(figure(map, journey, world), atScene: journey.stops[index].scene)
    }
    return Diagnosed(illustrated, warnings: diagnostics)
  }

  /// Warnings of aliases that lead nowhere.
  static func lostAliases(of finder: PlaceFinder) -> [Diagnostic] {
    finder.lostAliases.map { name, target in
      .warning(
        .campaignAlias,
        "the alias \"\(name)\" leads to \"\(target)\", which the world does not have",
        hints: ["use a name on the map, or a number: burg:12, state:3, province:7, marker:5"])
    }
  }

  /// A small map of a story's journey, for its cover; nil where no place of it is found.
  func cover(
    _ name: String, places: [(scene: Int, place: String)], in world: World, fonts: FontLibrary
  ) throws -> Resource? {
    let seen = audience == .player ? world.withoutSecrets() : world
    // Places found and not found are reported when the book is made.
    var diagnostics: [Diagnostic] = []
    let journey = Journey(
      places, in: PlaceFinder(seen, aliases: aliases), diagnostics: &diagnostics)
    guard !journey.stops.isEmpty else { return nil }
    let sheet = Size(width: world.info.width, height: world.info.height)
    var (resource, _) = try picture(
      .journey(journey, on: sheet), of: journey, in: seen, fonts, width: 400)
    resource.name = name
    return resource
  }

  private func picture(
    _ map: StoryMap, of journey: Journey, in world: World, _ fonts: FontLibrary,
    width: Int = StoryIllustrator.width
  ) throws -> (Resource, [Diagnostic]) {
    let request = try map.request(look: look, for: audience, of: journey)
    let composed = try MapComposer(request: request, text: fonts).compose(world)
    var scene = composed.value
    scene.nodes += map.overlay(journey, text: fonts)
    let height = Int(
      (Double(width) * map.window.height / map.window.width).rounded())
    let bitmap = try ImageCanvas.bitmap(
      of: scene, window: map.window, width: width, height: height, fonts: fonts)
    return (
      Resource(
        name: map.name, mediaType: "image/png", width: bitmap.width, height: bitmap.height,
        bytes: try PNGEncoder.encode(bitmap, dpi: 300)), composed.warnings
    )
  }

  private func figure(_ map: StoryMap, _ journey: Journey, _ world: World) -> Figure {
    let names = journey.stops.enumerated().map { "\($0.offset + 1) \($0.element.place.name)" }
    switch map.subject {
    case .journey:
      let list = names.joined(separator: phrases[.comma])
      return Figure(
        Image(map.name, alternative: phrases(.mapOfJourney, world.info.name, list), share: 1),
        caption: phrases.inlines(.journeyCaption, [phrases.list(names)]), .classes("map", "journey")
      )
    case .stop(let index):
      let name = journey.stops[index].place.name
      return Figure(
        Image(map.name, alternative: phrases(.mapOfPlace, name), share: 1),
        caption: [.text(name)], .classes("map", "place"))
    }
  }
}

extension Document {
  /// Puts the map of the journey before the first heading, after the title page.
  fileprivate mutating func insertJourney(_ figure: Figure) {
    let title = blocks.firstIndex { $0.attributes.has("title-page") }
    blocks.insert(.figure(figure), at: title.map { $0 + 1 } ?? 0)
  }

  /// Puts a figure behind the heading of a scene.
  fileprivate mutating func insert(_ figure: Figure, atScene number: Int) {
    _ = blocks.insert(figure, behind: "scene-\(number)")
  }
}

extension [Block] {
  /// Puts a figure behind the heading of that id, at any depth; returns whether there is one.
  mutating func insert(_ figure: Figure, behind id: String) -> Bool {
    for index in indices {
      switch self[index] {
      case .heading(let heading) where heading.attributes.id == id:
        insert(.figure(figure), at: index + 1)
        return true
      case .division(var division):
        guard division.blocks.insert(figure, behind: id) else { continue }
        self[index] = .division(division)
        return true
      default: continue
      }
    }
    return false
  }
}
