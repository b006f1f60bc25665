// SPDX-License-Identifier: MIT
// Part of Platen: the sources of an assets job, read while planning.

internal import Assets
internal import Diagnostics
internal import JobKit
internal import Pipeline
internal import Tokens
internal import Values

/// The icon, the tokens and the images of a job.
struct AssetSources {
  /// The source of an icon.
  enum Icon {
    /// An image, by its path.
    case file(String)
    case shapes(IconRecipe, path: String)
    /// An icon of Icon Composer, by the path of its folder.
    case bundle(IconBundle, path: String)

    var path: String {
      switch self {
      case .file(let path), .shapes(_, let path), .bundle(_, let path): path
      }
    }

    /// Indicates whether it can be written as SVG.
    var isVector: Bool {
      switch self {
      case .file(let path): path.lowercased().hasSuffix(".svg")
      case .shapes: true
      case .bundle: false
      }
    }
  }

  /// An image for a set.
  struct Image {
    var variant: ImageVariant
    var path: String
  }

  private(set) var icon: Icon?
  private(set) var tokens: TokenSet?
  /// Existing font files that the tokens name, relative to the folder of the tokens or else to that
  /// of the manifest.
  private(set) var fontFiles: [String] = []
  /// The images, sorted by the names of their sets, then by path.
  private(set) var images: [Image] = []
  /// Those that catalogs take as they are: PDF, JPEG and HEIC files, in the same order.
  private(set) var kept: [Image] = []
  /// Warnings about skipped files.
  private(set) var warnings: [Diagnostic] = []
  /// Images of sets that are only for some devices, or in no slot.
  private var unread: [String] = []
  /// Sets of a catalog that keep their images as vectors.
  private(set) var vectorSets: Set<String> = []
  /// Sets of images that programs color.
  private var templateSets: [String] = []

  /// Reads the sources that determine the output files: recipes and tokens completely, folders by
  /// their file names.
  ///
  /// - Parameters:
  ///   - state: the files that Platen wrote, and the lists of sets.
  ///   - resolve: converts the path of an input for `state`.
  /// - Throws: `Failure` with all errors and missing files.
  init(
    _ job: ManifestJob, in environment: any Environment, state: CatalogState,
    resolve: (String) -> String
  ) throws {
    var errors: [Diagnostic] = []
    func reading(_ body: () throws -> Void) throws {
      do {
        try body()
      } catch let failure as Failure {
        errors += failure.diagnostics
      }
    }
    var recipe: (PlacedValue, String)?
    var set: TokenSet?
    var icon: Icon?
    var bundleWarnings: [Diagnostic] = []
    let loader = TokenLoader(environment, themes: job.settings[AssetKeys.tokenThemes] ?? [])
    func isFolder(_ path: String) -> Bool { (try? environment.status(path))??.kind == .folder }
    func take(_ read: TokenSet, from paths: [String]) throws {
      set = read
      let folders = paths.map { path in
        isFolder(path) ? path : AssetSources.folder(of: path)
      }
      fontFiles = try read.fontFiles.compactMap { file in
        try (folders.map { joinedPath($0, file) } + [file]).map(plainPath)
          .first { try environment.status($0)?.kind == .file }
      }
    }
    func take(_ path: String, as wanted: String?) throws {
      let pathExtension = path.lowercased().split(separator: ".").last ?? ""
      switch pathExtension {
      case "svg", "png":
        guard wanted == nil || wanted == "icon" else { throw AssetSources.wrong(path, wanted) }
        icon = .file(path)
      case "icon":
        guard wanted == nil || wanted == "icon" else { throw AssetSources.wrong(path, wanted) }
        let list = joinedPath(path, IconBundle.list)
        do {
          let bundle = try IconBundle(environment.read(list, limit: 4 << 20).bytes)
          bundleWarnings = bundle.warnings.map { $0.inFile(list) }
          icon = .bundle(bundle, path: path)
        } catch let failure as Failure {
          throw failure.inFile(list)
        }
      case "json", "yaml", "yml", "tokens", "json5", "jsonc":
        let source = try TokenReader.values(
          of: environment.read(path, limit: 16 << 20).bytes, file: path)
        let isRecipe = IconRecipe.recognizes(source)
        guard wanted == nil || (wanted == "icon") == isRecipe else {
          throw AssetSources.wrong(path, wanted)
        }
        if isRecipe {
          recipe = (source, path)
        } else {
          try take(try loader.load(source, at: path), from: [path])
        }
      default:
        throw AssetSources.wrong(path, wanted)
      }
    }
    var pictures: [String] = job.settings[AssetKeys.images] ?? []
    if try environment.status(job.input)?.kind == .folder {
      if plainPath(job.input).lowercased().hasSuffix(".icon") {
        try reading { try take(plainPath(job.input), as: nil) }
      } else if AssetSources.holdsTokens(job.input, environment) {
        try reading { try take(try loader.load([job.input]), from: [job.input]) }
      } else {
        pictures.insert(job.input, at: 0)
      }
    } else {
      try reading { try take(job.input, as: nil) }
    }
    if let path = job.settings[AssetKeys.icon] { try reading { try take(path, as: "icon") } }
    let paths = try (job.settings[AssetKeys.tokens] ?? []).flatMap { path in
      let found = try environment.glob(path)
      return found.isEmpty ? [path] : found
    }
    if paths.count == 1, let path = paths.first, try environment.status(path)?.kind == .file {
      try reading { try take(path, as: "tokens") }
    } else if !paths.isEmpty {
      try reading { try take(try loader.load(paths), from: paths) }
    }
    tokens = set
    if let (source, path) = recipe {
      try reading { icon = .shapes(try IconRecipe(source, tokens: set), path: path) }
    }
    self.icon = icon
    warnings += bundleWarnings
    let templates = (job.settings[AssetKeys.templates] ?? []).map(PathPattern.init)
    let named = job.settings.placed(AssetKeys.images).map { $0.elements ?? [$0] } ?? []
    for path in pictures {
      try reading {
        try takeImages(
          path, at: named.first { $0.text == path }?.place, besides: pictures, environment, state,
          resolve)
        guard try environment.status(path)?.kind == .folder, !state.isOutput(resolve(path))
        else { return }
        recordUnread(of: path, templates: templates)
        if path == job.input { try recordOtherSets(of: path, environment) }
      }
    }
    images.sort { a, b in
      (a.variant.name, a.path) < (b.variant.name, b.path)
    }
    kept.sort { a, b in
      (a.variant.name, a.path) < (b.variant.name, b.path)
    }
    try reading { try checkImages() }
    if !errors.isEmpty { throw Failure(errors) }
  }

