// SPDX-License-Identifier: MIT
// Part of Platen: a manifest read, checked and multiplied out: jobs with their outputs.

package import Diagnostics
package import Instances
internal import Pipeline
package import Reports
package import Values

/// The jobs of a manifest with all outputs, decided before anything runs.
package struct Manifest: Sendable {
  /// The file as the user named it, or `-`.
  package var file: String
  /// The folder that paths in the manifest start from, as the working directory sees it.
  package var folder: String
  /// The output directory, as seen from the working directory.
  package var root: String
  /// The jobs in the order written, matrix keys as written.
  package var jobs: [ManifestJob]
  /// Jobs that were not chosen: they do not run, and those that run may still name them.
  package var unchosen: [ManifestJob] = []
  /// Places in each pool a job may name.
  package var pools: [String: Int] = [:]
  /// The retries, where the manifest specifies them.
  package var retries: Retries?

  /// Indicates whether jobs have logs.
  package var hasLogs = false
  /// Indicates whether a run becomes a page.
  package var hasReport = false
  /// The defaults for the words of that page: a language and a phrase file.
  package var pageSettings = Settings()
  /// Notifications at the end of a run.
  package var onFinish: [FinishAction] = []
  /// The places that outputs are copied to at its end.
  package var deliveries: [Delivery] = []
  /// Warnings of possible errors in it.
  package var warnings: [Diagnostic] = []
  /// The cache that machines share.
  package var cache: SharedCache?
  /// Servers that jobs are made from.
  package var instances: [ManifestInstance] = []
  /// The holdings that jobs require from them.
  package var demands: [InstanceDemand] = []
  /// The files that its servers and its cache name.
  package var serverFiles: [NamedFile] = []
  /// The folders of its deliveries, which need not exist.
  package var deliveryFolders: [NamedFile] = []

  /// Retries of stages that fail for a temporary reason.
  package struct Retries: Hashable, Sendable {
    /// The number of retries of a stage.
    package var limit: Int
    /// Seconds before the first retry, where the manifest specifies them.
    package var delay: Double?
  }

  package init(file: String, folder: String, root: String, jobs: [ManifestJob]) {
    self.file = file
    self.folder = folder
    self.root = root
    self.jobs = jobs
  }
}

/// One job: an input, its settings and its outputs.
package struct ManifestJob: Sendable {
  /// Unique in the manifest.
  package var id: String
  /// The value of `${id}`: the id as written, or the input's name.
  package var baseID: String
  package var kind: any JobKind
  package var tags: [String]
  /// The input's path, starting from the manifest's folder.
  package var input: String
  /// The place where the manifest names it; nil for a job that no manifest lists.
  package var inputPlace: SourceLocation?
  /// Files that are read together with it.
  package var companions: [String] = []
  /// The places where the manifest names companions, by their paths.
  package var companionPlaces: [String: SourceLocation] = [:]
  /// The keys of the matrix it comes from.
  var matrixKeys: [String] = []
  /// The reason why the job cannot run, when that is known already: its glob found nothing.
  package var error: Diagnostic?
  /// Defaults, the job's own keys and its place in the matrix, merged.
  package var settings: Settings
  /// The keys of these that are the manifest's defaults, which are for many jobs.
  package var inherited: Set<String> = []
  package var outputs: [OutputRequest]
  package var place: SourceLocation

  package init(
    id: String, baseID: String, kind: any JobKind, tags: [String] = [], input: String,
    error: Diagnostic? = nil, settings: Settings, outputs: [OutputRequest], place: SourceLocation
  ) {
    self.id = id
    self.baseID = baseID
    self.kind = kind
    self.tags = tags
    self.input = input
    self.error = error
    self.settings = settings
    self.outputs = outputs
    self.place = place
  }
}

/// One file to be made.
package struct OutputRequest: Sendable {
  /// Below the output directory, `/` between folders, without `.` and `..`.
  package var path: String
  /// The part of the path that distinguishes the files of a set, such as `${slide}`; nil for one
  /// file.
  package var placeholder: String?
  /// The format's extension.
  package var format: String
  /// The output's own options over the job's.
  package var options: Settings
  /// The page that an image of a document shows, or its last where it is shorter; the number of
  /// slides or cards, from the first, that an image of all shows. Nil for what the options specify.
  package var excerpt: Int?
  package var place: SourceLocation

  package init(
    path: String, placeholder: String? = nil, format: String, options: Settings,
    excerpt: Int? = nil,
    place: SourceLocation
  ) {
    self.path = path
    self.placeholder = placeholder
    self.format = format
    self.options = options
    self.excerpt = excerpt
    self.place = place
  }

  /// The internal error of a format that its kind lists and its recipe does not write: a file of that
  /// name never holds something else.
  package var unwritable: Failure {
    Failure(.error(.engine, "no writer for the format .\(format) of \"\(path)\"", at: place))
  }
}

/// Values by key, checked against their shapes; later ones win.
package struct Settings: Sendable, Hashable {
  private var members: [PlacedValue.Member] = []

  package init(_ members: [PlacedValue.Member] = []) {
    for member in members { set(member) }
  }

  /// Every value, in the order its key first came.
  package var all: [PlacedValue.Member] { members }

  /// Sets one value, replacing an earlier one of its key.
  package mutating func set(_ member: PlacedValue.Member) {
    if let index = members.firstIndex(where: { $0.key == member.key }) {
      members[index] = member
    } else {
      members.append(member)
    }
  }

  /// Lays the values of a nearer level over these.
  ///
  /// - Parameter alternatives: sets of options for one purpose; a nearer level that uses one set
  ///   does not inherit another.
  package mutating func override(
    with nearer: [PlacedValue.Member], alternatives: [OptionWay] = []
  ) {
    let chosen = alternatives.filter { way in nearer.contains { way.keys.contains($0.key) } }
    if !chosen.isEmpty {
      members.removeAll { member in
        alternatives.contains { $0.holds(member.key) && !chosen.contains($0) }
      }
    }
    for member in nearer { set(member) }
  }

  /// The values of these keys alone, such as those that a stage reads.
  package func only(_ keys: any DeclaredKey...) -> Settings {
    Settings(members.filter { member in keys.contains { $0.name == member.key } })
  }

  /// Removes the value of a key.
  package mutating func remove(_ key: String) { members.removeAll { $0.key == key } }

  /// Sets a value from a flag of the command line.
  package mutating func set(_ key: String, to text: String, flag: String? = nil) {
    let place = SourceLocation(field: "--\(flag ?? key)")
    set(PlacedValue.Member(key: key, place: place, value: PlacedValue(typed: text, at: place)))
  }

  /// Sets a list from flags of the command line.
  package mutating func set(_ key: String, to texts: [String], flag: String? = nil) {
    let place = SourceLocation(field: "--\(flag ?? key)")
    let elements = texts.map { PlacedValue(typed: $0, at: place) }
    set(PlacedValue.Member(key: key, place: place, value: PlacedValue(.list(elements), at: place)))
  }

  /// The value of the key of this name.
  package subscript(name name: String) -> PlacedValue? { members.first { $0.key == name }?.value }
}
