// SPDX-License-Identifier: MIT
// Part of Platen: the kind of job that makes icons, colors and images for programs.

internal import Diagnostics
public import Pipeline

/// Jobs that make icons, colors and images for programs and sites.
public struct AssetKind: JobKind {
  public init() {}

  public var grammar: JobGrammar { AssetKeys.grammar }
  public var inputPhrase: String { "a picture" }
  public var expectedPhrase: String { "assets" }
  public var exampleOutput: String { "Assets.xcassets" }
  public var ownEndings: Set<String> { ["svg", "png"] }
  public var inputEndings: [String] { ["svg", "png"] }

  public func claim(onFolder names: [String]) -> InputClaim {
    AssetKeys.holdsPictures(names) ? .possible : .none
  }

  public func claim(onBeginning bytes: [UInt8]) -> InputClaim {
    AssetKeys.seemsTokens(bytes) ? .possible : .none
  }

  public func makeJob(
    _ job: ManifestJob, of manifest: Manifest, in context: RecipeContext
  ) throws -> Job {
    // What is made without a manifest leaves no record.
    try AssetRecipe(
      job, in: context, root: manifest.root, hasRecord: !manifest.file.isEmpty
    ).makeJob()
  }

  public func claim(on file: FileBytes, at path: String) -> InputClaim {
    AssetInspection.recognizes(file: path)
      || AssetInspection.recognizes(site: path, beginning: file.bytes)
      || AssetInspection.recognizes(file: path, beginning: file.bytes) ? .possible : .none
  }

  public func inspection(
    of file: FileBytes, at path: String, salvages: Bool
  ) throws -> any FileInspection {
    AssetInspection.recognizes(file: path)
      || AssetInspection.recognizes(site: path, beginning: file.bytes)
      ? try AssetInspection(file: path, in: DiskEnvironment())
      : try AssetInspection(file: path, bytes: file.bytes)
  }

  public func claim(onWhole path: String, in environment: any Environment) -> InputClaim {
    if AssetInspection.recognizes(file: path) { return .strong }
    let isFolder = (try? environment.status(path))??.kind == .folder
    return isFolder && AssetInspection.recognizes(folder: path, in: environment) ? .strong : .none
  }

  public func inspection(
    ofWhole path: String, in environment: any Environment
  ) throws -> any FileInspection {
    AssetInspection.recognizes(file: path)
      ? try AssetInspection(file: path, in: DiskEnvironment())
      : try AssetInspection(folder: path, in: DiskEnvironment())
  }
}
