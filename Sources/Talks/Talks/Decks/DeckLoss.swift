// SPDX-License-Identifier: MIT
// Part of Platen: what decks of other programs have that slides do not, counted by kind.

internal import Diagnostics

/// A kind of thing that is not carried over from a deck of another program.
enum DeckLoss: Int, CaseIterable {
  case keys, slideKeys, layouts, classes, comments, components, expressions, shortcodes, runCode,
    rawFormats, lineSteps, codeOptions, innerSteps, stepOrder, animations, media, severalImages,
    imageOptions, besideImages, sizes, places, tabs, templates, files, headings, styles, separators,
    spans, hidden, blank, guessedParts

  /// The message about so many of them.
  ///
  /// - Parameter names: those that have names, in a list.
  func message(_ count: Int, _ names: String) -> String {
    let times = count == 1 ? "once" : "\(count) times"
    switch self {
    case .keys: return "keys of the front matter have no effect: \(names)"
    case .slideKeys: return "settings of slides have no effect (\(times)): \(names)"
    case .layouts: return "layouts of slides have no effect (\(times)): \(names)"
    case .classes: return "classes have no effect (\(times)): \(names)"
    case .comments: return "commands in comments are unknown (\(times)): \(names)"
    case .components: return "components are omitted (\(times)): \(names)"
    case .expressions: return "expressions are shown as they are written (\(times)): \(names)"
    case .shortcodes: return "shortcodes are omitted (\(times)): \(names)"
    case .runCode: return "code is not run, and its results are missing (\(times))"
    case .rawFormats: return "text for other formats is omitted (\(times)): \(names)"
    case .lineSteps: return "code shown in steps of lines is shown whole (\(times))"
    case .codeOptions: return "options of code have no effect (\(times)): \(names)"
    case .innerSteps: return "steps within columns or blocks are shown with them (\(times))"
    case .stepOrder: return "steps come in the order of the text (\(times) set otherwise)"
    case .animations: return "transitions and animations have no effect (\(times)): \(names)"
    case .media: return "backgrounds that are films or pages are omitted (\(times))"
    case .severalImages: return "one background is shown of several (\(times))"
    case .imageOptions: return "options of images have no effect (\(times)): \(names)"
    case .besideImages: return "images at the edge of a slide are a column (\(times))"
    case .sizes: return "sizes and places of text have no effect (\(times)): \(names)"
    case .places: return "content placed freely is shown in its order (\(times))"
    case .tabs: return "tabs are shown one below the other (\(times))"
    case .templates: return "templates of slides are not found (\(times)): \(names)"
    case .files: return "other files are not found in the deck's folder (\(times)): \(names)"
    case .headings: return "headings as large as the slide have the look's size (\(times))"
    case .styles: return "styles of the deck have no effect (\(times))"
    case .separators: return "separators that are patterns are not used: \(names)"
    case .spans: return "colors and classes of words have no effect (\(times)): \(names)"
    case .hidden:
      return count == 1 ? "a hidden slide is omitted" : "\(count) hidden slides are omitted"
    case .blank:
      return count == 1 ? "an empty slide is omitted" : "\(count) empty slides are omitted"
    case .guessedParts:
      return count == 1
        ? "a slide with a heading alone opens a part"
        : "\(count) slides with a heading alone open parts"
    }
  }

  /// Indicates whether nothing of the content is lost.
  var isNote: Bool {
    switch self {
    case .hidden, .blank, .guessedParts, .besideImages, .headings, .stepOrder, .codeOptions: true
    case .keys, .slideKeys, .layouts, .classes, .comments, .components, .expressions, .shortcodes,
      .runCode, .rawFormats, .lineSteps, .innerSteps, .animations, .media, .severalImages,
      .imageOptions, .sizes, .places, .tabs, .templates, .files, .styles, .separators, .spans:
      false
    }
  }

  var hints: [String] {
    switch self {
    case .keys, .styles, .classes, .layouts: [SlideAssets.lookHint]
    case .files: ["put them beside the deck, or below its folder"]
    default: []
    }
  }
}

/// The things that are not carried over from one deck.
struct DeckLosses {
  private struct Entry {
    var count = 0
    var names: [String] = []
    var known: Set<String> = []
    var place: SourceLocation
  }

  private var entries: [DeckLoss: Entry] = [:]

  /// Counts a thing.
  ///
  /// - Parameter name: what it is called in its list; empty for none.
  mutating func record(_ loss: DeckLoss, _ name: String = "", line: Int, column: Int? = nil) {
    var entry = entries[loss] ?? Entry(place: SourceLocation(line: line, column: column ?? 1))
    entry.count += 1
    if !name.isEmpty, entry.known.count < 100, entry.known.insert(name).inserted {
      entry.names.append(printable(name, limit: 40))
    }
    entries[loss] = entry
  }

  var diagnostics: [Diagnostic] {
    DeckLoss.allCases.compactMap { loss in
      guard let entry = entries[loss] else { return nil }
      let more = entry.names.count > 12 ? " and \(entry.names.count - 12) more" : ""
      let names = entry.names.prefix(12).joined(separator: ", ") + more
      return Diagnostic(
        loss.isNote ? .note : .warning, .talkDeck, loss.message(entry.count, names),
        at: entry.place, hints: loss.hints)
    }
  }
}
