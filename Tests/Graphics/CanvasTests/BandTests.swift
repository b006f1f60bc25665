// SPDX-License-Identifier: MIT
// Part of Platen: pictures painted in bands: no seams, no dependence on anything but the scene.

import Canvas
import Diagnostics
import Dispatch
import Drawing
import Foundation
import Geometry
import Pixels
import Synchronization
import TestSupport
import Testing

@Suite struct BandTests {
  /// A scene with something of everything, over several bands and across their seams.
  static func scene(_ fonts: FontLibrary, width: Double = 300, height: Double = 700) -> Scene {
    var nodes: [Node] = []
    var islands = Path()
    for i in 0..<120 {
      let center = Point(
        Double(i * 37 % 300), Double(i * 59 % 700))
      var ring: [Point] = []
      for k in 0..<24 {
        let angle = Double(k) / 24 * 2 * .pi
        let radius = 14 + 4 * sin(Double(k * (i % 5 + 2)))
        ring.append(center + Point(cos(angle), sin(angle)) * radius)
      }
      islands.append(ring: ring)
    }
    nodes.append(
      .path(
        PathNode(
          islands, fill: Fill(Color(0.6, 0.7, 0.4)), stroke: Stroke(ImageCase.ink, width: 1.3))))
    nodes.append(
      .path(
        PathNode(
          Path(rect: Rect(x: 20, y: 100, width: 90, height: 500)),
          fill: Fill(
            .linearGradient(
              from: Point(20, 100), to: Point(60, 600),
              stops: [
                GradientStop(0, Color(1, 0, 0, alpha: 0.5)),
                GradientStop(1, Color(0, 0, 1, alpha: 0.5)),
              ])))))
    nodes.append(
      .path(
        PathNode(
          Path(circleAt: Point(220, 380), radius: 70),
          fill: Fill(
            .pattern(
              tile: Size(width: 7, height: 7), transform: .identity,
              nodes: [
                .path(PathNode(Path(circleAt: Point(3.5, 3.5), radius: 2), fill: Fill(.black)))
              ]
            )))))
    nodes.append(
      .group(
        Group(
          filter: .blur(6),
          children: [
            .path(PathNode(Path(circleAt: Point(150, 256), radius: 40), fill: Fill(.white)))
          ])))
    nodes.append(
      .group(
        Group(
          clip: Clip(Path(circleAt: Point(150, 500), radius: 60)), opacity: 0.6,
          filter: .dropShadow(blur: 4, offset: Point(6, 9), color: .black),
          children: [
            .path(PathNode(Path(circleAt: Point(150, 510), radius: 30), fill: Fill(Color(1, 1, 0))))
          ])))
    for i in 0..<30 {
      nodes += ImageCase.line(
        "Vale of Tyn 🏰", ["EB Garamond"], size: 15,
        at: Point(Double(i * 71 % 220), Double(i) * 23.3 + 12), fonts: fonts,
        halo: ImageCase.halo)
    }
    return Scene(size: Size(width: width, height: height), background: .white, nodes: nodes)
  }

  static func paint(
    _ scene: Scene, _ window: Rect, scale: Double = 1, fonts: FontLibrary
  ) throws -> Bitmap {
    try ImageCanvas.bitmap(
      of: scene, window: window, width: Int(window.width * scale),
      height: Int(window.height * scale), fonts: fonts)
  }

  /// Bands begin elsewhere in a picture that starts further down; what both show must look the same.
  @Test(arguments: [37, 100, 128, 255])
  func seamsCannotBeSeen(offset: Int) throws {
    let fonts = try FontLibrary(FontSet())
    let scene = BandTests.scene(fonts)
    let whole = try BandTests.paint(scene, Rect(x: 0, y: 0, width: 300, height: 700), fonts: fonts)
    let lower = try BandTests.paint(
      scene, Rect(x: 0, y: Double(offset), width: 300, height: Double(700 - offset)), fonts: fonts)
    let cropped = Bitmap(
      width: 300, height: 700 - offset, rgba: Array(whole.rgba[(offset * 300 * 4)...]))
    let difference = cropped.difference(to: lower)
    #expect(difference.maximum <= 6, "\(difference.count) pixels")
    #expect(difference.mean < 0.01)
  }

