// SPDX-License-Identifier: MIT
// Part of Platen: a slide as a section of a document, with its place and its line in the outline.

internal import Documents
internal import Drawing
internal import Geometry

extension DocumentStructure {
  /// Appends the section of a slide. Slides of a part are in an element of that part.
  ///
  /// - Parameters:
  ///   - number: its number, from 1.
  ///   - level: its level in the outline.
  ///   - part: the element of the part that the slides before it are in.
  ///   - page: the page, from 0, that it begins on.
  ///   - point: its place on that page.
  /// - Returns: its element, and the name of its place.
  mutating func append(
    _ slide: Slide, number: Int, level: Int, in part: inout Int?, page: Int, at point: Point = .zero
  ) -> (section: Int, name: String) {
    if slide.kind == .part {
      elements.append(StructureElement(.part, in: 0))
      part = elements.count - 1
    } else if slide.kind == .cover {
      part = nil
    }
    elements.append(StructureElement(.section, in: part ?? 0))
    let name = "slide.\(number)"
    outline.append(
      OutlineEntry(level: level, title: slide.name.isEmpty ? "\(number)" : slide.name, place: name))
    places.append(NamedPlace(name: name, page: page, point: point))
    return (elements.count - 1, name)
  }
}
