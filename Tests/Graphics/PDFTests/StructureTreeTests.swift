// SPDX-License-Identifier: MIT
// Part of Platen: structure trees of every small shape, looked at from both ends.

import Diagnostics
import Drawing
import Geometry
import TestSupport
import Testing
import Text

@testable import Canvas
@testable import PDF

/// Pages of nothing but rectangles, each content of one element.
enum SmallDocument {
  static let square = Node.path(
    PathNode(Path(rect: Rect(x: 3.5, y: 4.5, width: 5, height: 6)), fill: Fill(.black)))

  static func page(_ leaves: [Int?]) -> LaidOutPage {
    LaidOutPage(
      scene: Scene(
        size: Size(width: 40, height: 40), nodes: leaves.map { _ in square }),
      leaves: leaves.enumerated().map { ContentLeaf(nodes: $0..<$0 + 1, element: $1) })
  }

  /// Elements by the parents of all but the first.
  static func structure(_ parents: [Int], role: StructureElement.Role = .division)
    -> DocumentStructure
  {
    var structure = DocumentStructure()
    structure.language = "en"
    structure.elements = [StructureElement(.document, in: nil)]
    structure.elements += parents.map { StructureElement(role, in: $0) }
    return structure
  }

  static func write(
    _ pages: [LaidOutPage], _ structure: DocumentStructure, _ fonts: FontLibrary
  ) throws -> (file: [UInt8], notes: [Diagnostic]) {
    var file: [UInt8] = []
    let notes = try TaggedPDF.write(
      metadata: PDFMetadata(title: "Small"), fonts: fonts,
      sink: { file.append(contentsOf: $0) }
    ) { emit in
      for page in pages { try emit(page) }
      return structure
    }
    return (file, notes)
  }

  /// All sequences of `count` numbers, each below the `limit` of its place.
  static func sequences(_ count: Int, below limit: (Int) -> Int) -> [[Int]] {
    var all: [[Int]] = [[]]
    for place in 0..<count {
      all = all.flatMap { sequence in (0..<limit(place)).map { sequence + [$0] } }
    }
    return all
  }
}

@Suite struct StructureTreeTests {
  /// Every tree of up to four elements, every way of giving three stretches to them or to none,
  /// on one page or with a page's end between any two.
  @Test func everySmallDocumentAgreesWithItself() throws {
    let fonts = try FontLibrary(FontSet())
    var count = 0
    for size in 1...4 {
      for parents in SmallDocument.sequences(size - 1, below: { $0 + 1 }) {
        let structure = SmallDocument.structure(parents)
        for owners in SmallDocument.sequences(3, below: { _ in size + 1 }) {
          let leaves = owners.map { $0 == size ? nil : Optional($0) }
          for cut in [0, 1, 2] where size == 3 || cut == 1 {
            let pages = [Array(leaves[..<cut]), Array(leaves[cut...])]
            let (file, notes) = try SmallDocument.write(
              pages.map(SmallDocument.page), structure, fonts)
            let check = try StructureCheck(file)
            #expect(check.faults == [], "\(parents) \(owners) \(cut)")
            #expect(check.elementCount == size)
            #expect(notes == [])
            let expected = reading(pages, parents)
            #expect(check.readingOrder == expected, "\(parents) \(owners) \(cut)")
            count += 1
          }
        }
      }
    }
    #expect(count > 1000)
  }

  /// The marks in reading order, found in another way: each element's own and its children's, put in
  /// by the rule that own content stands before the first child that begins later.
  private func reading(_ pages: [[Int?]], _ parents: [Int]) -> [String] {
    var marks: [(owner: Int, name: String, order: Int)] = []
    for (page, leaves) in pages.enumerated() {
      for (number, owner) in leaves.compactMap(\.self).enumerated() {
        marks.append((owner, "\(page):\(number)", marks.count))
      }
    }
    func all(in element: Int) -> [(owner: Int, name: String, order: Int)] {
      var own = marks.filter { $0.owner == element }[...]
      var result: [(owner: Int, name: String, order: Int)] = []
      for (i, parent) in parents.enumerated() where parent == element {
        let inner = all(in: i + 1)
        while let first = own.first, let begin = inner.map(\.order).min(), first.order < begin {
          result.append(own.removeFirst())
        }
        result += inner
      }
      return result + own
    }
    return all(in: 0).map(\.name)
  }