  private static func wrong(_ path: String, _ wanted: String?) -> Failure {
    let what =
      switch wanted {
      case "icon": "an icon: .svg, .png, .icon, or shapes in .yaml"
      case "tokens": "design tokens: .json, .yaml or a folder"
      default: "an icon (.svg, .png, shapes in .yaml), design tokens (.json, .yaml) or a folder"
      }
    return Failure(.error(.assetsInput, "this is not \(what)", at: SourceLocation(file: path)))
  }

  private mutating func takeImages(
    _ path: String, at place: SourceLocation?, besides named: [String],
    _ environment: any Environment,
    _ state: CatalogState,
    _ resolve: (String) -> String
  ) throws {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    var files: [String]
    var passed = 0
    if try environment.status(path)?.kind == .folder {
      files = try AssetSources.files(in: path, environment)
      if !AssetSources.isCatalog(path, try environment.list(path)) {
        let others = named.map(plainPath)
        for folder in try AssetSources.foldersWithPictures(in: path, environment) {
          // The job may list it, or match it by a pattern.
          let folder = plainPath(folder)
          guard !others.contains(where: { $0 == folder || $0.hasPrefix(folder + "/") }),
            !others.contains(where: { $0.contains("**") }), !state.isOutput(resolve(folder))
          else { continue }
          warnings.append(
            .warning(
              .assetsImage, "images in subfolders are skipped",
              at: SourceLocation(file: folder), hints: ["add it: images: [\(path), \(folder)]"]))
          passed += 1
        }
      }
    } else {
      files = try environment.glob(path)
      if files == [path], try environment.status(path) == nil {
        throw Failure(
          .error(
            .fileMissing, "no such file: \(path)", at: place, hints: ["specify a folder or images"])
        )
      }
    }
    let all = files
    files = files.filter { AssetSources.isTaken($0) }
    var sets: [String: [String]] = [:]
    let count = images.count + kept.count + warnings.count
    // In place, they are where they belong already.
    let isInPlace = state.isOutput(resolve(path))
    (unread, templateSets) = ([], [])
    for file in files {
      let folder = AssetSources.folder(of: file)
      let name = AssetSources.name(of: file)
      if folder.hasSuffix(".imageset") {
        sets[folder, default: []].append(file)
      } else if let variant = ImageVariant(file: name) {
        images.append(Image(variant: variant, path: file))
      } else if let variant = ImageVariant(file: name, isKept: true) {
        if !isInPlace { kept.append(Image(variant: variant, path: file)) }
      } else {
        passOver(file, named: name)
      }
    }
    var hasOwn = false
    for (folder, files) in sets.sorted(by: { $0.key < $1.key }) {
      let others = files.filter { !state.wrote(resolve($0)) }
      hasOwn = hasOwn || others.count < files.count
      takeSet(folder, others, list: state.list(of: resolve(folder)), isInPlace: isInPlace)
    }
    if images.count + kept.count + warnings.count == count, !hasOwn, !isInPlace, passed == 0 {
      warnings.append(
        .warning(
          .assetsImage,
          all.isEmpty
            ? "no images found" : "no usable images found",
          at: SourceLocation(file: path),
          hints: ["specify a folder of PNG, SVG, PDF, JPEG or HEIC files, or a catalog"]))
    }
  }

