// SPDX-License-Identifier: MIT
// Part of Platen: codes of diagnostics about talks of Toboggan.

package import Diagnostics

extension Diagnostic.Code {
  package static let lintCodeNoLanguage = Self(
    "lint.code/no-language", .data,
    "A code block does not name its language, so it has no colors.",
    "Write it after the fence, as in ```swift.")
  package static let lintCodeTooLong = Self(
    "lint.code/too-long", .data,
    "A code block has more lines than the audience can read. Show fewer lines, or split it.")
  package static let lintContentExcessiveWords = Self(
    "lint.content/excessive-words", .data,
    "A slide has more words than the limit. Shorten it, or move text into the notes.")
  package static let lintContentMissingNotes = Self(
    "lint.content/missing-notes", .data,
    "A slide has no speaker notes. Add notes, or switch the rule off.")
  package static let lintContentTooManyImages = Self(
    "lint.content/too-many-images", .data,
    "A slide has more images than the limit. Split it.")
  package static let lintHtmlHeadingH1 = Self(
    "lint.html/heading-h1", .data,
    "A first-level heading within a slide is as large as the slide's title. Use a lower level.")
  package static let lintHtmlImgMissingAlt = Self(
    "lint.html/img-missing-alt", .data,
    "An image has no description for screen readers. Add alternative text.")
  package static let lintHtmlNestedStep = Self(
    "lint.html/nested-step", .data,
    "A step is within another step, so its order is unclear. Separate them.")
  package static let lintHtmlRawScript = Self(
    "lint.html/raw-script", .data,
    "A slide contains a script, which is never run. Remove it.")
  package static let lintLinkBroken = Self(
    "lint.link/broken", .data,
    "A link leads to a file or slide that does not exist. Correct it.")
  package static let lintNotOffered = Self(
    "lint.not-offered", .data,
    "The talk configures spell checking, which Platen does not offer.",
    "Use another program for it.")
  package static let lintPauseEmptyStep = Self(
    "lint.pause/empty-step", .data,
    "A pause reveals nothing. Remove it.")
  package static let lintPauseInPart = Self(
    "lint.pause/in-part", .data,
    "A slide that opens a part has pauses, which have no effect there. Remove them.")
  package static let lintPauseTooManySteps = Self(
    "lint.pause/too-many-steps", .data,
    "A slide has more steps than the limit. Split it.")
  package static let lintStructureDuplicatePartName = Self(
    "lint.structure/duplicate-part-name", .data,
    "Two parts have the same name. Rename one of them.")
  package static let lintStructureDuplicateSlideTitle = Self(
    "lint.structure/duplicate-slide-title", .data,
    "Two slides have the same title, so they are hard to distinguish in lists.",
    "Rename one of them.")
  package static let lintStructureEmptySlide = Self(
    "lint.structure/empty-slide", .data,
    "A slide shows nothing. Fill or remove it.")
  package static let lintStructureOverBudget = Self(
    "lint.structure/over-budget", .data,
    "The planned time of the slides is more than the talk has.",
    "Shorten slides, or raise the budget.")
  package static let lintStructureTitleMissing = Self(
    "lint.structure/title-missing", .data,
    "A slide has no title, so lists and screen readers cannot name it. Add one.")
  package static let lintTermUnknownCwd = Self(
    "lint.term/unknown-cwd", .data,
    "A terminal on a slide names a folder that does not exist. Correct it.")
  package static let lintTermUnknownTheme = Self(
    "lint.term/unknown-theme", .data,
    "A terminal on a slide names an unknown theme. Correct the name.")
  package static let lintUnknownRule = Self(
    "lint.unknown-rule", .data,
    "The talk's settings name a rule that does not exist, usually a typo or a rule of",
    "another version of Toboggan.",
    "Use the name in the hint, or remove the line.")
  package static let talkBackground = Self(
    "talk.background", .data,
    "The background of a slide cannot be shown. Use a color or an image beside the slides.")
  package static let talkClass = Self(
    "talk.class", .data,
    "Classes of slides have no effect here, since slides are drawn in the look.",
    "Choose a look, or write one, for what the classes were for.")
  package static let talkContent = Self(
    "talk.content", .data,
    "A part of a built slide is not of a kind that is known and is omitted.",
    "Build the deck again, or report it.")
  package static let talkControl = Self(
    "talk.control", .data,
    "Control characters in a talk's text are replaced by U+FFFD. Check where the text comes from.")
  package static let talkDate = Self(
    "talk.date", .data,
    "The date is not a day of the calendar. Write it as YYYY-MM-DD.")
  package static let talkDeck = Self(
    "talk.deck", .data,
    "A deck of another program uses something that slides do not have here.",
    "Nothing needs to be done, unless it matters to the talk; then write it another way.")
  package static let talkDepth = Self(
    "talk.depth", .data,
    "Slides in folders within the folders of parts are not read. Move them up one level.")
  package static let talkDiagram = Self(
    "talk.diagram", .data,
    "A diagram has an error, so it is shown as its source, or it has options without effect.",
    "Correct the line that the message names, or remove the options.")
  package static let talkDuration = Self(
    "talk.duration", .data,
    "The text is not a length of time. Write it as in 90s, 5m or 1h30m.")
  package static let talkEmbedMissing = Self(
    "talk.embed-missing", .data,
    "A slide embeds a file that does not exist.",
    "Correct the path, which is relative to the talk.")
  package static let talkEmbedPath = Self(
    "talk.embed-path", .data,
    "A slide embeds a file outside of the talk's folder, which is not done.",
    "Copy the file into the talk.")
  package static let talkEmbedText = Self(
    "talk.embed-text", .data,
    "A slide embeds a file that is not UTF-8 text. Save it as UTF-8.")
  package static let talkEmpty = Self(
    "talk.empty", .data,
    "The talk has no slides to show.",
    "Slides are files ending in .md, .markdown, .html or .htm, or a list named slides.")
  package static let talkField = Self(
    "talk.field", .data,
    "A setting of the talk has another type of value than expected, such as a number where",
    "text is.",
    "Write a value of the type that the message states.")
  package static let talkFonts = Self(
    "talk.fonts", .data,
    "The talk's style sheets request fonts, but slides use those of the look.",
    "Choose fonts in a look.")
  package static let talkFrontMatter = Self(
    "talk.front-matter", .data,
    "The front matter of a slide has no end, or has keys in YAML that have no effect.",
    "End TOML with a second line of +++, and remove keys of other programs.")
  package static let talkHiddenIn = Self(
    "talk.hidden-in", .data,
    "A slide is hidden in a place that does not exist, so it is hidden nowhere.",
    "Use one of the places in the hint.")
  package static let talkHtml = Self(
    "talk.html", .data,
    "HTML that slides cannot show is omitted or shown as its text.",
    "Write it as Markdown where it matters.")
  package static let talkJson = Self(
    "talk.json", .data,
    "The built deck is not valid JSON. Build it again.")
  package static let talkKind = Self(
    "talk.kind", .data,
    "A slide of a built deck has an unknown kind, as when the deck was edited or built by",
    "another program.",
    "Build the deck again; kinds are Cover, Part and Standard.")
  package static let talkLink = Self(
    "talk.link", .data,
    "Links that are not complete web or mail addresses are shown as text.",
    "Write them with https:// or mailto:.")
  package static let talkLinkMissing = Self(
    "talk.link-missing", .data,
    "A link leads to a file that does not exist, and its words are shown. Correct the path.")
  package static let talkMarkdown = Self(
    "talk.markdown", .data,
    "Paragraphs that are too long for Markdown are shown as written. Split them.")
  package static let talkMath = Self(
    "talk.math", .data,
    "A formula has an error or uses a command that is not known, so it is shown as written.",
    "Correct the formula at the place that the message states.")
  package static let talkImageFormat = Self(
    "talk.image-format", .data,
    "An image is in a format that slides do not show. Convert it to PNG, JPEG or SVG.")
  package static let talkImageMissing = Self(
    "talk.image-missing", .data,
    "An image is not beside the slides.",
    "Correct the path, which is relative to the slide or the talk.")
  package static let talkImageRemote = Self(
    "talk.image-remote", .data,
    "Images on other servers are not fetched, so their place is empty.",
    "Save the image beside the slides.")
  package static let talkSettings = Self(
    "talk.settings", .data,
    "A setting of the talk has no effect in Platen. Nothing needs to be done.")
  package static let talkSheetRemote = Self(
    "talk.sheet-remote", .data,
    "Style sheets on other servers are not fetched.",
    "Nothing needs to be done, since slides use the look.")
  package static let talkSlideSize = Self(
    "talk.slide-size", .data,
    "A slide's file is larger than a slide may be. Split it.")
  package static let talkStyle = Self(
    "talk.style", .data,
    "Styles in slides, as in <style> or style=\"…\", have no effect but for plain colors of a",
    "slide, since slides are drawn in the look.",
    "Choose a look, or write one, for what the styles were for.")
  package static let talkText = Self(
    "talk.text", .data,
    "The file is not UTF-8 text. Save it as UTF-8.")
  package static let talkTheme = Self(
    "talk.theme", .data,
    "The talk names a theme for code that does not exist, usually a typo or a theme of",
    "another version.",
    "Use the name in the hint.")
  package static let talkToml = Self(
    "talk.toml", .data,
    "The TOML of the talk or of a slide's front matter is not valid, usually because of",
    "quotes or a repeated key.",
    "Correct the line that the message names.")
  package static let talkUnknownKey = Self(
    "talk.unknown-key", .data,
    "A key of the talk's settings is not known, usually a typo or a key of a newer Toboggan.",
    "Use the key in the hint, or remove it.")
  package static let talkYaml = Self(
    "talk.yaml", .data,
    "The built deck or the front matter is not valid YAML, or the deck is empty.",
    "Correct the line that the message names, or build the deck again.")
}

