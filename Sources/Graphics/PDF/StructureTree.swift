// SPDX-License-Identifier: MIT
// Part of Platen: the structure tree of a PDF's content, both ways: down by kids, up by marks.

internal import Canvas
internal import Diagnostics
internal import Drawing
internal import Geometry

/// The content of each element on the pages, and the order of the elements in each other.
///
/// Flat arrays, for a book of 4,000 pages has 170,000 elements and more marks.
struct StructureTree {
  /// Content of an element: a stretch of a page, by its number in that page's marks.
  struct Content {
    var page: Int32
    /// The MCID.
    var number: Int32
  }

  let elements: [StructureElement]
  /// All content, that of each element together and in drawing order.
  private(set) var contents: [Content] = []
  /// Index in all marks of each content, which gives their order.
  private var order: [Int32] = []
  /// The start of each element's contents; one more than there are elements.
  private var contentStarts: [Int32]
  private var firstChild: [Int32]
  private var nextSibling: [Int32]
  /// The first mark within each element and all that lie in it; the greatest number where none does.
  private var firstMark: [Int32]

  /// - Parameters:
  ///   - marks: The element of each mark of all pages, in drawing order; -1 for artefacts.
  ///   - pages: Where in `marks` each page's begin and end.
  /// - Throws: `Failure` `pdf.structure` for elements and marks that do not fit together.
  init(_ elements: [StructureElement], marks: [Int32], pages: [Range<Int>]) throws {
    let count = elements.count
    self.elements = elements
    firstChild = [Int32](repeating: -1, count: count)
    nextSibling = [Int32](repeating: -1, count: count)
    firstMark = [Int32](repeating: .max, count: count)
    contentStarts = [Int32](repeating: 0, count: count + 1)
    for element in marks where element >= 0 {
      guard element < count else {
        throw StructureTree.failure("content belongs to element \(element) of \(count)")
      }
      contentStarts[Int(element) + 1] += 1
    }
    for i in 0..<count { contentStarts[i + 1] += contentStarts[i] }

    var next = contentStarts
    contents = [Content](
      repeating: Content(page: 0, number: 0), count: Int(contentStarts[count]))
    order = [Int32](repeating: 0, count: contents.count)
    for (page, range) in pages.enumerated() {
      var number: Int32 = 0
      for mark in range where marks[mark] >= 0 {
        let element = Int(marks[mark])
        let slot = Int(next[element])
        next[element] += 1
        contents[slot] = Content(page: Int32(page), number: number)
        order[slot] = Int32(mark)
        firstMark[element] = min(firstMark[element], Int32(mark))
        number += 1
      }
    }

    // Backwards, so that children come out in their order and before their parents.
    for i in stride(from: count - 1, through: 0, by: -1) {
      guard let parent = elements[i].parent else { continue }
      guard (0..<i).contains(parent) else {
        throw StructureTree.failure("element \(i) has element \(parent) as its parent")
      }
      nextSibling[i] = firstChild[parent]
      firstChild[parent] = Int32(i)
      firstMark[parent] = min(firstMark[parent], firstMark[i])
    }
  }

  private static func failure(_ what: String) -> Failure {
    Failure(.error(.pdfStructure, "the document's elements do not fit together: \(what)"))
  }

  /// A kid of an element.
  enum Kid {
    case content(Content)
    case element(Int)
  }

  /// An element's kids in reading order: children in theirs, content where it was drawn among them.
  func forEachKid(of element: Int, _ body: (Kid) throws -> Void) rethrows {
    var content = Int(contentStarts[element])
    let end = Int(contentStarts[element + 1])
    var child = firstChild[element]
    while child >= 0 {
      let first = firstMark[Int(child)]
      if first < .max {
        while content < end, order[content] < first {
          try body(.content(contents[content]))
          content += 1
        }
      }
      try body(.element(Int(child)))
      child = nextSibling[Int(child)]
    }
    while content < end {
      try body(.content(contents[content]))
      content += 1
    }
  }

  /// The page most of an element's attributes speak of: that of its first content.
  func page(of element: Int) -> Int? {
    let start = Int(contentStarts[element])
    return start < Int(contentStarts[element + 1]) ? Int(contents[start].page) : nil
  }
}

/// The numbers of what refers to each other, each a row without gaps.
struct TreeNumbers {
  var root: Int
  var elements: Int
  var pages: Int
  var annotations: Int
}

