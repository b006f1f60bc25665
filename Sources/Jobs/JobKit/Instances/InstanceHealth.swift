// SPDX-License-Identifier: MIT
// Part of Platen: whether instances can be asked at all.

package import Diagnostics
package import Instances
internal import Pipeline

/// How an instance is.
package struct InstanceHealth: Sendable {
  package var name: String
  /// What it says of itself; nil where it says nothing.
  package var health: String?
  /// What came of signing in; nil where that was not come to.
  package var signIn: String?
  /// Why it cannot be asked.
  package var fault: Failure?
  package var warnings: [Diagnostic] = []

  /// Asks each how it is and signs in, side by side.
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
      result.fault = error
    }
    client.close()
    result.warnings = client.warnings
    return result
  }
}
