# SPDX-License-Identifier: MIT
# Part of Platen: the part of the benchmarks that is about a whole night from one manifest.
"""300 worlds of 5,000 to 50,000 cells for players and for the game master as 4k PNG and A3 PDF, and
40 campaigns of 20,000 to 300,000 words as PDF, DOCX, text and summary: cold on two cores and on one,
with nothing to do, with one world edited, killed midway and continued.

It takes most of an hour, so it runs only when asked for by name: `bench PLATEN --only night`. Campaigns
come from the generator of the shared rivals; without it the night has worlds only.
"""

import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time

from books import generated, story

WORLDS = int(os.environ.get("NIGHT_WORLDS") or 300)
BOOKS = int(os.environ.get("NIGHT_BOOKS") or 40)

MANIFEST = """version: 1
report: true
jobs:
  - map: worlds/*.map
    matrix: { audience: [player, gm] }
    outputs:
      - { file: "maps/${name}-${audience}.png", width: 3840 }
      - { file: "maps/${name}-${audience}.pdf", paper: A3 }
"""

CAMPAIGNS = """  - campaign: books/*.json
    outputs:
      - books/${name}.pdf
      - books/${name}.docx
      - books/${name}.txt
  - campaign: books/*.json
    edition: summary
    outputs: ["books/${name}-summary.pdf"]
"""


def spread(first, last, count):
    """Numbers from the first to the last, each as many times the one before."""
    return [round(first * (last / first) ** (i / max(1, count - 1))) for i in range(count)]


def sources(platen, folder, shared):
    os.mkdir(os.path.join(folder, "worlds"))
    for seed, cells in enumerate(spread(5_000, 50_000, WORLDS)):
        subprocess.run(
            [platen, "sample", "world", "-o", os.path.join(folder, "worlds", f"w{seed:03}.map"),
             "--seed", str(seed), "--cells", str(cells), "-q"], check=True)
    tools = os.path.join(shared, "rivals")
    has_books = os.path.exists(os.path.join(tools, "gen_campaign.py"))
    if has_books:
        os.environ.setdefault("RIVALS_DIR", os.path.expanduser("~/.cache/platen-rivals"))
        sys.path.insert(0, tools)
        import gen_campaign
        os.mkdir(os.path.join(folder, "books"))
        for number, words in enumerate(spread(20_000, 300_000, BOOKS)):
            book = story(generated(gen_campaign, max(20, words // 470), words))
            with open(os.path.join(folder, "books", f"b{number:02}.json"), "w") as file:
                json.dump(book, file, ensure_ascii=False)
    with open(os.path.join(folder, "platen.yaml"), "w") as file:
        file.write(MANIFEST + (CAMPAIGNS if has_books else ""))


def digests(root):
    """What lies in an output root, but for what tells of runs."""
    found = {}
    for part in ("maps", "books"):
        for base, _, names in os.walk(os.path.join(root, part)):
            # What a killed run left half-written is none.
            for name in (name for name in names if not name.startswith(".")):
                path = os.path.join(base, name)
                with open(path, "rb") as file:
                    found[os.path.relpath(path, root)] = hashlib.sha256(file.read()).hexdigest()
    return found


def stages(metrics):
    """Seconds by the names of stages, most first."""
    found = {}
    with open(metrics) as file:
        for line in file:
            if line.startswith("platen_stage_seconds{"):
                name = line.split('stage="')[1].split('"')[0]
                found[name] = float(line.split()[-1])
    return sorted(found.items(), key=lambda item: -item[1])


def slowest(trace, count=3):
    with open(trace) as file:
        spans = [event for event in json.load(file)["traceEvents"] if event["ph"] == "X"]
    spans.sort(key=lambda event: -event["dur"])
    return [f"{event['name']} of {event['args'].get('job', '?')} {event['dur'] / 1e6:.1f} s"
            for event in spans[:count]]


def night(platen, folder, shared, measure, row):
    folder = os.path.join(folder, "night")
    os.mkdir(folder)
    out = lambda name: os.path.join(folder, name)
    start = time.monotonic()
    sources(platen, folder, shared)
    print(f"(made {WORLDS} worlds and {BOOKS} campaigns in {time.monotonic() - start:.0f} s)",
          file=sys.stderr)

    def run(root, cores, *more):
        argv = [platen, "run", out("platen.yaml"), "--output-dir", out(root), f"-j{cores}", "-q",
                "--cache-dir", out(f"{root}.cache"), *more]
        return measure(argv, cwd=folder)

    cold = run("two", 2, "--metrics", out("two.prom"), "--trace", out("two.trace"))
    row(f"the night: {WORLDS} worlds, {BOOKS} campaigns, cold, -j2", *cold,
        "6 minutes and 1 GB targeted")
    taken = stages(out("two.prom"))
    print("(by stage: " + ", ".join(f"{name} {seconds:.0f} s" for name, seconds in taken[:8])
          + "; slowest: " + "; ".join(slowest(out("two.trace"))) + ")", file=sys.stderr)
    page = os.path.getsize(os.path.join(out("two"), "report.html")) / 1e6
    print(f"(report.html: {page:.1f} MB; 20 targeted)", file=sys.stderr)
    made = digests(out("two"))
    # Stamps become old enough to be trusted.
    time.sleep(3)
    run("two", 2)
    row("the night, nothing to do", *run("two", 2), "under 1 s targeted")
    edited = os.path.join(folder, "worlds", f"w{WORLDS // 2:03}.map")
    subprocess.run([platen, "sample", "world", "-o", edited, "--seed", "9999", "--cells", "16000",
                    "--force", "-q"], check=True)
    row("the night, one world edited", *run("two", 2), "under 3 s targeted")

    os.remove(edited)
    cells = spread(5_000, 50_000, WORLDS)[WORLDS // 2]
    subprocess.run([platen, "sample", "world", "-o", edited, "--seed", str(WORLDS // 2), "--cells",
                    str(cells), "-q"], check=True)
    one = run("one", 1)
    row("the night, cold, -j1", *one, f"-j2 is {one[1] / cold[1]:.2f}x as fast; 1.9 targeted")
    if digests(out("one")) != made:
        print("| the night on one core |  |  |  | OTHER BYTES |")
    shutil.rmtree(out("one"))
    shutil.rmtree(out("one.cache"))

    argv = [platen, "run", out("platen.yaml"), "--output-dir", out("cut"), "-j2", "-q",
            "--cache-dir", out("cut.cache")]
    process = subprocess.Popen(argv, cwd=folder, stderr=subprocess.DEVNULL)
    time.sleep(cold[1] / 2)
    process.send_signal(signal.SIGKILL)
    process.wait()
    before = digests(out("cut"))
    stamps = {name: os.stat(os.path.join(out("cut"), name)).st_mtime_ns for name in before}
    rest = run("cut", 2)
    again = sum(os.stat(os.path.join(out("cut"), name)).st_mtime_ns != stamp
                for name, stamp in stamps.items())
    same = digests(out("cut")) == made
    row(f"the night, killed midway with {len(before)} of {len(made)} outputs, the rest", *rest,
        f"{again} made again, {'the same bytes' if same else 'OTHER BYTES'}")
