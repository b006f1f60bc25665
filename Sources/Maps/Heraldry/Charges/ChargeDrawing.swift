// SPDX-License-Identifier: MIT
// Part of Platen: a charge as a drawing of a few layers.

internal import Drawing
internal import Geometry

/// A charge's drawing: layers from the lowest up. It lies within 50 of its middle; most charges
/// reach 40 at their widest.
struct ChargeDrawing {
  /// The fill of a layer.
  enum Role: Hashable {
    /// The charge's first, second or third tincture.
    case tincture(Int)
    /// The dark of outlines.
    case ink
  }

  struct Layer {
    var role: Role
    var path: Path
    /// Indicates whether holes are where figures overlap, instead of figures being one where they
    /// do.
    var isEvenOdd = false
    /// Lines to be stroked this wide, instead of a shape to be filled.
    var lineWidth: Double?
  }

  var layers: [Layer]

  /// Reads a drawing written as text, one layer a line, in a square from 0 to 100. A line begins
  /// with what it is filled with: `1`, `2`, `3` for tinctures, `k` for ink, `~` and a width for
  /// lines of ink; `e` after it for holes where figures overlap, and `|` for a second half, which
  /// is the first mirrored. Then comes an outline, see `OutlineText`.
  init(_ text: String) {
    let map = AffineMap(a: 0.8, b: 0, c: 0, d: 0.8, tx: -40, ty: -40)
    layers = text.utf8.split(separator: UInt8(ascii: "\n")).map(Substring.init).compactMap { line in
      guard let space = line.firstIndex(of: " ") else { return nil }
      let head = line[..<space]
      let outline = OutlineText.path(line[space...])
      guard let kind = head.first, !outline.isEmpty else { return nil }
      var path = outline.applying(map)
      if head.contains("|") {
        let mirrored = path.applying(AffineMap(a: -1, b: 0, c: 0, d: 1, tx: 0, ty: 0))
        // A mirrored figure turns the other way.
        path.append(kind == "~" ? mirrored : mirrored.eachReversed)
      }
      let role: Role =
        switch kind {
        case "2": .tincture(1)
        case "3": .tincture(2)
        case "k", "~": .ink
        default: .tincture(0)
        }
      let width =
        kind == "~" ? Double(head.dropFirst().filter { $0 != "|" && $0 != "e" }) ?? 1.4 : nil
      return Layer(
        role: role, path: path, isEvenOdd: head.contains("e"), lineWidth: width.map { $0 * 0.8 })
    }
  }

  init(layers: [Layer]) { self.layers = layers }

  /// A drawing of one figure in the first tincture.
  init(_ path: Path, isEvenOdd: Bool = false) {
    layers = [Layer(role: .tincture(0), path: path, isEvenOdd: isEvenOdd)]
  }

  /// The drawing's silhouette: all that is filled with a tincture.
  var silhouette: Path {
    var path = Path()
    for layer in layers where layer.role != .ink { path.append(layer.path) }
    return path
  }

  /// Made smaller about its middle, where horns and tails reach beyond a charge's room.
  var fitted: ChargeDrawing {
    let room = 50.0
    let reach = silhouette.flattened().flatMap(\.points)
      .reduce(0) { max($0, abs($1.x), abs($1.y)) }
    guard reach > room else { return self }
    let scale = room / reach
    var drawing = applying(AffineMap(a: scale, b: 0, c: 0, d: scale, tx: 0, ty: 0))
    for index in drawing.layers.indices {
      drawing.layers[index].lineWidth = drawing.layers[index].lineWidth.map { $0 * scale }
    }
    return drawing
  }

  func applying(_ map: AffineMap) -> ChargeDrawing {
    ChargeDrawing(
      layers: layers.map { layer in
        var layer = layer
        layer.path = layer.path.applying(map)
        return layer
      })
  }

  /// - Parameters:
  ///   - map: from the charge's own square to the field.
  ///   - outline: how wide the outline is in the field.
  func nodes(
    _ map: AffineMap, tinctures: [Color], ink: Color, outline: Double
  ) -> [Node] {
    let scale = max(abs(map.a), 0.05)
    var nodes: [Node] = []
    for layer in layers {
      let path = layer.path.applying(map)
      let color: Color
      switch layer.role {
      case .ink: color = ink
      case .tincture(let index):
        color = tinctures.indices.contains(index) ? tinctures[index] : tinctures.first ?? ink
      }
      if let width = layer.lineWidth {
        let pen = tinctures.first.map { $0.isDark ? Color.white.opacity(0.75) : ink } ?? ink
        nodes.append(
          .path(
            PathNode(
              path, stroke: Stroke(pen, width: width * scale, cap: .round, join: .round))))
        continue
      }
      if layer.role != .ink, outline > 0 {
        // Under the shape, so that parts that overlap are outlined as one.
        nodes.append(
          .path(PathNode(path, stroke: Stroke(ink, width: 2 * outline, join: .round))))
      }
      let fill =
        layer.role == .ink && tinctures.first?.isDark == true
        ? Color.white.opacity(0.85) : color
      nodes.append(
        .path(PathNode(path, fill: Fill(fill, rule: layer.isEvenOdd ? .evenOdd : .nonZero))))
    }
    return nodes
  }
}

extension Color {
  /// Indicates whether lines of ink would drown in it.
  var isDark: Bool { lightness < 0.25 }
}

extension Path {
  /// Each closed figure run through the other way.
  var eachReversed: Path {
    var result = Path()
    var part = Path()
    var index = 0
    for verb in verbs {
      switch verb {
      case .move:
        if !part.isEmpty { result.append(part.reversed) }
        part = Path()
        part.move(to: points[index])
        index += 1
      case .line:
        part.line(to: points[index])
        index += 1
      case .curve:
        part.curve(to: points[index + 2], points[index], points[index + 1])
        index += 3
      case .close: part.close()
      }
    }
    if !part.isEmpty { result.append(part.reversed) }
    return result
  }
}
