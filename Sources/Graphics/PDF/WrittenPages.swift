// SPDX-License-Identifier: MIT
// Part of Platen: the objects of pages: contents, images, fonts.

internal import Canvas
internal import Drawing
internal import Geometry

/// Writes pages' contents as they come, what they name when it is first named, and fonts at the end.
final class WrittenPages {
  private let output: PDFOutput
  /// All fonts by the names pages know them by, in one dictionary for all pages.
  private lazy var fonts = output.allocate()
  private var fontEntries: [(number: Int, object: Int)] = []
  private var images: [Int: Int] = [:]
  private var shadings: [Int: Int] = [:]
  private var forms: [Int: Int] = [:]
  private var patterns: [Int: Int] = [:]
  private var masks: [Int: Int] = [:]
  private var layers: [Int: Int] = [:]
  /// Layers as objects, in the order they were first met.
  var layerObjects: [Int] { layers.sorted { $0.key < $1.key }.map(\.value) }
  /// The content and the resources of each page; those but for fonts.
  private var pages: [(contents: Int, resources: [UInt8], isMixed: Bool)] = []

  /// Indicates whether pages have shades of gray alone.
  private let isGray: Bool
  /// The space of colors where that of the device is a press's: an object with sRGB's profile.
  private let colorSpace: Int?
  private let isArchive: Bool
  /// The most graphics states that a stream keeps at once.
  private(set) var depth = 0

  init(_ output: PDFOutput, isGray: Bool = false, conformance: PDFConformance = .accessible) throws
  {
    self.output = output
    self.isGray = isGray
    isArchive = conformance.isArchive
    colorSpace =
      conformance.printProfile == nil ? nil : try SRGBProfile.writeColorSpace(to: output)
  }

  func addPage(_ page: PageContent) throws {
    depth = max(depth, page.depth)
    try addNames(of: page)
    let contents = output.allocate()
    try page.operators.withUnsafeBytes { try output.addStream(contents, $0) { _ in } }
    // What is seen through is mixed in the screen's colors.
    let isMixed =
      !page.opacities.isEmpty || !page.images.isEmpty || !page.forms.isEmpty
      || !page.masks.isEmpty || !page.patterns.isEmpty
    pages.append((contents, resources(of: page), isMixed))
  }

  /// Writes what a page, or a part of one, is the first to name.
  private func addNames(of content: PageContent) throws {
    for object in content.objects {
      switch object {
      case .image(let number, let image): images[number] = try writeImage(image)
      case .form(let number, let form): forms[number] = try writeForm(form)
      case .pattern(let number, let pattern): patterns[number] = try writePattern(pattern)
      case .shading(let number, let dictionary):
        shadings[number] = try addObject { $0 += dictionary }
      case .shadingPattern(let number, let shading, let map):
        guard let shading = shadings[shading] else { continue }
        patterns[number] = try addObject { body in
          body.put("<</Type/Pattern/PatternType 2/Shading ")
          body.put(reference: shading)
          WrittenPages.put(matrix: map, into: &body)
          body.put(">>")
        }
      case .mask(let number, let form):
        guard let form = forms[form] else { continue }
        masks[number] = try addObject { body in
          body.put("<</SMask<</S/Luminosity/G ")
          body.put(reference: form)
          body.put(">>>>")
        }
      case .layer(let number, let title):
        layers[number] = try addObject { body in
          body.put("<</Type/OCG/Name")
          body.put(text: title)
          body.put(">>")
        }
      }
    }
  }

  private func addObject(_ body: (inout [UInt8]) -> Void) throws -> Int {
    let number = output.allocate()
    try output.addObject(number, body)
    return number
  }

