// SPDX-License-Identifier: MIT
// Part of Platen: gives the pages of a PDF their structure, links and ways through.

internal import Canvas
internal import Diagnostics
internal import Drawing
internal import Geometry
internal import Text

/// The end of one document: its pages' dictionaries and all data about pages.
///
/// Memory: the elements, a few numbers for each of them and for each mark, and one page at a time.
final class TaggingPass {
  private let written: WrittenPages
  private let output: PDFOutput
  private let structure: DocumentStructure
  private let marks: PageMarks
  private let information: DocumentInformation
  private let conformance: PDFConformance
  private var diagnostics: [Diagnostic] = []
  /// Links that lead somewhere, with their pages.
  private var links: [(link: PageLink, page: Int)] = []
  private var omittedLinks = 0

  init(
    written: WrittenPages, output: PDFOutput, marks: PageMarks, structure: DocumentStructure,
    metadata: PDFMetadata, conformance: PDFConformance = .accessible
  ) {
    self.written = written
    self.output = output
    self.marks = marks
    self.structure = structure
    self.conformance = conformance
    information = DocumentInformation(
      metadata, language: structure.language, conformance: conformance)
  }

  func run() throws -> [Diagnostic] {
    let pages = marks.pages
    checkMetadata()
    let catalog = output.allocate()
    let places = Set(structure.places.lazy.filter { pages.indices.contains($0.page) }.map(\.name))
    findLinks(places: places)
    let numbers = TreeNumbers(
      root: output.allocate(), elements: output.allocate(structure.elements.count),
      pages: output.allocate(pages.count), annotations: output.allocate(links.count))

    let pageTree = try writePages(numbers)
    try writeLinks(numbers)
    try writeStructure(numbers)
    let names = try writePlaces(numbers)
    let outline = try writeOutline(places: places)
    let labels = try writeLabels()
    let xmp = output.allocate()
    // Nothing is claimed that is known to be untrue.
    try checkStandard()
    let packet = information.xmp(isAccessible: diagnostics.isEmpty, size: output.count)
    let intent = try writeOutputIntent()
    try packet.withUnsafeBytes { bytes in
      // Not compressed, so that programs that know no PDF find it.
      try output.beginStream(xmp, length: bytes.count) { $0.put("/Type/Metadata/Subtype/XML") }
      try output.writeBytes(bytes)
      try output.endStream()
    }
    let dictionary = output.allocate()
    try output.addObject(dictionary) { information.writeDictionary(into: &$0) }
    try output.addObject(catalog) { body in
      body.put("<</Type/Catalog/Pages ")
      body.put(reference: pageTree)
      body.put("/MarkInfo<</Marked true>>/StructTreeRoot ")
      body.put(reference: numbers.root)
      body.put("/ViewerPreferences<</DisplayDocTitle true")
      if TextDirection.isRightToLeft(language: structure.language) { body.put("/Direction/R2L") }
      body.put(">>/Metadata ")
      body.put(reference: xmp)
      if !structure.language.isEmpty {
        body.put("/Lang")
        body.put(text: structure.language)
      }
      if let names {
        body.put("/Names<</Dests ")
        body.put(reference: names)
        body.put(">>")
      }
      if let outline {
        body.put("/PageMode/UseOutlines/Outlines ")
        body.put(reference: outline)
      }
      if let labels {
        body.put("/PageLabels ")
        body.put(reference: labels)
      }
      if let intent {
        body.put("/OutputIntents[")
        body.put(reference: intent)
        body.put("]")
      }
      writeLayers(into: &body)
      body.put(">>")
    }
    if omittedLinks > 0 {
      diagnostics.append(
        .note(.pdfStandard, "\(omittedLinks) links are omitted, which PDF/X-4 does not allow"))
    }
    try output.finish { trailer in
      trailer.put("/Root ")
      trailer.put(reference: catalog)
      trailer.put("/Info ")
      trailer.put(reference: dictionary)
    }
    return diagnostics
  }

  /// All layers, visible until a reader switches them off (ISO 32000-1, 8.11.4).
  private func writeLayers(into body: inout [UInt8]) {
    let layers = written.layerObjects
    guard !layers.isEmpty else { return }
    func putList(_ key: String) {
      body.put("/\(key)[")
      for layer in layers {
        body.put(reference: layer)
        body.put(" ")
      }
      body.put("]")
    }
    body.put("/OCProperties<<")
    putList("OCGs")
    // PDF/UA requires it to have a name (ISO 14289-1, 7.10).
    body.put("/D<</Name(Layers)")
    putList("Order")
    body.put(">>>>")
  }

