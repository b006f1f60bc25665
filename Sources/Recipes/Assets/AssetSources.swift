// SPDX-License-Identifier: MIT
// Part of Platen: what an assets job is made of, found out while planning.

internal import Assets
internal import Diagnostics
internal import Pipeline
internal import Tokens

/// The icon, the tokens and the pictures of a job.
struct AssetSources {
  /// What an icon is drawn from.
  enum Icon {
    /// A picture, by its path.
    case file(String)
    case shapes(IconRecipe, path: String)

    var path: String {
      switch self {
      case .file(let path), .shapes(_, let path): path
      }
    }

    /// Whether it can be written as SVG.
    var isVector: Bool {
      switch self {
      case .file(let path): path.lowercased().hasSuffix(".svg")
      case .shapes: true
      }
    }
  }

  /// A picture for a set.
  struct Image {
    var variant: ImageVariant
    var path: String
  }

  private(set) var icon: Icon?
  private(set) var tokens: TokenSet?
  /// Sorted by the names of their sets, then by path.
  private(set) var images: [Image] = []
  /// What was passed over.
  private(set) var warnings: [Diagnostic] = []

  /// Reads what decides which files there will be: recipes and tokens whole, folders by their names.
  ///
  /// - Throws: `Failure` with what is wrong or missing.
  init(_ job: ManifestJob, in environment: any Environment) throws {
    var faults: [Diagnostic] = []
    func reading(_ body: () throws -> Void) throws {
      do {
        try body()
      } catch let failure as Failure {
        faults += failure.diagnostics
      }
    }
    var recipe: (TokenSource, String)?
    var set: TokenSet?
    var icon: Icon?
    func take(_ path: String, as wanted: String?) throws {
      let ending = path.lowercased().split(separator: ".").last ?? ""
      switch ending {
      case "svg", "png":
        guard wanted == nil || wanted == "icon" else { throw AssetSources.wrong(path, wanted) }
        icon = .file(path)
      case "json", "yaml", "yml":
        let source = try TokenSource(
          file: path, bytes: environment.read(path, limit: 16 << 20).bytes)
        let isRecipe = IconRecipe.recognizes(source)
        guard wanted == nil || (wanted == "icon") == isRecipe else {
          throw AssetSources.wrong(path, wanted)
        }
        if isRecipe {
          recipe = (source, path)
        } else {
          set = try TokenReader.read(source)
        }
      default:
        throw AssetSources.wrong(path, wanted)
      }
    }
    var pictures: [String] = job.settings.texts("images") ?? []
    if try environment.status(job.input)?.kind == .folder {
      pictures.insert(job.input, at: 0)
    } else {
      try reading { try take(job.input, as: nil) }
    }
    if let path = job.settings.text("icon") { try reading { try take(path, as: "icon") } }
    if let path = job.settings.text("tokens") { try reading { try take(path, as: "tokens") } }
    tokens = set
    if let (source, path) = recipe {
      try reading { icon = .shapes(try IconRecipe(source, tokens: set), path: path) }
    }
    self.icon = icon
    for path in pictures { try reading { try takeImages(path, environment) } }
    images.sort { a, b in
      (a.variant.name, a.path) < (b.variant.name, b.path)
    }
    try reading { try checkImages() }
    if !faults.isEmpty { throw Failure(faults) }
  }

  private static func wrong(_ path: String, _ wanted: String?) -> Failure {
    let what =
      switch wanted {
      case "icon": "an icon: .svg, .png, or shapes in .yaml"
      case "tokens": "design tokens: .json or .yaml"
      default: "an icon (.svg, .png, shapes in .yaml), design tokens (.json, .yaml) or a folder"
      }
    return Failure(.error("assets.input", "this is not \(what)", at: Place(file: path)))
  }

  private mutating func takeImages(_ path: String, _ environment: any Environment) throws {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    let files: [String]
    if try environment.status(path)?.kind == .folder {
      files = try environment.list(path).filter { !$0.isFolder && !$0.name.hasPrefix(".") }
        .map { path == "." ? $0.name : path + "/" + $0.name }
    } else {
      files = try environment.glob(path)
      if files == [path], try environment.status(path) == nil {
        throw Failure(
          .error(
            .fileMissing, "there is no file \"\(path)\"", hints: ["name a folder or pictures"]))
      }
    }
    for file in files {
      let name = file.split(separator: "/").last.map(String.init) ?? file
      if let variant = ImageVariant(file: name) {
        images.append(Image(variant: variant, path: file))
      } else if ["jpg", "jpeg", "gif", "webp", "pdf", "heic", "tif", "tiff", "bmp"].contains(
        name.split(separator: ".").last.map { $0.lowercased() } ?? "")
      {
        warnings.append(
          .warning(
            "assets.image", "pictures are made of PNG and SVG: this one is passed over",
            at: Place(file: file)))
      }
    }
  }

  /// Two pictures for one place in a set cannot both be taken.
  private func checkImages() throws {
    var known: [String: String] = [:]
    for image in images {
      let place = image.variant.name + "\n" + image.variant.suffix
      if let other = known.updateValue(image.path, forKey: place) {
        throw Failure(
          .error(
            "assets.image", "\(other) and \(image.path) are for one place in one set",
            at: Place(file: image.path), hints: ["take one of them away"]))
      }
    }
  }

  /// The colour a text tells: `#rrggbb` or a token's name in braces; nil where it is neither.
  func color(_ text: String) -> TokenColor? {
    if let color = TokenColor(hex: text) { return color }
    guard text.hasPrefix("{"), text.hasSuffix("}") else { return nil }
    return tokens?.colorToken(String(text.dropFirst().dropLast()))?.color(in: .light)
  }
}