  private func resources(of page: PageContent) -> [UInt8] {
    var result: [UInt8] = []
    func put(_ kind: String, _ names: [(String, object: Int?)]) {
      guard !names.isEmpty else { return }
      result.put("/\(kind)<<")
      for (name, object) in names {
        guard let object else { continue }
        result.put("/\(name) ")
        result.put(reference: object)
      }
      result.put(">>")
    }
    put(
      "XObject",
      page.images.sorted().map { ("I\($0)", images[$0]) }
        + page.forms.sorted().map { ("X\($0)", forms[$0]) })
    put("Shading", page.shadings.sorted().map { ("S\($0)", shadings[$0]) })
    put("Pattern", page.patterns.sorted().map { ("P\($0)", patterns[$0]) })
    if let colorSpace {
      result.put("/ColorSpace<</DefaultRGB ")
      result.put(reference: colorSpace)
      result.put(">>")
    }
    put("Properties", page.layers.sorted().map { ("L\($0)", layers[$0]) })
    if !page.opacities.isEmpty || !page.blends.isEmpty || !page.masks.isEmpty {
      result.put("/ExtGState<<")
      for number in page.opacities.sorted() {
        result.put("/\(PageContent.name(ofOpacity: number))<</\(number < 0 ? "CA" : "ca") ")
        result.put(Double(number < 0 ? -1 - number : number) / 1000)
        result.put(">>")
      }
      for name in page.blends.map(\.pdfName).sorted() { result.put("/M\(name)<</BM/\(name)>>") }
      for number in page.masks.sorted() {
        guard let object = masks[number] else { continue }
        result.put("/K\(number) ")
        result.put(reference: object)
      }
      result.put(">>")
    }
    return result
  }

  // MARK: Parts of pages

  private func writeForm(_ form: ContentForm) throws -> Int {
    try addNames(of: form.content)
    return try writeContent(form.content, "/Type/XObject/Subtype/Form", box: form.box) { body in
      // Made on a clear ground, whatever lies under it.
      body.put("/Group<</S/Transparency/I true/CS")
      if isGray || form.isGray {
        body.put("/DeviceGray")
      } else if let colorSpace {
        body.put(" ")
        body.put(reference: colorSpace)
      } else {
        body.put("/DeviceRGB")
      }
      body.put(">>")
    }
  }

  private func writePattern(_ pattern: ContentPattern) throws -> Int {
    try addNames(of: pattern.content)
    return try writeContent(
      pattern.content, "/Type/Pattern/PatternType 1/PaintType 1/TilingType 1", box: pattern.box
    ) { body in
      body.put("/XStep ")
      body.put(pattern.box.width, digits: 6)
      body.put("/YStep ")
      body.put(pattern.box.height, digits: 6)
      WrittenPages.put(matrix: pattern.map, into: &body)
    }
  }

  private static func put(matrix map: AffineMap, into body: inout [UInt8]) {
    body.put("/Matrix[")
    for value in [map.a, map.b, map.c, map.d, map.tx, map.ty] {
      body.put(value, digits: 6)
      body.append(32)
    }
    body.put("]")
  }

  private func writeContent(
    _ content: PageContent, _ kind: String, box: Rect, entries: (inout [UInt8]) -> Void
  ) throws -> Int {
    depth = max(depth, content.depth)
    let number = output.allocate()
    try content.operators.withUnsafeBytes {
      try output.addStream(number, $0) { body in
        body.put(kind)
        body.put("/BBox[")
        for value in [box.minX, box.minY, box.maxX, box.maxY] {
          body.put(value, digits: 6)
          body.append(32)
        }
        body.put("]/Resources<</Font ")
        body.put(reference: fonts)
        body += resources(of: content)
        body.put(">>")
        entries(&body)
      }
    }
    return number
  }

  /// Writes the entries of a page's dictionary, except for its place in the tree.
  func writeEntries(of index: Int, size: Size, into body: inout [UInt8]) {
    body.put("/MediaBox[0 0 ")
    body.put(size.width)
    body.put(" ")
    body.put(size.height)
    body.put("]/Resources<</Font ")
    body.put(reference: fonts)
    body += pages[index].resources
    body.put(">>")
    // Pages for a press are mixed in its own colors, so that black ink stays alone.
    if pages[index].isMixed, colorSpace == nil {
      body.put("/Group<</S/Transparency/CS/Device\(isGray ? "Gray" : "RGB")>>")
    }
    body.put("/Contents ")
    body.put(reference: pages[index].contents)
  }