  @Test func columnsMeetWithoutASeam() throws {
    let fonts = try FontLibrary(FontSet())
    let wide = Double(ImageCanvas.columnWidth * 2)
    let scene = Scene(
      size: Size(width: wide, height: 40), background: .white,
      nodes: [
        .path(
          PathNode(
            Path(ring: [Point(10, 5), Point(wide - 10, 15), Point(wide - 10, 35), Point(10, 25)]),
            fill: Fill(Color(0.3, 0.5, 0.7)), stroke: Stroke(.black, width: 2)))
      ]
        + ImageCase.line(
          "Across the seam", ["EB Garamond"], size: 24, at: Point(wide / 2 - 80, 30), fonts: fonts,
          halo: ImageCase.halo))
    let seam = Rect(x: wide / 2 - 100, y: 0, width: 200, height: 40)
    var strip = Bitmap(width: 200, height: 40)
    var rows = 0
    try ImageCanvas.paint(
      scene, window: Rect(x: 0, y: 0, width: wide, height: 40), width: Int(wide), height: 40,
      fonts: fonts
    ) { band in
      #expect(band.width == 32_768)
      rows += band.height
      for y in 0..<band.height {
        let row = UnsafeBufferPointer(rebasing: band.row(y)[Int(seam.minX)..<Int(seam.maxX)])
        if let pixels = row.baseAddress {
          strip.draw(BitmapBand(y: band.y + y, width: 200, height: 1, stride: 200, pixels: pixels))
        }
      }
    }
    #expect(rows == 40)
    let alone = try BandTests.paint(scene, seam, fonts: fonts)
    let difference = strip.difference(to: alone)
    // Cairo samples a row at fifteen heights, and an edge as long and level as this one may come to
    // lie on the next of them in the next column.
    #expect(difference.maximum <= 255 / 15 + 3, "\(difference.count) pixels")
    #expect(difference.mean < 0.2)
  }

  /// The same picture on a grid of many small pieces and on one of a single piece: text, gradients,
  /// patterns, blurs and shadows continue across every edge.
  @Test(arguments: [(128, 100), (50, 64), (700, 37), (31, 300)])
  func noSeamOnFinerGrids(bandHeight: Int, columnWidth: Int) throws {
    let fonts = try FontLibrary(FontSet())
    let scene = BandTests.scene(fonts)
    func painted(_ grid: Painting.Grid) throws -> Bitmap {
      let painting = try Painting(
        scene, window: Rect(x: 0, y: 0, width: 300, height: 700), width: 600, height: 1400,
        fonts: fonts, grid: grid)
      return try painting.bitmap(fonts)
    }
    var one = Painting.Grid()
    (one.bandHeight, one.columnWidth) = (1400, 600)
    var fine = Painting.Grid()
    (fine.bandHeight, fine.columnWidth) = (bandHeight, columnWidth)
    let difference = try painted(fine).difference(to: painted(one))
    // What Cairo strokes is sampled at fifteen heights a row.
    #expect(difference.maximum <= 255 / 15 + 3, "\(difference.count) pixels")
    #expect(difference.mean < 0.01)
  }

  @Test func veryWidePicturesStream() throws {
    let fonts = try FontLibrary(FontSet())
    let scene = BandTests.scene(fonts)
    var bytes = 0
    let encoder = try PNGEncoder(width: 32_768, height: 300, pixels: .rgb) { bytes += $0.count }
    try ImageCanvas.paint(
      scene, window: Rect(x: 0, y: 0, width: 300, height: 2.75), width: 32_768, height: 300,
      fonts: fonts
    ) { try encoder.writeBand($0) }
    try encoder.finish()
    #expect(bytes > 10_000)
  }

