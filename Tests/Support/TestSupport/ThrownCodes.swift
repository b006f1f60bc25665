// SPDX-License-Identifier: MIT
// Part of Platen: what is thrown, as tests compare it.

internal import Diagnostics

/// The codes of the failure that is thrown; none where nothing is, and an error of another sort itself.
public func codes(_ body: () throws -> some Any) -> [String] {
  do {
    _ = try body()
    return []
  } catch let failure as Failure {
    return failure.diagnostics.map(\.code.rawValue)
  } catch {
    return ["\(error)"]
  }
}

/// The first of these.
public func code(_ body: () throws -> some Any) -> String? { codes(body).first }
