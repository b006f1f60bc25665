// SPDX-License-Identifier: MIT
// Part of Platen: checks slides for missing files and for settings without an effect.

internal import Diagnostics
internal import Documents
internal import Figures
internal import Readers
internal import Text

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

  /// Checks a link that is shown as text, since it is neither a web nor a mail address: it is an
  /// anchor in the talk or a file, which must exist.
  func check(link url: String) {
    guard !url.isEmpty, !url.hasPrefix("#"), !url.hasPrefix("?"), !InnerPath.isRemote(url),
      !SlideAssets.hasScheme(url), let slides, let asset = AssetPath.asset(url)
    else { return countSkipped("link") }
    if bytes(of: asset) != nil { return countSkipped("link") }
    let shown = url.utf8.count > 80 ? String(url.prefix(80)) + "…" : url
    if !url.hasPrefix("/") {
      let path = url.prefix { $0 != "?" && $0 != "#" }
      guard let own = InnerPath.joined(slides.folder, InnerPath.decoded(path)) else {
        return countSkipped("link")
      }
      if slides.files.contains(own) { return countSkipped("link") }
      if !slides.name.isEmpty, bytes(of: slides.name + "/" + own) != nil {
        return countSkipped("link")
      }
    }
    let place = place(of: url)
    report(.brokenLink, "the link \(shown) leads to no file", at: place)
    record(
      .warning(
        .talkLinkMissing, "the link \(shown) leads to no file: its words are shown", at: place))
  }

  /// Indicates whether an address begins as `mailto:` or `javascript:` do.
  private static func hasScheme(_ url: String) -> Bool {
    guard let colon = url.firstIndex(of: ":") else { return false }
    return url[..<colon].allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "+") }
  }

  /// A terminal's folder, below that of the slides.
  func check(terminalFolder folder: String, at place: SourceLocation?) {
    guard let slides, slides.hasFolder(folder) == false else { return }
    report(.unknownFolder, "no such folder for a terminal: \(folder)", at: place)
  }

  func check(terminalTheme theme: String, at place: SourceLocation?) {
    guard !theme.isEmpty, !["light", "dark"].contains(theme) else { return }
    report(
      .unknownTheme, "unknown theme \"\(theme)\" of a terminal: expected light or dark", at: place)
  }

  // MARK: Names without effect

  /// Names of one kind that have no effect.
  struct UnusedNames {
    enum Kind { case classes, declarations, fonts, sheets, matter }
    var kind: Kind
    var names: [String]
    /// The number of times that any of them was found.
    var count = 1
    /// The place of the first one.
    var place: SourceLocation

    var diagnostic: Diagnostic {
      // A long list makes the message unreadable.
      let shown =
        names.prefix(12).joined(separator: ", ")
        + (names.count > 12 ? " and \(names.count - 12) more" : "")
      switch kind {
      case .classes:
        return .warning(
          .talkClass,
          counted(count, "class of a slide has", "classes of slides have")
            + " no effect: \(shown)", at: place, hints: [SlideAssets.lookHint])
      case .declarations:
        return .warning(
          .talkStyle,
          counted(count, "style in a slide has", "styles in slides have")
            + " no effect: \(shown)", at: place, hints: [SlideAssets.lookHint])
      case .matter:
        return .warning(
          .talkFrontMatter,
          counted(count, "key of front matter in YAML has", "keys of front matter in YAML have")
            + " no effect: \(shown)", at: place)
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

  /// The hint at styles that have no effect.
  static let lookHint =
    "slides are drawn in a look: choose one or write one; platen looks --kind talk lists them"

  /// Records a name that has no effect; each is reported once.
  ///
  /// - Parameter line: the line of the file, which is that of the diagnostic for the first name.
  func recordUnused(
    _ kind: UnusedNames.Kind, _ name: String, line: @autoclosure () -> Int? = nil
  ) {
    if let index = unusedNames.firstIndex(where: { $0.kind == kind }) {
      unusedNames[index].count += 1
      if !unusedNames[index].names.contains(name) { unusedNames[index].names.append(name) }
    } else {
      let place = SourceLocation(file: file.isEmpty ? nil : file, line: line())
      unusedNames.append(UnusedNames(kind: kind, names: [name], place: place))
    }
  }

  /// The supported classes of slides.
  private static let classes = ["cover", "center", "wide", "no_title", "step-line-through"]

  /// Reports a slide's classes and its own declarations, as far as they have no effect.
  func check(classesOf slide: Slide, classLine: Int?, styleLine: Int?) {
    for name in slide.classes where !SlideAssets.classes.contains(name) {
      recordUnused(.classes, name, line: classLine)
    }
    for own in StyleDeclaration.list(slide.declarations)
    where (!own.isColor || DiagramStyle.color(own.value) == nil)
      && !SlideAssets.isShown(own, of: slide)
    {
      recordUnused(.declarations, own.name, line: styleLine)
      check(imageIn: own)
    }
  }

  /// Indicates whether a declaration is of the image or the gradient behind a slide.
  private static func isShown(_ own: StyleDeclaration, of slide: Slide) -> Bool {
    switch own.name {
    case "background-image", "background":
      slide.background.map { own.value == "url(\($0.image))" } ?? false
        || CSSGradient(own.value) != nil
    case "background-size": slide.background != nil && ["contain", "cover"].contains(own.value)
    default: false
    }
  }

  /// The declarations of a slide with the names of resources as the addresses of images:
  /// `background: #123 url("sea.webp") center / contain` becomes three declarations. An image that is not
  /// found is reported and omitted.
  func withImages(_ declarations: String) -> String {
    func address(_ value: some StringProtocol) -> String.Index? {
      value.indices.first { value[$0...].prefix(4).lowercased() == "url(" }
    }
    guard address(declarations) != nil else { return declarations }
    var all: [String] = []
    for own in StyleDeclaration.list(declarations) {
      guard ["background", "background-image"].contains(own.name),
        let start = address(own.value), let end = own.value[start...].firstIndex(of: ")"),
        address(own.value[end...]) == nil
      else {
        all.append("\(own.name): \(own.value)")
        continue
      }
      let url = own.value[start..<end].dropFirst(4).filter {
        $0 != "\"" && $0 != "'" && !$0.isWhitespace
      }
      let others =
        own.value[..<start] + " "
        + own.value[own.value.index(after: end)...].replacing("/", with: " ")
      for word in others.split(whereSeparator: \.isWhitespace)
      where DiagramStyle.color(String(word)) != nil {
        all.append("background-color: \(word)")
      }
      guard let image = image(String(url)) else { continue }
      all.append("background-image: url(\(image.name))")
      if others.split(whereSeparator: \.isWhitespace).contains("contain") {
        all.append("background-size: contain")
      }
    }
    return all.joined(separator: "; ")
  }

  /// Reports an image that a declaration of an element names; such images are not shown.
  func check(imageIn own: StyleDeclaration) {
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
