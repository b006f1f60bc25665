// SPDX-License-Identifier: MIT
// Part of Platen: what a kind of job supplies for a preview of its inputs as pages.

package import Pipeline

/// The pages of a kind of job's inputs, as `platen preview` shows them.
package protocol PageSource: Sendable {
  /// The look of a job that names none; nil where the input has one of its own, which is then a
  /// choice.
  var defaultLook: String? { get }
  /// Indicates whether players and game masters see different pages.
  var hasAudiences: Bool { get }
  /// The sizes of pages to choose from; the first is shown at first.
  var sizes: [PageSize] { get }

  /// The names of the looks to choose from.
  func looks(in context: RecipeContext) -> [String]
  /// The stage of a job's pages. Its one output has the format and the options of a size.
  ///
  /// - Throws: `Failure` with every error of the job's settings.
  func pages(of job: ManifestJob, in context: RecipeContext) throws -> Stage<PreviewPages>
}

/// A size of pages, made by an output.
package struct PageSize: Sendable {
  /// The name in the list of sizes, such as `A5`.
  package let name: String
  /// The format of the output.
  let format: String
  /// Options of the output, by name.
  let options: [String: String]

  package init(_ name: String, format: String, options: [String: String]) {
    self.name = name
    self.format = format
    self.options = options
  }

  /// The paper sizes of documents.
  package static func papers(format: String) -> [PageSize] {
    BookPaper.allCases.map { paper in
      PageSize(paper.rawValue, format: format, options: [SharedKeys.paper.name: paper.rawValue])
    }
  }
}

/// One of the views that a preview of pages can show.
struct PageView: Hashable, Sendable {
  /// Numbers in the lists of ``PageChoices``.
  var look: Int
  var size: Int
  var seesSecrets: Bool

  /// The path of its pages, below the folder of images.
  func folder(revision: Int) -> String {
    "\(revision)/\(look)/\(size)/\(seesSecrets ? "gm" : "player")/"
  }
}

/// The choices on the page of a preview of pages, in the order of its lists.
struct PageChoices: Sendable {
  /// A file that the page requests.
  enum File: Equatable {
    /// The list of pages.
    case list
    /// The image of the page of an index, so many pixels wide.
    case page(Int, width: Int)
  }

  /// Names of looks; a file is named by its path. Nil stands for the input's own.
  let looks: [String?]
  let sizes: [PageSize]
  let hasAudiences: Bool
  let first: PageView

  /// The widths of images in pixels.
  static let widths = 16...3200

  init(_ source: any PageSource, look: String?, seesSecrets: Bool, in context: RecipeContext) {
    let known = source.looks(in: context)
    let look = look ?? source.defaultLook
    let named = look.map { known.contains($0) ? known : [$0] + known } ?? known
    let own: [String?] = source.defaultLook == nil ? [nil] : []
    looks = own + named
    sizes = source.sizes
    hasAudiences = source.hasAudiences
    first = PageView(
      look: looks.firstIndex(of: look) ?? 0, size: 0, seesSecrets: hasAudiences && seesSecrets)
  }

  /// Returns the file that a path below the folder of images names,
  /// `REVISION/LOOK/SIZE/AUDIENCE/pages.json` or `REVISION/LOOK/SIZE/AUDIENCE/PAGE/WIDTH.png` with
  /// pages from 1; nil for any other path.
  func file(at path: Substring) -> (view: PageView, file: File)? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count > 4, let look = Int(parts[1]), looks.indices.contains(look),
      let size = Int(parts[2]), sizes.indices.contains(size),
      parts[3] == "player" || parts[3] == "gm" && hasAudiences
    else { return nil }
    let view = PageView(look: look, size: size, seesSecrets: parts[3] == "gm")
    if parts[4...].elementsEqual(["pages.json"]) { return (view, .list) }
    guard parts.count == 6, let page = Int(parts[4]), page > 0, parts[5].hasSuffix(".png"),
      let width = Int(parts[5].dropLast(4)), PageChoices.widths.contains(width)
    else { return nil }
    return (view, .page(page - 1, width: width))
  }
}
