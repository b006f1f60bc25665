// SPDX-License-Identifier: MIT
// Part of Platen: checks a talk by the rules: slides with too much on them, or nothing.

public import Diagnostics
internal import Documents
internal import Text

/// Checks a talk by the rules for slides.
public struct TalkLint {
  private let talk: Talk
  private let prefix: String
  private var found: [Diagnostic] = []

  /// The findings of the rules for a talk, in the order of its slides.
  ///
  /// The code of each is `lint.` and the rule's id. Only findings that the talk's settings deny are
  /// errors, for a talk that breaks a rule can be shown: a talk's errors are warnings, its
  /// information is notes. Where more than three findings of a rule are not errors, the first has
  /// the places of the others.
  /// - Parameter prefix: the text before the names of files, as in `TalkFolder`.
  public static func diagnostics(of talk: Talk, prefix: String = "") -> [Diagnostic] {
    var lint = TalkLint(talk: talk, prefix: prefix)
    lint.run()
    return lint.condensed()
  }

  /// The number of findings of a rule up to which each is reported.
  private static let mostOfOneRule = 3

  /// The findings, with one in place of many of the same rule that are not errors.
  private func condensed() -> [Diagnostic] {
    func isCondensable(_ finding: Diagnostic) -> Bool {
      finding.severity != .error && finding.code != .lintUnknownRule
    }
    let groups = Dictionary(grouping: found.filter(isCondensable), by: \.code)
    var seen: Set<Diagnostic.Code> = []
    return found.compactMap { finding in
      guard isCondensable(finding), let group = groups[finding.code],
        group.count > TalkLint.mostOfOneRule
      else { return finding }
      guard seen.insert(finding.code).inserted else { return nil }
      var first = finding
      let others = group.dropFirst().map { other in
        let place = other.place?.text ?? "the talk"
        return place.hasPrefix(prefix) ? String(place.dropFirst(prefix.count)) : place
      }
      let most = TalkLint.mostOfOneRule
      let shown = others.prefix(most).joined(separator: ", ")
      first.message +=
        "; \(others.count) more: \(shown)"
        + (others.count > most ? " and \(counted(others.count - most, "other"))" : "")
      return first
    }
  }

  private init(talk: Talk, prefix: String) {
    self.talk = talk
    self.prefix = prefix
  }

  private var limits: TalkSettings.Lint { talk.settings.lint }

  private mutating func run() {
    var parts: Set<String> = []
    var titles: Set<String> = []
    for (index, slide) in talk.deck.slides.enumerated() {
      let place = place(of: slide, index)
      for (rule, message) in countFindings(slide) + blockFindings(slide) {
        var place = place
        if !slide.source.isEmpty { place.line = talk.lines[index]?[rule] }
        report(rule, message, slide, place)
      }
      for violation in talk.violations where violation.slide == index {
        report(violation.rule, violation.message, slide, violation.place ?? place)
      }
      let title = slide.title.plainText
      let isNew =
        slide.kind == .part ? parts.insert(title).inserted : titles.insert(title).inserted
      // Variants for the screen and for paper may have the same title.
      if !isNew, slide.hiddenIn.isEmpty {
        let isPart = slide.kind == .part
        report(
          isPart ? .duplicatePart : .duplicateTitle,
          "there is a \(isPart ? "part" : "slide") \"\(title)\" before", slide, place)
      }
      for id in slide.disabledRules where !TalkRule.isKnown(id) { unknown(id, at: place) }
    }
    let planned = talk.deck.slides.reduce(0) { $0 + ($1.duration ?? 0) }
    if let longest = limits.longest, planned > longest {
      let clock = TalkStatistics.clock
      report(
        .overBudget, "slides plan \(clock(planned)), the limit is \(clock(longest))", nil,
        nil)
    }
    for violation in talk.violations where violation.slide == nil {
      report(violation.rule, violation.message, nil, violation.place)
    }
    let denied = limits.denied.filter { TalkLint.level($0) == nil }
    for id in limits.disabled + limits.severities.keys.sorted() + denied
    where !TalkRule.isKnown(id) {
      unknown(id, at: nil)
    }
    let named =
      limits.disabled + limits.severities.keys + denied + talk.deck.slides.flatMap(\.disabledRules)
    if limits.namesSpelling || named.contains(TalkRule.spelling) {
      found.append(
        .note(.lintNotOffered, "spelling is not checked here (\(TalkRule.spelling))"))
    }
  }

