// SPDX-License-Identifier: MIT
// Part of Platen: amounts of memory as people write them and as the kernel says them.

import TestSupport
import Testing

@testable import Pipeline

@Suite struct MemoryBudgetTests {
  @Test(arguments: [
    ("2G", 2 << 30), ("512M", 512 << 20), ("512m", 512 << 20), ("1.5GiB", 3 << 29),
    ("800000K", 800_000 << 10), ("7", 7), ("7B", 7), ("1 TB", 1 << 40), ("0.5K", 512),
  ]) func Read(text: String, bytes: Int) throws {
    #expect(try MemoryBudget(parsing: text).bytes == bytes)
  }

  @Test(arguments: [
    "", "G", "2X", "-1G", "2GG", "1e3", "nan", "inf", "0", "0.1", ".5G", "9999999999T", "2 G G",
    "٢G", "iB", "2iB",
  ]) func Refused(text: String) {
    #expect(codes { try MemoryBudget(parsing: text) } == ["option.memory"])
  }

  private func available(_ files: [String: String]) -> Int {
    MemoryBudget.available { files[$0] }
  }

  @Test func FreeMemoryOfTheMachine() {
    let meminfo = "MemTotal:       8000000 kB\nMemFree: 1 kB\nMemAvailable:    2048 kB\n"
    #expect(available(["/proc/meminfo": meminfo]) == 2048 * 1024)
    #expect(available([:]) == 1 << 30)
    #expect(available(["/proc/meminfo": "MemAvailable: lots"]) == 1 << 30)
  }

  @Test func TheTightestGroupDecides() {
    var files = [
      "/proc/meminfo": "MemAvailable: 100000000 kB\n",
      "/proc/self/cgroup": "0::/outer/inner\n",
      "/sys/fs/cgroup/outer/inner/memory.max": "max\n",
      "/sys/fs/cgroup/outer/inner/memory.current": "5\n",
      "/sys/fs/cgroup/outer/memory.max": "1000000\n",
      "/sys/fs/cgroup/outer/memory.current": "400000\n",
      "/sys/fs/cgroup/outer/memory.stat": "anon 7\ninactive_file 100000\n",
    ]
    #expect(available(files) == 700_000)
    files["/sys/fs/cgroup/memory.max"] = "600000"
    files["/sys/fs/cgroup/memory.current"] = "700000"
    #expect(available(files) == 0, "used beyond the limit leaves nothing, not less")
  }

  @Test func TheOldKindOfGroup() {
    let files = [
      "/proc/self/cgroup": "5:cpu:/x\n4:memory:/job\n0::/\n",
      "/sys/fs/cgroup/memory/job/memory.limit_in_bytes": "1000\n",
      "/sys/fs/cgroup/memory/job/memory.usage_in_bytes": "300\n",
      "/sys/fs/cgroup/memory/job/memory.stat": "total_inactive_file 50\n",
      "/sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n",
      "/sys/fs/cgroup/memory/memory.usage_in_bytes": "9000\n",
    ]
    #expect(available(files) == 750)
  }

  @Test func thisMachineHasABudget() { #expect(MemoryBudget.standard().bytes > 0) }
}