  private func checkMetadata() {
    if information.metadata.title.isEmpty {
      diagnostics.append(
        .warning(
          .pdfTitle, "the PDF has no title, which screen readers read first",
          hints: ["give the document a title"]))
    }
    if structure.language.isEmpty {
      diagnostics.append(
        .warning(
          .pdfLanguage,
          "the PDF does not state its language, so screen readers cannot pronounce it",
          hints: ["give the document a language, such as en or de-CH"]))
    }
    let silent = structure.elements.lazy
      .filter { $0.role == .figure && $0.alternative.isEmpty && $0.actualText.isEmpty }.count
    if silent > 0 {
      diagnostics.append(
        .warning(
          .pdfAlternative, "\(silent) images have no description",
          hints: ["describe each, or mark it as decoration"]))
    }
  }

  // MARK: Standards

  /// - Throws: `Failure` `pdf.standard` for what the standard does not allow.
  private func checkStandard() throws {
    var reasons: [String] = []
    switch conformance {
    case .accessible: return
    case .archive(let hasStructure):
      if hasStructure { reasons = diagnostics.map(\.message) }
      if written.depth > PDFConformance.depthLimit {
        reasons.append("groups are nested more than \(PDFConformance.depthLimit) deep")
      }
    case .print:
      if information.metadata.title.isEmpty { reasons.append("the PDF has no title") }
      if !information.hasDate { reasons.append("the PDF has no date: give the document one") }
    }
    guard !reasons.isEmpty else { return }
    throw Failure(
      .error(
        .pdfStandard, "the document cannot be \(conformance.name): \(reasons[0])",
        hints: Array(reasons.dropFirst())))
  }

  /// The colors that the pages are meant for (ISO 32000-1, 14.11.5): their number, if the standard
  /// requires them.
  private func writeOutputIntent() throws -> Int? {
    let (subtype, name, profile): (String, String, Int)
    switch conformance {
    case .accessible: return nil
    case .archive:
      (subtype, name, profile) = ("GTS_PDFA1", "sRGB IEC61966-2.1", output.allocate())
      try SRGBProfile.write(to: output, as: profile)
    case .print(let press):
      (subtype, name, profile) = ("GTS_PDFX", press.name, output.allocate())
      try press.bytes.withUnsafeBytes {
        try output.addStream(profile, $0) { $0.put("/N \(press.channels)") }
      }
    }
    let intent = output.allocate()
    try output.addObject(intent) { body in
      body.put("<</Type/OutputIntent/S/\(subtype)/OutputConditionIdentifier")
      body.put(text: name)
      body.put("/Info")
      body.put(text: name)
      body.put("/DestOutputProfile ")
      body.put(reference: profile)
      body.put(">>")
    }
    return intent
  }

  // MARK: Pages

  /// Writes all pages and the tree above them: the tree's number.
  private func writePages(_ numbers: TreeNumbers) throws -> Int {
    let pages = marks.pages
    let width = 64
    let root = output.allocate()
    let groupCount = pages.count > width ? (pages.count + width - 1) / width : 0
    let groups = output.allocate(groupCount)
    var link = 0
    for (index, page) in pages.enumerated() {
      var annotations = link..<link
      while link < links.count, links[link].page == index { link += 1 }
      annotations = annotations.lowerBound..<link
      try output.addObject(numbers.pages + index) { body in
        body.put("<</Type/Page/Parent ")
        body.put(reference: groupCount > 0 ? groups + index / width : root)
        written.writeEntries(of: index, size: page.size, into: &body)
        if let cuts = page.cuts {
          body.put("/BleedBox")
          body.put(cuts.bleed, onPageOf: page.size)
          body.put("/TrimBox")
          body.put(cuts.trim, onPageOf: page.size)
        } else if conformance.printProfile != nil {
          body.put("/TrimBox")
          body.put(
            Rect(x: 0, y: 0, width: page.size.width, height: page.size.height),
            onPageOf: page.size)
        }
        body.put("/Tabs/S/StructParents ")
        body.put(index)
        if !annotations.isEmpty {
          body.put("/Annots[")
          for annotation in annotations {
            body.put(reference: numbers.annotations + annotation)
            body.put(" ")
          }
          body.put("]")
        }
        body.put(">>")
      }
    }
    func writeNode(_ number: Int, parent: Int?, kids: Range<Int>, count: Int) throws {
      try output.addObject(number) { body in
        body.put("<</Type/Pages/Count ")
        body.put(count)
        if let parent {
          body.put("/Parent ")
          body.put(reference: parent)
        }
        body.put("/Kids[")
        for kid in kids {
          body.put(reference: kid)
          body.put(" ")
        }
        body.put("]>>")
      }
    }
    for group in 0..<groupCount {
      let range = group * width..<min(pages.count, (group + 1) * width)
      try writeNode(
        groups + group, parent: root,
        kids: numbers.pages + range.lowerBound..<numbers.pages + range.upperBound,
        count: range.count)
    }
    try writeNode(
      root, parent: nil,
      kids: groupCount > 0
        ? groups..<groups + groupCount : numbers.pages..<numbers.pages + pages.count,
      count: pages.count)
    return root
  }