  @Test func workersAtOncePaintTheSameBytes() throws {
    let set = try FontSet()
    let first = try FontLibrary(set)
    let scene = BandTests.scene(first)
    let window = Rect(x: 0, y: 0, width: 300, height: 700)
    let expected = try BandTests.paint(scene, window, scale: 1.5, fonts: first)
    let results = Mutex<[Bitmap]>([])
    DispatchQueue.concurrentPerform(iterations: 6) { i in
      guard let fonts = try? FontLibrary(set) else { return }
      // Every worker has another past.
      for k in 0..<i { _ = BandTests.scene(fonts, width: Double(200 + k)) }
      if i % 2 == 1 { _ = fonts.shape("漢字 ᚠ Ж ☠", font: FontRequest(families: ["Lato"], size: 9)) }
      guard let bitmap = try? BandTests.paint(scene, window, scale: 1.5, fonts: fonts) else {
        return
      }
      results.withLock { $0.append(bitmap) }
    }
    let painted = results.withLock { $0 }
    #expect(painted.count == 6)
    for bitmap in painted { #expect(bitmap == expected) }
  }

  @Test func bandsPaintedAtOnceInAnyOrderAreThoseOfOneWorker() throws {
    let set = try FontSet()
    let first = try FontLibrary(set)
    let scene = BandTests.scene(first)
    let window = Rect(x: 0, y: 0, width: 300, height: 700)
    let expected = try BandTests.paint(scene, window, scale: 2.5, fonts: first)
    let painting = try Painting(scene, window: window, width: 750, height: 1750, fonts: first)
    let (height, count) = (ImageCanvas.bandHeight, painting.bandCount)
    #expect((count - 1) * height < 1750 && 1750 <= count * height)
    let results = Mutex<[(Int, Bitmap)]>([])
    DispatchQueue.concurrentPerform(iterations: 2 * count) { i in
      let index = count - 1 - i % count
      let pixels = BandPixels(painting)
      guard let fonts = try? FontLibrary(set),
        (try? painting.paint(index, into: pixels, fonts: fonts)) != nil
      else { return }
      var bitmap = Bitmap(width: 750, height: 1750)
      pixels.withBand { bitmap.draw($0) }
      results.withLock { $0.append((index, bitmap)) }
    }
    let painted = results.withLock { $0 }
    #expect(painted.count == 2 * count)
    for (index, bitmap) in painted {
      let rows = index * height..<min(1750, (index + 1) * height)
      let bytes = rows.lowerBound * 750 * 4..<rows.upperBound * 750 * 4
      #expect(bitmap.rgba[bytes] == expected.rgba[bytes])
    }
  }

  /// A tile that begins on half a pixel begins on the same whole one in all bands.
  @Test func patternsGoOnAcrossSeams() throws {
    let stripe = Node.path(
      PathNode(Path(rect: Rect(x: 0, y: 0, width: 8, height: 4)), fill: Fill(.black)))
    let whole = Path(rect: Rect(x: 0, y: 0, width: 8, height: 600))
    let scene = Scene(
      size: Size(width: 8, height: 600), background: .white,
      nodes: [
        .path(
          PathNode(
            whole,
            fill: Fill(
              .pattern(
                tile: Size(width: 8, height: 8), transform: .translation(0, 0.5),
                nodes: [stripe]))))
      ])
    let picture = try ImageCanvas.bitmap(
      of: scene, width: 8, height: 600, fonts: FontLibrary(FontSet()))
    #expect(!picture.isBlank)
    #expect((8..<600).allSatisfy { picture[4, $0] == picture[4, $0 - 8] })
  }

  @Test func aShadowUnderWhatIsSeenThroughIsHidden() throws {
    let square = Node.path(
      PathNode(Path(rect: Rect(x: 2, y: 2, width: 16, height: 16)), fill: Fill(Color(1, 0, 0))))
    let shadow = Filter.dropShadow(blur: 0, offset: Point(4, 0), color: .black)
    let scene = Scene(
      size: Size(width: 30, height: 20), background: .white,
      nodes: [.group(Group(opacity: 0.5, filter: shadow, children: [square]))])
    let picture = try ImageCanvas.bitmap(
      of: scene, width: 30, height: 20, fonts: FontLibrary(FontSet()))
    #expect(picture[10, 10].red == 255 && abs(Int(picture[10, 10].green) - 127) <= 1)
    #expect(abs(Int(picture[20, 10].red) - 127) <= 1)
  }

  @Test func cancellingStopsBetweenBands() throws {
    let fonts = try FontLibrary(FontSet())
    var bands = 0
    #expect(throws: CancellationError.self) {
      try ImageCanvas.paint(
        BandTests.scene(fonts), window: Rect(x: 0, y: 0, width: 300, height: 700), width: 300,
        height: 700, fonts: fonts, isCancelled: { bands == 1 }
      ) { _ in bands += 1 }
    }
    #expect(bands == 1)
  }