  /// Adds the images of an image set by its list: the most detailed one for each variant, and all that
  /// catalogs take as they are.
  private mutating func takeSet(
    _ folder: String, _ files: [String], list: ContentsValue?, isInPlace: Bool
  ) {
    let name = String(AssetSources.name(of: folder).dropLast(".imageset".count))
    var variants: [String: ImageVariant] = [:]
    for entry in list?["images"]?.list ?? [] {
      guard let file = entry["filename"]?.text else { continue }
      if let variant = ImageVariant(name: name, entry: entry) {
        variants[file] = variant
      } else if var variant = ImageVariant(name: name, entry: entry, isAny: true), variant.isKept {
        if entry["scale"] == nil { variant.scale = nil }
        variants[file] = variant
      }
    }
    if list?["properties"]?["template-rendering-intent"]?.text == "template" {
      templateSets.append(name)
    }
    if list?["properties"]?["preserves-vector-representation"] == .bool(true) {
      vectorSets.insert(name)
    }
    var best: [String: Image] = [:]
    for file in files.sorted() {
      let own = AssetSources.name(of: file)
      let named = ImageVariant(file: own) ?? ImageVariant(file: own, isKept: true)
      guard let variant = list == nil ? named : variants[own] else {
        if list != nil, AssetRecipe.isPicture(own) || named?.isKept == true { unread.append(file) }
        passOver(file)
        continue
      }
      if variant.isKept {
        if !isInPlace { kept.append(Image(variant: variant, path: file)) }
        continue
      }
      func worth(_ variant: ImageVariant) -> Int {
        variant.pathExtension == "svg" ? .max : variant.scale ?? 1
      }
      if let other = best[variant.suffix], worth(other.variant) >= worth(variant) { continue }
      best[variant.suffix] = Image(variant: variant, path: file)
    }
    images += best.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Records parts of a catalog's image sets that outputs elsewhere omit.
  private mutating func recordUnread(of path: String, templates: [PathPattern]) {
    if let first = unread.first {
      warnings.append(
        .warning(
          .assetsImage,
          "this image is only for some devices, or in no slot; it is skipped"
            + (unread.count > 1 ? ", as are \(unread.count - 1) more" : ""),
          at: SourceLocation(file: first))
      )
    }
    let colored = templateSets.filter { name in !templates.contains { $0.matches(name) } }
    guard let first = colored.first else { return }
    let names = colored.prefix(8).joined(separator: ", ")
    warnings.append(
      .warning(
        .assetsTemplate,
        "the image \(first) is a template, which its copies do not record"
          + (colored.count > 1 ? "; so are \(colored.count - 1) more" : ""),
        at: SourceLocation(file: path),
        hints: ["template-images: [\(names)\(colored.count > 8 ? ", …" : "")]"]))
  }

  /// Records sets of a catalog that are not image sets and are skipped.
  private mutating func recordOtherSets(of path: String, _ environment: any Environment) throws {
    var counts: [String: Int] = [:]
    func walk(_ folder: String, _ depth: Int) throws {
      guard depth < 16 else { return }
      for entry in try environment.list(folder) where entry.isFolder && !entry.isLink {
        let pathExtension = entry.name.split(separator: ".").last.map(String.init) ?? ""
        if entry.name.contains("."), CatalogKinds.sets.contains(pathExtension) {
          counts[pathExtension, default: 0] += 1
        } else if !entry.name.hasPrefix(".") {
          try walk(folder == "." ? entry.name : folder + "/" + entry.name, depth + 1)
        }
      }
    }
    guard AssetSources.isCatalog(path, try environment.list(path)) else { return }
    try walk(path, 0)
    counts["imageset"] = nil
    guard !counts.isEmpty else { return }
    let kinds = counts.sorted { $0.key < $1.key }.map { "\($0.value) .\($0.key)" }
    warnings.append(
      .warning(
        .assetsSet, "skipped sets of this catalog: \(kinds.joined(separator: ", "))",
        at: SourceLocation(file: path),
        hints: ["only image sets are read from a catalog; define colors as tokens"]
      ))
  }

  /// Records a file that is skipped.
  ///
  /// - Parameter name: the file's name, if it should describe the variant of the image.
  private mutating func passOver(_ file: String, named name: String? = nil) {
    let pathExtension = file.split(separator: ".").last.map { $0.lowercased() } ?? ""
    if let name, name.contains("~"), ["png", "svg"].contains(pathExtension) {
      warnings.append(
        .warning(
          .assetsImage, "the file name has an unknown variant; the image is skipped",
          at: SourceLocation(file: file),
          hints: [
            "after the set's name write dark, high-contrast, rtl or ltr, and a language: "
              + "pier~dark~ar.png"
          ]))
      return
    }
    guard
      ["gif", "webp", "tif", "tiff", "bmp"].contains(pathExtension)
    else { return }
    warnings.append(
      .warning(
        .assetsImage, "images of this format are not in catalogs; it is skipped",
        at: SourceLocation(file: file)))
  }

  /// Returns the files in a folder; for a catalog, a group or a set, the files in its sets.
  private static func files(in path: String, _ environment: any Environment) throws -> [String] {
    func below(_ folder: String, _ name: String) -> String {
      folder == "." ? name : folder + "/" + name
    }
    let entries = try environment.list(path).filter { !$0.name.hasPrefix(".") }
    let files = entries.filter { !$0.isFolder }.map { below(path, $0.name) }
    guard isCatalog(path, entries) else { return files }
    var found: [String] = path.hasSuffix(".imageset") ? files : []
    func walk(_ folder: String, _ entries: [FolderEntry], _ depth: Int) throws {
      guard depth < 16 else { return }
      for entry in entries where entry.isFolder && !entry.isLink {
        let inner = below(folder, entry.name)
        guard entry.name.hasSuffix(".imageset") || !entry.name.contains(".") else { continue }
        let entries = try environment.list(inner).filter { !$0.name.hasPrefix(".") }
        if entry.name.hasSuffix(".imageset") {
          found += entries.filter { !$0.isFolder }.map { below(inner, $0.name) }
        } else {
          try walk(inner, entries, depth + 1)
        }
      }
    }
    try walk(path, entries, 0)
    return found
  }

  static func isCatalog(_ path: String, _ entries: [FolderEntry]) -> Bool {
    path.split(separator: "/").contains { $0.hasSuffix(".xcassets") }
      || entries.contains { $0.isFolder && $0.name.hasSuffix(".imageset") }
  }

  /// Returns the subfolders with images, up to four levels deep.
  private static func foldersWithPictures(
    in path: String, _ environment: any Environment, depth: Int = 4
  ) throws -> [String] {
    guard depth > 0 else { return [] }
    var found: [String] = []
    for entry in try environment.list(path)
    where entry.isFolder && !entry.isLink && !entry.name.contains(".") {
      let folder = path == "." ? entry.name : path + "/" + entry.name
      // Unreadable folders cause no warning.
      guard let entries = try? environment.list(folder) else { continue }
      let hasPictures = entries.contains { inner in
        !inner.isFolder && ImageVariant(file: inner.name) != nil
      }
      if hasPictures { found.append(folder) }
      found += try foldersWithPictures(in: folder, environment, depth: depth - 1)
    }
    return found
  }

  /// Indicates whether a file can be an image for a set: files in a catalog's sets of other kinds
  /// cannot.
  private static func isTaken(_ file: String) -> Bool {
    let others = CatalogKinds.sets.filter { $0 != "imageset" }.map { "." + $0 }
    return !file.split(separator: "/").dropLast().contains { part in
      others.contains { part.hasSuffix($0) }
    }
  }

  private static func name(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }

  /// Refuses two images for one variant of a set. Of one that is drawn in every scale and one that is
  /// taken as it is, the former is used.
  private mutating func checkImages() throws {
    func key(_ image: Image) -> String { image.variant.name + "\n" + image.variant.suffix }
    let drawn = Set(images.map(key))
    for image in kept where drawn.contains(key(image)) {
      warnings.append(
        .warning(
          .assetsImage, "a PNG or SVG image is the same variant of the set; this one is skipped",
          at: SourceLocation(file: image.path)))
    }
    kept.removeAll { drawn.contains(key($0)) }
    var known: [String: String] = [:]
    for image in images + kept {
      let scale = image.variant.isKept ? image.variant.scale.map { "@\($0)" } ?? "" : ""
      let place = key(image) + scale
      if let other = known.updateValue(image.path, forKey: place) {
        throw Failure(
          .error(
            .assetsImage, "\(other) and \(image.path) are the same variant of one set",
            at: SourceLocation(file: image.path), hints: ["remove one of them"]))
      }
    }
  }

  /// Reads a color: `#rrggbb` or a token's name in braces; nil for any other text.
  func color(_ text: String) -> TokenColor? {
    if let color = TokenColor(hex: text) { return color }
    guard text.hasPrefix("{"), text.hasSuffix("}") else { return nil }
    return tokens?.colorToken(String(text.dropFirst().dropLast()))?.color(in: .light)
  }
}
