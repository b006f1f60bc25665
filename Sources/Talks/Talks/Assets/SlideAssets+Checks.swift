// SPDX-License-Identifier: MIT
// Part of Platen: checks slides for missing files and for settings without an effect.

internal import Diagnostics
internal import Documents
internal import Figures
internal import Readers

extension SlideAssets {
  // MARK: Files and folders

  /// The contents of the slides' folder and of the folder around it.
  struct Slides {
    /// Paths below the slides' folder.
    let files: Set<String>
    /// The slides' folder as it is called from the deck root.
    let name: String
    /// The folder of the slide that is being read, below that of the slides.
    var folder = ""
    let hasFolder: (String) -> Bool?

    init(_ folder: TalkFolder) {
      files = Set(folder.files.map(\.name))
      name = folder.prefix.split(separator: "/").last.map(String.init) ?? ""
      hasFolder = folder.hasFolder
    }
  }

  /// Takes up a link that is shown as its words, for it leads to no web or mail address: to a place
  /// in the talk, or to a file, which should be there.
  func check(link url: String) {
    guard !url.isEmpty, !url.hasPrefix("#"), !url.hasPrefix("?"), !AssetPath.isRemote(url),
      !SlideAssets.hasScheme(url), let slides, let asset = AssetPath.asset(url)
    else { return leftOut("link") }
    if bytes(of: asset) != nil { return leftOut("link") }
    let shown = url.utf8.count > 80 ? String(url.prefix(80)) + "…" : url
    if !url.hasPrefix("/") {
      let path = url.prefix { $0 != "?" && $0 != "#" }
      guard let own = AssetPath.joined(slides.folder, AssetPath.decoded(path)) else {
        return leftOut("link")
      }
      if slides.files.contains(own) { return leftOut("link") }
      if !slides.name.isEmpty, bytes(of: slides.name + "/" + own) != nil {
        return leftOut("link")
      }
    }
    notice(.brokenLink, "the link \(shown) leads to no file")
    record(.warning(.talkLinkMissing, "the link \(shown) leads to no file: its words are shown"))
  }

  /// Indicates whether an address begins as `mailto:` or `javascript:` do.
  private static func hasScheme(_ url: String) -> Bool {
    guard let colon = url.firstIndex(of: ":") else { return false }
    return url[..<colon].allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "+") }
  }

  /// A terminal's folder, below that of the slides.
  func check(terminalFolder folder: String, at place: SourceLocation?) {
    guard let slides, slides.hasFolder(folder) == false else { return }
    notice(.unknownFolder, "no such folder for a terminal: \(folder)", at: place)
  }

  func check(terminalTheme theme: String, at place: SourceLocation?) {
    guard !theme.isEmpty, !["light", "dark"].contains(theme) else { return }
    notice(
      .unknownTheme, "unknown theme \"\(theme)\" of a terminal: expected light or dark", at: place)
  }

  // MARK: What has no effect

  /// Names of one kind that have no effect.
  struct Unworn {
    enum Sort { case classes, declarations, fonts, sheets }
    var sort: Sort
    var names: [String]
    /// The file of the first one.
    var file: String

    var diagnostic: Diagnostic {
      let place = SourceLocation(file: file.isEmpty ? nil : file)
      // People read the message: a long list does not help them.
      let shown =
        names.prefix(12).joined(separator: ", ")
        + (names.count > 12 ? " and \(names.count - 12) more" : "")
      switch sort {
      case .classes:
        return .note(.talkClass, "classes of slides that have no effect: \(shown)", at: place)
      case .declarations:
        return .note(
          .talkStyle, "of the styles in slides these have no effect: \(shown)", at: place)
      case .fonts:
        return .note(
          .talkFonts, "the talk's style sheets request \(shown): slides use the look's fonts",
          at: place,
          hints: ["name families in the look: look: { fonts: { title: [Lato], body: [Lato] } }"])
      case .sheets:
        return .note(
          .talkSheetRemote, "style sheets of other servers are not fetched: \(shown)", at: place)
      }
    }
  }

  /// Records a name that has no effect; each is reported once.
  func isUnworn(_ sort: Unworn.Sort, _ name: String) {
    if let index = unworn.firstIndex(where: { $0.sort == sort }) {
      if !unworn[index].names.contains(name) { unworn[index].names.append(name) }
    } else {
      unworn.append(Unworn(sort: sort, names: [name], file: file))
    }
  }

  /// Classes of slides that mean something here.
  private static let classes = ["cover", "center", "wide", "no_title", "step-line-through"]

  /// Reports a slide's classes and its own declarations, as far as they have no effect.
  func check(classesOf slide: Slide) {
    for name in slide.classes where !SlideAssets.classes.contains(name) { isUnworn(.classes, name) }
    for own in StyleDeclaration.list(slide.declarations)
    where !own.isColor || DiagramStyle.color(own.value) == nil {
      isUnworn(.declarations, own.name)
      check(pictureIn: own)
    }
  }

  /// Reports an image that a declaration names: none of them is shown.
  func check(pictureIn own: StyleDeclaration) {
    let value = own.value
    guard
      let start = value.indices.first(where: { value[$0...].prefix(4).lowercased() == "url(" })
    else { return }
    let url = value[start...].dropFirst(4).prefix { $0 != ")" }
      .filter { $0 != "\"" && $0 != "'" && !$0.isWhitespace }
    let message =
      "the image \(printable(url, limit: 80)) that \(printable(own.name, limit: 40)) names is not "
      + "shown"
    let isKnown = diagnostics.contains { $0.message == message && $0.place?.file == file }
    guard !isKnown else { return }
    record(
      .warning(
        .talkBackground, message,
        hints: ["an image in the slide's text is: ![…](\(printable(url, limit: 80)))"]))
  }
}
