// SPDX-License-Identifier: MIT
// Part of Platen: an assets job: read → draw → compose → resample → place.

internal import Assets
internal import Diagnostics
internal import Digests
internal import JobKit
internal import Pipeline
internal import Tokens
internal import Values

/// Makes the stages of one assets job. Every file of a catalog or folder is an output of its own:
/// all outputs are known in advance, and only changed ones are rebuilt.
struct AssetRecipe {
  private let job: ManifestJob
  private let context: RecipeContext
  private let state: CatalogState
  private let fonts: [String]
  /// Folders above those in the names of outputs: those of `-o`, as written.
  private let folders: [Substring]

  /// - Parameters:
  ///   - root: the output directory, relative to the working directory.
  ///   - hasRecord: whether it has a record of the files that Platen wrote.
  init(_ job: ManifestJob, in context: RecipeContext, root: String, hasRecord: Bool) {
    self.job = job
    self.context = context
    fonts = job.settings[ManifestKeys.fonts] ?? []
    folders = hasRecord || root.hasPrefix("/") ? [] : root.split(separator: "/")
    state = CatalogState(
      root: root, hasRecord: hasRecord, in: context.outside, digests: context.fileDigests,
      store: context.store, unrecorded: context.unrecorded, rendered: context.rendered,
      replaces: context.replaces)
  }

  /// Returns the job for the engine.
  ///
  /// - Throws: `Failure` with all errors of the job's settings and of the files that determine its
  ///   outputs. A missing file results in a job that fails, as with every kind, and so does an
  ///   unreadable list in the catalog.
  func makeJob() throws -> Job {
    if let fault = job.error { return try failing(Failure(fault)) }
    let reading = TracingEnvironment(context.environment)
    do {
      let sources = try AssetSources(
        job, in: reading, state: state, resolve: context.resolved)
      var outputs: [Job.Output] = []
      var errors = DiagnosticList()
      let icon = try sources.icon.map { try stages($0, sources) }
      var left: [String] = []
      var warnings = sources.warnings + (sources.tokens?.warnings ?? [])
      warnings += sources.tokens?.contrastWarnings ?? []
      for request in job.outputs {
        do {
          var shared: Set<String> = []
          for (path, stage) in try files(
            of: request, sources, icon, reading, &warnings, &left, &shared)
          {
            var output = Job.Output(path, from: stage, at: request.place)
            output.isShared = shared.contains(path)
            outputs.append(output)
          }
        } catch let failure as Failure {
          errors.record(failure, foundFrom: request.place)
        }
      }
      try errors.throwIfAny()
      var made = job.made(
        AssetRecipe.attaching(warnings, with: outputs),
        inputs: reading.trace.accesses.compactMap(InputRecord.init).filter { $0.digest != nil },
        checks: checks(of: sources, icon))
      made.left = left
      made.warnings = warnings
      if outputs.isEmpty, !warnings.isEmpty {
        // All files are kept as is, and their warnings are still reported.
        let look = Stage<Bool>("look", version: 1, parameters: .of(warnings.map(\.text))) {
          [warnings] _ in
          Diagnosed(true, warnings: warnings)
        }
        made.requestedStages = [look.erased]
        made.onlyReports = true
      }
      return made
    } catch let failure as Failure
      where failure.diagnostics.allSatisfy({
        [.fileMissing, .catalogUnreadable].contains($0.code)
      })
    {
      return try failing(failure)
    }
  }

  /// Returns the stage that reads the source images; none without images.
  private func checks(of sources: AssetSources, _ icon: IconStages?) -> [AnyStage] {
    var paths = Set(sources.images.map(\.path))
    if let icon {
      if case .file(let path) = icon.icon { paths.insert(path) }
      if case .bundle(let bundle, let path) = icon.icon {
        paths.formUnion(bundle.images.map { IconStages.file($0, of: path) })
      }
      if case .file(let path) = icon.ground { paths.insert(path) }
      paths.formUnion(icon.files.values)
    }
    return paths.isEmpty
      ? [] : [AssetStages.check(paths.sorted(), pixels: context.pixels).erased]
  }