  @Test(arguments: [(0, 10), (10, -1), (ImageCanvas.sideLimit + 1, 10), (.max, .max)])
  func impossibleSizesAreRefused(width: Int, height: Int) throws {
    let fonts = try FontLibrary(FontSet())
    #expect(throws: Failure.self) {
      try ImageCanvas.paint(
        Scene(size: Size(width: 10, height: 10)), window: Rect(x: 0, y: 0, width: 10, height: 10),
        width: width, height: height, fonts: fonts
      ) { _ in }
    }
    #expect(throws: Failure.self) {
      try ImageCanvas.bitmap(
        of: Scene(size: Size(width: 10, height: 10)), width: width, height: height, fonts: fonts)
    }
  }

  @Test func emptyWindowsAreRefused() throws {
    let fonts = try FontLibrary(FontSet())
    for window in [
      Rect(x: 0, y: 0, width: 0, height: 10), Rect(x: .nan, y: 0, width: 1, height: 1),
      Rect(x: 0, y: 0, width: .infinity, height: 1),
    ] {
      #expect(throws: Failure.self) {
        try ImageCanvas.paint(
          Scene(size: Size(width: 10, height: 10)), window: window, width: 9, height: 9,
          fonts: fonts
        ) { _ in }
      }
    }
  }
}

@Suite struct OddSceneTests {
  static let dot = Node.path(
    PathNode(Path(rect: Rect(x: 4, y: 4, width: 2, height: 2)), fill: Fill(.black)))

