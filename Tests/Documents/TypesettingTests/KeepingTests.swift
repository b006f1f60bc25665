// SPDX-License-Identifier: MIT
// Part of Platen: tests of what stays together at the foot of a page.

import Documents
import Drawing
import Geometry
import Testing

@testable import Typesetting

@Suite struct KeepingTests {
  @Test func `no paragraph has an orphan or a widow`() throws {
    for first in 1...9 {
      for second in 1...9 {
        for third in 1...5 {
          let book = try SetBook(
            [
              .paragraph("a", lines: first), .paragraph("b", lines: second),
              .paragraph("c", lines: third),
            ], template: .small(lines: 6))
          var all: [Character: Int] = [:]
          for page in book.pages.indices {
            var here: [Character: Int] = [:]
            let lines = book.lines(page)
            #expect(lines.count <= 6)
            for line in lines {
              guard let letter = line.text.first else { continue }
              here[letter, default: 0] += 1
              all[letter, default: 0] += 1
            }
            for (letter, total) in [("a", first), ("b", second), ("c", third)]
            where here[Character(letter)] == 1 {
              #expect(total == 1, "\(first) \(second) \(third): \(letter) alone on \(page)")
            }
          }
          #expect(all == ["a": first, "b": second, "c": third])
        }
      }
    }
  }

  @Test func `a heading stays with the next block`() throws {
    for before in 1...12 {
      let book = try SetBook(
        [
          .paragraph("a", lines: before), .heading(Heading(2, [.text("head")])),
          .paragraph("b", lines: 4),
        ], template: .small(lines: 6))
      for page in book.pages.indices where book.text(page).contains("head") {
        #expect(book.lines(page).filter { $0.text.hasPrefix("b") }.count >= 2)
      }
    }
  }

  /// A box of some lines, as rolls of dice, keeps its heading company at a page's foot; one of a
  /// single line does so only where more than a fifth of the page would be empty.
  @Test(arguments: [1, 4])
  func `a heading stays with the frame below it, not with all that follows`(framed: Int) throws {
    var look = BookStyle.bare
    look.set("callout.dice") {
      $0.border = .black
      $0.paddingBlock = 0
      $0.keepsTogether = true
      $0.keepsWithNext = true
    }
    var parted = 0
    for before in 1...9 {
      let frame = Callout(kind: "dice", title: [], [.paragraph("d", lines: framed)])
      let book = try SetBook(
        [
          .paragraph("a", lines: before), .heading(Heading(2, [.text("head")])), .callout(frame),
          .paragraph("b", lines: 6),
        ], look: look)
      let page = try #require(book.pages.indices.first { book.text($0).contains("head") })
      let lines = book.lines(page).map(\.text)
      #expect(lines.count { $0.hasPrefix("d") } == framed)
      let following = lines.count { $0.hasPrefix("b") }
      if framed == 1 { #expect(following >= 2 || lines.count == 9, "\(before)") }
      if following == 0 { parted += 1 }
    }
    #expect(framed > 1 ? parted > 0 : parted <= 1)
  }

  /// Lines above and below make no box: the header of a scene is on the page of its text, unless
  /// more than a fifth of the page would be empty.
  @Test func `a header between lines stays with the text below it`() throws {
    var look = BookStyle.bare
    look.set("key-values") {
      $0.ground = .clear
      $0.overline = .black
      $0.underline = .black
      $0.keepsTogether = true
      $0.keepsWithNext = true
    }
    let pairs = ["one", "two", "three"].map { KeyValues.Pair($0, "d") }
    for before in 1...9 {
      let book = try SetBook(
        [
          .paragraph("a", lines: before), .heading(Heading(2, [.text("head")])),
          .keyValues(KeyValues(pairs)), .paragraph("b", lines: 6),
        ], look: look)
      let page = try #require(book.pages.indices.first { book.text($0).contains("head") })
      let lines = book.lines(page)
      #expect(
        lines.count { $0.text.hasPrefix("b") } >= 2 || before + 4 == lines.count, "\(before)")
      #expect(lines.contains { $0.text.contains("three") }, "\(before)")
    }
  }

  /// A box of many lines that would leave much of a page empty begins on it.
  @Test(arguments: [4, 8])
  func `a long box is split where a page would be left empty`(lines: Int) throws {
    var look = BookStyle.bare
    look.set("callout.note") {
      $0.border = .black
      $0.paddingBlock = 0
      $0.keepsTogether = true
    }
    for before in 1...9 {
      let note = Callout(kind: "note", title: [], [.paragraph("d", lines: lines)])
      let book = try SetBook([.paragraph("a", lines: before), .callout(note)], look: look)
      let first = book.lines(0).count { $0.text.hasPrefix("d") }
      if before + lines <= 10 {
        #expect(first == lines, "\(before)")
      } else if lines < 6 || before >= 8 {
        #expect(first == 0, "\(before)")
      } else {
        #expect(first >= 2 && lines - first >= 2, "\(before)")
      }
    }
  }

  /// The space below a heading counts once, before the frame and not within it as well.
  @Test func `a frame that fits below its heading is not separated from it`() throws {
    var look = BookStyle.bare
    look.set("heading") {
      $0.keepsWithNext = true
      $0.spaceAfter = 8
    }
    look.set("callout.dice") {
      $0.border = .black
      $0.paddingBlock = 0
      $0.keepsTogether = true
    }
    look.set("callout.title") { $0.keepsWithNext = true }
    var together = 0
    for before in 1...9 {
      let frame = Callout(kind: "dice", title: [.text("dice")], [.paragraph("d", lines: 3)])
      let book = try SetBook(
        [
          .paragraph("a", lines: before), .heading(Heading(2, [.text("head")])), .callout(frame),
          .paragraph("b", lines: 6),
        ], look: look)
      let page = try #require(book.pages.indices.first { book.text($0).contains("head") })
      #expect(book.lines(page).count { $0.text.hasPrefix("d") } == 4, "\(before)")
      if page == 0 { together += 1 }
    }
    #expect(together == 4)
  }