  /// Returns a job that fails once it runs, without affecting other jobs.
  private func failing(_ failure: Failure) throws -> Job {
    // Settings that do not depend on the files are checked now.
    if let text = job.settings[AssetKeys.background], !AssetRecipe.isPicture(text),
      !text.hasPrefix("{"), TokenColor(hex: text) == nil
    {
      throw colorFailure(text, AssetKeys.background, among: [], at: nil)
    }
    return job.failing(failure) { request in
      let isFolder = AssetFormat(rawValue: request.format)?.row.isShared == true
      return isFolder ? plainPath(request.path) + "/Contents.json" : request.path
    }
  }

  /// Adds warnings of planning to the first file, so that they are reported whenever the job runs.
  private static func attaching(_ warnings: [Diagnostic], with outputs: [Job.Output]) -> [Job
    .Output]
  {
    guard !warnings.isEmpty, let first = outputs.first else { return outputs }
    var outputs = outputs
    outputs[0].stage = first.stage.withWarnings(warnings)
    return outputs
  }

  // MARK: The icon

  private func stages(_ icon: AssetSources.Icon, _ sources: AssetSources) throws -> IconStages {
    var files: [IconImage.Art: String] = [:]
    for (key, art) in [
      (AssetKeys.dark, IconImage.Art.dark), (AssetKeys.tinted, .tinted),
      (AssetKeys.foreground, .foreground), (AssetKeys.monochrome, .monochrome),
    ] {
      guard let path = job.settings[key] else { continue }
      guard AssetRecipe.isPicture(path) else {
        throw Failure(
          .error(
            .assetsInput, "\(key.name): expected an image (.svg or .png)",
            at: job.settings.place(of: key) ?? job.place))
      }
      files[art] = path
    }
    return IconStages(
      icon: icon, files: files, ground: try ground(icon, sources), pixels: context.pixels)
  }

  static func isPicture(_ path: String) -> Bool {
    [".svg", ".png"].contains { path.lowercased().hasSuffix($0) }
  }

  private func ground(
    _ icon: AssetSources.Icon, _ sources: AssetSources
  ) throws -> IconStages.Ground {
    if let text = job.settings[AssetKeys.background] {
      if AssetRecipe.isPicture(text) { return .file(text) }
      return .color(try color(text, AssetKeys.background, sources))
    }
    if case .bundle(let bundle, _) = icon, let fill = bundle.ground(.light) {
      return fill.colors.count == 1 ? .color(fill.colors[0]) : .fill(fill)
    }
    guard case .shapes(let recipe, _) = icon else { return .color(TokenColor(1, 1, 1)) }
    return recipe.ground?[.light].map(IconStages.Ground.color) ?? .shapes(recipe)
  }

  /// Reads a color.
  ///
  /// - Throws: `Failure` `assets.color` at the key.
  private func color(
    _ text: String, _ key: OptionKey<String>, _ sources: AssetSources,
    at place: SourceLocation? = nil
  ) throws -> TokenColor {
    if let color = sources.color(text) { return color }
    let names = sources.tokens?.tokens.filter { $0.type == .color }.map { "{\($0.name)}" } ?? []
    throw colorFailure(text, key, among: names, at: place)
  }

  private func colorFailure(
    _ text: String, _ key: OptionKey<String>, among names: [String], at place: SourceLocation?
  ) -> Failure {
    Failure(
      .error(
        .assetsColor, "invalid \(key.name) \"\(printable(text, limit: 60))\": expected a color",
        at: place ?? job.settings.place(of: key) ?? job.place,
        hints: [
          names.isEmpty ? "write \"#rrggbb\", in quotes" : nearMissHint(text, among: names)
        ]))
  }

  // MARK: Outputs

  private typealias Files = [(path: String, stage: Stage<FileArtifact>)]

