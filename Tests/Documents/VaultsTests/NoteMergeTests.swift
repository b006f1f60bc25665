// SPDX-License-Identifier: MIT
// Part of Platen: tests of merging: own parts are replaced, all else stays byte for byte.

import Testing

@testable import Vaults

@Suite struct NoteMergeTests {
  private func note(_ text: String = "Old text.", population: Int = 10) -> WrittenNote {
    WrittenNote(
      id: "burg/1", properties: [("population", String(population))], aliases: ["A"],
      tags: ["towns"], region: ["# Aldmoor", "", text], notesHeading: "Notes")
  }

  private func file(_ text: String = "Old text.", population: Int = 10) -> String {
    String(decoding: note(text, population: population).file, as: UTF8.self)
  }

  private func merge(_ new: WrittenNote, _ old: String) -> NoteMerge {
    NoteMerge.merging(new, into: Array(old.utf8))
  }

  private func merged(_ new: WrittenNote, _ old: String) -> String? {
    guard case .merged(let bytes) = merge(new, old) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `a new note has front matter, a region and a place for its reader`() {
    let lines = file().split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    #expect(lines.first == "---")
    #expect(lines.contains("platen-id: burg/1"))
    #expect(lines.contains("  - \"A\""))
    #expect(lines.contains(NoteMark.begin) && lines.contains(NoteMark.end))
    #expect(lines.suffix(2) == ["## Notes", ""])
    #expect(NoteMerge.id(of: note().file) == "burg/1")
  }

  @Test func `the same note is not written`() {
    #expect(merge(note(), file()) == .unchanged)
  }

  @Test func `a new text replaces the old one and becomes what a new note has`() {
    #expect(merged(note("New text."), file()) == file("New text."))
    #expect(merged(note(population: 11), file()) == file(population: 11))
  }

  @Test func `text of the reader stays byte for byte`() {
    let mine = "\n  My *text*\t\u{FEFF} \nwithout end"
    let old =
      file().replacing("tags:", with: "# a comment\nmine:   'x'\nlist:\n- a\n- b\ntags:") + mine
    let new = merged(note("New text."), old)
    #expect(
      new
        == file("New text.").replacing(
          "tags:", with: "# a comment\nmine:   'x'\nlist:\n- a\n- b\ntags:") + mine)
    #expect(merge(note("New text."), new ?? "") == .unchanged)
  }