  @Test func manyPagesAndPlacesMakeTrees() throws {
    let fonts = try FontLibrary(FontSet())
    for count in [63, 64, 65, 129] {
      var structure = SmallDocument.structure([Int](repeating: 0, count: count), role: .link)
      for i in 0..<count {
        structure.places.append(
          DocumentStructure.NamedPlace(name: "p\(i)", page: i, point: Point(1, 2)))
      }
      let pages = (0..<count).map { i in
        var page = SmallDocument.page([i + 1, nil])
        page.links = [
          PageLink(
            frame: Rect(x: 1, y: 1, width: 5, height: 5), target: .place("p\(count - 1 - i)"),
            element: i + 1, description: "")
        ]
        return page
      }
      let (file, notes) = try SmallDocument.write(pages, structure, fonts)
      #expect(notes == [])
      let check = try StructureCheck(file)
      #expect(check.faults == [])
      #expect(check.readingOrder == (0..<count).map { "\($0):0" })
    }
  }

  /// The check must see faults, or its silence means nothing.
  @Test func theCheckSeesFaults() throws {
    let fonts = try FontLibrary(FontSet())
    let good = try SmallDocument.write(
      [SmallDocument.page([1, 2])], SmallDocument.structure([0, 1]), fonts
    ).file
    #expect(try StructureCheck(good).faults == [])
    // Packed objects and streams are written plainly, so that bytes can be changed.
    let plain = try Repacking.replacing("", "", in: good)
    #expect(try StructureCheck(plain).faults == [])
    let changes = [
      ("/Marked true", "/Marked null"), ("/K [0 ", "/K [1 "), ("/Nums [0 [", "/Nums [7 ["),
      ("/Tabs /S", "/Tabs /R"), ("/StructParents 0", "/StructParents 5"), ("/Div/P ", "/Div/Q "),
      ("<</MCID 1>>", "<</MCID 0>>"), ("/Type /StructTreeRoot", "/Type /ObjStm"), ("BDC", "BMC"),
      ("EMC", "n"), ("/ParentTreeNextKey 1", "/ParentTreeNextKey 0"),
    ]
    for (old, new) in changes {
      let file = try Repacking.replacing(old, new, in: good)
      #expect(file != plain, "\(old)")
      #expect(try !StructureCheck(file).faults.isEmpty, "\(old)")
    }
  }

