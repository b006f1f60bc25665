// SPDX-License-Identifier: MIT
// Part of Platen: a talk's statistics as files: JSON, CSV and text.

internal import CSV
public import Documents
internal import JSON

extension TalkStatistics {
  private static func percent(_ share: Int) -> String { "\(share / 10).\(share % 10)" }

  /// - Parameter file: what the talk was read from, as the file is to name it.
  public func json(file: String) -> [UInt8] {
    func writeCount(_ count: Count, to json: inout JSONWriter) {
      json.member("words", count.words)
      json.member("bullets", count.bullets)
      json.member("images", count.images)
      json.member("steps", count.steps)
      json.member("notes_words", count.notesWords)
    }
    var json = JSONWriter(indent: 1)
    json.object { json in
      json.member("file", file)
      json.member("title", title)
      json.member("words_per_minute", wordsPerMinute)
      json.member("notes_counted", !excludesNotes)
      json.key("total")
      json.object { json in
        json.member("slides", total.slides)
        json.member("parts", partCount)
        writeCount(total, to: &json)
      }
      json.member("estimated", TalkStatistics.clock(seconds))
      json.member("slow110", TalkStatistics.clock(seconds(at: 110)))
      json.member("normal150", TalkStatistics.clock(seconds(at: 150)))
      json.member("fast170", TalkStatistics.clock(seconds(at: 170)))
      json.key("parts")
      json.array { json in
        for part in parts {
          json.object { json in
            json.member("part", part.title)
            json.member("slides", part.count.slides)
            writeCount(part.count, to: &json)
            json.key("percentage")
            json.raw(TalkStatistics.percent(part.share))
            json.member("duration", TalkStatistics.clock(part.seconds))
          }
        }
      }
      json.key("planned")
      json.object { json in
        json.member("duration", TalkStatistics.clock(plan.seconds))
        json.member("slides", plan.planned)
        json.member("of", plan.slides)
      }
      json.key("advice")
      json.array { json in for line in advice { json.string(line) } }
    }
    return json.utf8 + [0x0A]
  }

  /// A table of the parts and the whole, by RFC 4180.
  public var csv: String {
    var text = CSVText()
    text.row([
      "part", "slides", "words", "notes_words", "bullets", "images", "steps", "percentage",
      "duration",
    ])
    func row(_ name: String, _ count: Count, _ share: String, _ duration: Int) {
      text.row(
        [name, "\(count.slides)", "\(count.words)", "\(count.notesWords)", "\(count.bullets)"]
          + ["\(count.images)", "\(count.steps)", share, TalkStatistics.clock(duration)])
    }
    for part in parts {
      row(part.title, part.count, TalkStatistics.percent(part.share), part.seconds)
    }
    row("(Total)", total, parts.isEmpty ? "0.0" : "100.0", seconds)
    return String(decoding: text.bytes, as: UTF8.self)
  }

  /// The same for people.
  ///
  /// - Parameter phrases: the words it is written in.
  public func text(_ phrases: Phrasebook = .english) -> String {
    func counts(_ pairs: [(Phrase, Int)]) -> String {
      pairs.map { "\(phrases[$0.0]): \($0.1)" }.joined(separator: "  ")
    }
    var lines = [
      title, "",
      counts([
        (.slides, total.slides), (.parts, partCount), (.words, total.words),
        (.notesWords, total.notesWords),
      ]),
      counts([(.points, total.bullets), (.pictures, total.images), (.steps, total.steps)]), "",
    ]
    let head = [Phrase.part, .slides, .words, .share, .duration].map { phrases[$0] }
    let rows = parts.map {
      [
        $0.shownTitle(phrases), "\($0.count.slides)", "\($0.count.words)",
        TalkStatistics.percent($0.share) + "%", TalkStatistics.clock($0.seconds),
      ]
    }
    let widths = head.indices.map { column in
      ([head] + rows).map { $0[column].count }.max() ?? 0
    }
    for row in [head] + rows {
      var line = ""
      for (column, cell) in row.enumerated() {
        let blanks = String(repeating: " ", count: widths[column] - cell.count)
        line += (column == 0 ? cell + blanks : "  " + blanks + cell)
      }
      lines.append(line)
    }
    lines += [
      "", "\(phrases[.duration]): \(length(phrases))", "\(phrases[.pace]): \(paces(phrases))",
    ]
    if plan.planned > 0 { lines.append("\(phrases[.planned]): \(planned(phrases))") }
    let advice = advice(phrases)
    if !advice.isEmpty { lines += [""] + advice }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The length of the talk and the words a minute it is computed from.
  package func length(_ phrases: Phrasebook) -> String {
    TalkStatistics.clock(seconds) + " " + phrases(.wordsPerMinute, "\(wordsPerMinute)")
  }

  /// The lengths of the talk when it is spoken slowly, normally and fast.
  package func paces(_ phrases: Phrasebook) -> String {
    [(Phrase.slow, 110), (.normal, 150), (.fast, 170)].map { pace, words in
      TalkStatistics.clock(seconds(at: words)) + " " + phrases(pace, "\(words)")
    }.joined(separator: phrases[.comma])
  }

  /// The planned time and, where some slides plan none, the number of slides that do.
  package func planned(_ phrases: Phrasebook) -> String {
    let time = TalkStatistics.clock(plan.seconds)
    guard plan.planned < plan.slides else { return time }
    return phrases(.plannedOver, time, "\(plan.planned)", "\(plan.slides)")
  }
}

extension TalkStatistics.Part {
  /// The title as it is printed.
  package func shownTitle(_ phrases: Phrasebook) -> String {
    title == TalkStatistics.introduction ? phrases[.introduction] : title
  }
}
