// SPDX-License-Identifier: MIT
// Part of Platen: reads a user's own drawings of a map's symbols: a folder of SVG files named by what
// they replace.

internal import Atlas
internal import Cartography
internal import Diagnostics
internal import Drawing
internal import Geometry
internal import JobKit
internal import Pipeline
internal import Pixels
internal import Vectors

/// The icons of the points of overlays, each with the colors that it has.
struct OverlayIcons: Sendable {
  private(set) var colors: [String: [Color]] = [:]

  init() {}

  init(of sets: [OverlaySet]) {
    for feature in sets.lazy.flatMap(\.features) where !feature.icon.isEmpty && !feature.isSign {
      guard case .point = feature.shape else { continue }
      let known = colors[feature.icon] ?? []
      colors[feature.icon] = known
      if let color = feature.color, !known.contains(color) {
        colors[feature.icon] = known + [color]
      }
    }
  }
}

/// A folder of drawings of symbols.
struct SymbolFolder: Sendable {
  let path: String
  /// Its location in the manifest, for errors.
  let place: SourceLocation?

  /// The largest number of drawings for one map.
  private static let limit = 200
  /// The longer side in pixels of a drawing that is not made of shapes.
  private static let side = 256
  /// The bytes that all drawings take, those of a folder of images.
  static let mostBytes = limit * side * side * 4

  /// Reads all drawings of the folder, whether or not the map shows what they replace.
  ///
  /// - Parameters:
  ///   - icons: the icons of overlays, which have drawings as well.
  ///   - world: the world, whose types of markers have drawings.
  ///   - look: the look, whose lines have the color that `currentColor` stands for.
  /// - Throws: `Failure` with the errors of all files, each in its file.
  func symbols(
    for world: World, in look: MapLook, _ context: StageContext,
    icons: OverlayIcons = OverlayIcons()
  ) throws -> Diagnosed<MapSymbols> {
    try context.checkFolder(path, of: MapKeys.symbols.name, at: place)
    let symbols = SymbolName.known(in: world)
    let names = symbols.union(icons.colors.keys)
    var warnings: [Diagnostic] = []
    var found: [String: [(number: Int, file: String, symbol: MapSymbol)]] = [:]
    var errors: [Diagnostic] = []
    var count = 0
    for entry in try context.environment.list(path) where !entry.isFolder {
      try context.checkCancellation()
      let file = joinedPath(path, entry.name)
      guard !SymbolFolder.isBeside(entry.name) else { continue }
      guard entry.name.hasSuffix(".svg"),
        let (name, number) = SymbolName.variant(String(entry.name.dropLast(4)), among: names)
      else {
        warnings.append(SymbolFolder.unknown(entry.name).inFile(file))
        continue
      }
      guard count < SymbolFolder.limit else {
        warnings.append(
          .warning(
            .symbolsMany,
            "more than \(SymbolFolder.limit) drawings of symbols: the others are "
              + "not used", at: SourceLocation(file: file)))
        break
      }
      count += 1
      do {
        // Icons of overlays, which replace no symbol, have the color of markers.
        let color = look.symbolColor(symbols.contains(name) ? name : SymbolName.markerPrefix + name)
        let drawn = try SymbolFolder.read(file, color: color, in: context)
        warnings += drawn.warnings.map { $0.inFile(file) }
        let others = found[name] ?? []
        if let other = others.first(where: { $0.number == number }) {
          warnings.append(
            .warning(
              .symbolsUnknown, "the same variant as \(other.file), which is used instead",
              at: SourceLocation(file: file)))
        } else {
          found[name] = others + [(number, entry.name, drawn.value)]
          for color in icons.colors[name] ?? [] where count < SymbolFolder.limit {
            count += 1
            let colored = try SymbolFolder.read(file, color: color, in: context)
            found[name + color.hex, default: []].append((number, entry.name, colored.value))
          }
        }
      } catch let failure as Failure {
        errors += failure.inFile(file).diagnostics
      }
    }
    guard errors.isEmpty else { throw Failure(errors) }
    let drawings = found.mapValues { variants in
      variants.sorted { $0.number < $1.number }.map(\.symbol)
    }
    return Diagnosed(MapSymbols(drawings), warnings: warnings)
  }