  @Test func brokenElementsAreRefused() throws {
    let fonts = try FontLibrary(FontSet())
    var cyclic = SmallDocument.structure([0, 1])
    cyclic.elements[1].parent = 2
    for (structure, leaf) in [(cyclic, 1), (SmallDocument.structure([0]), 7)] {
      #expect {
        _ = try SmallDocument.write([SmallDocument.page([leaf])], structure, fonts)
      } throws: { ($0 as? Failure)?.diagnostics.first?.code == "pdf.structure" }
    }
  }

  @Test func linksAndPlacesThatLeadNowhereAreSaid() throws {
    let fonts = try FontLibrary(FontSet())
    var structure = SmallDocument.structure([0], role: .link)
    structure.places = [
      DocumentStructure.NamedPlace(name: "late", page: 9, point: .zero)
    ]
    structure.outline = [DocumentStructure.OutlineEntry(level: 1, title: "T", place: "late")]
    var page = SmallDocument.page([1])
    for (name, element) in [("none", 1), ("late", 1), ("x", 5)] {
      page.links.append(
        PageLink(
          frame: Rect(x: 0, y: 0, width: 1, height: 1), target: .place(name), element: element,
          description: ""))
    }
    let (file, notes) = try SmallDocument.write([page], structure, fonts)
    #expect(notes.map(\.code) == ["pdf.link", "pdf.link", "pdf.link", "pdf.outline"])
    #expect(try StructureCheck(file).faults == [])
  }

  /// Whatever a scene can hold stays within its mark, on pages of several sizes.
  @Test func everyKindOfNodeIsMarked() throws {
    let fonts = try FontLibrary(FontSet())
    let shape = Path(circleAt: Point(20, 20), radius: 12)
    let stops = [GradientStop(0, .black), GradientStop(1, Color(1, 0, 0, alpha: 0.2))]
    let label = fonts.shape("Map", font: FontRequest(families: ["EB Garamond"], size: 9))
      .nodes(at: Point(4, 30), paint: .color(.black), halo: Stroke(.white, width: 2))
    let kinds: [[Node]] = [
      [.group(Group(opacity: 0.5, children: [SmallDocument.square, .path(PathNode(shape))]))],
      [.group(Group(blend: .multiply, children: [SmallDocument.square]))],
      [.group(Group(clip: Clip(shape), children: [SmallDocument.square] + label))],
      [.group(Group(filter: .blur(2), children: [SmallDocument.square]))],
      [
        .group(
          Group(
            filter: .dropShadow(blur: 1, offset: Point(1, 1), color: .black),
            children: [SmallDocument.square]))
      ],
      [
        .path(
          PathNode(
            shape, fill: Fill(.linearGradient(from: .zero, to: Point(40, 40), stops: stops))))
      ],
      [
        .path(
          PathNode(shape, fill: Fill(.radialGradient(center: Point(9, 9), radius: 9, stops: stops)))
        )
      ],
      [
        .path(
          PathNode(
            shape,
            fill: Fill(
              .pattern(
                tile: Size(width: 4, height: 4), transform: .identity,
                nodes: [SmallDocument.square]))))
      ],
      label, [.image(ImageNode(SampleBook.picture, frame: Rect(x: 1, y: 1, width: 9, height: 9)))],
      // Nothing of it is on the page.
      [.group(Group(transform: .translation(900, 0), children: [SmallDocument.square]))],
    ]
    let structure = SmallDocument.structure([0])
    let pages = kinds.enumerated().map { i, nodes in
      LaidOutPage(
        scene: Scene(
          size: Size(width: 40 + Double(i), height: 60), background: i % 2 == 0 ? .clear : .white,
          nodes: nodes + nodes + nodes),
        leaves: [
          ContentLeaf(nodes: 0..<nodes.count, element: 1),
          ContentLeaf(nodes: 2 * nodes.count..<3 * nodes.count, element: 0),
        ])
    }
    for (i, page) in pages.enumerated() {
      #expect(throws: Never.self, "node \(i)") {
        let file = try SmallDocument.write([page], structure, fonts).file
        #expect(try StructureCheck(file).faults == [], "node \(i)")
      }
    }
    let (file, notes) = try SmallDocument.write(pages, structure, fonts)
    #expect(notes.allSatisfy { $0.code == "pdf.rasterized" }, "\(notes)")
    let check = try StructureCheck(file)
    #expect(check.faults == [])
    // What lies off the page is marked all the same.
    #expect(check.readingOrder.count == 2 * kinds.count)
    let plain = String(decoding: try Repacking.replacing("", "", in: file), as: UTF8.self)
    for i in kinds.indices { #expect(plain.contains("/MediaBox [0 0 \(40 + i) 60]")) }
  }

  // MARK: Faults around

  private struct Trouble: Error {}

  @Test func errorsOfOthersComeThrough() throws {
    let fonts = try FontLibrary(FontSet())
    let structure = SmallDocument.structure([])
    let metadata = PDFMetadata(title: "Small")
    #expect(throws: Trouble.self) {
      _ = try TaggedPDF.write(
        metadata: metadata, fonts: fonts, sink: { _ in throw Trouble() }
      ) {
        try $0(SmallDocument.page([0]))
        return structure
      }
    }
    // Such as being called off between two pages.
    #expect(throws: CancellationError.self) {
      _ = try TaggedPDF.write(
        metadata: metadata, fonts: fonts, sink: { _ in }
      ) {
        try $0(SmallDocument.page([0]))
        throw CancellationError()
      }
    }
  }

  @Test func impossiblePagesAreRefused() throws {
    let fonts = try FontLibrary(FontSet())
    func code(_ pages: [LaidOutPage]) -> Diagnostic.Code? {
      do {
        _ = try SmallDocument.write(pages, SmallDocument.structure([]), fonts)
        return nil
      } catch {
        return (error as? Failure)?.diagnostics.first?.code
      }
    }
    #expect(code([]) == "pdf.empty")
    #expect(code([LaidOutPage(scene: Scene(size: Size(width: .nan, height: 9)))]) == "pdf.page")
    #expect(code([LaidOutPage(scene: Scene(size: Size(width: 1e6, height: 9)))]) == "pdf.page")
    var page = SmallDocument.page([0, 0])
    page.leaves.swapAt(0, 1)
    #expect(code([page]) == "pdf.leaves")
    page.leaves = [ContentLeaf(nodes: 1..<3, element: 0)]
    #expect(code([page]) == "pdf.leaves")
  }

  /// Inaccessible documents do not claim to be accessible.
  @Test func nothingUntrueIsClaimed() throws {
    let fonts = try FontLibrary(FontSet())
    func claims(_ structure: DocumentStructure) throws -> (Bool, [Diagnostic.Code]) {
      let (file, notes) = try SmallDocument.write([SmallDocument.page([0])], structure, fonts)
      return (
        String(decoding: file, as: UTF8.self).contains("<pdfuaid:part>1</pdfuaid:part>"),
        notes.map(\.code)
      )
    }
    #expect(try claims(SmallDocument.structure([0])) == (true, []))
    #expect(try claims(SmallDocument.structure([0], role: .figure)) == (false, ["pdf.alternative"]))
    var silent = SmallDocument.structure([0])
    silent.language = ""
    #expect(try claims(silent) == (false, ["pdf.language"]))
  }
}
