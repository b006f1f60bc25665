// SPDX-License-Identifier: MIT
// Part of Platen: a folder of notes as an output: read when jobs are planned, and written by a stage
// that merges.

package import Diagnostics
internal import Digests
package import Pipeline
package import Vaults

/// A folder of notes that people edit.
package struct VaultFolder: Sendable {
  /// Below the output directory.
  package let path: String
  package let place: SourceLocation
  private let root: String
  private let state: Result<VaultState, Failure>

  private static let placeholder = "${note}"

  /// Reads the folder of an output.
  ///
  /// - Parameter root: the output directory, relative to the working directory.
  package init(of output: OutputRequest, root: String, in context: RecipeContext) {
    path = plainPath(output.path)
    place = output.place
    self.root = root
    state = VaultFolder.read(path, root, in: context.outside)
  }

  /// The error where the vault is for other readers, known before anything runs.
  package func refusal(of options: VaultOptions) -> Failure? {
    do {
      try check(options, source: nil)
      return nil
    } catch {
      return error as? Failure
    }
  }

  /// Checks whether the vault is for the same readers and of the same thing, for files beside the
  /// notes.
  ///
  /// - Throws: `Failure` `vault.audience`, `vault.source`, and the errors of reading the folder.
  package func check(_ options: VaultOptions, source: String?) throws {
    let state = try state.get()
    do {
      try VaultFiles.check(state, options, source)
    } catch let failure as Failure {
      throw failure.at(place)
    }
  }

  /// The notes as an output.
  ///
  /// - Parameters:
  ///   - version: of the texts.
  ///   - parameters: all other factors of the notes.
  ///   - make: the notes.
  package func output<Input>(
    version: Int, parameters: StageParameters, memory: MemoryEstimate, _ options: VaultOptions,
    after input: Stage<Input>,
    make: @escaping @Sendable (StageContext, Input) throws -> Diagnosed<VaultContent>
  ) -> Job.Output {
    let (path, root, state, place) = (path, root, state, place)
    let known =
      switch state {
      case .success(let state): state.digest.description
      case .failure(let failure): failure.diagnostics.map(\.text).joined(separator: "\n")
      }
    let stage = Stage<FileArtifact>.files(
      "write notes", version: version, parameters: .of(parameters, options, known, path),
      memory: memory, fillsFolder: true, after: input
    ) { context, set, input in
      let state = try state.get()
      let content = try make(context, input)
      let files: VaultFiles
      do {
        files = try VaultFiles(content.value, options, merging: state, in: path)
      } catch let failure as Failure {
        throw failure.at(place)
      }
      // The run may have taken a while, and its reader may be writing in the vault.
      let now = try VaultFolder.read(path, root, in: DiskEnvironment()).get()
      guard now.digest == state.digest else {
        throw Failure(
          .error(
            .vaultChanged, "\(path)/ was changed during the run, so no note is written", at: place,
            hints: ["run again"]))
      }
      for (name, bytes) in files.files { try set.file(name) { try $0.write(bytes) } }
      return content.warnings + files.diagnostics
    }
    var output = Job.Output(
      path + "/" + VaultFolder.placeholder, placeholder: VaultFolder.placeholder, from: stage,
      at: place)
    // Readers write into these files.
    output.isShared = true
    return output
  }

  // MARK: Reading

  private static let deepest = 16
  private static let mostEntries = 100_000
  private static let noteLimit = 4 << 20
  private static let totalLimit = 512 << 20

  private static func read(
    _ path: String, _ root: String, in environment: any Environment
  ) -> Result<VaultState, Failure> {
    let place = root == "." ? path : root + "/" + path
    do {
      guard try environment.status(place)?.kind == .folder else { return .success(VaultState()) }
      var walk = Walk(environment: environment, place: place)
      try walk.visit("", 0)
      var list: [UInt8]?
      if walk.hasList {
        list = try environment.read(place + "/" + VaultList.name, limit: 64 << 20).bytes
      }
      do {
        return .success(try VaultState(files: walk.files, others: walk.others, list: list))
      } catch let failure as Failure {
        throw failure.inFile(place + "/" + VaultList.name)
      }
    } catch let failure as Failure {
      return .failure(failure)
    } catch {
      return .failure(Failure(.error(.vaultSize, "\(path)/ cannot be read: \(error)")))
    }
  }

  /// Finds the notes below a folder. Links are not followed.
  private struct Walk {
    let environment: any Environment
    let place: String
    var files: [(path: String, bytes: [UInt8])] = []
    var others: [String] = []
    var hasList = false
    private var entries = 0
    private var total = 0

    init(environment: any Environment, place: String) {
      self.environment = environment
      self.place = place
    }

    mutating func visit(_ folder: String, _ depth: Int) throws {
      let list = try environment.list(folder.isEmpty ? place : place + "/" + folder)
        .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
      entries += list.count
      guard entries <= VaultFolder.mostEntries else { throw Walk.refusal(place) }
      // Hidden folders are the settings and the trash of Obsidian.
      for entry in list where !entry.name.hasPrefix(".") {
        let path = folder.isEmpty ? entry.name : folder + "/" + entry.name
        if entry.isLink {
          others.append(path)
        } else if entry.isFolder {
          if depth < VaultFolder.deepest { try visit(path, depth + 1) }
        } else if VaultPath.noteName(of: path) != nil {
          try take(path)
        } else if path == VaultList.name {
          hasList = true
        }
      }
    }

    private mutating func take(_ path: String) throws {
      guard let status = try environment.status(place + "/" + path), status.kind == .file,
        status.size <= VaultFolder.noteLimit
      else {
        others.append(path)
        return
      }
      total += status.size
      guard total <= VaultFolder.totalLimit else { throw Walk.refusal(place) }
      files.append((path, try environment.read(place + "/" + path).bytes))
    }

    private static func refusal(_ place: String) -> Failure {
      Failure(
        .error(
          .vaultSize, "\(place)/ has more than 100,000 files or 512 MB of notes",
          hints: ["choose a folder of its own within the vault"]))
    }
  }
}
