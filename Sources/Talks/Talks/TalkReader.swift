// SPDX-License-Identifier: MIT
// Part of Platen: a folder of slides becomes a deck.

public import Diagnostics
internal import Documents
internal import Readers

/// Reads talks as Toboggan has them: folders of Markdown and HTML, and the decks built from them.
public enum TalkReader {
  /// Reads a folder of slides.
  ///
  /// - Throws: `Failure` with everything that is wrong in any of the slides.
  public static func read(
    _ folder: TalkFolder, options: TalkOptions = TalkOptions()
  ) throws -> Diagnosed<Talk> {
    let plan = FolderPlan(folder.files)
    guard !plan.entries.isEmpty else {
      throw Failure(
        .error(
          .talkEmpty, "no slides found in this folder",
          hints: ["slides are files that end in .md, .markdown, .html or .htm"]))
    }
    let assets = SlideAssets(options: options, asset: folder.asset, draw: folder.draw)
    assets.slides = SlideAssets.Slides(folder)
    var diagnostics: [Diagnostic] = []
    let settings = TalkSettings(folder.settings, diagnostics: &diagnostics)
    for diagnostic in diagnostics { assets.record(diagnostic) }
    reportDeeper(plan, folder, assets)
    var deck = Deck()
    let cover = addSlides(
      of: plan, in: folder, to: &deck, options,
      isNumbered: options.isNumbered ?? settings.isNumbered ?? true, assets)
    assets.file = ""
    assets.slide = nil
    deck.metadata.title =
      options.title ?? settings.title ?? cover?.title ?? deck.name(inFolder: folder.name)
    deck.titleCover()
    deck.metadata.language =
      options.language ?? settings.language ?? cover?.matter.language ?? "en"
    deck.metadata.direction = Direction.of(language: deck.metadata.language)
    deck.metadata.authors = cover?.matter.authors ?? []
    deck.metadata.date = date(options, settings, cover?.matter, plan, folder, assets)
    if let footer = plan.footer {
      assets.file = folder.prefix + footer.name
      assets.fileText = assets.text(of: footer.bytes)
      deck.footer = SlideMaker(assets: assets).blocks(of: assets.nodes(of: assets.fileText))
      assets.fileText = ""
    }
    if let head = plan.head {
      assets.file = folder.prefix + head.name
      deck.variables = StyleVariables.ofHead(assets.text(of: head.bytes), assets: assets)
    }
    deck.resources = assets.resources
    let all = assets.diagnostics + assets.skippedDiagnostics
    guard !all.contains(where: { $0.severity == .error }) else { throw Failure(all) }
    return Diagnosed(
      Talk(
        deck: deck, settings: settings, violations: assets.violations, lines: assets.ruleLines),
      warnings: all)
  }

  private static func reportDeeper(_ plan: FolderPlan, _ folder: TalkFolder, _ assets: SlideAssets)
  {
    guard let first = plan.deeper.first else { return }
    assets.record(
      .warning(
        .talkDepth,
        plan.deeper.count == 1
          ? "this slide is in a folder within a part's, and is not read"
          : "\(plan.deeper.count) slides in folders within those of parts are not read",
        at: SourceLocation(file: folder.prefix + first),
        hints: ["put slides into the folder of the part"]))
  }

  /// Adds the slides of a plan in their order. Returns the last cover with its title, if it has one.
  private static func addSlides(
    of plan: FolderPlan, in folder: TalkFolder, to deck: inout Deck, _ options: TalkOptions,
    isNumbered: Bool, _ assets: SlideAssets
  ) -> (matter: FrontMatter, title: String?)? {
    let reader = SlideReader(assets: assets, options: options)
    var numbering = SlideNumbering()
    var cover: (matter: FrontMatter, title: String?)?
    for entry in plan.entries {
      guard let file = entry.file else {
        assets.file = ""
        var slide = Slide(.part, title: [.text(entry.folder)], source: entry.folder)
        if isNumbered { slide.counter = numbering.next(.part) }
        deck.slides.append(slide)
        continue
      }
      assets.file = folder.prefix + file.name
      assets.slide = deck.slides.count
      guard let read = reader.read(file.bytes, path: file.name, kind: entry.kind) else { continue }
      if entry.kind == .cover {
        let title = read.matter.title ?? read.slide.title.plainText
        cover = (read.matter, title.isEmpty ? nil : title)
      }
      if read.matter.isSkipped {
        if entry.kind == .part { numbering.skipPart() }
        continue
      }
      var slide = read.slide
      if isNumbered { slide.counter = numbering.next(slide.kind) }
      deck.slides.append(slide)
    }
    return cover
  }

  /// The day the talk is given on; empty where the talk does not state it, for printed pages must
  /// not depend on the day they are printed.
  private static func date(
    _ options: TalkOptions, _ settings: TalkSettings, _ cover: FrontMatter?, _ plan: FolderPlan,
    _ folder: TalkFolder, _ assets: SlideAssets
  ) -> String {
    if let text = options.date ?? settings.date {
      if let date = TalkDate.normal(text) { return date }
      assets.record(
        .error(
          .talkDate, "invalid date \"\(text)\"", hints: ["write YYYY-MM-DD"]))
      return ""
    }
    guard let (text, place) = cover?.date else { return "" }
    if let date = TalkDate.normal(text) { return date }
    assets.record(
      .warning(
        .talkDate, "invalid date \"\(text)\": the talk has no date",
        at: place, hints: ["write YYYY-MM-DD"]
      ).inFile(folder.prefix + (plan.entries.first?.file?.name ?? "")))
    return ""
  }
}

extension Deck {
  /// The title of a talk that states none: the name of its folder, or else its first slide's title.
  fileprivate func name(inFolder folder: String) -> String {
    if !folder.isEmpty { return folder }
    return slides.lazy.map(\.title.plainText).first { !$0.isEmpty } ?? "Unknown Talk"
  }

  /// Gives a cover without a title the talk's title.
  fileprivate mutating func titleCover() {
    for index in slides.indices where slides[index].kind == .cover && slides[index].title.isBlank {
      slides[index].title = [.text(metadata.title)]
    }
  }
}
