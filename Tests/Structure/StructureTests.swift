// SPDX-License-Identifier: MIT
// Part of Platen: tests the rules of `Sources/README.md`: which folders import which, that the guide
// lists every module as `Package.swift` does and stays short, that the manual describes every kind of
// job, and that no link in a document of the sources is broken.

import Foundation
import TestSupport
import Testing

struct StructureTests {
  /// A module of `Sources`, as its files are.
  private struct Module {
    let name: String
    let folder: String
    /// The modules of this package that its files import, without bindings.
    var imports: Set<String> = []
    /// The bindings to C that its files import.
    var bindings: Set<String> = []
  }

  /// The folders whose modules the modules of each folder may import.
  private static let rules: [String: Set<String>] = {
    let subjects = ["Maps", "Talks", "Meetings", "Assets", "Cards"]
    var rules: [String: Set<String>] = [
      "Base": ["Base"], "Graphics": ["Base", "Graphics"],
      "Documents": ["Base", "Graphics", "Documents"], "Engine": ["Base", "Engine"],
    ]
    for subject in subjects { rules[subject] = ["Base", "Graphics", "Documents", subject] }
    let libraries = Set(rules.keys)
    rules["Products"] = libraries
    rules["Jobs"] = libraries.union(["Jobs"])
    rules["Command"] = libraries.union(["Jobs", "Command"])
    return rules
  }()

  /// Imports that the rules forbid and that remain, each with its reason.
  private static let exceptions = [
    "Cards → Tokens": "colors of cards are named in files of design tokens",
    "Reports → Pixels": "the page of a run shows outputs small",
  ]

  /// The modules that may import each binding; `platen` prints versions and does nothing else with them.
  private static let users: [String: Set<String>] = [
    "CCairo": ["Canvas", "Vectors", "platen"], "CCrypto": ["Digests", "Wire"],
    "CCurl": ["Instances"], "CDeflate": ["Archive", "PDF", "Pixels", "platen"],
    "CExpat": ["Rows", "Vectors", "Writers"],
    "CGumbo": ["Talks"], "CJPEG": ["Pixels", "Rasters"], "CMalloc": ["platen"],
    "CMark": ["Readers"], "CPNG": ["Pixels", "platen"], "CPango": ["Canvas", "platen"],
    "CProcess": ["Instances", "platen"], "CQR": ["QRCodes"], "CRSVG": ["Vectors"],
    "CSQLite": ["Database"], "CTIFF": ["Rasters"], "CWebP": ["Rasters"], "CYAML": ["Values"],
    "CZip": ["Archive", "platen"],
  ]

  private static let modules: [Module] = {
    let sources = Shared.repository.appendingPathComponent("Sources")
    var modules = folders(in: sources).filter { $0 != "Bindings" }.flatMap { folder in
      folders(in: sources.appendingPathComponent(folder)).map { Module(name: $0, folder: folder) }
    }
    let names = Set(modules.map(\.name))
    for index in modules.indices {
      let module = modules[index]
      let folder = sources.appendingPathComponent("\(module.folder)/\(module.name)")
      let imports = importedModules(below: folder)
      modules[index].imports = imports.intersection(names).subtracting([module.name])
      modules[index].bindings = imports.intersection(users.keys)
    }
    return modules
  }()

  private static func folders(in folder: URL) -> [String] {
    let entries = try? FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: [.isDirectoryKey])
    return (entries ?? []).filter {
      (try? $0.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true
    }.map(\.lastPathComponent).sorted()
  }