  /// Nodes that should never be built. They draw nothing, or little; nodes beside them are drawn.
  static func oddNodes(_ fonts: FontLibrary) -> [Node] {
    let square = Path(rect: Rect(x: 1, y: 1, width: 3, height: 3))
    var nan = Path()
    nan.move(to: Point(.nan, 1))
    nan.line(to: Point(3, .infinity))
    var curveOnly = Path()
    curveOnly.curve(to: Point(1, 1), Point(2, 2), Point(3, 3))
    let far = Path(ring: [Point(-1e12, -1e12), Point(1e12, -1e12), Point(1e12, 2), Point(-1e12, 2)])
    let shaped = fonts.shape("x", font: FontRequest(families: ["DejaVu Sans"], size: 5))
    let badDash = Stroke(.black, width: 1, dash: [-1, .nan])
    let pixel = RasterImage(width: 1, height: 1, rgba: [0, 0, 0, 255])
    return [
      .path(PathNode(Path(), fill: Fill(.black))),
      .path(PathNode(nan, fill: Fill(.black), stroke: Stroke(.black, width: 1))),
      .path(PathNode(curveOnly, fill: Fill(.black))),
      .path(PathNode(far, fill: Fill(Color(1, 1, 1, alpha: 0.1)))),
      .path(PathNode(square, stroke: badDash)),
      .path(PathNode(square, stroke: Stroke(.black, width: 0.1, dash: [1e-9, 1e-9]))),
      .path(PathNode(square, stroke: Stroke(.black, width: .nan))),
      .path(PathNode(square, stroke: Stroke(.black, width: -3))),
      .path(PathNode(square, fill: Fill(.linearGradient(from: .zero, to: .zero, stops: [])))),
      .path(
        PathNode(
          square,
          fill: Fill(.radialGradient(center: .zero, radius: -1, stops: [GradientStop(0, .black)])))),
      .path(
        PathNode(
          square,
          fill: Fill(.pattern(tile: Size(width: 0, height: 1), transform: .identity, nodes: [dot])))
      ),
      .path(
        PathNode(
          square,
          fill: Fill(
            .pattern(tile: Size(width: 1e-9, height: 1e-9), transform: .identity, nodes: [dot])))),
      .group(Group(transform: .scale(0, 1), children: [dot])),
      .group(Group(transform: .scale(.nan, 1), children: [dot])),
      .group(Group(opacity: .nan, children: [])),
      .group(Group(clip: Clip(Path()), children: [dot])),
      .group(Group(filter: .blur(.nan), children: [.group(Group(children: []))])),
      .group(Group(filter: .blur(-4), children: [])),
      .image(
        ImageNode(
          RasterImage(width: 0, height: 0, rgba: []), frame: Rect(x: 0, y: 0, width: 1, height: 1))),
      .image(ImageNode(pixel, frame: Rect(x: 0, y: 0, width: -1, height: 0))),
      .image(ImageNode(pixel, frame: Rect(x: .nan, y: 0, width: 1, height: 1))),
      .text(
        TextNode(
          source: "", font: FontInstance(face: shaped.runs[0].font.face, size: 0), glyphs: [],
          clusters: [], paint: .color(.black))),
      .text(
        TextNode(
          source: "a", font: FontInstance(face: shaped.runs[0].font.face, size: .nan),
          glyphs: [Glyph(id: 70, position: .zero)], clusters: [], paint: .color(.black))),
      .text(
        TextNode(
          source: "a", font: FontInstance(face: shaped.runs[0].font.face, size: 5),
          glyphs: [Glyph(id: .max, position: .zero), Glyph(id: 70, position: Point(.nan, 0))],
          clusters: [], paint: .color(.black))),
      .text(
        TextNode(
          source: "a", font: FontInstance(face: shaped.runs[0].font.face, size: 5),
          glyphs: [Glyph(id: 70, position: Point(1e15, 1e15), angle: .infinity)], clusters: [],
          paint: .color(.black), halo: Stroke(.black, width: 1e15))),
    ]
  }

  @Test func oneByOneTheyLeaveTheRestAlone() throws {
    let fonts = try FontLibrary(FontSet())
    for (i, odd) in OddSceneTests.oddNodes(fonts).enumerated() {
      let scene = Scene(
        size: Size(width: 10, height: 10), background: .white, nodes: [odd, OddSceneTests.dot])
      let bitmap = try ImageCanvas.bitmap(of: scene, width: 10, height: 10, fonts: fonts)
      #expect(bitmap[4, 4] == (0, 0, 0, 255), "node \(i)")
      let file = try PDFTests.write(
        scene, page: PDFPage(size: Size(width: 72, height: 72)), fonts: fonts
      ).file
      #expect(file.count > 500, "node \(i)")
    }
  }

  @Test func unknownFacesAreNamed() throws {
    let fonts = try FontLibrary(FontSet())
    let text = TextNode(
      source: "a", font: FontInstance(face: FontFace(name: "Nowhere.ttf#0"), size: 5),
      glyphs: [Glyph(id: 1, position: .zero)], clusters: [Cluster(byteCount: 1, glyphCount: 1)],
      paint: .color(.black))
    #expect {
      try ImageCanvas.bitmap(
        of: Scene(size: Size(width: 9, height: 9), nodes: [.text(text)]), width: 9, height: 9,
        fonts: fonts)
    } throws: {
      ($0 as? Failure)?.diagnostics.first?.code == "fonts.unknown-face"
    }
  }
}

extension Painting {
  /// All bands, one after the other.
  func bitmap(_ fonts: FontLibrary) throws -> Bitmap {
    var bitmap = Bitmap(width: width, height: height)
    let pixels = BandPixels(self)
    for index in 0..<bandCount {
      try paint(index, into: pixels, fonts: fonts)
      pixels.withBand { bitmap.draw($0) }
    }
    return bitmap
  }
}
