// SPDX-License-Identifier: MIT
// Part of Platen: tests of whole vaults: paths, links, notes that were moved, deleted or removed.

import Diagnostics
import Documents
import Testing

@testable import Vaults

@Suite struct VaultFilesTests {
  private let options = VaultOptions(
    audience: "player", phrases: .english, imageFolder: "Images")

  private func town(_ id: Int, _ name: String, _ state: String = "", to other: Int? = nil)
    -> VaultNote
  {
    VaultNote(
      id: "burg/\(id)", name: name, qualifier: state, folder: ["Towns", state], tags: ["towns"],
      blocks: other.map {
        [.paragraph(Paragraph([.reference(Reference(to: "burg/\($0)", [.text("a town")]))]))]
      } ?? [])
  }

  private func write(
    _ notes: [VaultNote], over files: [String: [UInt8]] = [:], _ options: VaultOptions? = nil
  ) throws -> (files: [String: [UInt8]], diagnostics: [Diagnostic]) {
    let made = try VaultFiles(
      VaultContent(of: "world", notes), options ?? self.options, merging: state(files), in: "v")
    #expect(made.files.last?.path == VaultList.name)
    #expect(Set(made.files.map { VaultNames.folded($0.path) }).count == made.files.count)
    return (
      Dictionary(uniqueKeysWithValues: made.files.map { ($0.path, $0.bytes) }), made.diagnostics
    )
  }

  private func state(_ files: [String: [UInt8]]) throws -> VaultState {
    try VaultState(
      files: files.filter { $0.key != VaultList.name }.sorted { $0.key < $1.key }
        .map { ($0.key, $0.value) }, list: files[VaultList.name])
  }

  private func text(_ bytes: [UInt8]?) -> String { String(decoding: bytes ?? [], as: UTF8.self) }

  private func dangling(_ files: [String: [UInt8]]) -> [VaultCheck.Dangling] {
    VaultCheck.dangling(
      in: files.filter { $0.key.hasSuffix(".md") }.sorted { $0.key < $1.key }
        .map { ($0.key, text($0.value)) })
  }

