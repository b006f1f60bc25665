// SPDX-License-Identifier: MIT
// Part of Platen: a piece of work as a value: its name, its inputs, and its function.

public import Diagnostics
public import Digests

/// A piece of work that gives an `Output`, and at the same time the handle to that output.
///
/// A stage is a value. It is made from the stages it follows, so a cycle cannot be written down:
///
/// ```swift
/// let world = Stage("read", version: 1, files: [path]) { context in
///   try parse(context.read(path))                      // throws -> Diagnosed<World>
/// }
/// let scene = Stage("compose", version: 1, parameters: .of(look), after: world) {
///   context, world in try composer.compose(world)      // throws -> Diagnosed<Scene>
/// }
/// ```
///
/// Two stages with equal ``key`` are the same work: the plan keeps one of them and shares its
/// result. So everything the result depends on is in `parameters`, comes from an input, or is read
/// through the ``StageContext``; any other values a closure captures must follow from these.
///
/// A later run identifies a stage with a digest function by the digest of its result: when it gives
/// the same value again, the stages that follow it need not run. A stage without one is transient:
/// its inputs identify it, and only a run gives its result.
///
/// `run` is synchronous, is called once on a thread of the runner, and polls
/// ``StageContext/checkCancellation()`` when it takes long. A handle of a C library is born, used
/// and finished inside it: only `Sendable` values go in and out.
public struct Stage<Output: Sendable>: Sendable {
  let node: StageNode

  init(node: StageNode) { self.node = node }

  /// Makes a stage.
  ///
  /// - Parameters:
  ///   - name: its name in the record and the events, such as `compose`.
  ///   - version: raise it whenever the same inputs may give another result.
  ///   - parameters: the values of all other factors of the result.
  ///   - files: paths of files it is known to read. Those that are missing fail the stage before
  ///     anything runs; files found out later are simply read.
  ///   - memory: its memory estimate.
  ///   - inputs: the stages whose results `run` is handed, in this order.
  ///   - digest: the digest of a result, equal for equal results; nil for a transient one.
  ///   - run: the work.
  public init<each Input: Sendable>(
    _ name: String, version: Int, parameters: StageParameters = .none, files: [String] = [],
    memory: MemoryEstimate = .light, after inputs: repeat Stage<each Input>,
    digest: (@Sendable (Output) -> Digest)? = nil,
    run: @escaping @Sendable (StageContext, repeat each Input) throws -> Diagnosed<Output>
  ) {
    var nodes: [StageNode] = []
    repeat nodes.append((each inputs).node)
    let work: @Sendable (StageContext, [any Sendable]) throws -> Diagnosed<any Sendable> = {
      context, values in
      var inputs = InputCursor(values)
      return try run(context, repeat inputs.next((each Input).self)).map { $0 as any Sendable }
    }
    var erasedDigest: (@Sendable (any Sendable) -> Digest?)?
    if let digest { erasedDigest = { value in (value as? Output).map(digest) } }
    node = StageNode(
      name: name, version: version, parameters: parameters, files: files, memory: memory,
      inputs: nodes, output: Output.self, work: .value(run: work, digest: erasedDigest))
  }

  /// Makes the stage of a result that is unavailable for a reason known before anything runs.
  public static func failing(_ error: Diagnostic) -> Stage {
    Stage("read", version: 1, parameters: .of(error.text)) { _ in throw Failure(error) }
  }

  /// Makes the stage that gathers the results of many like stages, in order.
  public static func gather<Element>(_ stages: [Stage<Element>]) -> Stage<[Element]>
  where Output == [Element] {
    Stage<[Element]>(
      node: StageNode(
        name: "gather", version: 1, parameters: .none, files: [], memory: .light,
        inputs: stages.map(\.node), output: [Element].self,
        work: .value(
          run: { _, values in
            var inputs = InputCursor(values)
            return Diagnosed(try stages.map { _ in try inputs.next(Element.self) } as any Sendable)
          }, digest: nil)))
  }

  /// The key of the work.
  public var key: Key { node.key }
  /// The name of the work.
  public var name: String { node.name }
  /// The stage without its type, for lists of unlike stages.
  public var erased: AnyStage { AnyStage(node: node) }
}

/// A stage whose type is not known, as a ``Job`` requires it.
public struct AnyStage: Sendable {
  let node: StageNode

  /// The key of the work.
  public var key: Key { node.key }
}

/// The memory a stage is thought to need, in bytes.
///
/// An estimate, not a limit: the scheduler starts no stage that would take the sum of running
/// stages and held results over the budget, unless nothing else runs.
public struct MemoryEstimate: Hashable, Sendable {
  /// At its peak while it runs, its result included.
  public var running: Int
  /// The memory its result occupies until the last stage that needs it has run.
  public var held: Int

  /// - Parameters:
  ///   - running: bytes at the peak.
  ///   - held: bytes of the result.
  public init(running: Int, held: Int = 0) {
    self.running = max(0, running)
    self.held = max(0, held)
  }

  /// Too little to count.
  public static let light = MemoryEstimate(running: 0)
}

/// The stage behind its type. A class, since nodes are shared and compared by identity.
final class StageNode: Sendable {
  /// A value in memory, or a file to be published.
  enum Work: Sendable {
    case value(
      run: @Sendable (StageContext, [any Sendable]) throws -> Diagnosed<any Sendable>,
      digest: (@Sendable (any Sendable) -> Digest?)?)
    case file(FileWork)
  }

  let key: Key
  let name: String
  let version: Int
  let parameters: StageParameters
  let files: [String]
  let memory: MemoryEstimate
  let inputs: [StageNode]
  let output: any Any.Type
  let work: Work

  init(
    name: String, version: Int, parameters: StageParameters, files: [String],
    memory: MemoryEstimate,
    inputs: [StageNode], output: any Any.Type, work: Work
  ) {
    self.name = name
    self.version = version
    self.parameters = parameters
    self.files = files
    self.memory = memory
    self.inputs = inputs
    self.output = output
    self.work = work
    key = Key(
      name: name, version: version, parameters: parameters, files: files,
      inputs: inputs.map(\.key))
  }

  var sort: StageSort {
    switch work {
    case .value(_, let digest): digest == nil ? .transient : .digested
    case .file: .kept
    }
  }

  /// Readers see bytes and do not know their file's name; a stage with one file knows it.
  func placed(_ diagnostic: Diagnostic) -> Diagnostic {
    guard files.count == 1, let file = files.first else { return diagnostic }
    return diagnostic.inFile(file)
  }
}

/// The way a later run knows a stage's result.
enum StageSort: UInt8, Hashable, Sendable {
  /// Identified by its inputs; it has no record.
  case transient
  /// By the digest of the value.
  case digested
  /// By the digest of the file, which the store has.
  case kept
}

/// Hands the results of a node's inputs out one after another, each as its type.
struct InputCursor {
  private let values: [any Sendable]
  private var index = 0

  init(_ values: [any Sendable]) { self.values = values }

  mutating func next<T: Sendable>(_: T.Type) throws -> T {
    defer { index += 1 }
    guard index < values.count, let value = values[index] as? T else {
      // The plan refuses stages of one key and two types, so only an engine bug gets here.
      throw Failure(
        .error(.engineInput, "input \(index) of a stage is not the \(T.self) it was made with"))
    }
    return value
  }
}
