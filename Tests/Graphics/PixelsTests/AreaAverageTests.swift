// SPDX-License-Identifier: MIT
// Part of Platen: tests of images averaged by area.

import Pixels
import Testing

private func bitmap(
  _ width: Int, _ height: Int, _ pixel: (Int, Int) -> (UInt8, UInt8, UInt8, UInt8)
) -> Bitmap {
  var rgba: [UInt8] = []
  for y in 0..<height {
    for x in 0..<width {
      let (red, green, blue, alpha) = pixel(x, y)
      rgba += [red, green, blue, alpha]
    }
  }
  return Bitmap(width: width, height: height, rgba: rgba)
}

@Suite struct AreaAverageTests {
  @Test func wholeRatiosAreAverages() {
    let image = bitmap(4, 2) { x, y in
      x < 2 ? (UInt8(10 * x + 100 * y), 0, 0, 255) : (255, 255, 255, x == 2 ? 255 : 0)
    }
    let small = image.averaged(width: 2, height: 1)
    // 0, 10, 100 and 110; and white where half is transparent, not gray.
    #expect(small[0, 0] == (55, 0, 0, 255))
    #expect(small[1, 0] == (255, 255, 255, 128))
  }

  @Test func partsOfPixelsCountAsMuchAsIsCovered() {
    let image = bitmap(3, 1) { x, _ in (x == 1 ? 90 : 0, 0, 0, 255) }
    let small = image.averaged(width: 2, height: 1)
    #expect(small[0, 0].red == 30 && small[1, 0].red == 30)
    let same = bitmap(5, 7) { x, y in (UInt8(x * 50), UInt8(y * 30), 7, UInt8(x * 60)) }
    #expect(same.averaged(width: 5, height: 7) == same)
  }

  /// Every size of every small image, against sums in whole numbers.
  @Test func averagesAreExact() {
    for width in 1...7 {
      for newWidth in 1...width {
        let image = bitmap(width, 3) { x, y in (UInt8((x * 83 + y * 41) % 256), 9, 200, 255) }
        let small = image.averaged(width: newWidth, height: 2)
        for y in 0..<2 {
          for x in 0..<newWidth {
            var sum = 0
            for row in 0..<3 {
              for column in 0..<width {
                let across =
                  min((x + 1) * width, (column + 1) * newWidth) - max(x * width, column * newWidth)
                let down = min((y + 1) * 3, (row + 1) * 2) - max(y * 3, row * 2)
                sum += max(0, across) * max(0, down) * Int(image[column, row].red)
              }
            }
            #expect(Int(small[x, y].red) == (2 * sum + width * 3) / (2 * width * 3))
            #expect(small[x, y].green == 9 && small[x, y].alpha == 255)
          }
        }
      }
    }
  }
}
