// SPDX-License-Identifier: MIT
// Part of Platen: a talk as the JSON that Toboggan's servers answer with.

package import Documents
internal import JSON
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
  package var talk: [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("title", deck.metadata.title)
      json.member("date", deck.metadata.date.isEmpty ? nil : deck.metadata.date)
      json.member("footer", deck.footer.isEmpty ? nil : html(deck.footer))
      // What a page's head holds is for browsers to do, and is not done here.
      json.member("head", String?.none)
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

  /// `GET /api/slides`.
  package func slides(withNotes: Bool) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.key("slides")
      json.array { json in
        for slide in deck.slides { write(slide, withNotes: withNotes, to: &json) }
      }
    }
    return json.utf8
  }

  private func write(_ slide: Slide, withNotes: Bool, to json: inout JSONWriter) {
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
      write(body(of: slide), slide.steps.flatMap(\.blocks), to: &json)
      json.key("notes")
      write(withNotes ? html(slide.notes) : "", withNotes ? slide.notes : [], to: &json)
      json.member("step_count", slide.steps.count - 1)
      if let duration = slide.duration { json.member("duration", duration) }
    }
  }

  private func write(_ html: String, _ blocks: [Block], to json: inout JSONWriter) {
    json.object { json in
      guard !html.isEmpty else { return json.member("type", "Empty") }
      json.member("type", "Html")
      json.member("raw", html)
      json.member("alt", TalkJSON.plain(blocks))
    }
  }

  /// The body of a slide; each part that appears later is in a division of its own.
  private func body(of slide: Slide) -> String {
    slide.steps.enumerated().map { number, step in
      let inner = html(step.blocks)
      return number == 0 ? inner : "<div class=\"step step-\(number - 1)\">\n\(inner)</div>\n"
    }.joined()
  }

  /// The words to speak, in sentences without markup.
  private static func plain(_ blocks: [Block]) -> String {
    var words: [String] = []
    blocks.walk(
      block: { _ in
        words.append(" ")
        return .descend
      },
      inline: { inline in
        switch inline {
        case .text(let text), .code(let text): words.append(text)
        case .lineBreak: words.append(" ")
        default: break
        }
        return .descend
      })
    return words.joined().split(separator: " ").joined(separator: " ")
  }

  private func html(_ blocks: [Block]) -> String {
    blocks.isEmpty
      ? ""
      : HTMLWriter(phrases: deck.phrases).fragment(blocks, language: deck.metadata.language)
  }
}
