// SPDX-License-Identifier: MIT
// Part of Platen: drawings of the user in place of the symbols of a map, and which one a symbol gets.

internal import Atlas
public import Digests
public import Drawing
public import Geometry

/// A drawing of the user for a symbol.
public struct MapSymbol: Hashable, Sendable {
  /// The room of the drawing in its own units; it becomes as high as the symbol it replaces.
  public var box: Rect
  public var nodes: [Node]

  /// - Parameter box: its sides are above 0.
  public init(box: Rect, nodes: [Node]) {
    precondition(box.width > 0 && box.height > 0)
    self.box = box
    self.nodes = nodes
  }

  /// Its size at a height.
  func size(height: Double) -> Size {
    Size(width: height * box.width / box.height, height: height)
  }

  /// Its rectangle at a height, around a point.
  func frame(height: Double, around center: Point) -> Rect {
    let size = size(height: height)
    return Rect(
      x: center.x - size.width / 2, y: center.y - height / 2, width: size.width, height: height)
  }

  /// The drawing in a rectangle of its proportions. All of one drawing share their nodes.
  func node(in frame: Rect) -> Node {
    let scale = frame.height / box.height
    return .group(
      Group(
        transform: AffineMap(
          a: scale, b: 0, c: 0, d: scale, tx: frame.x - box.x * scale, ty: frame.y - box.y * scale),
        children: nodes))
  }
}

/// The drawings of the user by the names of ``SymbolName``.
public struct MapSymbols: Hashable, Sendable {
  /// The variants of each name.
  private let drawings: [String: [MapSymbol]]

  /// No drawings.
  public init() { drawings = [:] }

  /// - Parameter drawings: the variants of each name, in order; none is empty.
  public init(_ drawings: [String: [MapSymbol]]) {
    self.drawings = drawings.filter { !$0.value.isEmpty }
  }

  public var isEmpty: Bool { drawings.isEmpty }

  /// Indicates whether a symbol or an icon of that name has a drawing.
  package func hasDrawing(of name: String) -> Bool { drawings[name] != nil }

  private static let noise = ValueNoise(seed: "symbols")

  /// The first of the names that has a drawing; of its variants, always the same one at a place.
  private func drawing(_ names: String?..., at place: Point) -> MapSymbol? {
    guard !drawings.isEmpty else { return nil }
    for case let name? in names {
      guard let variants = drawings[name] else { continue }
      guard variants.count > 1 else { return variants[0] }
      let bits = MapSymbols.noise.bits(
        Int(truncatingIfNeeded: place.x.bitPattern), Int(truncatingIfNeeded: place.y.bitPattern))
      return variants[Int(bits % UInt64(variants.count))]
    }
    return nil
  }

  private func drawing(_ symbol: SymbolName, at place: Point) -> MapSymbol? {
    drawing(symbol.name, symbol.standIn, at: place)
  }

  /// The drawing of a burg.
  ///
  /// - Parameter group: the burg's own group, which may have a drawing beside its rank's.
  func burg(_ rank: BurgRank, group: String, at place: Point) -> MapSymbol? {
    guard !drawings.isEmpty else { return nil }
    let name = group.replacing("_", with: "-")
    let own = rank == .fort ? SymbolName.burgGroups.first { $0.name == name } : nil
    return own.flatMap { drawing($0, at: place) } ?? drawing(rank.symbol, at: place)
  }

  func relief(_ kind: ReliefKind, at place: Point) -> MapSymbol? {
    guard !drawings.isEmpty else { return nil }
    return drawing(kind.symbol, at: place)
  }

  func marker(ofType type: String, at place: Point) -> MapSymbol? {
    guard !drawings.isEmpty else { return nil }
    return drawing(
      type.isEmpty ? nil : SymbolName.marker(ofType: type), SymbolName.marker.name, at: place)
  }

  /// The drawing of a point of an overlay.
  func overlay(_ name: String, at place: Point) -> MapSymbol? { drawing(name, at: place) }

  /// The drawing of the anchor beside ports.
  var port: MapSymbol? { drawing(SymbolName.port, at: .zero) }
  var compass: MapSymbol? { drawing(SymbolName.compass, at: .zero) }
}

extension MapSymbol: Digestible {
  public func add(to digester: inout Digester) { digester.addFields(box, nodes) }
}

extension MapSymbols: Digestible {
  public func add(to digester: inout Digester) { digester.addFields(drawings) }
}

extension MapLook {
  /// The color of the lines of a symbol, which `currentColor` stands for in a drawing of it.
  ///
  /// - Parameter name: a name of ``SymbolName``, or one of a marker.
  public func symbolColor(_ name: String) -> Color {
    if let rank = BurgRank.allCases.first(where: { $0.symbol.name == name }) {
      return burgs.style(rank).stroke
    }
    if SymbolName.burgGroups.contains(where: { $0.name == name }) { return burgs.fort.stroke }
    if name == SymbolName.port.name { return burgs.portColor }
    if name == SymbolName.compass.name { return compass.ink }
    if name == SymbolName.marker.name || name.hasPrefix(SymbolName.markerPrefix) {
      return markers.line.isVisible ? markers.line.color : markers.dot
    }
    return relief.ink
  }
}