  /// Writes the dictionary of all fonts; to be called when all of them were added.
  func finish() throws {
    guard !pages.isEmpty else { return }
    try output.addObject(fonts) { body in
      body.put("<<")
      for (number, object) in fontEntries {
        body.put("/F\(number) ")
        body.put(reference: object)
      }
      body.put(">>")
    }
  }

  // MARK: Images

  /// Writes an image, and its opacity as another where it has any: its number.
  private func writeImage(_ image: ContentImage) throws -> Int {
    let picture = image.image
    if let jpeg = picture.jpeg, !isGray || jpeg.isGray { return try embed(jpeg, of: image) }
    let count = picture.width * picture.height
    var hasGrayOnly = true
    var isOpaque = true
    picture.rgba.withUnsafeBufferPointer { bytes in
      for i in 0..<count {
        let p = i * 4
        if bytes[p + 3] != 255 { isOpaque = false }
        if bytes[p] != bytes[p + 1] || bytes[p] != bytes[p + 2] { hasGrayOnly = false }
      }
    }
    func channels(_ offsets: [Int]) -> [UInt8] {
      [UInt8](unsafeUninitializedCapacity: count * offsets.count) { room, written in
        picture.rgba.withUnsafeBufferPointer { bytes in
          var next = 0
          for i in 0..<count {
            for offset in offsets {
              room[next] = bytes[i * 4 + offset]
              next += 1
            }
          }
          written = next
        }
      }
    }
    /// The shades of colors, as those of operators (ISO 32000-1, 10.3.2).
    func shades() -> [UInt8] {
      picture.rgba.withUnsafeBufferPointer { bytes in
        (0..<count).map { i in
          let p = i * 4
          let sum = 30 * Int(bytes[p]) + 59 * Int(bytes[p + 1]) + 11 * Int(bytes[p + 2])
          return UInt8((sum + 50) / 100)
        }
      }
    }
    func write(_ bytes: [UInt8], _ space: String, mask: Int?) throws -> Int {
      let number = output.allocate()
      try bytes.withUnsafeBytes {
        try output.addStream(number, $0) { body in
          describe(image, space, into: &body)
          if let mask {
            body.put("/SMask ")
            body.put(reference: mask)
          }
        }
      }
      return number
    }
    let mask = isOpaque ? nil : try write(channels([3]), "DeviceGray", mask: nil)
    if isGray, !hasGrayOnly { return try write(shades(), "DeviceGray", mask: mask) }
    return hasGrayOnly
      ? try write(channels([0]), "DeviceGray", mask: mask)
      : try write(channels([0, 1, 2]), "DeviceRGB", mask: mask)
  }

  /// Writes a JPEG file as it is (7.4.8).
  private func embed(_ file: JPEGFile, of image: ContentImage) throws -> Int {
    let number = output.allocate()
    try file.bytes.withUnsafeBytes { bytes in
      try output.beginStream(number, length: bytes.count) { body in
        describe(image, file.isGray ? "DeviceGray" : "DeviceRGB", into: &body)
        body.put("/Filter/DCTDecode")
      }
      try output.writeBytes(bytes)
      try output.endStream()
    }
    return number
  }

  private func describe(
    _ image: ContentImage, _ space: String, into body: inout [UInt8]
  ) {
    body.put("/Type/XObject/Subtype/Image/BitsPerComponent 8/ColorSpace/\(space)/Width ")
    body.put(image.image.width)
    body.put("/Height ")
    body.put(image.image.height)
    // PDF/A leaves no pixel to a reader's taste (ISO 19005-2, 6.2.8).
    if !image.isPixelated, !isArchive { body.put("/Interpolate true") }
  }

  // MARK: Fonts