  /// The findings that follow from a slide's counts and its position.
  private func countFindings(_ slide: Slide) -> [(TalkRule, String)] {
    var result: [(TalkRule, String)] = []
    let steps = slide.steps.count - 1
    if slide.kind == .part, steps > 0 { result.append((.pauseInPart, "a part has steps")) }
    if slide.steps.dropFirst().contains(where: { $0.blocks.isEmpty }) {
      result.append((.emptyStep, "a step is empty"))
    }
    if steps > limits.mostSteps {
      result.append((.tooManySteps, "\(steps) steps, the limit is \(limits.mostSteps)"))
    }
    if slide.counts.nestedSteps > 0 { result.append((.nestedStep, "a step is within another")) }
    if slide.counts.scripts > 0 { result.append((.rawScript, "a script is in the slide")) }
    if slide.kind == .standard, slide.steps.allSatisfy({ $0.blocks.isEmpty }) {
      result.append((.emptySlide, "this slide is empty"))
    }
    if slide.title.isBlank || slide.title.plainText == "<No Title>" {
      result.append((.missingTitle, "this slide has no title"))
    }
    if slide.kind == .standard, limits.requiresNotes, slide.notes.isEmpty {
      result.append((.missingNotes, "this slide has no notes"))
    }
    let words = slide.counts.words
    if words > limits.mostWords {
      result.append((.excessiveWords, "\(words) words, the limit is \(limits.mostWords)"))
    }
    let images = slide.counts.images
    if images > limits.mostImages {
      result.append((.tooManyImages, "\(images) images, the limit is \(limits.mostImages)"))
    }
    return result
  }

  /// The findings that follow from a slide's blocks.
  private func blockFindings(_ slide: Slide) -> [(TalkRule, String)] {
    var unnamed = 0
    var longest = 0
    var withoutLanguage = 0
    var headings = 0
    // The first heading with the text of the title is the title, or the first large one of a slide
    // whose title is not shown.
    var isTitleOpen = true
    for step in slide.steps {
      step.blocks.walk { block in
        if case .heading(let heading) = block {
          let isTitle =
            isTitleOpen
            && (slide.isTitled(heading.inlines) || slide.hidesTitle && heading.level == 1)
          if isTitle { isTitleOpen = false }
          if heading.level == 1, !isTitle { headings += 1 }
        }
        if case .code(let code) = block {
          longest = max(longest, 1 + code.text.utf8.count { $0 == 0x0A })
          if code.language.isEmpty { withoutLanguage += 1 }
        }
        return .descend
      } inline: { inline in
        if case .image(let image) = inline, image.alternative.isEmpty { unnamed += 1 }
        return .descend
      }
    }
    var result: [(TalkRule, String)] = []
    if unnamed > 0 {
      result.append(
        (.missingAlternative, counted(unnamed, "image has", "images have") + " no alternative text")
      )
    }
    if headings > 0 {
      result.append(
        (
          .heading1,
          counted(headings, "heading in this slide is", "headings in this slide are")
            + " as large as its title"
        ))
    }
    if longest > limits.mostCodeLines {
      result.append((.longCode, "\(longest) lines of code, the limit is \(limits.mostCodeLines)"))
    }
    if withoutLanguage > 0 {
      result.append(
        (
          .codeWithoutLanguage,
          counted(withoutLanguage, "code block names", "code blocks name") + " no language"
        ))
    }
    return result
  }

  // MARK: Reporting

  private func place(of slide: Slide, _ index: Int) -> SourceLocation {
    slide.source.isEmpty
      ? SourceLocation(field: "slide \(index + 1)") : SourceLocation(file: prefix + slide.source)
  }

  private mutating func report(
    _ rule: TalkRule, _ message: String, _ slide: Slide?, _ place: SourceLocation?
  ) {
    let id = rule.rawValue
    guard slide?.disabledRules.contains(id) != true, !limits.disabled.contains(id) else { return }
    let own = limits.severities[id] ?? (rule.isNote ? "info" : "warning")
    let level = TalkLint.level(own) ?? .warning
    let isDenied = limits.denied.contains { denied in
      denied == id || TalkLint.level(denied).map { $0 <= level } == true
    }
    found.append(
      Diagnostic(
        isDenied ? .error : min(level, .warning), rule.code, message, at: place,
        hints: rule.hints))
  }

  /// The severity of a word in a talk's settings; nil for other words.
  private static func level(_ word: String) -> Diagnostic.Severity? {
    switch word.lowercased() {
    case "info", "infos", "note", "notes": .note
    case "warning", "warnings": .warning
    case "error", "errors": .error
    default: nil
    }
  }

  private mutating func unknown(_ id: String, at place: SourceLocation?) {
    found.append(
      .warning(
        .lintUnknownRule, "unknown rule \"\(id)\"", at: place,
        hints: [nearMissHint(id, among: TalkRule.ids)]))
  }
}