  // MARK: Structure

  private func writeStructure(_ numbers: TreeNumbers) throws {
    let tree = try StructureTree(
      structure.elements, marks: marks.elements, pages: marks.pages.map(\.marks))
    try tree.write(
      to: output, numbers: numbers,
      links: links.map { StructureTree.LinkReference(element: $0.link.element, page: $0.page) },
      pageSizes: marks.pages.map(\.size))
    // Pages first, then links: the numbers they were given as their StructParents.
    let pageCount = marks.pages.count
    let parents = try SortedTree.writeTree("Nums", count: pageCount + links.count, to: output) {
      index, body in
      body.put(index)
    } value: { index, body in
      guard index < pageCount else {
        body.put(reference: numbers.elements + links[index - pageCount].link.element)
        return
      }
      body.put("[")
      for mark in marks.pages[index].marks where marks.elements[mark] >= 0 {
        body.put(reference: numbers.elements + Int(marks.elements[mark]))
        body.put(" ")
      }
      body.put("]")
    }
    let notes = structure.elements.indices.filter { structure.elements[$0].role == .note }
    let identifiers =
      notes.isEmpty
      ? nil
      : try SortedTree.writeTree("Names", count: notes.count, to: output) { index, body in
        body.put(literal: StructureTree.identifier(of: notes[index]))
      } value: { index, body in
        body.put(reference: numbers.elements + notes[index])
      }
    try output.addObject(numbers.root) { body in
      body.put("<</Type/StructTreeRoot/K[")
      for (i, element) in structure.elements.enumerated() where element.parent == nil {
        body.put(reference: numbers.elements + i)
        body.put(" ")
      }
      body.put("]/ParentTree ")
      body.put(reference: parents)
      body.put("/ParentTreeNextKey ")
      body.put(pageCount + links.count)
      if let identifiers {
        body.put("/IDTree ")
        body.put(reference: identifiers)
      }
      let mapped = StructureElement.mappedToSpan.filter { role in
        structure.elements.contains { $0.role == role }
      }
      if !mapped.isEmpty {
        body.put("/RoleMap<<\(mapped.map { "/\($0.rawValue)/Span" }.joined())>>")
      }
      body.put(">>")
    }
  }

  // MARK: Links and places

  private func findLinks(places: Set<String>) {
    for (index, page) in marks.pages.enumerated() {
      for link in marks.links[page.links] {
        guard structure.elements.indices.contains(link.element) else {
          diagnostics.append(
            .warning(.pdfLink, "a link on page \(index + 1) does not belong to an element"))
          continue
        }
        if case .place(let name) = link.target, !places.contains(name) {
          diagnostics.append(
            .warning(
              .pdfLink, "a link on page \(index + 1) leads to \"\(name)\", which does not exist"))
          continue
        }
        // A page for a press has nothing to press on (ISO 15930-7, 6.17).
        guard conformance.printProfile == nil else {
          omittedLinks += 1
          continue
        }
        links.append((link, index))
      }
    }
  }

  private func writeLinks(_ numbers: TreeNumbers) throws {
    for (i, entry) in links.enumerated() {
      let (link, page) = entry
      try output.addObject(numbers.annotations + i) { body in
        body.put("<</Type/Annot/Subtype/Link/F 4/Border[0 0 0]/P ")
        body.put(reference: numbers.pages + page)
        body.put("/Rect")
        body.put(link.frame, onPageOf: marks.pages[page].size)
        body.put("/StructParent ")
        body.put(marks.pages.count + i)
        let contents: String
        switch link.target {
        case .url(let url):
          body.put("/A<</S/URI/URI")
          body.put(literal: TaggingPass.ascii(url))
          body.put(">>")
          contents = link.description.isEmpty ? url : link.description
        case .place(let name):
          body.put("/Dest")
          body.put(literal: name.utf8)
          contents = link.description.isEmpty ? name : link.description
        }
        body.put("/Contents")
        body.put(text: contents)
        body.put(">>")
      }
    }
  }

  /// A URL in ASCII, as PDF requires it: all else as percent escapes of its UTF-8.
  private static func ascii(_ url: String) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    return url.utf8.flatMap { byte in
      (0x21..<0x7F).contains(byte)
        ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
  }

