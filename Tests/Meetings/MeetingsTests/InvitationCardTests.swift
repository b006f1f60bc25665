// SPDX-License-Identifier: MIT
// Part of Platen: tests of invitation cards: what is on them, where, and how long texts are cut.

import Canvas
import Documents
import Drawing
import Geometry
import Testing

@testable import Meetings

@Suite struct InvitationCardTests {
  private let colors = InvitationCard.Colors(
    paper: .white, ink: .black, muted: .black, accent: .black, line: .black)

  private var club: Meeting {
    var meeting = Meeting()
    meeting.title = "The Salt Road"
    meeting.room.base = "https://meet.club.example"
    meeting.room.name = "salt-road-evening"
    meeting.side.next = "Friday, 27 March 2026, 20:00, same room"
    return meeting
  }

  @Test func `text stays on the card and the code leads to the room`() throws {
    var options = MinutesOptions()
    for title in [
      "", "T", String(repeating: "word ", count: 60), "نشست دوستان", "秋天的聚会",
      "一个很长的会议标题，讨论地图与钥匙，还有很多其他的事情需要决定 and more",
      String(repeating: "Donaudampfschiff", count: 6), String(repeating: "会议标题，", count: 40),
    ] {
      options.title = title
      let invitation = try Invitation(club, options: options)
      #expect(invitation.link == "https://meet.club.example/m/salt-road-evening")
      let card = InvitationCard(
        invitation: invitation, colors: colors, families: ["Lato"])
      let library = try FontLibrary(FontSet())
      let scene = try card.scene(text: library)
      let frame = Rect(x: 0, y: 0, width: scene.size.width, height: scene.size.height)
      for case .text(let text) in scene.nodes {
        for glyph in text.glyphs { #expect(frame.contains(glyph.position), "\(text.source)") }
      }
      // Nothing runs under the code, a square at the right.
      let code = scene.nodes.last { node in
        if case .path(let path) = node {
          (path.path.controlBounds?.width ?? 0) == 148
        } else {
          false
        }
      }
      guard case .path(let square)? = code else {
        Issue.record("no code")
        continue
      }
      for case .text(let text) in scene.nodes where text.source != "Scan to join" {
        let ends = zip(text.glyphs, text.glyphs.dropFirst()).map(\.1.position.x)
        #expect((ends.max() ?? 0) < (square.path.controlBounds?.minX ?? 0), "\(text.source)")
      }
      let (page, structure) = try card.page(text: library, language: "en")
      #expect(page.leaves.map(\.nodes.count).reduce(0, +) == page.scene.nodes.count)
      #expect(
        structure.elements.contains { $0.role == .figure && $0.alternative.contains("https") })
    }
  }

  /// The words of a card's lines, each with where it begins and ends.
  private func lines(
    _ invitation: Invitation, isRightToLeft: Bool = false
  ) throws -> [(text: String, from: Double, to: Double, y: Double)] {
    let card = InvitationCard(
      invitation: invitation, colors: colors, families: ["Lato"],
      isRightToLeft: isRightToLeft)
    let scene = try card.scene(text: try FontLibrary(FontSet()))
    var lines: [(text: String, from: Double, to: Double, y: Double)] = []
    for case .text(let text) in scene.nodes {
      let places = text.glyphs.map(\.position)
      let (from, to) = (places.map(\.x).min() ?? 0, places.map(\.x).max() ?? 0)
      if let last = lines.last, let y = places.first?.y, last.y == y {
        lines[lines.count - 1].text += text.source
        lines[lines.count - 1].to = max(last.to, to)
      } else {
        lines.append((text.source, from, to, places.first?.y ?? 0))
      }
    }
    return lines
  }

  @Test func `a right-to-left title is right-to-left in every line`() throws {
    var options = MinutesOptions()
    options.title = "نشست باشگاه (Club) شماره 12"
    let rendered = try lines(try Invitation(club, options: options))
    let parts = rendered.filter { line in
      line.text.unicodeScalars.contains { Direction.strong($0) == .rightToLeft }
    }
    // Pieces stand as they are seen: what comes last in the text stands at the left.
    let second = try #require(parts.first { $0.text.contains("12") })
    #expect(second.text.hasPrefix("12"), "\(parts)")
    // They begin at the right of the column, and nothing else does.
    for line in parts { #expect(line.to > 200, "\(line)") }
    #expect(rendered.contains { $0.text == "YOU ARE INVITED" && $0.from < 60 }, "\(rendered)")
    let mirrored = try lines(try Invitation(club, options: options), isRightToLeft: true)
    #expect(mirrored.allSatisfy { $0.text == "Scan to join" || $0.from >= 199 }, "\(mirrored)")
  }

  @Test(arguments: [
    String(repeating: "a", count: 63), String(repeating: "abcd-efg-", count: 7).dropLast() + "h",
    "abc-defg-hij",
  ])
  func `a room's name and link are complete on the card`(name: String) throws {
    var meeting = club
    meeting.room.name = name
    for title in ["T", String(repeating: "long words ", count: 20)] {
      var options = MinutesOptions()
      options.title = title
      let rendered = try lines(try Invitation(meeting, options: options))
      let words = rendered.map(\.text).joined()
      #expect(words.contains(name) && words.contains("meet.club.example/m/" + name), "\(words)")
      if title == "T" { #expect(!words.contains("…")) }
      // Lines stand below each other, none on another.
      let column = rendered.filter { $0.text != "Scan to join" }.map(\.y)
      #expect(zip(column, column.dropFirst()).allSatisfy { $1 - $0 > 6 }, "\(column)")
    }
  }

  @Test(arguments: ["word ", "wordswithoutspaces", "会议标题", "ab-"])
  func `the time to shorten a text is linear in its length`(piece: String) throws {
    let counts = try [500, 1000].map { count in
      var meeting = club
      // The label of the code is one line, however long the name of the server is.
      meeting.instance = String(repeating: piece, count: count)
      var options = MinutesOptions()
      options.title = meeting.instance
      let text = CountingFonts(fonts: try FontLibrary(FontSet()))
      let card = InvitationCard(
        invitation: try Invitation(meeting, options: options), colors: colors, families: ["Lato"])
      let label = try card.scene(text: text).nodes.contains { node in
        if case .text(let text) = node { text.source.hasSuffix("…") } else { false }
      }
      #expect(label)
      return text.count
    }
    #expect(counts[1] < 3 * counts[0], "\(counts)")
  }
}

/// Fonts that count the characters they shape.
private final class CountingFonts: TextMeasuring {
  private let fonts: FontLibrary
  nonisolated(unsafe) private(set) var count = 0

  init(fonts: FontLibrary) { self.fonts = fonts }

  func shape(_ text: String, font: FontRequest) -> ShapedText {
    count += text.count
    return fonts.shape(text, font: font)
  }
}