  /// Writes a font (ISO 32000-1, 9.7): glyphs by their numbers, what they mean in a table.
  func addFont(_ font: FontProgram, _ number: Int) throws {
    let object = output.allocate()
    fontEntries.append((number, object))
    let program = output.allocate()
    try font.bytes.withUnsafeBytes { bytes in
      try output.addStream(program, bytes) { body in
        switch font.outlines {
        case .trueType:
          body.put("/Length1 ")
          body.put(bytes.count)
        case .postScript: body.put("/Subtype/CIDFontType0C")
        }
      }
    }
    let letters = output.allocate()
    try WrittenPages.letterTable(of: font).withUnsafeBytes {
      try output.addStream(letters, $0) { _ in }
    }
    let descriptor = output.allocate()
    try output.addObject(descriptor) { body in
      body.put("<</Type/FontDescriptor/FontName/\(font.name)/Flags ")
      // Its letters are none of a standard encoding's; slanted.
      body.put(4 | (font.italicAngle != 0 ? 64 : 0))
      body.put("/FontBBox[\(font.box.map(String.init).joined(separator: " "))]/ItalicAngle ")
      body.put(font.italicAngle)
      body.put("/Ascent \(font.ascent)/Descent \(font.descent)/CapHeight \(font.capHeight)")
      body.put("/StemV 80/\(font.outlines == .trueType ? "FontFile2" : "FontFile3") ")
      body.put(reference: program)
      body.put(">>")
    }
    let descendant = output.allocate()
    try output.addObject(descendant) { body in
      let isTrueType = font.outlines == .trueType
      body.put("<</Type/Font/Subtype/\(isTrueType ? "CIDFontType2" : "CIDFontType0")/BaseFont/")
      body.put(font.name)
      body.put("/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>")
      // A program keyed by number finds its glyphs itself.
      body.put(isTrueType ? "/CIDToGIDMap/Identity/FontDescriptor " : "/FontDescriptor ")
      body.put(reference: descriptor)
      body.put("/DW 0/W[")
      WrittenPages.writeWidths(of: font, into: &body)
      body.put("]>>")
    }
    try output.addObject(object) { body in
      body.put("<</Type/Font/Subtype/Type0/BaseFont/\(font.name)/Encoding/Identity-H")
      body.put("/DescendantFonts[")
      body.put(reference: descendant)
      body.put("]/ToUnicode ")
      body.put(reference: letters)
      body.put(">>")
    }
  }

  /// Widths in runs of glyphs that follow each other (9.7.4.3).
  private static func writeWidths(of font: FontProgram, into body: inout [UInt8]) {
    var last = -1
    for glyph in font.glyphs {
      if glyph.id == last + 1, last >= 0 {
        body.append(32)
      } else {
        if last >= 0 { body.put("]") }
        body.put(glyph.id)
        body.put("[")
      }
      body.put(glyph.width)
      last = glyph.id
    }
    if last >= 0 { body.put("]") }
  }

  /// The text of the glyphs: a `ToUnicode` CMap (9.10.3).
  private static func letterTable(of font: FontProgram) -> [UInt8] {
    var table: [UInt8] = []
    table.put(
      """
      /CIDInit /ProcSet findresource begin
      12 dict begin
      begincmap
      /CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def
      /CMapName /Adobe-Identity-UCS def
      /CMapType 2 def
      1 begincodespacerange
      <0000> <FFFF>
      endcodespacerange

      """)
    // A block has no more than a hundred.
    for start in stride(from: 0, to: font.glyphs.count, by: 100) {
      let block = font.glyphs[start..<min(font.glyphs.count, start + 100)]
      table.put("\(block.count) beginbfchar\n")
      for glyph in block {
        table.put("<")
        table.put(hex: UInt16(glyph.id))
        table.put("> <")
        table.put(hexUTF16: glyph.meaning)
        table.put(">\n")
      }
      table.put("endbfchar\n")
    }
    table.put(
      """
      endcmap
      CMapName currentdict /CMap defineresource pop
      end
      end

      """)
    return table
  }
}