  /// The name tree of places: its number.
  private func writePlaces(_ numbers: TreeNumbers) throws -> Int? {
    // Keys are compared byte by byte, and each is there once: the first of its name.
    let places = structure.places.indices
      .filter { marks.pages.indices.contains(structure.places[$0].page) }
      .map { (name: Array(structure.places[$0].name.utf8), index: $0) }
      .sorted { a, b in
        a.name == b.name ? a.index < b.index : a.name.lexicographicallyPrecedes(b.name)
      }
    var unique: [(name: [UInt8], index: Int)] = []
    for place in places where unique.last?.name != place.name { unique.append(place) }
    guard !unique.isEmpty else { return nil }
    return try SortedTree.writeTree("Names", count: unique.count, to: output) { index, body in
      body.put(literal: unique[index].name)
    } value: { index, body in
      let place = structure.places[unique[index].index]
      body.put("[")
      body.put(reference: numbers.pages + place.page)
      let height = marks.pages[place.page].size.height
      if let frame = place.frame {
        body.put("/FitR ")
        for value in [frame.minX, height - frame.maxY, frame.maxX, height - frame.minY] {
          body.put(value)
          body.put(" ")
        }
        body.put("]")
        return
      }
      body.put("/XYZ ")
      body.put(place.point.x)
      body.put(" ")
      body.put(height - place.point.y)
      body.put(" null]")
    }
  }

  /// The outline: its number.
  private func writeOutline(places: Set<String>) throws -> Int? {
    let tree = OutlineTree(structure.outline)
    guard !structure.outline.isEmpty else { return nil }
    let root = output.allocate()
    let first = output.allocate(structure.outline.count)
    func reference(_ key: String, _ index: Int?, _ body: inout [UInt8]) {
      guard let index else { return }
      body.put("/\(key) ")
      body.put(reference: index < 0 ? root : first + index)
    }
    for (i, entry) in structure.outline.enumerated() {
      let node = tree.nodes[i]
      try output.addObject(first + i) { body in
        body.put("<</Title")
        body.put(text: entry.title)
        reference("Parent", node.parent, &body)
        reference("Prev", node.previous, &body)
        reference("Next", node.next, &body)
        reference("First", node.firstChild, &body)
        reference("Last", node.lastChild, &body)
        // Negative: closed until a reader opens it.
        if node.childCount > 0 { body.put("/Count \(-node.childCount)") }
        if places.contains(entry.place) {
          body.put("/Dest")
          body.put(literal: entry.place.utf8)
        }
        body.put(">>")
      }
      if !places.contains(entry.place) {
        diagnostics.append(
          .warning(
            .pdfOutline,
            "\"\(entry.title)\" in the outline leads to \"\(entry.place)\", which does not exist"))
      }
    }
    try output.addObject(root) { body in
      body.put("<</Type/Outlines/Count \(tree.root.childCount)")
      reference("First", tree.root.firstChild, &body)
      reference("Last", tree.root.lastChild, &body)
      body.put(">>")
    }
    return root
  }

  private func writeLabels() throws -> Int? {
    let labels = marks.pages.map(\.label)
    guard labels.contains(where: { !$0.isEmpty }) else { return nil }
    let runs = PageLabelRun.runs(of: labels)
    return try SortedTree.writeTree("Nums", count: runs.count, to: output) { index, body in
      body.put(runs[index].page)
    } value: { index, body in
      runs[index].write(into: &body)
    }
  }
}

/// Outline entries by level as a tree.
struct OutlineTree {
  struct Node: Hashable {
    /// -1 for the root.
    var parent: Int?
    var previous: Int?
    var next: Int?
    var firstChild: Int?
    var lastChild: Int?
    var childCount = 0
  }

  private(set) var nodes: [Node]
  private(set) var root = Node()

  init(_ entries: [DocumentStructure.OutlineEntry]) {
    nodes = [Node](repeating: Node(), count: entries.count)
    var open: [Int] = []
    for (i, entry) in entries.enumerated() {
      while let last = open.last, entries[last].level >= entry.level { open.removeLast() }
      let parent = open.last
      nodes[i].parent = parent ?? -1
      let previous = parent.map { nodes[$0].lastChild } ?? root.lastChild
      nodes[i].previous = previous
      if let previous { nodes[previous].next = i }
      if let parent { nodes[parent].append(i) } else { root.append(i) }
      open.append(i)
    }
  }
}

extension OutlineTree.Node {
  fileprivate mutating func append(_ child: Int) {
    firstChild = firstChild ?? child
    lastChild = child
    childCount += 1
  }
}