extension StructureTree {
  /// A link's annotation, known to the element it belongs to.
  struct LinkReference {
    var element: Int
    var page: Int
  }

  /// Writes every element.
  ///
  /// - Parameter links: One for each annotation, in the order of their numbers.
  func write(
    to output: PDFOutput, numbers: TreeNumbers, links: [LinkReference], pageSizes: [Size]
  ) throws {
    // Links of each element, as a list through all links.
    var firstLink: [Int: Int] = [:]
    var nextLink = [Int](repeating: -1, count: links.count)
    for i in links.indices.reversed() {
      nextLink[i] = firstLink[links[i].element] ?? -1
      firstLink[links[i].element] = i
    }
    for i in elements.indices {
      try output.addObject(numbers.elements + i) { body in
        let element = elements[i]
        body.put("<</Type/StructElem/S/")
        body.put(element.role.rawValue)
        body.put("/P ")
        body.put(reference: element.parent.map { numbers.elements + $0 } ?? numbers.root)
        let page = page(of: i) ?? element.box?.page
        if let page, pageSizes.indices.contains(page) {
          body.put("/Pg ")
          body.put(reference: numbers.pages + page)
        }
        body.put("/K[")
        forEachKid(of: i) { kid in
          switch kid {
          case .element(let child): body.put(reference: numbers.elements + child)
          case .content(let content):
            if Int(content.page) == page {
              body.put(Int(content.number))
            } else {
              body.put("<</Type/MCR/Pg ")
              body.put(reference: numbers.pages + Int(content.page))
              body.put("/MCID ")
              body.put(Int(content.number))
              body.put(">>")
            }
          }
          body.append(UInt8(ascii: " "))
        }
        var link = firstLink[i] ?? -1
        while link >= 0 {
          body.put("<</Type/OBJR/Pg ")
          body.put(reference: numbers.pages + links[link].page)
          body.put("/Obj ")
          body.put(reference: numbers.annotations + link)
          body.put(">>")
          link = nextLink[link]
        }
        body.put("]")
        writeElement(element, i, pageSizes, into: &body)
        body.put(">>")
      }
    }
  }

  private func writeElement(
    _ element: StructureElement, _ index: Int, _ pageSizes: [Size], into body: inout [UInt8]
  ) {
    if !element.language.isEmpty {
      body.put("/Lang")
      body.put(text: element.language)
    }
    if !element.alternative.isEmpty {
      body.put("/Alt")
      body.put(text: element.alternative)
    }
    if !element.actualText.isEmpty {
      body.put("/ActualText")
      body.put(text: element.actualText)
    }
    // PDF/UA-1, 7.9: notes are known by an identifier.
    if element.role == .note {
      body.put("/ID")
      body.put(literal: StructureTree.identifier(of: index))
    }
    writeAttributes(of: element, pageSizes, into: &body)
  }

  private func writeAttributes(
    of element: StructureElement, _ pageSizes: [Size], into body: inout [UInt8]
  ) {
    switch element.role {
    case .cell, .headerCell:
      guard element.scope != nil || element.columnSpan > 1 || element.rowSpan > 1 else { return }
      body.put("/A<</O/Table")
      if let scope = element.scope { body.put("/Scope/\(scope.rawValue)") }
      if element.columnSpan > 1 { body.put("/ColSpan \(element.columnSpan)") }
      if element.rowSpan > 1 { body.put("/RowSpan \(element.rowSpan)") }
      body.put(">>")
    case .list:
      guard let numbering = element.numbering else { return }
      body.put("/A<</O/List/ListNumbering/\(numbering.rawValue)>>")
    default:
      guard let box = element.box, pageSizes.indices.contains(box.page) else { return }
      body.put("/A<</O/Layout/BBox")
      body.put(box.frame, onPageOf: pageSizes[box.page])
      body.put(">>")
    }
  }

  /// A note's identifier; those of later notes sort after it.
  static func identifier(of element: Int) -> [UInt8] {
    let digits = String(element)
    return Array(("note-" + String(repeating: "0", count: max(0, 9 - digits.count)) + digits).utf8)
  }
}

extension [UInt8] {
  /// A rectangle, in PDF's coordinates: y grows upwards.
  mutating func put(_ rect: Rect, onPageOf size: Size) {
    put("[")
    put(rect.minX)
    put(" ")
    put(size.height - rect.maxY)
    put(" ")
    put(rect.maxX)
    put(" ")
    put(size.height - rect.minY)
    put("]")
  }
}
