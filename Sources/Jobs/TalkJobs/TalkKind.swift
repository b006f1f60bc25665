// SPDX-License-Identifier: MIT
// Part of Platen: the kind of job that shows talks.

package import Diagnostics
package import JobKit
package import Pipeline
internal import Text

/// Jobs that make slides, handouts, scripts and statistics of talks.
package struct TalkKind: JobKind {
  package init() {}

  package var grammar: JobGrammar { TalkKeys.grammar }
  package var codes: CodeTable { .talkJobs }
  package var inputHelp: String { "a talk (Toboggan, Marp, …)" }
  /// Built decks, decks in one file, and pages of HTML, about which the reader of talks reports what
  /// a talk is.
  package var inputExtensions: [String] { ["toml", "md", "markdown", "qmd", "html", "htm"] }

  package func claim(onFolder names: [String]) -> InputClaim {
    let slides = names.filter {
      $0 == "slides" || ["md", "markdown"].contains(fileExtension(of: $0))
    }
    // Folders of all kinds have a README.
    if slides.contains(where: { !$0.hasPrefix("README.") }) { return .strong }
    return slides.isEmpty ? .none : .fallback
  }

  package func claim(onBeginning bytes: [UInt8]) -> InputClaim {
    TalkKeys.seemsTalk(bytes) ? .possible : .none
  }

  package func makeJob(
    _ job: ManifestJob, of manifest: Manifest, in context: RecipeContext
  ) throws -> Job {
    try TalkRecipe(job, in: context).makeJob()
  }

  package var looks: (any LookFamily)? { DeckLooks() }
  package var pages: (any PageSource)? { TalkPages() }

  package func claim(onWhole path: String, in environment: any Environment) -> InputClaim {
    (try? TalkInspection.recognizes(path, in: environment)) == true ? .likely : .none
  }

  /// Its cover, a slide in a folder called `slides`, a deck that was built, or a deck in one file that
  /// a program is known of.
  package func whole(around file: String, in environment: any Environment) -> String? {
    func isTalk(_ path: String) -> Bool { claim(onWhole: path, in: environment) != .none }
    if let slides = file.firstRange(of: "/slides/"),
      ["md", "markdown", "html", "htm"].contains(fileExtension(of: file))
    {
      let talk = String(file[..<slides.lowerBound])
      if !talk.isEmpty, isTalk(talk) { return talk }
    }
    if file.hasSuffix("/_cover.md") { return String(file.dropLast("/_cover.md".count)) }
    if TalkFiles.isDeck(file) {
      // Beside a cover it is a slide.
      let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
      guard (try? environment.status(folder + "_cover.md")) ?? nil == nil,
        TalkFiles.isUnmistakableDeck(file, in: environment)
      else { return nil }
      return file
    }
    return fileExtension(of: file) == "toml" && isTalk(file) ? file : nil
  }

  package func inspection(
    of file: FileBytes, at path: String, salvages: Bool
  ) throws -> any FileInspection {
    try inspection(ofWhole: path, in: DiskEnvironment())
  }

  package func inspection(
    ofWhole path: String, in environment: any Environment
  ) throws -> any FileInspection {
    try TalkInspection(path, in: environment)
  }
}
