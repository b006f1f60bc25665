// SPDX-License-Identifier: MIT
// Part of Platen: the drawing of a world whose cells are lost.

public import Digests
public import Geometry

/// The drawing that the program which saved a world left in its file, for worlds without cells.
///
/// It holds shapes and names, each with its own colors; nothing else is known of what they show.
public struct SalvagedDrawing: Sendable, Hashable {
  /// A color as it was painted.
  public struct Ink: Sendable, Hashable {
    /// 0…1.
    public var red, green, blue, opacity: Double

    public init(_ red: Double, _ green: Double, _ blue: Double, opacity: Double) {
      (self.red, self.green, self.blue, self.opacity) = (red, green, blue, opacity)
    }
  }

  /// The part of the sheet on which a shape shows.
  public enum Ground: String, Sendable, Hashable { case all, land, water }

  public struct Shape: Sendable, Hashable {
    public var path: Path
    public var fill: Ink?
    public var isEvenOdd: Bool
    public var stroke: Ink?
    public var strokeWidth: Double
    public var dash: [Double]
    public var ground: Ground

    public init(_ path: Path, fill: Ink?, stroke: Ink?, strokeWidth: Double) {
      self.path = path
      self.fill = fill
      isEvenOdd = false
      self.stroke = stroke
      self.strokeWidth = strokeWidth
      dash = []
      ground = .all
    }
  }

  public struct Text: Sendable, Hashable {
    public var lines: [String]
    public var families: [String]
    /// Em of the letters.
    public var size: Double
    public var ink: Ink
    /// The middle of the text's first baseline; the way is empty then.
    public var position: Point
    /// The way that the text runs along.
    public var way: [Point]
    /// The middle of the text along its way, in parts of it.
    public var middle: Double
  }

  /// A layer by the name of its group, such as `rivers`.
  public struct Layer: Sendable, Hashable {
    public var name: String
    public var shapes: [Shape]
    public var texts: [Text]

    public init(_ name: String) {
      self.name = name
      shapes = []
      texts = []
    }
  }

  public var background: Ink?
  /// Coasts of islands and lakes; land is inside an odd number of them.
  public var coasts: [Path]
  /// The layers from the lowest up.
  public var layers: [Layer]
  /// The names of layers that are not in ``layers`` though the drawing shows them.
  public var omitted: [String]

  public init() {
    background = nil
    coasts = []
    layers = []
    omitted = []
  }

  public var isEmpty: Bool { layers.allSatisfy { $0.shapes.isEmpty && $0.texts.isEmpty } }
}

extension SalvagedDrawing.Text {
  public init(_ lines: [String], size: Double, ink: SalvagedDrawing.Ink, at position: Point) {
    self.lines = lines
    families = []
    self.size = size
    self.ink = ink
    self.position = position
    way = []
    middle = 0.5
  }
}

extension SalvagedDrawing: Digestible {
  public func add(to digester: inout Digester) {
    digester.addFields(background, coasts, layers, omitted)
  }
}

extension SalvagedDrawing.Ink: Digestible {
  public func add(to digester: inout Digester) {
    digester.addFields(red, green, blue, opacity)
  }
}

extension SalvagedDrawing.Shape: Digestible {
  public func add(to digester: inout Digester) {
    digester.addFields(path, fill, isEvenOdd, stroke, strokeWidth, dash, ground.rawValue)
  }
}

extension SalvagedDrawing.Text: Digestible {
  public func add(to digester: inout Digester) {
    digester.addFields(lines, families, size, ink, position, way, middle)
  }
}

extension SalvagedDrawing.Layer: Digestible {
  public func add(to digester: inout Digester) { digester.addFields(name, shapes, texts) }
}
