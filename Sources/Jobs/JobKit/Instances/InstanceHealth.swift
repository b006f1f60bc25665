// SPDX-License-Identifier: MIT
// Part of Platen: checks whether instances can be reached.

package import Diagnostics
package import Instances

/// The health of an instance.
package struct InstanceHealth: Sendable {
  package var name: String
  /// The health that it reports; nil where it reports none.
  package var health: String?
  /// The result of signing in; nil where that was not tried.
  package var signIn: String?
  /// The error that keeps it from being queried.
  package var error: Failure?
  package var warnings: [Diagnostic] = []

  /// Queries the health of each and signs in, in parallel.
  package static func check(
    _ instances: [Instance], vault: CredentialVault,
    isCancelled: @escaping @Sendable () -> Bool
  ) -> [InstanceHealth] {
    let found = Guarded([InstanceHealth?](repeating: nil, count: instances.count))
    concurrently(instances.count, width: 8) { index in
      let health = check(instances[index], vault, isCancelled)
      found.withLock { $0[index] = health }
    }
    return found.withLock { $0.compactMap(\.self) }
  }

  private static func check(
    _ instance: Instance, _ vault: CredentialVault,
    _ isCancelled: @escaping @Sendable () -> Bool
  ) -> InstanceHealth {
    var result = InstanceHealth(name: instance.name)
    let client = instance.client(
      vault: vault, agent: ("platen", PlatenVersion.current), isCancelled: isCancelled)
    do {
      result.health = try client.health()
      result.signIn = try client.signIn()
    } catch {
      result.error = error
    }
    client.close()
    result.warnings = client.warnings
    return result
  }
}
