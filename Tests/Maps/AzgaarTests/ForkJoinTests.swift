// SPDX-License-Identifier: MIT
// Part of Platen: a save reads the same whoever reads which part of it.

import Atlas
import Diagnostics
import Digests
import Testing

@testable import Azgaar

/// Does the second piece before the first.
private struct Backwards: ForkJoin {
  func both<First: Sendable, Second: Sendable>(
    _ first: @escaping @Sendable () throws -> First,
    _ second: @escaping @Sendable () throws -> Second
  ) throws -> (First, Second) {
    let later = Result { try second() }
    return (try first(), try later.get())
  }
}

@Suite struct ForkJoinTests {
  private func read(_ save: SmallSave, by workers: any ForkJoin) throws -> Diagnosed<ImportedWorld>
  {
    try save.bytes().withUnsafeBytes { try AzgaarReader.read($0, workers: workers) }
  }

  @Test func theWorldIsTheSameInEitherOrder() throws {
    let save = SmallSave()
    let usual = try read(save, by: Serial())
    let backwards = try read(save, by: Backwards())
    #expect(Digest(canonicalOf: backwards.value.world) == Digest(canonicalOf: usual.value.world))
    #expect(backwards.warnings == usual.warnings)
    #expect(backwards.value.report == usual.value.report)
  }

  @Test(arguments: [[6], [13], [15], [6, 13], [13, 15]])
  func theFirstFaultIsTheOneThatIsTold(damaged: [Int]) {
    var save = SmallSave()
    for section in damaged { save.sections[section] = "{" }
    let usual = #expect(throws: Failure.self) { _ = try read(save, by: Serial()) }
    let backwards = #expect(throws: Failure.self) { _ = try read(save, by: Backwards()) }
    #expect(usual == backwards)
    #expect(usual?.diagnostics.first?.place?.field == MapSections.name(of: damaged[0]))
  }
}
