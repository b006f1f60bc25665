// SPDX-License-Identifier: MIT
// Part of Platen: a campaign with the labels of the game's own export, to compare line by line.

internal import Documents

extension BookMaker {
  /// The rule above and below `SCENE N`.
  private static let rule = String(repeating: "=", count: 60)

  /// Entries as the game exports them since 2026: labels in English on lines of their own, texts with
  /// their Markdown as written.
  mutating func writeTranscript(_ unit: SceneUnit) {
    for entry in campaign.entries[unit.entries] {
      var lines: [String] = []
      if entry.actor == .narrator {
        lines = [BookMaker.rule, "SCENE \(entry.scene ?? 0)", BookMaker.rule]
        if let header = entry.header, !header.isWritten {
          lines += ("[" + header.exported + "]").lines.map(String.init)
        }
        if !entry.factionHeader.isEmpty { lines += entry.factionHeader.lines.map(String.init) }
        if !entry.resources.isEmpty { lines.append("Resources: " + entry.resources) }
        if !entry.dice.isEmpty {
          lines.append("Dice Rolls:")
          lines += entry.dice.map {
            "  - " + ($0.exported.isEmpty ? inlines($0).plainText : $0.exported)
          }
        }
        let id = entry.scene.map { "scene-\($0)" } ?? ""
        append(lines, Attributes(id: id, classes: ["transcript", "scene-rule"]))
        lines = ["Game Master:"]
      } else {
        lines = [BookMaker.label(of: entry)]
      }
      var text = entry.text.isEmpty ? entry.godModeResponse : entry.text
      if !isForGameMaster, entry.actor == .player {
        text = text.before("GOD_MODE_").trimmed
      }
      let kind = entry.actor == .narrator ? "narrator" : "player"
      for (index, paragraph) in BookMaker.paragraphs(of: text).enumerated() {
        append(index == 0 ? lines + paragraph : paragraph, .classes("transcript", kind))
        lines = []
      }
      append(lines, .classes("transcript", kind))
      // The export has no choices but those that stand in the text.
      for lines in BookMaker.paragraphs(of: entry.planning?.written ?? "") {
        append(lines, .classes("transcript", kind))
      }
      if isForGameMaster {
        for note in entry.secrets {
          append([note.name + ": " + note.text], .classes("transcript", "gm"))
        }
        if options.audience == .debug {
          for note in entry.debug {
            append([note.name + ": " + note.text], .classes("transcript", "debug"))
          }
        }
      }
    }
  }

  /// The lines of a text, cut where there are blank ones.
  private static func paragraphs(of text: String) -> [[String]] {
    text.lines.split { line in line.allSatisfy { $0 == " " } }.map { $0.map { String($0) } }
  }

  private static func label(of entry: Entry) -> String {
    if entry.mode == "god", entry.choiceID.isEmpty { return "God Mode:" }
    return entry.choiceID.isEmpty ? "Player (freeform):" : "Player (choice: \(entry.choiceID)):"
  }

  /// A paragraph of lines.
  private mutating func append(_ lines: [String], _ attributes: Attributes) {
    guard !lines.isEmpty else { return }
    var inlines: [Inline] = []
    for line in lines {
      if !inlines.isEmpty { inlines.append(.lineBreak) }
      let text = line.replacing(byte: 0x09, with: 0x20)
      if !text.isEmpty { inlines.append(.text(text)) }
    }
    blocks.append(.paragraph(Paragraph(inlines, attributes)))
  }
}

extension SessionHeader {
  /// The lines as the game writes them, without the tag.
  var exported: String {
    var lines: [String] = []
    for (name, value) in [
      ("Timestamp", timestamp), ("Location", location), ("Status", status),
      ("Conditions", conditions), ("Resources", resources),
    ] where !value.isEmpty { lines.append(name + ": " + value) }
    let lead = beginsWithOther ? 1 : 0
    return (others.prefix(lead) + lines + others.dropFirst(lead)).joined(separator: "\n")
  }
}