  /// With as many lines as a page's head may have, or all where there are too few to part.
  @Test(arguments: [1, 3, 4, 6])
  func `a line that ends in a colon stays with the next block`(count: Int) throws {
    for before in 1...10 {
      let items = (0..<3).map { _ in List.Item([.text("item")]) }
      let book = try SetBook([
        .paragraph("a", lines: before), .leadIn(lines: count), .list(List(.bullet, items)),
      ])
      let page = try #require(book.pages.indices.first { book.text($0).contains("item") })
      #expect(book.lines(page).count { $0.text.hasPrefix("b") } >= min(count, 2), "\(before)")
      #expect(book.text(page).contains("bbb:"))
    }
  }

  @Test func `a heading stays with a figure as high as a page`() throws {
    let map = BookImage(
      size: Size(width: 50, height: 400), node: .path(PathNode(Path(), fill: Fill(.black))))
    let figure = Figure(Image("m", alternative: "a map"), caption: [.text("caption")])
    var look = BookStyle.bare
    look.set("heading") { $0.spaceAfter = 20 }
    for before in 2...9 {
      let book = try SetBook(
        [
          .paragraph("a", lines: before), .heading(Heading(2, [.text("head")])), .figure(figure),
        ], look: look, images: { _ in map })
      #expect(book.pages.count == 2)
      #expect(book.text(1).hasPrefix("head") && book.text(1).contains("caption"), "\(before)")
      #expect(book.result.structure.elements.first { $0.role == .figure }?.box?.page == 1)
    }
  }

  /// A figure below it would have no room there either.
  @Test func `a line that ends in a colon does not move to a page without room for the next block`()
    throws
  {
    let map = BookImage(
      size: Size(width: 100, height: 110), node: .path(PathNode(Path(), fill: Fill(.black))))
    let book = try SetBook(
      [.leadIn(lines: 6), .figure(Figure(Image("m", alternative: "a map")))],
      images: { _ in map })
    #expect(book.pages.count == 2)
    #expect(book.text(0).contains("bbb:"))
  }

  @Test func `a heading stays with the first lines of a frame higher than a page`() throws {
    var look = BookStyle.bare
    look.set("callout.dice") {
      $0.border = .black
      $0.paddingBlock = 0
      $0.keepsTogether = true
    }
    for before in 1...9 {
      let frame = Callout(kind: "dice", title: [], [.paragraph("d", lines: 14)])
      let book = try SetBook(
        [
          .paragraph("a", lines: before), .heading(Heading(2, [.text("head")])), .callout(frame),
        ], look: look)
      let page = try #require(book.pages.indices.first { book.text($0).contains("head") })
      #expect(book.lines(page).count { $0.text.hasPrefix("d") } >= 2, "\(before)")
    }
  }

  /// A map of a place that does not fit below its heading lets the story continue there, and is
  /// at the head of the next page.
  @Test func `a map of a place floats to avoid a gap at the bottom of a page`() throws {
    let map = BookImage(
      size: Size(width: 100, height: 48), node: .path(PathNode(Path(), fill: Fill(.black))))
    let figure = Figure(Image("m", alternative: "a map"), .classes("map", "place"))
    var moved = 0
    for before in 1...9 {
      let story = (0..<6).map { _ in Block.paragraph("b", lines: 6) }
      let book = try SetBook(
        [.paragraph("a", lines: before), .heading(Heading(2, [.text("head")])), .figure(figure)]
          + story, images: { _ in map })
      let head = try #require(book.pages.indices.first { book.text($0).contains("head") })
      let figures = book.result.structure.elements.filter { $0.role == .figure }
      let page = try #require(figures.first?.box?.page)
      #expect(figures.count == 1 && (head...head + 1).contains(page))
      if page > head { moved += 1 }
      for page in book.pages.indices.dropLast() {
        let used = Double(book.lines(page).count) * 12 + (page == figures[0].box?.page ? 48 : 0)
        #expect(used >= 80 && used <= 120.01, "\(before): page \(page + 1)")
      }
      let lines = book.pages.indices.flatMap { page in
        book.lines(page).map { $0.text.filter { $0 != " " } }
      }
      #expect(
        lines == Array(repeating: "aaaa", count: before) + ["head"]
          + Array(repeating: "bbbb", count: 36))
    }
    #expect(moved > 0)
  }

  /// With little behind it, it would have the next page to itself.
  @Test func `a map of a place at the end of a chapter stays with its heading`() throws {
    let map = BookImage(
      size: Size(width: 100, height: 48), node: .path(PathNode(Path(), fill: Fill(.black))))
    let figure = Figure(Image("m", alternative: "a map"), .classes("map", "place"))
    let book = try SetBook(
      [
        .paragraph("a", lines: 7), .heading(Heading(2, [.text("head")])), .figure(figure),
        .paragraph("b", lines: 3), .pageBreak, .paragraph("c", lines: 2),
      ], images: { _ in map })
    #expect(book.pages.count == 3)
    #expect(book.text(1).hasPrefix("head") && book.text(1).contains("bbbb"))
    #expect(book.result.structure.elements.first { $0.role == .figure }?.box?.page == 1)
  }
}
