// SPDX-License-Identifier: MIT
// Part of Platen: `platen looks --gallery`: an image of every look on the user's own file, and a
// page of them.

import Diagnostics
import JobKit
import Jobs
import Pipeline
import Text

/// The images of every look of an input's kind, and a page that shows them.
struct LookGallery {
  let input: String
  let folder: String
  private let kind: any JobKind
  private let family: any LookFamily
  /// The looks, each with its description.
  private let looks: [(name: String, about: String)]

  /// The name of the page in the folder.
  private static let page = "index.html"
  /// The mark of a page that is overwritten.
  private static let mark = "<meta name=\"generator\" content=\"platen looks\">"

  /// - Parameters:
  ///   - looks: the kind whose looks are shown; nil for that of the input.
  ///   - folder: the output directory.
  /// - Throws: `Failure` for an input that has no looks, and a folder with another page.
  init(
    of input: String, as looks: Jobs.LookKind?, in folder: String, _ context: RecipeContext
  ) throws {
    guard try DiskEnvironment().status(input) != nil else {
      throw Failure(.error(.fileMissing, "no such file", at: SourceLocation(file: input)))
    }
    kind =
      looks.flatMap { Jobs.kind(named: $0.name) } ?? InputKind.kind(of: input, outputs: [])
    guard let family = kind.looks else {
      let name = kind.inputPhrase
      let others = Jobs.lookKinds.map(\.family.things)
      throw Failure(
        .error(
          .optionValue, "this is \(name), which has no looks of its own",
          at: SourceLocation(file: input),
          hints: ["name a file for \(others.joined(separator: ", "))"]))
    }
    try InputKind.refuseFolder(input, kind, Settings())
    self.input = input
    var folder = folder
    while folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
    self.folder = folder
    self.family = family
    self.looks = try family.names(in: context).map { ($0, try family.about($0, in: context)) }
    let page = folder + "/" + LookGallery.page
    guard !Files.exists(page) || LookGallery.isGallery(page) else {
      throw Failure(
        .error(
          .fileExists, "\(page) exists and is not a gallery",
          hints: ["name another folder with --output-dir"]))
    }
  }

  /// The jobs, one for each look.
  var manifest: Manifest {
    let place = SourceLocation(field: "--gallery")
    var options = Settings()
    for (key, value) in family.sample.options.sorted(by: { $0.key < $1.key }) {
      options.set(key, to: value, flag: "gallery")
    }
    let jobs = looks.map { look in
      var settings = Settings()
      settings.set(kind.name, to: input, flag: "gallery")
      settings.set("look", to: look.name, flag: "gallery")
      return ManifestJob(
        id: look.name, baseID: look.name, kind: kind, input: input, settings: settings,
        outputs: [
          OutputRequest(
            path: file(of: look.name), format: "png", options: options,
            excerpt: family.sample.excerpt, place: place)
        ], place: place)
    }
    return Manifest(file: "-", folder: ".", root: folder, jobs: jobs)
  }

  private func file(of look: String) -> String { "\(kind.name)-\(safeFileName(look)).png" }

  /// Writes the page of a run; the same page is not written again.
  ///
  /// An image of an earlier run is not shown for a look that failed.
  ///
  /// - Returns: the page's path and the number of its images.
  func writePage(of result: RunResult) throws -> (path: String, count: Int) {
    let outputs = Dictionary(
      result.record.jobs.flatMap(\.outputs).map { ($0.path, $0) },
      uniquingKeysWith: { first, _ in first })
    let path = folder + "/" + LookGallery.page
    let bytes = Array(html(outputs).utf8)
    if Files.prefix(of: path, count: bytes.count + 1) != bytes { try Files.write(bytes, to: path) }
    return (path, looks.count { outputs[file(of: $0.name)]?.isPublished == true })
  }

  private static func isGallery(_ page: String) -> Bool {
    String(decoding: Files.prefix(of: page, count: 1024), as: UTF8.self).contains(mark)
  }

  /// The page, with the images that the run published.
  private func html(_ outputs: [String: OutputRecord]) -> String {
    let html = MarkupEscaping(repertoire: .html)
    let name = input.split(separator: "/").last.map(String.init) ?? input
    let title = html.escaped("Looks of \(family.things): \(printable(name))")
    let figures = looks.map { look in
      let output = outputs[file(of: look.name)]
      let (file, name) = (html.escaped(file(of: look.name)), html.escaped(look.name))
      let image =
        if output?.isPublished == true {
          "<a href=\"\(file)\"><img src=\"\(file)\" alt=\"\(html.escaped(family.things)) in the look \(name)\"></a>"
        } else {
          "<p>\(output?.outcome == .cancelled ? "Not built" : "Failed")</p>"
        }
      return """
        <figure>
        \(image)
        <figcaption><strong>\(name)</strong> \(html.escaped(look.about))</figcaption>
        </figure>

        """
    }
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      \(LookGallery.mark)
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(title)</title>
      <style>
      :root { color-scheme: light dark; }
      body { margin: 2rem auto; max-width: 100rem; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; }
      h1 { font-size: 1.5rem; }
      main { display: grid; gap: 2rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 24rem), 1fr)); }
      figure { margin: 0; }
      img { display: block; width: 100%; height: auto; border: 1px solid #8886; }
      figure p { margin: 0; padding: 4rem 1rem; text-align: center; border: 1px dashed #888; }
      figcaption { margin-top: .5rem; }
      code { font-size: .95em; }
      </style>
      </head>
      <body>
      <h1>\(title)</h1>
      <p>Use a look with <code>--look NAME</code>, or with <code>look: NAME</code> in a manifest.</p>
      <main>
      \(figures.joined())</main>
      </body>
      </html>

      """
  }
}
