// SPDX-License-Identifier: MIT
// Part of Platen: tests that a secret prints as dots, whichever way it is printed.

import CProcess
import Diagnostics
import Foundation
import TestSupport
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

@Suite struct SecretEchoTests {
  private let word = "ab/cd+hush-~9f3a7c21d0"
  private var echo: SecretEcho { SecretEcho(of: Secret(copying: word.utf8)) }

  /// Ways in which a server may repeat a text.
  private func encodings(_ word: String) -> [String] {
    let hex = word.utf8.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    let json = word.utf8.map { "\\u00" + String(format: "%02x", $0) }.joined()
    let percent = word.utf8.map { "%" + String(format: "%02X", $0) }.joined()
    let slashes = word.replacing("/", with: "\\/")
    var all = [word, hex, hex.uppercased(), json, percent, slashes]
    all.append(word.replacing("/", with: "%2F").replacing("+", with: "%2b"))
    all.append(slashes.replacing("\\", with: "\\\\"))
    for before in ["", "B", "Be", "Bearer "] {
      let base64 = Data((before + word + "!?").utf8).base64EncodedString()
      let wrapped = Data((before + word).utf8)
        .base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
      all += [base64, base64.replacing("/", with: "\\/"), base64.replacing("+", with: "%2B")]
      all.append(base64.replacing("+", with: "-").replacing("/", with: "_"))
      all.append(wrapped)
      var lines = Array(base64)
      lines.insert(contentsOf: "\\r\\n", at: 20)
      all.append(String(lines))
    }
    return all
  }

  @Test func ItIsFoundHoweverItIsWritten() {
    for text in encodings(word) {
      #expect(echo.occurs(in: Array(#"{"you":"\#(text)","n":1}"#.utf8)), "\(text)")
      var masked = Array("refused: \(text)".utf8)
      echo.mask(in: &masked)
      let left = String(decoding: masked, as: UTF8.self)
      #expect(left.contains(Secret.dots) && !echo.occurs(in: masked), "\(text): \(left)")
    }
  }

  @Test func WhatIsAnotherIsNot() {
    for text in encodings("ab/cd+hush-~9f4a7c21d0") + encodings("b/cd+hush-~9f3a7c21d0") {
      #expect(!echo.occurs(in: Array(text.utf8)), "\(text)")
    }
    for text in ["", "%", "\\", "%4", "\\u", "\\u00", "100 % \\q \\u00zz"] {
      #expect(!echo.occurs(in: Array(text.utf8)))
    }
  }
}
