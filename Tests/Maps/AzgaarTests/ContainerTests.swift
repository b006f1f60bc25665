// SPDX-License-Identifier: MIT
// Part of Platen: one small save in every wrapping and with every damage we know of.

import Atlas
import Azgaar
import Diagnostics
import Digests
import Geometry
import TestSupport
import Testing

@Suite struct ContainerTests {
  private let intact: World
  private let save = SmallSave()

  init() throws { intact = try read(save.bytes()).value.world }

  @Test func intactSaveReadsWithoutAWord() throws {
    let imported = try read(save.bytes())
    #expect(imported.warnings == [])
    #expect(imported.value.report.format == "azgaar-map")
    #expect(imported.value.report.version == "1.147.1")
    #expect(imported.value.report.sections == 52)
    #expect(!imported.value.report.isRepaired)
    #expect(recognizes(save.bytes()))
  }

  private func expectSame(
    _ bytes: [UInt8], code: String, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    let imported = try read(bytes)
    #expect(
      differences(imported.value.world, intact) == [], sourceLocation: sourceLocation)
    // However it was wrapped, what is in it is known by one digest.
    #expect(
      Digest(canonicalOf: imported.value.world) == Digest(canonicalOf: intact),
      sourceLocation: sourceLocation)
    #expect(codes(imported.warnings).contains(code), sourceLocation: sourceLocation)
    #expect(imported.value.report.isRepaired, sourceLocation: sourceLocation)
    #expect(recognizes(bytes), sourceLocation: sourceLocation)
  }

  @Test func lineFeedsOnly() throws { try expectSame(save.bytes("\n"), code: "map.line-endings") }

  @Test func mixedLineEnds() throws {
    var text = ""
    for (index, section) in save.sections.enumerated() {
      text += section + (index == 51 ? "" : index % 3 == 0 ? "\n" : "\r\n")
    }
    try expectSame(Array(text.utf8), code: "map.line-endings")
  }

  @Test(arguments: ["\n", "\r\n", "\r\n\r\n", "\n\n\n"])
  func trailingNewlines(tail: String) throws {
    try expectSame(save.bytes() + Array(tail.utf8), code: "map.trailing-newline")
  }

  @Test func lineEndsInsideTheDrawing() throws {
    var changed = save
    changed.sections[5] = changed.sections[5].split(separator: "\n").joined(separator: "\r\n")
    try expectSame(changed.bytes(), code: "map.drawing-line-endings")
  }

  @Test func byteOrderMark() throws {
    try expectSame([0xEF, 0xBB, 0xBF] + save.bytes(), code: "map.bom")
  }

  @Test func gzip() throws { try expectSame(stored(save.bytes()), code: "map.gzip") }

  @Test func base64() throws { try expectSame(base64(save.bytes()), code: "map.base64") }

  @Test func base64OfPercentEscapes() throws {
    var escaped = ""
    for byte in save.bytes() {
      let isPlain =
        (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
      let digits = String(byte, radix: 16, uppercase: true)
      escaped +=
        isPlain
        ? String(UnicodeScalar(byte)) : "%" + (digits.count == 1 ? "0" : "") + digits
    }
    try expectSame(base64(Array(escaped.utf8)), code: "map.base64")
  }

  @Test func gzipInsideBase64WithLineFeeds() throws {
    try expectSame(base64(stored(save.bytes("\n"))), code: "map.gzip")
  }

  @Test func damagedGzip() {
    var bytes = stored(save.bytes())
    bytes.removeLast(200)
    #expect(errorCode(bytes) == "map.gzip")
  }

  @Test func missingHeader() throws {
    var changed = save
    let options = changed.sections[1]
    changed.sections[1] = String(options[(options.firstIndex(of: "{") ?? options.startIndex)...])
    changed.sections.removeFirst()
    let imported = try read(changed.bytes("\n"))
    #expect(codes(imported.warnings) == ["map.header-missing", "map.line-endings"])
    #expect(
      differences(imported.value.world, intact, except: ["info", "units"]) == [])
    #expect(imported.value.world.info.name == "Kleinland")
    #expect(imported.value.world.info.width == 120)
    #expect(imported.value.report.sections == 52)
  }

  @Test func missingHeaderBesideSoundUnits() throws {
    var changed = save
    changed.sections.removeFirst()
    let imported = try read(changed.bytes())
    #expect(codes(imported.warnings) == ["map.header-missing"])
    #expect(imported.warnings.first?.hints.contains { $0.contains("units") } == false)
    #expect(differences(imported.value.world, intact, except: ["info"]) == [])
    #expect(imported.value.report.isRepaired)
  }

  @Test(arguments: ["", "  "]) func emptyHeader(line: String) throws {
    var changed = save
    changed.sections[0] = line
    let imported = try read(changed.bytes())
    #expect(codes(imported.warnings) == ["map.header-missing"])
    #expect(imported.warnings.first?.message.contains("taken from the drawing") == true)
    #expect(imported.value.world.info.width == intact.info.width)
    #expect(imported.value.report.isRepaired)
    #expect(imported.value.report.sections == 52)
  }

  @Test func anEmptyDrawingIsNamedAndTheRestIsRead() throws {
    var changed = save
    changed.sections[5] = ""
    let imported = try read(changed.bytes())
    #expect(codes(imported.warnings) == ["map.drawing-missing"])
    #expect(imported.warnings.first?.place?.field == "section 5 (drawing)")
    #expect(imported.value.report.isRepaired)
    #expect(imported.value.world.cells?.state == intact.cells?.state)
    #expect(imported.value.world.states.map(\.name) == intact.states.map(\.name))
    #expect(recognizes(changed.bytes()))
  }

  @Test func anEmptyDrawingInACutFileIsCut() {
    var changed = save
    changed.sections[5] = ""
    changed.sections.removeLast(30)
    #expect(errorCode(changed.bytes()) == "map.truncated")
  }

  @Test func oneIsSaidAsOne() throws {
    var changed = save
    changed.sections[20] = "x" + changed.sections[20].drop { $0 != "," }
    let said = try #require(try read(changed.bytes()).warnings.first)
    #expect(
      said.message
        == "1 value is not a number from 0 to 65535: numbers out of range were set to the "
        + "nearest, other text to 0; the first is that of cell 0")
  }

  @Test func emptySectionsReadAsZeros() throws {
    var changed = save
    changed.sections[20] = ""
    let imported = try read(changed.bytes())
    #expect(codes(imported.warnings) == ["map.section-empty"])
    #expect(differences(imported.value.world, intact) == ["cells.flux"])
    #expect(Digest(canonicalOf: imported.value.world) != Digest(canonicalOf: intact))
  }

  @Test(arguments: ["abc", "NaN", "1e999", "1e9", "-120", "0"])
  func aWidthThatIsNoneIsSaid(text: String) throws {
    var changed = save
    var fields = changed.sections[0].split(separator: "|", omittingEmptySubsequences: false)
    fields[4] = Substring(text)
    changed.sections[0] = fields.joined(separator: "|")
    let imported = try read(changed.bytes())
    #expect(codes(imported.warnings) == ["map.size"])
    #expect(imported.value.world.info.width == 120)
  }

  @Test func customIconsOfSeveralLines() throws {
    var changed = save
    changed.sections[45] = "<symbol id=\"a\">\n<path/>\n</symbol>\n<svg></svg>"
    let imported = try read(changed.bytes())
    #expect(imported.value.report.sections == 52)
    #expect(imported.value.world.addedLabels.count == 1)
  }

  @Test func invalidUTF8() throws {
    let bytes = save.bytes()
    let name = Array("\"name\":\"Mark\"".utf8)
    let place = try #require(
      bytes.indices.first { bytes[$0...].starts(with: name) })
    var changed = bytes
    changed[place + 9] = 0xFF
    let imported = try read(changed)
    #expect(imported.value.world.provinces[id: 1]?.name == "M\u{FFFD}rk")
    #expect(codes(imported.warnings) == ["map.encoding"])
  }

  @Test(arguments: [
    ("", "map.empty"), ("\r\n  \n", "map.empty"), ("hello", "map.unknown-format"),
    ("{\"version\":3,\"sources\":[],\"mappings\":\"AAAA\"}", "map.source-map"),
    ("{\"type\":\"FeatureCollection\",\"features\":[]}", "map.geojson"),
    ("{\"a\":1}", "map.unknown-format"), ("[1,2]", "map.unknown-format"), ("{\"a\":", "map.json"),
    ("<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>", "map.svg"),
    ("<?xml version=\"1.0\"?>\n<svg id=\"fantasyMap\"></svg>", "map.svg"),
    ("<!DOCTYPE html>\n<html></html>", "map.unknown-format"),
    ("PK\u{3}\u{4}xxxx", "map.unknown-format"), ("\u{89}PNG", "map.unknown-format"),
    ("0.60b|x|2018-1-1|1\n[[1,2]]\n[]\n[]\n[]\n<svg id=\"map\"></svg>\n0|mi", "map.ancient"),
    ("1.147.1|license|2026-1-2|1234|120|90|1", "map.truncated"),
    ("Memory Configuration\n\nName Origin\n", "map.unknown-format"),
  ])
  func foreignFiles(text: String, code: String) {
    #expect(errorCode(Array(text.utf8)) == code)
  }

  @Test func foreignErrorsSayWhatToDo() throws {
    for text in [
      "", "hello", "{\"type\":\"FeatureCollection\"}", "<svg/>", "{\"mappings\":1,\"version\":3}",
    ] {
      let failure = try #require(throws: Failure.self) { try read(Array(text.utf8)) }
      #expect(failure.diagnostics.allSatisfy { !$0.hints.isEmpty })
    }
  }

  @Test func cutInEverySection() {
    for number in 5..<52 {
      let head = save.sections[..<number].joined(separator: "\r\n") + "\r\n"
      let section = save.sections[number]
      let cut = head + section.prefix(section.count / 2)
      #expect(errorCode(Array(cut.utf8)) == "map.truncated", "section \(number)")
    }
  }

  @Test func cutFileNamesTheSection() throws {
    let text = save.sections[..<15].joined(separator: "\r\n") + "\r\n[0,{\"i\":1,\"na"
    let failure = try #require(throws: Failure.self) { try read(Array(text.utf8)) }
    let diagnostic = try #require(failure.diagnostics.first)
    #expect(diagnostic.code == "map.truncated")
    #expect(diagnostic.place?.field == "section 15 (burgs)")
  }

  /// From 1.124 to 1.137 the last section, of custom icons, is empty in nearly every save.
  @Test func anEmptyLastSectionIsNoDamage() throws {
    var changed = save
    changed.sections[0] = "1.130.0|license|2026-1-2|1234|120|90|1"
    changed.sections[45] = ""
    changed.sections.removeLast(6)
    let imported = try read(changed.bytes())
    #expect(imported.warnings == [])
    #expect(!imported.value.report.isRepaired)
  }

  @Test func sectionsThatAVersionWroteAndTheFileLacks() throws {
    var changed = save
    changed.sections[0] = "1.144.0|license|2026-1-2|1234|120|90|1"
    changed.sections.removeLast(7)
    let imported = try read(changed.bytes())
    #expect(codes(imported.warnings) == ["map.sections-missing"])
    #expect(imported.warnings.first?.message.contains("51") == true)
  }

  @Test func versionsBeforeTheFirstAreNotCalledCutOff() {
    var changed = save
    changed.sections[0] = "0.8.2b|license|2019-1-2|1234|120|90"
    changed.sections.removeLast(52 - 26)
    #expect(errorCode(changed.bytes()) == "map.ancient")
  }

  @Test func linesLostBeforeTheDrawing() {
    var changed = save
    changed.sections.remove(at: 3)
    #expect(errorCode(changed.bytes()) == "map.sections")
  }

  /// The element that hides all lines or the drawing is named, and the way to take it away.
  @Test func lineEndsAndDoctypesThatHideTheDrawing() throws {
    func fault(_ bytes: [UInt8]) throws -> Diagnostic? {
      do { _ = try read(bytes) } catch let failure as Failure { return failure.diagnostics.first }
      return nil
    }
    let old = try #require(try fault(save.bytes("\r")))
    #expect(old.code == "map.line-endings" && old.message.contains("CR alone"))
    #expect(old.hints.joined().contains("tr '\\r' '\\n'"))
    for (section, text, line) in [
      (0, "<!DOCTYPE a [<!ENTITY b SYSTEM \"c\">]>\n", 1), (5, "<?xml version='1.0'?>", 6),
      (5, "<!DOCTYPE a>\n", 6),
    ] {
      var changed = save
      changed.sections[section] = text + changed.sections[section]
      let found = try #require(try fault(changed.bytes()))
      #expect(found.place?.line == line && found.message.contains("which no save has"))
    }
  }

  @Test func countsThatDoNotMatchAreNamed() throws {
    var changed = save
    changed.sections[25] += ",1"
    let failure = try #require(throws: Failure.self) { try read(changed.bytes()) }
    let diagnostic = try #require(failure.diagnostics.first)
    #expect(diagnostic.code == "map.cell-count")
    #expect(diagnostic.message.contains("117") && diagnostic.message.contains("118"))
    #expect(diagnostic.place?.field == "section 25 (cell states)")

    changed = save
    changed.sections[7] += ",7"
    #expect(errorCode(changed.bytes()) == "map.cell-count")
  }

  @Test func brokenJSONNamesItsSection() throws {
    var changed = save
    changed.sections[14] = "[{\"i\":0},{\"i\":1,}]"
    let failure = try #require(throws: Failure.self) { try read(changed.bytes()) }
    let diagnostic = try #require(failure.diagnostics.first)
    #expect(diagnostic.code == "map.json")
    #expect(diagnostic.place?.field == "section 14 (states)")
    #expect(diagnostic.message.contains("byte 16"))
  }

  @Test func newerVersionsAreReadWithAWarning() throws {
    var changed = save
    changed.sections[0] = "1.154.0|license|2026-1-2|1234|120|90|1"
    changed.sections[1] =
      #"{"seed":"1234","graph":{"width":120,"height":90,"points":100},"geography":{"coordinates":{"latT":18,"latN":40,"latS":22,"lonT":24,"lonW":-12,"lonE":12}},"lore":{"name":"Kleinland","calendar":{"year":7,"era":"E"}},"units":{"distance":"km"},"military":[],"coastline":{"enabled":false}}"#
    changed.sections[2] = ""
    changed.sections[4] = ""
    changed.sections.append("[]")
    let imported = try read(changed.bytes())
    #expect(codes(imported.warnings) == ["map.version-newer"])
    let world = imported.value.world
    #expect(world.info.name == "Kleinland")
    #expect(world.info.year == "7")
    #expect(world.coordinates?.north == 40)
    #expect(world.units.distance == "km")
    var coast = JaggedCoast()
    coast.maxDepth = 0
    #expect(world.coast == .jagged(coast))
  }

  /// Whatever is done to the bytes, reading ends in a world or in an error that is ours.
  @Test func truncationAnywhereNeverTraps() {
    let bytes = save.bytes()
    for length in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 400)) {
      let code = errorCode(Array(bytes[..<length]))
      #expect(code?.hasPrefix("map.") ?? true)
    }
  }

  @Test func flippedBytesNeverTrap() {
    let bytes = save.bytes()
    var random = Dice(seed: 42)
    for _ in 0..<1500 {
      var changed = bytes
      for _ in 0...random(6) {
        // Digits, signs and brackets do more harm than noise does.
        let choice = Array("0123456789-.,[]{}\"|e\n<>".utf8) + [0, 0xFF]
        changed[random(changed.count)] = choice[random(choice.count)]
      }
      let code = errorCode(changed)
      #expect(code?.hasPrefix("map.") ?? true)
    }
  }

  // MARK: Wrappings

  /// A gzip file of stored blocks.
  private func stored(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
    var at = 0
    while at < bytes.count {
      let length = min(65535, bytes.count - at)
      result.append(at + length == bytes.count ? 1 : 0)
      result += [
        UInt8(length & 255), UInt8(length >> 8), UInt8(~length & 255), UInt8(~length >> 8 & 255),
      ]
      result += bytes[at..<at + length]
      at += length
    }
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    for value in [~crc, UInt32(bytes.count)] {
      for shift in stride(from: UInt32(0), to: 32, by: 8) {
        result.append(UInt8(truncatingIfNeeded: value >> shift))
      }
    }
    return result
  }

  private func base64(_ bytes: [UInt8]) -> [UInt8] {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var result: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = (0..<3).reduce(0) {
        $0 << 8 | Int(start + $1 < bytes.count ? bytes[start + $1] : 0)
      }
      for place in 0..<4 {
        result.append(
          place <= group.count
            ? alphabet[bits >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
      }
    }
    return result
  }
}
