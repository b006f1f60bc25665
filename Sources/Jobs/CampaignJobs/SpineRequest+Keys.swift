// SPDX-License-Identifier: MIT
// Part of Platen: the spine of a cover as an output's options say it.

internal import JobKit
internal import Values

extension SpineRequest {
  init(_ options: Settings) {
    let value = options[CampaignKeys.spine]
    self =
      if let millimeters = value?.number {
        .millimeters(millimeters)
      } else {
        .pages(value?.text.flatMap(Stock.init) ?? .white)
      }
  }
}