  /// Indicates whether a file is not meant as a drawing: a license, notes, or hidden.
  private static func isBeside(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return name.hasPrefix(".") || parts.count == 1
      || ["md", "txt", "license"].contains(parts[parts.count - 1].lowercased())
  }

  /// The warning about a file of an unknown name. Its hint names nothing that only the world has:
  /// types of markers may be secret.
  private static func unknown(_ name: String) -> Diagnostic {
    guard name.hasSuffix(".svg") else {
      let ending = name.lowercased().hasSuffix(".svg") ? "ends in .svg in small letters" : "is SVG"
      return .warning(
        .symbolsUnknown, "not used: a drawing of a symbol \(ending)",
        hints: ["name it as in capital.svg"])
    }
    let stem = String(name.dropLast(4))
    // Without the number of a variant, the word itself is compared.
    let end = stem.last?.isNumber == true ? stem.lastIndex(of: "-") : nil
    let word = String(stem[..<(end ?? stem.endIndex)])
    let symbols = SymbolName.all.map(\.name)
    let markers = SymbolName.markerTypes.map { SymbolName.markerPrefix + $0 }
    let hint =
      nearMiss(word, among: symbols + markers).map { "did you mean \"\($0).svg\"?" }
      ?? nearMissHint(word, among: symbols)
    return .warning(
      .symbolsUnknown, "not used: no symbol is named \"\(printable(stem, limit: 60))\"",
      hints: [hint])
  }

  /// Checks that a drawing as high as a symbol is not so wide that it crosses the map.
  private static func checkProportions(_ box: Rect) throws {
    guard box.width > 20 * box.height || box.height > 20 * box.width else { return }
    throw Failure(
      .error(
        .svgSize, "the sides of a symbol differ by a factor of 20 at most",
        hints: ["give its svg element another viewBox"]))
  }

  /// Reads one drawing, as shapes if possible.
  private static func read(
    _ file: String, color: Color, in context: StageContext
  ) throws -> Diagnosed<MapSymbol> {
    let bytes = try context.read(file, limit: SVGDrawing.limit).bytes
    // Larger files are drawn as images, or refused.
    let reading =
      bytes.count > SVGShapes.limit
      ? .beyond("more than \(SVGShapes.limit >> 20) MiB") : try SVGShapes.read(bytes, color: color)
    switch reading {
    case .shapes(let shapes):
      try checkProportions(shapes.box)
      return Diagnosed(MapSymbol(box: shapes.box, nodes: shapes.nodes))
    case .beyond(let what):
      let isCancelled = { context.isCancelled }
      let picture = try SVGDrawing(bytes, isCancelled: isCancelled)
      try checkProportions(Rect(x: 0, y: 0, width: picture.width, height: picture.height))
      let scale = Double(side) / max(picture.width, picture.height)
      let bitmap = try picture.drawn(
        width: max(1, Int((picture.width * scale).rounded())),
        height: max(1, Int((picture.height * scale).rounded())), isCancelled: isCancelled)
      let image = RasterImage(width: bitmap.width, height: bitmap.height, rgba: bitmap.rgba)
      let box = Rect(
        x: 0, y: 0, width: Double(bitmap.width), height: Double(bitmap.height))
      let warning = Diagnostic.warning(
        .symbolsImage,
        "drawn as an image of \(bitmap.width) by \(bitmap.height) pixels, not as shapes: it has "
          + what,
        hints: ["use shapes with plain fills and strokes only"])
      return Diagnosed(
        MapSymbol(box: box, nodes: [.image(ImageNode(image, frame: box))]),
        warnings: [warning] + picture.warnings)
    }
  }
}
