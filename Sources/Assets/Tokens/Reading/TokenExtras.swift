// SPDX-License-Identifier: MIT
// Part of Platen: the parts of a file of tokens besides tokens: contrasts, fonts, words.

internal import Diagnostics
internal import Values

/// Reads `contrast`, `fonts` and `strings`, which both formats have in a place of their own.
struct TokenExtras {
  let nameOfAlias: @Sendable (String) -> String

  func read(_ table: PlacedValue, into set: inout DraftSet, _ log: inout DiagnosticLog) {
    if let contrast = table["contrast"] { set.contrasts = pairs(contrast, &log) }
    if let fonts = table["fonts"] {
      for font in fonts.elements ?? [fonts] {
        if let path = font.text, !path.isEmpty {
          set.fontFiles.append(path)
        } else {
          log.record(
            .error(
              .tokensFonts, "fonts: expected names of files, found \(font.shortDescription)",
              at: font.place)
          )
        }
      }
    }
    if let strings = table["strings"] { set.strings = languages(strings, &log) }
  }

  /// `{ text: …, on: …, level: AA }`, or `text on ground`.
  private func pairs(_ source: PlacedValue, _ log: inout DiagnosticLog) -> [ContrastPair] {
    guard let elements = source.elements else {
      log.record(
        .error(
          .tokensContrast, "contrast: expected a list, found \(source.shortDescription)",
          at: source.place))
      return []
    }
    return elements.flatMap { element -> [ContrastPair] in
      var texts: [PlacedValue] = []
      var grounds: [PlacedValue] = []
      var level = Contrast.Level.AA
      if let short = element.text {
        let words = short.split(separator: " ")
        if words.count == 3, words[1] == "on" {
          texts = [PlacedValue(.text(String(words[0])), at: element.place)]
          grounds = [PlacedValue(.text(String(words[2])), at: element.place)]
        }
      } else {
        texts = element["text"].map { $0.elements ?? [$0] } ?? []
        grounds = element["on"].map { $0.elements ?? [$0] } ?? []
        for member in element.entries where !["text", "on", "level"].contains(member.key) {
          log.record(
            .error(
              .tokensKey, "contrast: unknown key \"\(printable(member.key, limit: 60))\"",
              at: member.place, hints: [nearMissHint(member.key, among: ["text", "on", "level"])]))
        }
        if let wanted = element["level"] {
          if let known = wanted.text.flatMap(Contrast.Level.init) {
            level = known
          } else {
            log.record(
              .error(
                .tokensContrast, "\(wanted.shortDescription) is not a level of contrast",
                at: wanted.place,
                hints: ["known: large (3 to 1), AA (4.5), AAA (7)"]))
          }
        }
      }
      guard !texts.isEmpty, !grounds.isEmpty else {
        log.record(
          .error(
            .tokensContrast, "contrast: expected a text and its background",
            at: element.place, hints: ["{ text: color.text, on: color.background, level: AA }"]))
        return []
      }
      return texts.flatMap { text in
        grounds.compactMap { ground in
          guard let textName = text.text, let groundName = ground.text else {
            log.record(
              .error(.tokensContrast, "contrast: expected names of colors", at: text.place))
            return nil
          }
          return ContrastPair(
            text: nameOfAlias(bare(textName)), on: nameOfAlias(bare(groundName)), level: level,
            at: text.place)
        }
      }
    }
  }

  /// Braces may be written round a name, as in aliases.
  private func bare(_ name: String) -> String {
    name.hasPrefix("{") && name.hasSuffix("}") ? String(name.dropFirst().dropLast()) : name
  }

  private func languages(_ source: PlacedValue, _ log: inout DiagnosticLog) -> [TokenStrings] {
    source.entries.compactMap { language in
      let isTag =
        !language.key.isEmpty
        && language.key.utf8.allSatisfy { byte in
          byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
            || (0x61...0x7A).contains(byte)
        }
      guard isTag, language.value.isMapping else {
        log.record(
          .error(
            .tokensStrings, "strings: expected languages, each with keys and texts",
            at: language.place, hints: ["strings: { en: { greeting: Hello } }"]))
        return nil
      }
      var entries: [TokenStrings.Entry] = []
      flatten(language.value, prefix: "", into: &entries, &log)
      return TokenStrings(language: language.key, entries: entries)
    }
  }

  private func flatten(
    _ table: PlacedValue, prefix: String, into entries: inout [TokenStrings.Entry],
    _ log: inout DiagnosticLog
  ) {
    for member in table.entries {
      let key = prefix + member.key
      if member.value.isMapping {
        flatten(member.value, prefix: key + ".", into: &entries, &log)
      } else if let text = member.value.text {
        entries.append(.init(key, text))
      } else {
        log.record(
          .error(
            .tokensStrings, "\(key): expected a text, found \(member.value.shortDescription)",
            at: member.value.place, hints: ["put it in quotes"]))
      }
    }
  }
}