  private func files(
    of request: OutputRequest, _ sources: AssetSources, _ icon: IconStages?,
    _ environment: any Environment, _ warnings: inout [Diagnostic], _ left: inout [String],
    _ shared: inout Set<String>
  ) throws -> Files {
    let format = try AssetFormat(of: request)
    switch format {
    case .xcassets:
      var request = request
      request.path = plainPath(request.path)
      guard
        icon != nil || sources.tokens != nil
          || !(sources.images + sources.kept).isEmpty
      else {
        throw lacking("an icon, tokens or images", request)
      }
      let catalog = try CatalogOutputs(
        request, sources, icon, job.settings, state, resolve: context.resolved,
        pixels: context.pixels)
      warnings += catalog.notes
      left += catalog.left
      shared = catalog.shared
      return catalog.files
    case .icon:
      return try IconBundleOutputs(
        folder: plainPath(request.path), need(icon, request),
        hasWatch: request.options[AssetKeys.devices]?.contains("watchos") == true
      ).files
    case .folder:
      return try folder(request, sources, icon, environment, &warnings, &left)
    case .ico:
      let icon = try need(icon, request)
      return [(request.path, icon.ico(DesktopIcons.windowsPictures, .bitmap))]
    case .icns: return [(request.path, try need(icon, request).icns())]
    case .png, .pdf: return [(request.path, try picture(request, format, sources, icon))]
    case .plist:
      let files = (sources.tokens?.fontFiles ?? []) + fonts
      guard !files.isEmpty else { throw lacking("fonts in tokens or under fonts", request) }
      return [(request.path, AssetStages.text(AppleFragments.appFonts(files)))]
    case .swift:
      let tokens = try need(sources.tokens, request)
      warnings += modeWarnings(tokens, "Swift", at: request.place)
      let source = try SwiftTokens.source(tokens, name: try typeName(request))
      return [(request.path, AssetStages.text(source))]
    case .kt:
      let tokens = try need(sources.tokens, request)
      warnings += modeWarnings(tokens, "Kotlin", at: request.place)
      let name = try typeName(request)
      let package = try package(request)
      let source =
        request.options[AssetKeys.compose] ?? false
        ? try ComposeTokens.source(tokens, package: package, name: name)
        : try KotlinTokens.source(tokens, package: package, name: name)
      return [(request.path, AssetStages.text(source))]
    case .ts:
      let tokens = try need(sources.tokens, request)
      let source = try TypeScriptTokens.source(tokens, name: try typeName(request))
      return [(request.path, AssetStages.text(source))]
    case .css, .scss:
      let tokens = try need(sources.tokens, request)
      let references = request.options[AssetKeys.references] ?? false
      let source =
        format == .css
        ? try CSSTokens.css(tokens, references: references)
        : try SCSSTokens.scss(tokens, references: references)
      return [(request.path, AssetStages.text(source))]
    case .tokens:
      let tokens = try need(sources.tokens, request)
      warnings += lengthWarnings(tokens, "the design-token format", at: request.place)
      return [
        (request.path, AssetStages.bytes(FormatWriter.json(tokens)) { try Verification.json($0) })
      ]
    case .json:
      let tokens = try need(sources.tokens, request)
      return [
        (request.path, AssetStages.bytes(TokensJSON.json(tokens)) { try Verification.json($0) })
      ]
    case .strings:
      let tokens = try need(sources.tokens, request)
      return [(request.path, try strings(request, tokens))]
    }
  }

  /// Returns warnings about tokens that source code cannot express: those that differ by mode, and
  /// lengths of style sheets.
  private func modeWarnings(
    _ tokens: TokenSet, _ language: String, at place: SourceLocation
  ) -> [Diagnostic] {
    let omitted = lengthWarnings(tokens, language, at: place)
    let several = tokens.tokensOfSeveralValues.filter { !$0.isForStyleSheets }
    guard let first = several.first else { return omitted }
    let names = AssetRecipe.listed(several)
    return omitted + [
      .warning(
        .assetsModes,
        several.count == 1
          ? "\(language) has one value of \(first.name) for all modes, the one for light"
          : "\(language) has one value for all modes, the one for light, of \(several.count) tokens: "
            + names, at: place, hints: [".css and .json outputs have all values"])
    ]
  }

