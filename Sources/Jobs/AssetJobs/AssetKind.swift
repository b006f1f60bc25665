// SPDX-License-Identifier: MIT
// Part of Platen: the kind of job that makes icons, colors and images for programs.

package import Diagnostics
package import JobKit
package import Pipeline
internal import Tokens

/// Jobs that make icons, colors and images for programs and sites.
package struct AssetKind: JobKind {
  package init() {}

  package var grammar: JobGrammar { AssetKeys.grammar }
  package var codes: CodeTable { .assetJobs }
  package var inputHelp: String { "an icon or design tokens" }
  package var inputPhrase: String { "an image" }
  package var expectedPhrase: String { "assets" }
  package var exampleOutput: String { "Assets.xcassets" }
  package var ownExtensions: Set<String> { ["svg", "png"] }
  package var inputExtensions: [String] { ["svg", "png"] }

  package func claim(onFolder names: [String]) -> InputClaim {
    // An icon of Icon Composer.
    if names.contains("icon.json"), names.contains("Assets") { return .strong }
    return AssetKeys.holdsPictures(names) || TokenLoader.isFolder(ofTokens: names)
      ? .possible : .none
  }

  package func claim(onBeginning bytes: [UInt8]) -> InputClaim {
    AssetKeys.seemsTokens(bytes) ? .possible : .none
  }

  package func makeJob(
    _ job: ManifestJob, of manifest: Manifest, in context: RecipeContext
  ) throws -> Job {
    // A job without a manifest leaves no record.
    try AssetRecipe(
      job, in: context, root: manifest.root, hasRecord: !manifest.file.isEmpty
    ).makeJob()
  }

  package func claim(on file: FileBytes, at path: String) -> InputClaim {
    AssetInspection.recognizes(file: path)
      || AssetInspection.recognizes(site: path, beginning: file.bytes)
      || AssetInspection.recognizes(file: path, beginning: file.bytes) ? .possible : .none
  }

  package func inspection(
    of file: FileBytes, at path: String, salvages: Bool
  ) throws -> any FileInspection {
    AssetInspection.recognizes(file: path)
      || AssetInspection.recognizes(site: path, beginning: file.bytes)
      ? try AssetInspection(file: path, in: DiskEnvironment())
      : try AssetInspection(file: path, bytes: file.bytes)
  }

  package func claim(onWhole path: String, in environment: any Environment) -> InputClaim {
    if AssetInspection.recognizes(file: path) { return .strong }
    let isFolder = (try? environment.status(path))??.kind == .folder
    return isFolder && AssetInspection.recognizes(folder: path, in: environment) ? .strong : .none
  }

  package func inspection(
    ofWhole path: String, in environment: any Environment
  ) throws -> any FileInspection {
    AssetInspection.recognizes(file: path)
      ? try AssetInspection(file: path, in: DiskEnvironment())
      : try AssetInspection(folder: path, in: DiskEnvironment())
  }
}