  private static func importedModules(below folder: URL) -> Set<String> {
    var found: Set<String> = []
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "swift", let text = try? String(contentsOf: file, encoding: .utf8)
      else { continue }
      for line in text.split(separator: "\n") {
        let words = line.split(separator: " ")
        guard let at = words.prefix(3).firstIndex(of: "import"), at + 1 < words.count else {
          continue
        }
        found.insert(String(words[at + 1]))
      }
    }
    return found
  }

  @Test func modulesImportWhatTheirFoldersMay() {
    #expect(Self.modules.count > 40)
    let folders = Dictionary(uniqueKeysWithValues: Self.modules.map { ($0.name, $0.folder) })
    var forbidden: Set<String> = []
    for module in Self.modules {
      let allowed = Self.rules[module.folder] ?? []
      for name in module.imports where !allowed.contains(folders[name] ?? "") {
        forbidden.insert("\(module.name) → \(name)")
      }
    }
    #expect(forbidden == Set(Self.exceptions.keys))
  }

  /// Kinds of job that use another kind, each with its reason.
  private static let usersOfKinds = [
    "CampaignJobs → MapJobs": "books draw maps",
    "DiffJobs → CampaignJobs": "changes of campaigns are read as these are",
    "DiffJobs → MapJobs": "changes of worlds are drawn",
    "GazetteerJobs → MapJobs": "gazetteers read and draw worlds",
    "MeetingJobs → CampaignJobs": "recaps read campaigns",
  ]

  /// The modules of the kinds of job.
  private static let kinds = modules.filter { $0.folder == "Jobs" }.map(\.name)
    .filter { !["JobKit", "Jobs"].contains($0) }

  /// The manual's page of formats has a section for each kind of job, under the name of its module:
  /// `Maps` for `MapJobs`.
  @Test func theManualHasASectionForEachKindOfJob() throws {
    let page = Shared.repository.appendingPathComponent(
      "Sources/Command/platen/Manual.docc/Reference/FormatsReadAndWritten.md")
    let headings = Set(
      try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
        .filter { $0.hasPrefix("## ") }.map { String($0.dropFirst(3)) })
    #expect(Self.kinds.count >= 6)
    for kind in Self.kinds {
      let subject = kind.dropLast("Jobs".count) + "s"
      #expect(headings.contains(String(subject)), "FormatsReadAndWritten.md: \(subject)")
    }
  }

  /// Kinds of job share `JobKit`, which knows none of them, and `Jobs` alone imports all.
  @Test func kindsOfJobDoNotImportEachOther() {
    let modules = Self.modules.filter { $0.folder == "Jobs" }
    let kinds = Set(Self.kinds)
    #expect(kinds.isSuperset(of: ["MapJobs", "CardJobs"]))
    var found: Set<String> = []
    for module in modules where module.name != "Jobs" {
      #expect(!module.imports.contains("Jobs"), "\(module.name)")
      found.formUnion(module.imports.intersection(kinds).map { "\(module.name) → \($0)" })
    }
    #expect(found == Set(Self.usersOfKinds.keys))
    #expect(modules.first { $0.name == "Jobs" }?.imports.isSuperset(of: kinds) == true)
  }

  /// The parts that the kinds of job share belong to no subject.
  @Test func sharedPartsOfJobsKnowNoSubject() throws {
    let subjects: Set = ["Maps", "Talks", "Meetings", "Assets", "Cards"]
    let known = Set(Self.modules.filter { subjects.contains($0.folder) }.map(\.name))
    let shared = try #require(Self.modules.first { $0.name == "JobKit" })
    #expect(shared.imports.intersection(known) == [])
  }

  /// The readers of a subject do not know how drawings become images and pages.
  @Test func subjectsDoNotPaint() {
    let subjects: Set = ["Maps", "Talks", "Meetings", "Cards"]
    let painters: Set = ["Canvas", "PDF", "SVG", "Pixels", "Rasters", "Vectors"]
    for module in Self.modules where subjects.contains(module.folder) {
      #expect(module.imports.isDisjoint(with: painters), "\(module.name)")
    }
  }

  @Test func bindingsHaveTheirUsers() {
    let bindings = Self.folders(in: Shared.repository.appendingPathComponent("Sources/Bindings"))
    #expect(bindings == Self.users.keys.sorted())
    for binding in bindings {
      let users = Self.modules.filter { $0.bindings.contains(binding) }.map(\.name)
      #expect(Set(users) == Self.users[binding], "\(binding)")
    }
  }

  /// Types of C stay inside the module that uses them.
  @Test func bindingsAreImportedInternally() throws {
    let sources = Shared.repository.appendingPathComponent("Sources")
    let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "swift" else { continue }
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        let words = line.split(separator: " ")
        guard words.count == 3, words[1] == "import", Self.users[String(words[2])] != nil else {
          continue
        }
        #expect(words[0] == "internal", "\(file.lastPathComponent): \(line)")
      }
    }
  }

  @Test func onlyLibcNamesTheSystemsLibrary() {
    let sources = Shared.repository.appendingPathComponent("Sources")
    for module in Self.modules where module.name != "Libc" {
      let imports = Self.importedModules(
        below: sources.appendingPathComponent("\(module.folder)/\(module.name)"))
      #expect(imports.isDisjoint(with: ["Glibc", "Musl", "Darwin"]), "\(module.name)")
    }
  }

  /// A row of the architecture guide's table.
  private struct Row {
    let name: String
    let folder: String
    let description: String
  }

  private static func guideRows() throws -> [Row] {
    let guide = try String(
      contentsOf: Shared.repository.appendingPathComponent("Sources/README.md"), encoding: .utf8)
    var folder = ""
    var rows: [Row] = []
    for line in guide.split(separator: "\n") where line.hasPrefix("| ") {
      let cells = line.split(separator: "|", omittingEmptySubsequences: false).map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      guard cells.count > 3 else { continue }
      if let end = cells[1].range(of: "/`"), cells[1].hasPrefix("`") {
        folder = String(cells[1][..<end.lowerBound].dropFirst())
      }
      guard folder != "Bindings", cells[2].hasPrefix("`"), cells[2].hasSuffix("`") else { continue }
      rows.append(
        Row(name: String(cells[2].dropFirst().dropLast()), folder: folder, description: cells[3]))
    }
    return rows
  }

  /// The table of the architecture guide has a row for each module, in its folder.
  @Test func theGuideListsEveryModule() throws {
    let listed = try Dictionary(uniqueKeysWithValues: Self.guideRows().map { ($0.name, $0.folder) })
    #expect(listed == Dictionary(uniqueKeysWithValues: Self.modules.map { ($0.name, $0.folder) }))
  }

  /// The comment above a module in `Package.swift` is its description in the guide, as a sentence.
  @Test func thePackageDescribesModulesAsTheGuideDoes() throws {
    let package = try String(
      contentsOf: Shared.repository.appendingPathComponent("Package.swift"), encoding: .utf8)
    var comments: [String: String] = [:]
    var comment: [Substring] = []
    var isInModule = false
    for line in package.split(separator: "\n") {
      let text = line.drop { $0 == " " }
      if text.hasPrefix("// ") {
        if !text.hasPrefix("// MARK: ") { comment.append(text.dropFirst(3)) }
        continue
      }
      if text.hasPrefix("module(") || text.hasPrefix(".executableTarget(") { isInModule = true }
      let quoted = text.split(separator: "\"", omittingEmptySubsequences: false)
      if isInModule, quoted.count > 2 {
        comments[String(quoted[1])] = comment.joined(separator: " ")
        isInModule = false
      }
      if !isInModule { comment = [] }
    }
    for row in try Self.guideRows() {
      let sentence = "\(row.description.prefix(1).uppercased())\(row.description.dropFirst())."
      #expect(comments[row.name] == sentence, "\(row.name)")
    }
  }

  /// The guide is read in one sitting; what was decided and why is in each folder's `DECISIONS.md`.
  @Test func theGuideIsShort() throws {
    let guide = try String(
      contentsOf: Shared.repository.appendingPathComponent("Sources/README.md"), encoding: .utf8)
    #expect(guide.split(separator: "\n", omittingEmptySubsequences: false).count <= 151)
  }

  /// The README, the manual and `platen --help` begin with the same sentence.
  @Test func theTaglineIsTheSameEverywhere() throws {
    func text(_ path: String) throws -> String {
      try String(contentsOf: Shared.repository.appendingPathComponent(path), encoding: .utf8)
    }
    let readme = try text("README.md")
    let start = try #require(readme.firstRange(of: "\n**")?.upperBound)
    let end = try #require(readme[start...].firstRange(of: "**\n")?.lowerBound)
    let tagline = String(readme[start..<end])
    #expect(
      try text("Sources/Command/platen/Commands/Platen.swift").contains("abstract: \"\(tagline)\""))
    #expect(try text("Sources/Command/platen/Manual.docc/Manual.md").contains("\n\(tagline)\n"))
  }

  /// Libraries that are opened at run time are recommended by the Debian package: no tool finds them.
  @Test func librariesOpenedAtRunTimeAreRecommended() throws {
    let root = Shared.repository
    let control = try String(
      contentsOf: root.appendingPathComponent(".ci/debian/control"), encoding: .utf8)
    let line = try #require(control.components(separatedBy: "\nRecommends: ").dropFirst().first)
    let recommended = Set(
      line.prefix { $0 != "\n" }.split { ",| ".contains($0) }.map(String.init))
    var opened: Set<String> = []
    let files = FileManager.default.enumerator(atPath: root.appendingPathComponent("Sources").path)
    while let name = files?.nextObject() as? String {
      guard name.hasSuffix(".swift") || name.hasSuffix("shim.h") else { continue }
      let text = try String(
        contentsOf: root.appendingPathComponent("Sources/\(name)"), encoding: .utf8)
      for mark in [", package: \"", "packageName = \"", "_PACKAGE \""] {
        for part in text.components(separatedBy: mark).dropFirst() {
          opened.insert(String(part.prefix { $0 != "\"" }))
        }
      }
      // libcurl.so.4 is of the package libcurl4.
      for part in text.components(separatedBy: "dlopen(\"").dropFirst() {
        opened.insert(String(part.prefix { $0 != "\"" }).replacing(".so.", with: ""))
      }
    }
    // Fonts have packages, too.
    let libraries = opened.filter { $0.hasPrefix("lib") }
    #expect(libraries.count >= 6)
    #expect(libraries.subtracting(recommended) == [])
  }

  /// A link such as [`Engine.run`](Engine.swift) leads to a file with a function or type of that name.
  @Test func theGuideNamesWhatItLinksTo() throws {
    let guide = try String(
      contentsOf: Shared.repository.appendingPathComponent("Sources/README.md"), encoding: .utf8)
    var count = 0
    for part in guide.components(separatedBy: "[`").dropFirst() {
      guard let name = part.firstRange(of: "`](") else { continue }
      let path = part[name.upperBound...].prefix { $0 != ")" }
      let words = part[..<name.lowerBound].split { !$0.isLetter }
      guard path.hasSuffix(".swift"), words.count >= 2 else { continue }
      let file = Shared.repository.appendingPathComponent("Sources/\(path)")
      let source = try String(contentsOf: file, encoding: .utf8)
      let member = words[1] == "init" ? "init(" : "func \(words[1])("
      #expect(source.contains(member) && source.contains(words[0]), "\(path): \(words)")
      count += 1
    }
    #expect(count >= 5)
  }

  @Test func changesHaveOneLineEach() throws {
    let file = Shared.repository.appendingPathComponent("CHANGELOG.md")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    let changes = lines.drop { !$0.hasPrefix("## [0.1.0]") }
    #expect(changes.count > 300)
    #expect(changes.filter { !$0.hasPrefix("- ") && !$0.hasPrefix("#") } == [])
    #expect(changes.filter { $0.count > 106 } == [])
  }

  @Test func linksLeadToFiles() throws {
    let folders = ["Sources", "Tests", "Templates", ".github"].map {
      Shared.repository.appendingPathComponent($0)
    }
    let below = folders.flatMap { folder in
      FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?
        .compactMap { $0 as? URL } ?? []
    }
    let files =
      below.filter { $0.pathExtension == "md" }
      + ["README.md", "CHANGELOG.md"].map { Shared.repository.appendingPathComponent($0) }
    var broken: [String] = []
    var count = 0
    for file in files {
      for target in try Self.linkTargets(of: String(contentsOf: file, encoding: .utf8)) {
        count += 1
        let path = file.deletingLastPathComponent().appendingPathComponent(target).path
        if !FileManager.default.fileExists(atPath: path) {
          broken.append("\(file.lastPathComponent): \(target)")
        }
      }
    }
    #expect(broken == [])
    #expect(count > 20)
  }

  /// Relative paths that Markdown links to outside of code, without fragments.
  private static func linkTargets(of text: String) -> [String] {
    var isCode = false
    var targets: [String] = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix("```") { isCode.toggle() }
      guard !isCode else { continue }
      for part in line.components(separatedBy: "<img src=\"").dropFirst() {
        targets.append(String(part.prefix { $0 != "\"" }))
      }
      // What is between backticks is an example.
      let prose = line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset.isMultiple(of: 2) }.map(\.element).joined(separator: "`")
      for part in prose.components(separatedBy: "](").dropFirst() {
        let target = part.prefix { $0 != ")" && $0 != "#" }
        if !target.isEmpty, !target.contains(":") { targets.append(String(target)) }
      }
    }
    return targets
  }
}