  /// Returns a warning about lengths of style sheets, for a format without them.
  private func lengthWarnings(
    _ tokens: TokenSet, _ language: String, at place: SourceLocation
  ) -> [Diagnostic] {
    let relative = tokens.tokens.filter(\.isForStyleSheets)
    guard !relative.isEmpty else { return [] }
    return [
      .warning(
        .assetsLengths,
        "\(language) has no lengths that depend on their surroundings, which are omitted: "
          + AssetRecipe.listed(relative), at: place,
        hints: [".css and .json outputs have all values"])
    ]
  }

  /// Lists the first eight names, and the number of others.
  private static func listed(_ tokens: [Token]) -> String {
    tokens.prefix(8).map(\.name).joined(separator: ", ")
      + (tokens.count > 8 ? " and \(tokens.count - 8) more" : "")
  }

  private func lacking(
    _ what: String, _ request: OutputRequest, hints: [String] = []
  ) -> Failure {
    Failure(
      .error(
        .assetsLacking, "\"\(request.path)\" requires \(what), and the job has none",
        at: request.place, hints: hints))
  }

  private func lackingTokens(_ request: OutputRequest) -> Failure {
    lacking("tokens", request, hints: ["\(AssetKeys.tokens.name): names a file or folder of them"])
  }

  private func need(_ tokens: TokenSet?, _ request: OutputRequest) throws -> TokenSet {
    guard let tokens else { throw lackingTokens(request) }
    return tokens
  }

  private func need(_ icon: IconStages?, _ request: OutputRequest) throws -> IconStages {
    guard let icon else {
      throw lacking(
        "an icon", request, hints: ["\(AssetKeys.icon.name): names its file, an SVG or a large PNG"]
      )
    }
    return icon
  }

  /// Returns the name of the type or object in source.
  private func typeName(_ request: OutputRequest) throws -> String {
    let name = request.options[AssetKeys.typeName] ?? "DesignTokens"
    guard AssetRecipe.isName(name) else {
      throw Failure(
        .error(
          .manifestValue, "invalid type-name \"\(name)\"",
          at: request.options.place(of: AssetKeys.typeName) ?? request.place,
          hints: ["use letters and digits, such as Brand"]))
    }
    return name
  }

  /// Returns the package of Kotlin source.
  private func package(_ request: OutputRequest) throws -> String {
    let package = request.options[AssetKeys.package] ?? ""
    guard package.split(separator: ".").allSatisfy({ AssetRecipe.isName(String($0)) }) else {
      throw Failure(
        .error(
          .manifestValue, "invalid package \"\(package)\"",
          at: request.options.place(of: AssetKeys.package) ?? request.place))
    }
    return package
  }

  /// Returns the stage that writes the strings of a language as a table.
  private func strings(_ request: OutputRequest, _ tokens: TokenSet) throws -> Stage<FileArtifact> {
    let wanted = request.options[AssetKeys.language]
    guard
      let strings = wanted.map({ name in tokens.strings.first { $0.language == name } })
        ?? tokens.strings.first
    else {
      throw lacking(wanted.map { "strings of the language \($0)" } ?? "strings", request)
    }
    return AssetStages.text(AppleFragments.stringTable(strings))
  }

