# SPDX-License-Identifier: MIT
# Part of Platen: the part of the benchmarks that is about cards.
"""A thousand cards of 1,080 pixels from the rows of the sample, each row with a number of its own, and
an idle run of them."""

import json
import os
import shutil

COUNT = 1000


def cards(platen, folder, sample, repeat, median, least, row):
    with open(os.path.join(sample, "watch.json"), encoding="utf-8") as file:
        content = json.load(file)
    sayings = content["sayings"]
    rows = []
    for number in range(COUNT):
        entry = dict(sayings[number % len(sayings)])
        entry.update(id=number + 1, slug=f"card-{number + 1:04d}",
                     titleEn=f"{entry['titleEn']} {number + 1}")
        rows.append(entry)
    with open(os.path.join(folder, "rows.json"), "w", encoding="utf-8") as file:
        json.dump({"categories": content["categories"], "sayings": rows}, file, ensure_ascii=False)
    for look in ("lattice", "tide"):
        manifest = os.path.join(folder, f"cards-{look}.yaml")
        with open(manifest, "w", encoding="utf-8") as file:
            file.write("version: 1\njobs:\n  - cards: rows.json\n"
                       f"    look: {look}\n    outputs: [\"${{row}}.png\"]\n")
        target = os.path.join(folder, f"cards-{look}")
        argv = [platen, "run", manifest, "--output-dir", target, "-q", "-j1"]
        figures = None
        for _ in range(min(repeat, 3)):
            shutil.rmtree(target, ignore_errors=True)
            one = median(argv + ["--no-cache"], 1)
            figures = one if figures is None or one[0] < figures[0] else figures
        row(f"{COUNT:,} cards of 1080 px, look {look}, -j1", *figures,
            f"{COUNT / figures[0]:.0f} a second and core; 40 targeted")
    cache = os.path.join(folder, "cards-cache")
    argv = [platen, "run", manifest, "--output-dir", os.path.join(folder, "cards-idle"), "-q",
            "--cache-dir", cache]
    median(argv, 3)
    row("null run of them", *least(argv, 20))
