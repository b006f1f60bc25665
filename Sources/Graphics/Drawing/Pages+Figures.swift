// SPDX-License-Identifier: MIT
// Part of Platen: documents of figures: pages that show drawings, each described in words.

public import Geometry

extension StructureElement {
  /// A figure with its description, on a page.
  public init(figure alternative: String, in box: PageBox, under parent: Int = 0) {
    self.init(.figure, in: parent)
    self.alternative = alternative
    self.box = box
  }
}

extension DocumentStructure {
  /// A document with nothing in it yet but its root.
  ///
  /// - Parameter language: BCP 47.
  public init(language: String) {
    self.init()
    self.language = language
    elements = [StructureElement(.document, in: nil)]
  }

  /// Adds a figure below the root; returns its element, for the leaves of its page.
  public mutating func addFigure(_ alternative: String, in box: PageBox) -> Int {
    elements.append(StructureElement(figure: alternative, in: box))
    return elements.count - 1
  }

  /// Adds an entry of the outline, and the place it leads to.
  ///
  /// - Parameters:
  ///   - level: from 1, as `OutlineEntry` has it.
  ///   - name: of the place; no other may have it.
  ///   - page: from 0.
  ///   - point: in points on the page, from its upper left corner.
  public mutating func addEntry(
    _ title: String, level: Int = 1, named name: String, page: Int, at point: Point = .zero
  ) {
    places.append(NamedPlace(name: name, page: page, point: point))
    outline.append(OutlineEntry(level: level, title: title, place: name))
  }
}