  private static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, !(0x30...0x39).contains(first) else { return false }
    return text.utf8.allSatisfy { byte in
      byte == 0x5F || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
        || (0x61...0x7A).contains(byte)
    }
  }

  /// Returns the stage that draws an icon or an overview sheet.
  private func picture(
    _ request: OutputRequest, _ format: AssetFormat, _ sources: AssetSources, _ icon: IconStages?
  ) throws -> Stage<FileArtifact> {
    let standard = format == .pdf || icon == nil ? AssetContent.specimen : .icon
    switch request.options[AssetKeys.show] ?? standard {
    case .specimen:
      guard let tokens = sources.tokens else { throw lackingTokens(request) }
      // Fonts for the web are compressed, and cannot be read here.
      let files =
        fonts
        + sources.fontFiles.filter { file in
          !fonts.contains(file)
            && [".ttf", ".otf", ".ttc"].contains { file.lowercased().hasSuffix($0) }
        }
      return try AssetSheets(context: context, fonts: files).specimen(
        of: tokens, titled: title, as: request)
    case .icons:
      return try AssetSheets(context: context, fonts: fonts).contacts(
        of: try need(icon, request), titled: title, as: request)
    case .icon:
      guard format == .png else { throw lackingTokens(request) }
      let icon = try need(icon, request)
      let side = request.options[AssetKeys.size] ?? 1024
      switch request.options[AssetKeys.appearance] ?? .any {
      case .dark: return icon.png(IconImage(.dark, .free, pixels: side))
      case .tinted: return icon.png(IconImage(.tinted, .free, pixels: side))
      case .any: return icon.png(IconImage(.any, .square, pixels: side))
      }
    }
  }

  /// The name of the program or site.
  private var title: String {
    if let title = job.settings[AssetKeys.title] { return title }
    let path = job.settings[AssetKeys.icon] ?? job.input
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
  }

  /// Names of folders that describe their contents, and not a project.
  private static let plainFolders: Set<String> = [
    ".", "..", "web", "www", "public", "static", "dist", "build", "out", "output", "target", "src",
    "assets", "res", "resources", "icons", "images", "img", "html", "htdocs", "docs", "tmp",
  ]

  /// Returns the title of a site: the job's title, else the name of the icon or of a folder above
  /// the site, whichever is not a placeholder.
  private func siteTitle(_ request: OutputRequest, _ warnings: inout [Diagnostic]) -> String {
    guard job.settings[AssetKeys.title] == nil, PlaceholderNames.isOne(title) else { return title }
    let names = (folders + request.path.split(separator: "/")).map(String.init)
    if let name = names.last(where: {
      !AssetRecipe.plainFolders.contains($0.lowercased()) && !PlaceholderNames.isOne($0)
    }) {
      return name
    }
    warnings.append(
      .warning(
        .assetsTitle,
        "the title of the site is \"\(printable(title, limit: 60))\", a common name "
          + "taken from its icon",
        at: request.place,
        hints: [
          request.place.field == "-o"
            ? "add --title Harbour" : "add title: Harbour to the job"
        ]))
    return title
  }

  private func folder(
    _ request: OutputRequest, _ sources: AssetSources, _ icon: IconStages?,
    _ environment: any Environment, _ warnings: inout [Diagnostic], _ left: inout [String]
  ) throws -> Files {
    guard let platform = AssetPlatform(request) else {
      throw Failure(
        .error(
          .assetsPlatform, "unknown platform of \"\(request.path)\"", at: request.place,
          hints: [
            request.place.field == "-o"
              ? "add --platform \(AssetPlatform.description)"
              : "write { file: \(request.path), platform: web }, or \(AssetPlatform.description)",
            "or name it res/ (Android), web/, www/, public/ or static/ (a site), hicolor/ (Linux); "
              + "catalogs for Apple's systems end in .xcassets",
          ]))
    }
    if let first = sources.kept.first, platform != .linux {
      warnings.append(
        .warning(
          .assetsImage,
          "PDF, JPEG and HEIC images are in asset catalogs alone; they are omitted from "
            + "\"\(request.path)\": \(first.path)"
            + (sources.kept.count > 1 ? " and \(sources.kept.count - 1) more" : ""),
          at: request.place, hints: ["save them as PNG or SVG for other platforms"]))
    }
    var files: Files = []
    switch platform {
    case .android:
      if let icon {
        let name = request.options[AssetKeys.iconName] ?? "ic_launcher"
        files += stages(
          AndroidIcons.files(name: name, ground: icon.ground.color?.hex), of: icon)
      }
      if let tokens = sources.tokens {
        files += try AndroidTokens.files(tokens).map { ($0.path, AssetStages.text($0.text)) }
        let absent = AndroidTokens.leftOut(of: tokens)
        if !absent.isEmpty {
          warnings.append(
            .warning(
              .assetsAndroid,
              "Android has no resources for \(absent.count) of the tokens, which are omitted: "
                + AssetRecipe.listed(absent), at: request.place))
        }
      }
      files += try ImageSets(sources, job.settings, pixels: context.pixels).androidFiles(
        environment, &warnings)
      let hasContrast =
        sources.tokens?.modes.contains(where: \.isHighContrast) == true
        || sources.images.contains { $0.variant.mode.isHighContrast }
      if hasContrast {
        warnings.append(
          .note(
            .assetsContrast,
            "Android has no resources for high contrast, so they are omitted",
            at: request.place))
      }
    case .web:
      if let icon { files += stages(try site(request, sources, icon, &warnings), of: icon) }
      if let tokens = sources.tokens {
        files.append(("tokens.css", AssetStages.text(try CSSTokens.css(tokens))))
      }
      let sets = ImageSets(sources, job.settings, pixels: context.pixels)
      files += sets.webFiles().map { ("images/" + $0, $1) }
    case .linux:
      let name = request.options[AssetKeys.iconName] ?? AssetRecipe.plain(title)
      let icon = try need(icon, request)
      files += stages(DesktopIcons.linuxFiles(name: name, hasVector: icon.icon.isVector), of: icon)
    }
    guard !files.isEmpty else { throw lacking("an icon, tokens or images", request) }
    let folder = request.path.hasSuffix("/") ? request.path : request.path + "/"
    return files.compactMap { file in
      let path = folder + file.path
      // Users keep files of their own in these folders, and may have one of that name.
      guard !state.isSomebodys(path) else {
        left.append(path)
        warnings.append(
          .warning(
            .catalogForeign, "the file was not written by Platen, so it is kept as is",
            at: SourceLocation(file: path), hints: ["remove it to replace it"]))
        return nil
      }
      // Without a record, the origin of an existing file is unknown.
      guard let bytes = state.spared(path) else { return (path, file.stage) }
      return (path, file.stage.sparing(bytes, CatalogOutputs.spared(path)))
    }
  }

  private func site(
    _ request: OutputRequest, _ sources: AssetSources, _ icon: IconStages,
    _ warnings: inout [Diagnostic]
  ) throws -> [IconFile] {
    let ground = icon.ground.color ?? TokenColor(1, 1, 1)
    let theme = try request.options[AssetKeys.theme].map {
      try color($0, AssetKeys.theme, sources, at: request.options.place(of: AssetKeys.theme))
    }
    var base = request.options[AssetKeys.base] ?? "/"
    if !base.hasSuffix("/") { base += "/" }
    return WebIcons.files(
      WebIcons.Site(
        name: siteTitle(request, &warnings), themeColor: (theme ?? ground).hex,
        backgroundColor: ground.hex, base: base),
      hasVector: icon.icon.isVector)
  }

  private func stages(_ files: [IconFile], of icon: IconStages) -> Files {
    files.map { file in
      switch file.content {
      case .png(let picture): (file.path, icon.png(picture))
      case .ico(let pictures, let packing): (file.path, icon.ico(pictures, packing))
      case .text(let text): (file.path, AssetStages.text(text))
      case .master: (file.path, icon.vector())
      }
    }
  }

  private static func plain(_ name: String) -> String {
    name.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "." }.joined(separator: "-")
  }
}

extension TokenSet {
  /// Warnings about pairs of colors with too little contrast.
  var contrastWarnings: [Diagnostic] {
    contrasts.flatMap { pair in
      modes.compactMap { mode in
        guard let contrast = contrast(of: pair, in: mode), !contrast.passes(pair.level) else {
          return nil
        }
        let wanted = pair.level.ratio
        let text = wanted == wanted.rounded() ? "\(Int(wanted))" : "\(wanted)"
        return .warning(
          .tokensContrast,
          "\(pair.text) on \(pair.ground) has a contrast of \(contrast.text) in \(mode.rawValue), "
            + "but \(pair.level.rawValue) requires \(text)", at: pair.place)
      }
    }
  }
}
