// SPDX-License-Identifier: MIT
// Part of Platen: the options of vaults, which kinds of job share.

package import Vaults

/// The options of vaults.
package enum VaultKeys {
  package static let links = OptionKey(
    "links", .word(of: VaultOptions.Links.self),
    "links between notes: [[wiki]], or addresses that all readers of Markdown take",
    example: "markdown", defaultValue: VaultOptions.Links.wiki.rawValue)
}