extension CodeTable {
  /// The codes of diagnostics about talks of Toboggan.
  package static let talks = CodeTable(
    "Talks", "talks of Toboggan",
    [
      .lintCodeNoLanguage, .lintCodeTooLong, .lintContentExcessiveWords,
      .lintContentMissingNotes, .lintContentTooManyImages, .lintHtmlHeadingH1,
      .lintHtmlImgMissingAlt, .lintHtmlNestedStep, .lintHtmlRawScript, .lintLinkBroken,
      .lintNotOffered, .lintPauseEmptyStep, .lintPauseInPart, .lintPauseTooManySteps,
      .lintStructureDuplicatePartName, .lintStructureDuplicateSlideTitle,
      .lintStructureEmptySlide, .lintStructureOverBudget, .lintStructureTitleMissing,
      .lintTermUnknownCwd, .lintTermUnknownTheme, .lintUnknownRule, .talkBackground,
      .talkClass, .talkContent, .talkControl, .talkDate, .talkDeck, .talkDepth, .talkDiagram,
      .talkDuration,
      .talkEmbedMissing, .talkEmbedPath, .talkEmbedText, .talkEmpty, .talkField, .talkFonts,
      .talkFrontMatter, .talkHiddenIn, .talkHtml, .talkJson, .talkKind, .talkLink,
      .talkLinkMissing, .talkMarkdown, .talkMath, .talkImageFormat, .talkImageMissing,
      .talkImageRemote, .talkSettings, .talkSheetRemote, .talkSlideSize, .talkStyle,
      .talkText, .talkTheme, .talkToml, .talkUnknownKey, .talkYaml,
    ])
}
