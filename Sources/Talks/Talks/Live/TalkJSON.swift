// SPDX-License-Identifier: MIT
// Part of Platen: a talk as the JSON that Toboggan's servers answer with.

package import Documents
internal import JSON
internal import Text
internal import Writers

/// The text of a talk for programs, and for viewers who do not see its images.
package struct TalkJSON {
  private let deck: Deck
  private let version: String
  private let plan: [Int]

  /// - Parameters:
  ///   - version: of the talk as it is shown.
  ///   - plan: seconds each slide should take.
  package init(deck: Deck, version: String, plan: [Int]) {
    self.deck = deck
    self.version = version
    self.plan = plan
  }

  /// `GET /api/talk`, with the version and the plan besides.
  ///
  /// - Parameter today: `YYYY-MM-DD`, the date of a talk that states none: Toboggan's clients cannot
  ///   do without one.
  package func talk(today: String) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("title", deck.metadata.title)
      let date = deck.metadata.date
      json.member("date", TalkJSON.isDay(date) ? date : today)
      // What a page's head holds is for browsers to do, and is not done here.
      if !deck.footer.isEmpty { json.member("footer", html(deck.footer)) }
      json.member("lang", deck.metadata.language)
      json.key("titles")
      json.array { json in for slide in deck.slides { json.string(slide.name) } }
      json.key("step_counts")
      json.array { json in for slide in deck.slides { json.int(slide.steps.count - 1) } }
      json.key("durations")
      json.array { json in
        for slide in deck.slides {
          if let duration = slide.duration { json.int(duration) } else { json.null() }
        }
      }
      json.member("version", version)
      json.key("plan")
      json.array { json in for seconds in plan { json.int(seconds) } }
    }
    return json.utf8
  }

  /// Indicates whether a text is a day as `YYYY-MM-DD`.
  private static func isDay(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    return parts.count == 3
      && (1...9999).contains(parts[0]) && (1...12).contains(parts[1])
      && (1...31).contains(parts[2])
      && CivilDay.text(CivilDay.days(year: parts[0], month: parts[1], day: parts[2])) == text
  }

  /// The slides of `GET /api/slides`, each as an object.
  package func slides(withNotes: Bool) -> [[UInt8]] {
    deck.slides.map { slide in
      var json = JSONWriter()
      writeSlide(slide, withNotes: withNotes, to: &json)
      return json.utf8
    }
  }

  private func writeSlide(_ slide: Slide, withNotes: Bool, to json: inout JSONWriter) {
    json.object { json in
      let kind = slide.kind.rawValue
      json.member("kind", kind.prefix(1).uppercased() + kind.dropFirst())
      json.member(
        "style",
        object: { json in
          json.key("classes")
          json.array { json in for name in slide.classes { json.string(name) } }
          if !slide.declarations.isEmpty { json.member("style", slide.declarations) }
        })
      json.key("title")
      json.object { json in
        json.member("type", "Text")
        json.member("text", slide.name)
      }
      json.key("body")
      writeContent(body(of: slide), slide.steps.flatMap(\.blocks), to: &json)
      json.key("notes")
      writeContent(withNotes ? html(slide.notes) : "", withNotes ? slide.notes : [], to: &json)
      json.member("step_count", slide.steps.count - 1)
      if let duration = slide.duration { json.member("duration", duration) }
    }
  }

  private func writeContent(_ html: String, _ blocks: [Block], to json: inout JSONWriter) {
    json.object { json in
      guard !html.isEmpty else { return json.member("type", "Empty") }
      json.member("type", "Html")
      json.member("raw", html)
      json.member("alt", markdown(blocks))
    }
  }

  /// The body of a slide; each part that appears later is in a division of its own.
  private func body(of slide: Slide) -> String {
    slide.steps.enumerated().map { number, step in
      let inner = html(step.blocks)
      return number == 0 ? inner : "<div class=\"step step-\(number - 1)\">\n\(inner)</div>\n"
    }.joined()
  }

  /// The text as Markdown, which clients on terminals show in place of the HTML.
  private func markdown(_ blocks: [Block]) -> String {
    let writer = MarkdownWriter(phrases: deck.phrases, hasFrontMatter: false, pictureFolder: nil)
    var bytes: [UInt8] = []
    do {
      // What Markdown does not show, the HTML beside it does, so warnings of it say nothing.
      _ = unsafe try writer.writeDocument(Document(blocks: blocks)) { unsafe bytes += $0 }
    } catch {
      preconditionFailure("writing into memory cannot fail: \(error)")
    }
    while bytes.last == 0x0A { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func html(_ blocks: [Block]) -> String {
    blocks.isEmpty
      ? ""
      : HTMLWriter(phrases: deck.phrases).fragment(blocks, language: deck.metadata.language)
  }
}
