// SPDX-License-Identifier: MIT
// Part of Platen: the files of an icon of Icon Composer.

internal import Assets
internal import Diagnostics
internal import JobKit
internal import Pipeline
internal import Pixels
internal import Tokens
internal import Vectors

/// Makes the stages of an icon for Icon Composer and Xcode 26: `icon.json`, and images in `Assets`.
struct IconBundleOutputs {
  private let folder: String
  private let icon: IconStages
  private var writer = IconBundleWriter()
  private var images: [(name: String, stage: Stage<FileArtifact>)] = []
  /// Files whose size decides on the scale of a layer, by the layer's index.
  private var sized: [(layer: Int, path: String)] = []

  init(folder: String, _ icon: IconStages, hasWatch: Bool) {
    self.folder = folder
    self.icon = icon
    writer.hasWatch = hasWatch
    switch icon.icon {
    case .bundle: break
    case .shapes(let recipe, _): addShapes(recipe)
    case .file(let path): addFile(path)
    }
  }

  /// The files with the stages that write them.
  var files: [(path: String, stage: Stage<FileArtifact>)] {
    if case .bundle(let bundle, let path) = icon.icon {
      return [(joinedPath(folder, IconBundle.list), AssetStages.bytes(bundle.source))]
        + bundle.images.map { image in
          (
            IconStages.file(image, of: folder),
            IconBundleOutputs.copy(IconStages.file(image, of: path))
          )
        }
    }
    return [(joinedPath(folder, IconBundle.list), list)]
      + images.map { (IconStages.file($0.name, of: folder), $0.stage) }
  }

  // MARK: Layers

  private mutating func addShapes(_ recipe: IconRecipe) {
    func text(_ layers: [IconRecipe.Layer], _ mode: TokenMode, inWhite: Bool = false) -> String {
      recipe.bundleSVG(layers, in: mode, inWhite: inWhite)
    }
    var front = IconBundleWriter.Layer("foreground", image: "foreground.svg")
    let light = text([.foreground], .light)
    images.append((front.image, AssetStages.text(light)))
    if let path = icon.files[.dark] {
      front.dark = addCopy(path, "foreground-dark")
    } else if text([.foreground], .dark) != light {
      front.dark = "foreground-dark.svg"
      images.append(("foreground-dark.svg", AssetStages.text(text([.foreground], .dark))))
    }
    if let path = icon.files[.tinted] {
      front.tinted = addCopy(path, "foreground-tinted")
    } else if recipe.hasMonochrome {
      front.tinted = "foreground-tinted.svg"
      images.append(
        ("foreground-tinted.svg", AssetStages.text(text([.monochrome], .light, inWhite: true))))
    }
    writer.layers = [front]
    if addGround() { return }
    if let ground = recipe.ground, let color = ground[.light] {
      writer.fill = (color, ground[.dark])
      return
    }
    writer.layers.append(.init("background", image: "background.svg"))
    images.append(("background.svg", AssetStages.text(text([.background], .light))))
  }

  private mutating func addFile(_ path: String) {
    let art = icon.files[.foreground] ?? path
    var front = IconBundleWriter.Layer("foreground", image: addCopy(art, "foreground"))
    front.dark = icon.files[.dark].map { addCopy($0, "foreground-dark") }
    front.tinted = (icon.files[.tinted] ?? icon.files[.monochrome]).map {
      addCopy($0, "foreground-tinted")
    }
    writer.layers = [front]
    sized.append((0, art))
    if !addGround(), let color = icon.ground.color { writer.fill = (color, nil) }
  }

  /// Adds the ground where it is an image.
  private mutating func addGround() -> Bool {
    guard case .file(let path) = icon.ground else { return false }
    writer.layers.append(.init("background", image: addCopy(path, "background")))
    sized.append((writer.layers.count - 1, path))
    return true
  }

  private mutating func addCopy(_ path: String, _ name: String) -> String {
    let name = name + (path.lowercased().hasSuffix(".png") ? ".png" : ".svg")
    images.append((name, IconBundleOutputs.copy(path)))
    return name
  }

  // MARK: Stages

  private static func copy(_ path: String) -> Stage<FileArtifact> {
    .file("copy", version: 1, parameters: .of(path), files: [path]) { context, file in
      try file.write(try context.read(path, limit: 256 << 20).bytes)
      return []
    }
  }

  /// The stage of the list, which knows how large the images of layers are once it reads them.
  private var list: Stage<FileArtifact> {
    let (writer, sized) = (writer, sized)
    return .file(
      "write icon list", version: 1, parameters: .of(writer.list, sized.map(\.path)),
      files: sized.map(\.path)
    ) { context, file in
      var writer = writer
      for (layer, path) in sized {
        let bytes = try context.read(path, limit: 256 << 20).bytes
        do {
          if let facts = AssetImageFacts(bytes), let width = facts.width, let height = facts.height
          {
            writer.layers[layer].side = Double(max(width, height))
          } else {
            let vector = try SVGDrawing(bytes, isCancelled: { context.isCancelled })
            writer.layers[layer].side = max(vector.width, vector.height)
          }
        } catch let failure as Failure {
          throw failure.inFile(path)
        }
      }
      try file.write(writer.list)
      return []
    }
  }
}
