// SPDX-License-Identifier: MIT
// Part of Platen: the stages that write a gazetteer as notes for Obsidian: describe → merge notes, draw
// maps and coats of arms → place.

internal import Atlas
internal import Cartography
internal import Diagnostics
internal import Digests
internal import Documents
internal import Exports
internal import Gazetteers
internal import Heraldry
internal import JobKit
internal import MapJobs
internal import Pipeline
internal import Vaults

/// Makes the outputs of one vault.
struct ObsidianStages {
  let output: OutputRequest
  let folder: VaultFolder
  let text: GazetteerOptions
  /// The world as its readers may know it, before the audience decides.
  let world: Stage<World>
  let gazetteer: Stage<Gazetteer>
  let fonts: FontPool
  let theme: RecipeContext.MapTheme
  /// The part of keys for the fonts of the maps.
  let type: String
  /// Bytes of the input, for estimates of memory.
  let size: Int

  private static let imageFolder = "Images"
  private static let placeholder = "${image}"
  /// Pixels across the map of the world.
  private static let defaultWidth = 2400

  func outputs() -> [Job.Output] {
    let images = Job.Output(
      "\(folder.path)/\(ObsidianStages.imageFolder)/\(prefix)-\(ObsidianStages.placeholder).png",
      placeholder: ObsidianStages.placeholder, from: pictures, at: output.place)
    return [images, notes]
  }

  /// The beginning of the names of images, which are unique in a vault with notes of other origin.
  private var prefix: String {
    let name = folder.path.split(separator: "/").last ?? ""
    let slug = name.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
      .joined(separator: "-").prefix(40)
    return slug.isEmpty ? "world" : String(slug)
  }

  private var options: VaultOptions {
    var options = VaultOptions(
      audience: text.audience == .player ? "player" : "gm", phrases: text.phrases,
      imageFolder: ObsidianStages.imageFolder)
    options.links = output.options[GazetteerFolderKeys.links] ?? .wiki
    return options
  }

  private var notes: Job.Output {
    let (text, prefix) = (text, prefix)
    let both = Stage<WorldText>(
      "describe places", version: 1, parameters: .of(text),
      memory: GazetteerMemory.document(size), after: world, gazetteer
    ) { _, world, gazetteer in
      // The job's document reports what players do not get.
      let seen = text.audience == .player ? world.dataForPlayers().world : world
      guard seen.cells != nil else {
        throw Failure(
          .error(.gazetteerNoCells, "the world has no cells to draw the maps of its notes from"))
      }
      return Diagnosed(WorldText(world: seen, gazetteer: gazetteer))
    }
    return folder.output(
      version: 1, parameters: .of(text, prefix), memory: GazetteerMemory.document(size), options,
      after: both
    ) { _, both in
      var images: [String: String] = [:]
      for (picture, image) in ObsidianStages.images(of: both.gazetteer, prefix) {
        images[picture.name] = image.name
      }
      return Diagnosed(
        GazetteerVault(of: both.world, text, both.gazetteer, pictures: images).content)
    }
  }

  /// The pictures of a vault that can be drawn, with their images' names.
  private static func images(
    of gazetteer: Gazetteer, _ prefix: String
  ) -> [(picture: GazetteerFigure, image: (member: String, name: String))] {
    gazetteer.pictures.compactMap { picture in
      guard let image = GazetteerVault.image(of: picture, prefix: prefix) else { return nil }
      if case .arms(let arms) = picture.content, ArmsPainter(outline: 1).draw(arms) == nil {
        return nil
      }
      return (picture, image)
    }
  }

  private var pictures: Stage<FileArtifact> {
    let (fonts, theme, text, prefix) = (fonts, theme, text, prefix)
    let (folder, options) = (folder, options)
    // A map for game masters does not come into a vault for players.
    if let failure = folder.refusal(of: options) {
      return .files(
        "draw vault", version: 1, parameters: .of(failure.diagnostics.map(\.text))
      ) { _, _ in throw failure }
    }
    let width = output.options[SharedKeys.width] ?? ObsidianStages.defaultWidth
    return .files(
      "draw vault", version: 1,
      parameters: .of(theme.digest, type, text.audience, text.phrases, width, prefix),
      memory: GazetteerMemory.pictures(size), after: gazetteer, world
    ) { context, set, gazetteer, world in
      try folder.check(options, source: GazetteerVault.source(of: world))
      var illustrator = GazetteerIllustrator(
        look: theme.look, audience: text.audience, words: MapWords(text.phrases),
        world: text.audience == .player ? world.dataForPlayers().world : world)
      illustrator.worldWidth = width
      let images = ObsidianStages.images(of: gazetteer, prefix)
      var part = gazetteer
      part.pictures = images.map(\.picture)
      let members = Dictionary(
        images.map { ($0.picture.name, $0.image.member) }, uniquingKeysWith: { first, _ in first })
      let document = try fonts.withLibrary { library in
        try illustrator.illustrate(part, fonts: library) { context.isCancelled }
      }
      for resource in document.value.resources {
        guard let member = members[resource.name] else { continue }
        try set.file(member) { try $0.write(resource.bytes) }
      }
      return document.warnings
    }
  }
}

/// A world with its gazetteer.
private struct WorldText: Sendable {
  let world: World
  let gazetteer: Gazetteer
}
