# SPDX-License-Identifier: MIT
# Part of Platen: the part of the benchmarks that is about meetings.
"""A room with 100,000 messages of invented text to PDF, DOCX and plain text."""

import json
import os
import random

COUNT = 100_000
# Of the three forms together: CPU seconds and MB.
ASKED = (4, 300)

NAMES = [
    "Zuzana Kučerová", "林晓雨", "نیلوفر صادقی", "Joost de Wilde", "Ada Norling", "Bogumil Haas",
    "Chiara Fonti", "Désirée Aumont", "Emeka Obi", "Frída Jónsdóttir", "Guest Ottilie", "Håkon Lie",
]
WORDS = (
    "the a to and of in is it we I you that was for on are with they at be this have from or had by "
    "word but what some can out other were all there when up use your how said an each she which do "
    "their time if will way about many then them write would like so these her long make thing see "
    "him two has look more day could go come did sound no most people over know than call first who "
    "may down side been now find tea roof lantern bell mill river salt rope evening table kettle"
).split()
OTHERS = ["我把地图带来了", "今天晚上见", "好的", "سلام به همه", "من آماده‌ام", "خیلی خوب"]


def meeting(count=COUNT, seed=20261121):
    """A bundle of some weeks of talk: most lines short, some of them in clusters."""
    pick = random.Random(seed)
    clock = 1_767_000_000_000
    sender = 0
    chat = []
    for index in range(count):
        if pick.random() < 0.55:
            sender = min(int(pick.expovariate(0.35)), len(NAMES) - 1)
        gap = pick.expovariate(1 / 20_000)
        if pick.random() < 0.002:
            gap += 6 * 3_600_000
        clock += int(gap)
        if sender in (1, 2) and pick.random() < 0.6:
            text = pick.choice(OTHERS)
        else:
            length = max(1, min(60, int(pick.lognormvariate(1.75, 0.7))))
            text = " ".join(pick.choice(WORDS) for _ in range(length))
            text = text[0].upper() + text[1:] + pick.choice([".", "", "!", "?", ""])
        identity = f"guest-{sender:08d}" if sender == 10 else f"u{sender:04d}"
        chat.append({
            "id": f"m{index:07d}", "timestamp": clock, "senderName": NAMES[sender],
            "senderIdentity": identity, "message": text, "attachments": [],
            "isLocal": sender == 0})
    rows = [{
        "roomId": "r1", "userId": f"u{number:04d}", "joinedAt": 1_767_000_000, "leftAt": None,
        "user": {"id": f"u{number:04d}", "name": name}} for number, name in enumerate(NAMES)
        if number != 10]
    return {"room": {"id": "r1", "name": "long-evening", "adminId": "u0000", "createdBy": "u0000"},
            "participants": rows, "chat": chat, "system": []}


def meetings(platen, folder, repeat, median, row):
    path = os.path.join(folder, "meeting.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(meeting(), file, ensure_ascii=False)
    out = lambda form: os.path.join(folder, f"meeting-out.{form}")
    for form in ("pdf", "docx", "txt"):
        argv = [platen, "render", path, "-o", out(form), "-q", "--time-zone", "Europe/Prague"]
        row(f"{COUNT:,} messages → {form}", *median(argv, min(repeat, 3)))
    argv = [platen, "render", path, "-q", "--time-zone", "Europe/Prague"]
    for form in ("pdf", "docx", "txt"):
        argv += ["-o", out(form)]
    row(f"{COUNT:,} messages → pdf, docx and txt together", *median(argv, min(repeat, 3)),
        f"{ASKED[0]} s of CPU and {ASKED[1]} MB targeted")


if __name__ == "__main__":
    import sys
    json.dump(meeting(int(sys.argv[1]) if len(sys.argv) > 1 else COUNT), sys.stdout,
              ensure_ascii=False)
