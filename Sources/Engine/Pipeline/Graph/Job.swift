// SPDX-License-Identifier: MIT
// Part of Platen: a job: the stages whose results it needs, and the paths of its files.

public import Diagnostics

/// One line of a manifest, multiplied out: its stages and the paths of its files.
public struct Job: Sendable {
  /// A file to be published under the output directory.
  public struct Output: Sendable {
    /// The path, relative to the output directory.
    public var path: String
    /// The part of the path that the names of a set's files take the place of, such as `${slide}`;
    /// nil for a single file.
    public var placeholder: String?
    /// The stage that writes it.
    public var stage: Stage<FileArtifact>
    /// The location in the manifest, for errors.
    public var place: SourceLocation?
    /// Indicates whether it is written into a file that was there before: such a file is never
    /// removed.
    public var isShared = false
    /// The sheets of paper it takes; nil where it is not on paper. The engine only passes them on.
    public var sheets: Sheets?

    public init(
      _ path: String, placeholder: String? = nil, from stage: Stage<FileArtifact>,
      at place: SourceLocation? = nil
    ) {
      self.path = path
      self.placeholder = placeholder
      self.stage = stage
      self.place = place
    }
  }

  /// A setting as the user gave it, for the record.
  public struct Parameter: Hashable, Sendable {
    public var name: String
    public var value: String

    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The id; no two jobs of a plan share one.
  public var id: String
  /// Its kind, such as `map`; the engine only passes it on.
  public var kind: String
  /// Words by which it can be selected; the engine only passes them on.
  public var tags: [String]
  /// Settings for the record, in order; the engine only passes them on.
  public var parameters: [Parameter]
  /// Files its settings were read from before anything ran, such as its look's, for the record; the
  /// engine only passes them on.
  public var inputs: [InputRecord] = []
  /// The location in the manifest, for errors.
  public var place: SourceLocation?
  /// The places where the user names files, by their paths: errors about a file as a whole are
  /// shown there.
  public var sources: [String: SourceLocation] = [:]
  /// The places of settings that only stages can check, by the codes of the errors in them.
  public var settingPlaces: [Diagnostic.Code: SourceLocation] = [:]
  /// Stages that find errors in the job's input and make nothing; only a check runs them.
  public var checks: [AnyStage] = []
  /// Warnings that are known before anything runs; the stages repeat them.
  public var warnings: [Diagnostic] = []
  /// The priority; of the ready stages the greater goes first.
  public var priority = 0
  /// Working seconds it may take from the start of its first stage; then it fails.
  public var timeLimit: Double?
  /// The pool its stages take a place in while they run.
  public var pool: String?
  /// The files it makes.
  public var outputs: [Output]
  /// Files it wrote once that became the user's own, relative to the output directory: they are not
  /// reported as orphans.
  public var left: [String] = []
  /// The errors of a job whose outputs cannot be planned, as when its pattern matches no file.
  public var planningErrors: [Diagnostic] = []
  /// Indicates whether its outputs are unknown: then earlier outputs are not orphans.
  public var hasUnknownOutputs: Bool { !planningErrors.isEmpty }
  /// Stages whose results are kept until the run ends, for ``RunResult/value(of:)``.
  public var requestedStages: [AnyStage]
  /// Indicates whether it makes nothing, and its stages only report diagnostics: then it is up to
  /// date.
  public var onlyReports = false

  public init(
    id: String, kind: String, tags: [String] = [], parameters: [Parameter] = [],
    outputs: [Output] = [], requestedStages: [AnyStage] = [], at place: SourceLocation? = nil
  ) {
    self.id = id
    self.kind = kind
    self.tags = tags
    self.parameters = parameters
    self.outputs = outputs
    self.requestedStages = requestedStages
    self.place = place
  }

  /// An error of one of its stages as the user can find it: at the line of the setting or of the name
  /// of the file, where the error has no line of its own.
  func located(_ error: Diagnostic) -> Diagnostic {
    guard let file = error.place?.file else {
      // Flags and fields are also places.
      return error.place == nil || error.place == SourceLocation()
        ? error.found(from: settingPlaces[error.code] ?? place) : error
    }
    return error.found(from: sources[file])
  }
}
