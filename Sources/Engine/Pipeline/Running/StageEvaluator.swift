// SPDX-License-Identifier: MIT
// Part of Platen: the values of stages without a run, for programs that show them while settings
// are edited.

public import Diagnostics

/// Runs stages for their values, without outputs, store or record. Thread-safe.
///
/// Each call runs all stages that its stage follows, except those whose values are kept.
public final class StageEvaluator: Sendable {
  private let environment: any Environment
  private let spareSlots: SpareSlots
  private let kept = Guarded<[Key: Diagnosed<any Sendable>]>([:])

  /// - Parameter width: the number of cores that stages may use.
  public init(environment: any Environment, width: Int) {
    self.environment = environment
    // The caller's thread is one.
    spareSlots = SpareSlots(width: width - 1)
  }

  /// Returns the value of a stage, with the diagnostics of the stages that ran for it.
  ///
  /// - Parameter keepsInputs: whether the values of the stages that it follows are kept for others
  ///   that follow them.
  /// - Throws: `Failure` of any of these stages; `Cancelled`; `Failure` `engine` for a stage that
  ///   writes files.
  public func value<Output>(
    of stage: Stage<Output>, cancellation: Cancellation = Cancellation(), keepsInputs: Bool = false
  ) throws -> Diagnosed<Output> {
    var values = kept.withLock { $0 }
    var warnings: [Diagnostic] = []
    let value = try run(stage.node, &values, &warnings, cancellation)
    if keepsInputs {
      values[stage.key] = nil
      kept.withLock { $0.merge(values) { known, _ in known } }
    }
    var cursor = InputCursor([value])
    return Diagnosed(try cursor.next(Output.self), warnings: warnings)
  }

  /// Runs a stage and keeps its value for the stages that follow it.
  ///
  /// - Throws: what ``value(of:cancellation:)`` throws.
  public func keep<Output>(_ stage: Stage<Output>) throws -> Diagnosed<Output> {
    let result = try value(of: stage)
    kept.withLock { $0[stage.key] = result.map { $0 as any Sendable } }
    return result
  }

  private func run(
    _ node: StageNode, _ values: inout [Key: Diagnosed<any Sendable>],
    _ warnings: inout [Diagnostic], _ cancellation: Cancellation
  ) throws -> any Sendable {
    if let known = values[node.key] { return known.value }
    let inputs = try node.inputs.map { try run($0, &values, &warnings, cancellation) }
    guard case .value(let work, _) = node.work else {
      throw Failure(.error(.engine, "\(node.name) writes files and has no value"))
    }
    try cancellation.check()
    let context = StageContext(
      environment: environment, cancellation: cancellation, spareSlots: spareSlots)
    do {
      let result = try work(context, inputs)
      warnings += result.warnings.map(node.placed)
      values[node.key] = result
      return result.value
    } catch let failure as Failure {
      throw Failure(failure.diagnostics.map(node.placed), isPassing: failure.isPassing)
    } catch is CancellationError {
      throw Cancelled()
    }
  }
}