  @Test func `line ends and the byte order mark stay`() {
    let old = "\u{FEFF}" + file().replacing("\n", with: "\r\n") + "mine\r\n"
    #expect(merge(note(), old) == .unchanged)
    #expect(
      merged(note("New text."), old)
        == "\u{FEFF}" + file("New text.").replacing("\n", with: "\r\n") + "mine\r\n")
  }

  @Test func `an edited region stays`() {
    let edited = file().replacing("Old text.", with: "My text.")
    #expect(merge(note("New text."), edited) == .kept(.edited))
    // Without a new text of Platen's there is nothing to report.
    #expect(merge(note(), edited) == .unchanged)
    // A region that is what would be written is not edited.
    #expect(merged(note("My text."), edited) == file("My text."))
  }

  @Test func `an emptied region is written again`() {
    let emptied = file().replacing("# Aldmoor\n\nOld text.\n", with: "")
    #expect(merged(note("New text."), emptied) == file("New text."))
  }

  @Test func `renamed targets of links are not edits`() {
    let linked = file("See [[Old|the town]] and [x](../a.md).")
    let renamed = linked.replacing("[[Old|", with: "[[New|").replacing("../a.md", with: "b.md")
    #expect(merged(note("Else."), renamed) == file("Else."))
    #expect(RegionHash.of(["[[A]]"]) == RegionHash.of(["[[B]]"]))
    #expect(RegionHash.of(["| [[A\\|x]] |"]) == RegionHash.of(["| [[B|x]] |"]))
    #expect(RegionHash.of(["[[A|x]]"]) != RegionHash.of(["[[A|y]]"]))
    #expect(RegionHash.of(["[[A", "b"]) != RegionHash.of(["[[B", "b"]))
  }

  @Test func `damaged marks are reported and nothing is changed`() {
    let (begin, end) = (NoteMark.begin, NoteMark.end)
    let all: [(String, NoteMerge.Reason)] = [
      (file().replacing(begin, with: ""), .marksMissing),
      (file().replacing(end, with: ""), .marksMissing),
      (file().replacing(begin, with: "").replacing(end, with: ""), .marksMissing),
      (file() + end, .marksDoubled), (file() + begin, .marksDoubled),
      (file() + begin + "\n" + end, .marksDoubled),
      (
        file().replacing(begin, with: "@").replacing(end, with: begin).replacing("@", with: end),
        .marksReversed
      ),
    ]
    for (old, reason) in all { #expect(merge(note("New text."), old) == .kept(reason)) }
  }

  @Test func `front matter that is not lines of keys is reported`() {
    for line in ["nothing of a key", "\"open", "{a", "- first"] {
      let old = file().replacing("---\nplaten-id", with: "---\n\(line)\nplaten-id")
      #expect(merge(note("New text."), old) == .kept(.frontMatter), "\(line)")
      #expect(NoteMerge.id(of: Array(old.utf8)) == "burg/1", "\(line)")
    }
    let doubled = file().replacing(
      "platen-id: burg/1", with: "platen-id: burg/1\nplaten-id: burg/2")
    #expect(merge(note("New text."), doubled) == .kept(.frontMatter))
    let open = file().replacing("\n---\n<!--", with: "\n<!--")
    #expect(merge(note("New text."), open) == .kept(.frontMatter))
  }

  @Test func `bytes that are not text are reported`() {
    #expect(NoteMerge.merging(note("New."), into: note().file + [0xFF]) == .kept(.encoding))
  }

  @Test func `other files are not notes`() {
    for text in [
      "", "# x", "---", "---\n---\n", "---\nid: burg/1\n---\n", "\n---\nplaten-id: x\n---",
    ] {
      #expect(NoteMerge.id(of: Array(text.utf8)) == nil, "\(text)")
    }
    #expect(NoteMerge.id(of: Array("---\nplaten-id: \"burg/1\"\n---\n".utf8)) == "burg/1")
  }

  @Test func `properties that are no longer written are removed`() {
    let old = file().replacing("platen-population", with: "platen-former: 1\nplaten-population")
    #expect(merged(note(), old) == file())
    let list = file().replacing("platen-population: 10", with: "platen-population:\n  - 10")
    #expect(merged(note(), list) == file())
  }

  @Test func `notes of removed subjects are marked once, and unmarked when they return`() {
    guard case .merged(let gone) = NoteMerge.markingGone(note().file) else {
      Issue.record("not marked")
      return
    }
    let text = String(decoding: gone, as: UTF8.self)
    #expect(text.contains("\nplaten-gone: true\n"))
    #expect(text.replacing("platen-gone: true\n", with: "") == file())
    #expect(NoteMerge.markingGone(gone) == .unchanged)
    #expect(merged(note(), text) == file())
  }

  @Test func `a mark in a text is not a mark`() {
    let note = note(NoteMark.end)
    let text = String(decoding: note.file, as: UTF8.self)
    #expect(text.ranges(of: NoteMark.end).count == 1)
    #expect(NoteMerge.merging(note, into: note.file) == .unchanged)
  }

  @Test func `merging twice changes nothing more`() {
    let old = file() + "mine"
    for new in [note("A"), note("B\r"), note("---"), note("platen-id: x")] {
      guard case .merged(let bytes) = merge(new, old) else {
        Issue.record("not merged")
        continue
      }
      #expect(NoteMerge.merging(new, into: bytes) == .unchanged)
    }
  }
}