  @Test func `names that two notes have are distinguished by their states or ids`() throws {
    let made = try write([
      town(1, "Abel", "North"), town(2, "ABEL", "South"), town(3, "Bet", "North"),
      town(4, "Cal", "North"), town(5, "Cal", "North"), town(6, "", ""),
    ])
    #expect(
      Set(made.files.keys) == [
        "Towns/North/Abel (North).md", "Towns/South/ABEL (South).md", "Towns/North/Bet.md",
        "Towns/North/Cal (burg 4).md", "Towns/North/Cal (burg 5).md", "Towns/burg 6.md",
        VaultList.name,
      ])
  }

  @Test func `a new note of the same name renames no other`() throws {
    let first = try write([town(1, "Abel", "North")])
    let second = try write([town(1, "Abel", "North"), town(2, "Abel", "South")], over: first.files)
    #expect(second.files["Towns/North/Abel.md"] == first.files["Towns/North/Abel.md"])
    #expect(second.files["Towns/South/Abel (South).md"] != nil)
  }

  @Test func `a second run changes nothing`() throws {
    let notes = [town(1, "Abel", "North", to: 2), town(2, "Bet", "South", to: 1)]
    let first = try write(notes)
    #expect(try write(notes, over: first.files).files == first.files)
    #expect(dangling(first.files).isEmpty)
  }

  @Test func `a moved note is found by its id, and links follow it`() throws {
    let notes = [town(1, "Abel", "North", to: 2), town(2, "Bet", "South")]
    var files = try write(notes).files
    files["My notes/Beth.md"] = files.removeValue(forKey: "Towns/South/Bet.md")
    let made = try write(notes, over: files)
    #expect(made.files["Towns/South/Bet.md"] == nil)
    #expect(made.files["My notes/Beth.md"] == files["My notes/Beth.md"])
    #expect(text(made.files["Towns/North/Abel.md"]).contains("[[Beth|a town]]"))
    #expect(dangling(made.files).isEmpty)
    #expect(made.diagnostics.isEmpty)
  }

  @Test func `a deleted note is not written again, and links to it are text`() throws {
    let notes = [town(1, "Abel", "North", to: 2), town(2, "Bet", "South")]
    var files = try write(notes).files
    files["Towns/South/Bet.md"] = nil
    let made = try write(notes, over: files)
    #expect(made.files["Towns/South/Bet.md"] == nil)
    #expect(made.diagnostics.map(\.code) == [.vaultDeleted])
    #expect(dangling(made.files).isEmpty)
    #expect(try write(notes, over: made.files).files == made.files)
    // Without the list, nothing is known of it.
    var unlisted = made.files
    unlisted[VaultList.name] = nil
    #expect(try write(notes, over: unlisted).files["Towns/South/Bet.md"] != nil)
  }

  @Test func `a note whose subject is gone stays`() throws {
    let files = try write([town(1, "Abel"), town(2, "Bet")]).files
    let made = try write([town(1, "Abel")], over: files)
    #expect(text(made.files["Towns/Bet.md"]).contains("platen-gone: true"))
    #expect(made.diagnostics.map(\.code) == [.vaultGone])
    #expect(try write([town(1, "Abel")], over: made.files).files == made.files)
  }

  @Test func `files of others are neither written nor linked`() throws {
    let mine: [String: [UInt8]] = ["Towns/North/Abel.md": Array("mine".utf8)]
    let made = try write([town(1, "Abel", "North")], over: mine)
    #expect(made.files["Towns/North/Abel.md"] == nil)
    #expect(made.files["Towns/North/Abel (North).md"] != nil)
  }

  @Test func `of copies, the listed one is written`() throws {
    let files = try write([town(1, "Abel")]).files
    var copied = files
    copied["A.md"] = files["Towns/Abel.md"]
    let made = try write([town(1, "Abel", to: 1)], over: copied)
    #expect(made.files["A.md"] == nil)
    #expect(made.diagnostics.map(\.code) == [.vaultCopy])
  }

  @Test func `of many copies, the rest is counted`() throws {
    var copied = try write([town(1, "Abel")]).files
    for number in 0..<25 { copied["A\(number).md"] = copied["Towns/Abel.md"] }
    let made = try write([town(1, "Abel", to: 1)], over: copied)
    #expect(made.diagnostics.map(\.code) == Array(repeating: .vaultCopy, count: 21))
    #expect(made.diagnostics.last?.message == "so 5 more notes are kept")
  }

  @Test func `a vault of others is refused`() throws {
    let files = try write([town(1, "Abel")]).files
    var other = options
    other.audience = "gm"
    #expect(throws: Failure.self) { _ = try write([town(1, "Abel")], over: files, other) }
    #expect(throws: Failure.self) {
      _ = try VaultFiles(
        VaultContent(of: "another", []), options, merging: state(files), in: "v")
    }
  }

  @Test(arguments: ["", "x", "{}", "[]", "{\"version\": 2, \"audience\": \"\", \"notes\": {}}"])
  func `an invalid list is refused`(_ text: String) {
    #expect(throws: Failure.self) { _ = try VaultList(Array(text.utf8)) }
  }

  @Test func `addresses are relative and encoded`() throws {
    var markdown = options
    markdown.links = .markdown
    var note = town(1, "Abel", "North", to: 2)
    note.blocks.append(.figure(Figure(Image("a-0-map.png", alternative: "A map"))))
    let made = try write([note, town(2, "Bet a Gimel", "South")], markdown)
    let text = text(made.files["Towns/North/Abel.md"])
    #expect(text.contains("[a town](../South/Bet%20a%20Gimel.md)"))
    #expect(text.contains("![A map](../../Images/a-0-map.png)"))
  }

  @Test func `a name that a file cannot have is an alias`() throws {
    let made = try write([town(1, "A/B: \"C\""), town(2, "Bet")])
    #expect(text(made.files["Towns/A B C.md"]).contains("aliases:\n  - \"A/B: \\\"C\\\"\"\n"))
    #expect(!text(made.files["Towns/Bet.md"]).contains("aliases"))
  }

  @Test func `references may lead to headings`() throws {
    var note = town(1, "Abel")
    note.blocks = [
      .paragraph(Paragraph([.reference(Reference(to: "burg/2#Scene #9: x", [.text("here")]))]))
    ]
    let made = try write([note, town(2, "Bet")])
    #expect(text(made.files["Towns/Abel.md"]).contains("[[Bet#Scene 9 x|here]]"))
    #expect(dangling(made.files).isEmpty)
  }

  @Test func `a map has its markers from below`() throws {
    var note = VaultNote(id: "map/0", name: "Map")
    note.map = VaultMap(
      id: "m", image: "m.png", width: 200, height: 100,
      markers: [
        .init(x: 10, y: 30.25, note: "burg/1", name: "Abel"),
        .init(x: 1, y: 1, note: "burg/9", name: "None"),
      ])
    let made = try write([note, town(1, "Abel")])
    let text = text(made.files["Map.md"])
    #expect(text.contains("bounds: [[0,0],[100,200]]"))
    #expect(text.contains("marker: default,69.8,10,[[Abel]]"))
    #expect(!text.contains("None"))
  }

  @Test func `links that lead nowhere are found`() {
    let notes = [
      (path: "A.md", text: "[[B]] [[C|x]] [x](D/E.md) ![[m.png]] [[0,1]] [[D/E#h|y]]"),
      (path: "B.md", text: "[x](missing.md) [y](https://x.org) [z](#here)"),
      (path: "D/E.md", text: "[x](../A.md)"), (path: "F/E.md", text: "[[E]]"),
    ]
    #expect(
      VaultCheck.dangling(in: notes, others: ["Images/m.png"]) == [
        .init(note: "A.md", target: "C"), .init(note: "B.md", target: "missing.md"),
        .init(note: "F/E.md", target: "E"),
      ])
  }

  @Test(arguments: [
    ("a.md", "b.md", "b.md"), ("x/a.md", "b.md", "../b.md"), ("x/a.md", "x/b.md", "b.md"),
    ("x/y/a.md", "x/z/b.md", "../z/b.md"), ("a.md", "x/b.md", "x/b.md"),
  ])
  func `paths are relative to a note`(_ note: String, _ file: String, _ path: String) {
    #expect(VaultPath.relative(from: note, to: file).joined(separator: "/") == path)
  }
}
