// SPDX-License-Identifier: MIT
// Part of Platen: tests that a secret prints as dots, whichever way it is printed.

import CProcess
import Diagnostics
import Foundation
import Testing

@testable import Instances

@Suite struct SecretTests {
  private let word = "hush-hush-9f3a7c21d0"

  @Test func EveryWayOfPrintingShowsDots() {
    struct Holder {
      let secret: Secret
      let list: [Secret]
      let maybe: Secret?
    }
    let secret = Secret(copying: word.utf8)
    let holder = Holder(secret: secret, list: [secret], maybe: secret)
    var dumped = ""
    dump(holder, to: &dumped)
    let credentials: [Credential] = [
      .tokens(access: secret, refresh: secret), .password(email: "a@b", password: secret),
    ]
    dump(credentials, to: &dumped)
    var reflected = ""
    for child in Mirror(reflecting: secret).children { reflected += "\(child)" }
    let texts = [
      "\(secret)", String(describing: secret), String(reflecting: secret), "\(holder)",
      String(reflecting: holder), dumped, reflected, "\(credentials)",
      "\(Diagnostic.error("a.b", "\(secret)"))",
    ]
    for text in texts { #expect(!text.contains("hush")) }
    #expect("\(secret)" == Secret.dots)
    #expect(!(secret as Any is any Encodable))
  }

  @Test func ItHoldsWhatItWasGivenAndWipesWhatItTook() {
    var bytes = Array(word.utf8)
    let secret = Secret(taking: &bytes)
    #expect(bytes.isEmpty)
    #expect(secret.withBytes { Array($0) } == Array(word.utf8))
    #expect(Secret(copying: []).isEmpty && Secret(copying: []).withBytes { $0.isEmpty })
    #expect(secret.holdsSame(as: Secret(copying: word.utf8)))
    #expect(!secret.holdsSame(as: Secret(copying: word.utf8.dropLast())))
    #expect(!secret.holdsSame(as: Secret(copying: "Hush-hush-9f3a7c21d0".utf8)))
  }

  @Test func AProcessThatHeldOneLeavesNoCoreDump() {
    _ = Secret(copying: word.utf8)
    #expect(platen_is_dumpable() == 0)
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    #expect(limit.rlim_cur == 0)
  }
}
