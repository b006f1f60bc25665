// SPDX-License-Identifier: MIT
// Part of Platen: tests of icons of other systems: their files, sizes and words.

import Assets
import Foundation
import JSON
import Pixels
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

private func flat(_ side: Int, alpha: UInt8 = 255) -> Bitmap {
  Bitmap(
    width: side, height: side, rgba: (0..<side * side).flatMap { _ in [10, 200, 30, alpha] })
}

@Suite struct IconTests {
  @Test func android() {
    let files = AndroidIcons.files(ground: "#f5efe7")
    func pixels(_ name: String) -> [Int] {
      files.compactMap { file in
        guard file.path.hasSuffix("/" + name), case .png(let image) = file.content else {
          return nil
        }
        return image.pixels
      }
    }
    #expect(pixels("ic_launcher.png") == [48, 72, 96, 144, 192])
    #expect(pixels("ic_launcher_round.png") == [48, 72, 96, 144, 192])
    #expect(pixels("ic_launcher_foreground.png") == [108, 162, 216, 324, 432])
    #expect(pixels("ic_launcher_monochrome.png") == [108, 162, 216, 324, 432])
    for file in files {
      guard case .text(let text) = file.content else { continue }
      #expect(XMLParser(data: Data(text.utf8)).parse(), "\(file.path)")
    }
    let drawn = AndroidIcons.files(ground: nil)
    #expect(drawn.contains { $0.path == "mipmap-xhdpi/ic_launcher_background.png" })
    #expect(!drawn.contains { $0.path.hasPrefix("values/") })
  }

  @Test func webManifestAndSnippetNameFilesThatAreThere() throws {
    let site = WebIcons.Site(
      name: "Harbour & \"Sea\"", themeColor: "#123456", backgroundColor: "#fff", base: "/a/")
    let files = WebIcons.files(site, hasVector: true)
    let paths = Set(files.map(\.path))
    func text(_ path: String) -> String {
      guard case .text(let text)? = files.first(where: { $0.path == path })?.content else {
        return ""
      }
      return text
    }
    let manifest = try JSONDocument(parsing: Array(text("manifest.webmanifest").utf8)).root
    #expect(manifest["name"]?.string == "Harbour & \"Sea\"")
    for icon in manifest["icons"]?.elements ?? [] {
      let path = String((icon["src"]?.string ?? "").dropFirst(3))
      #expect(paths.contains(path))
      guard case .png(let image)? = files.first(where: { $0.path == path })?.content else {
        Issue.record("\(path) is not an image")
        continue
      }
      #expect(icon["sizes"]?.string == "\(image.pixels)x\(image.pixels)")
    }
    let snippet = text("icons.html")
    for match in snippet.matches(of: /href="\/a\/([^"]+)"/) {
      #expect(paths.contains(String(match.1)), "\(match.1)")
    }
    #expect(snippet.contains("apple-touch-icon.png\" sizes=\"180x180\""))
    #expect(!WebIcons.files(site, hasVector: false).contains { $0.path == "icon.svg" })
  }

  @Test(arguments: [ICOWriter.Packing.png, .bitmap]) func ico(_ packing: ICOWriter.Packing) throws {
    let sides = [16, 32, 48, 256]
    let file = try ICOWriter.file(sides.map { flat($0, alpha: 128) }, packing: packing)
    func number(_ at: Int, _ count: Int) -> Int {
      (0..<count).reduce(0) { $0 | Int(file[at + $1]) << ($1 * 8) }
    }
    #expect(number(0, 2) == 0 && number(2, 2) == 1 && number(4, 2) == 4)
    var end = 6 + 16 * sides.count
    for (index, side) in sides.enumerated() {
      let entry = 6 + index * 16
      #expect(Int(file[entry]) == side % 256 && Int(file[entry + 1]) == side % 256)
      #expect(number(entry + 12, 4) == end)
      let body = Array(file[end..<end + number(entry + 8, 4)])
      end += body.count
      if packing == .png || side == 256 {
        let image = try PNGDecoder.decode(body)
        #expect(image.width == side && image[1, 1] == (10, 200, 30, 128))
      } else {
        #expect(body.count == 40 + side * side * 4 + (side + 31) / 32 * 4 * side)
        #expect(Array(body[40..<44]) == [30, 200, 10, 128])
      }
    }
    #expect(end == file.count)
    #expect(throws: (any Error).self) { try ICOWriter.file([flat(257)], packing: packing) }
    #expect(throws: (any Error).self) { try ICOWriter.file([], packing: packing) }
  }

  @Test func icns() throws {
    let file = try ICNSWriter.file([flat(16), flat(32)])
    #expect(Array(file[..<4]) == Array("icns".utf8))
    #expect(file[4..<8].reduce(0) { $0 << 8 | Int($1) } == file.count)
    #expect(Array(file[8..<12]) == Array("icp4".utf8))
  }

  @Test func desktops() {
    #expect(DesktopIcons.windows.last == 256)
    let linux = DesktopIcons.linuxFiles(name: "org.example.Harbour", hasVector: true)
    #expect(linux.first?.path == "16x16/apps/org.example.Harbour.png")
    #expect(linux.last?.path == "scalable/apps/org.example.Harbour.svg")
  }
}
