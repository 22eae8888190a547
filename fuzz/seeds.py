#!/usr/bin/env python3
"""Writes each case of tests/cases as a fuzzer's first inputs.

usage: seeds.py FOLDER   (makes FOLDER/check_fuzz, FOLDER/feed_fuzz, FOLDER/kernels_fuzz)
"""
import base64
import json
import pathlib
import sys

SETTINGS = (0, 1, 2, 8, 27)  # the first byte: see support/setting.h


def replies(root):
    for file in sorted((root / "tests" / "cases").glob("*.jsonl")):
        for line in file.read_text(encoding="utf-8").rstrip("\n").split("\n"):
            case = json.loads(line)
            encoded = case.get("reply_base64")
            yield case["id"], base64.b64decode(encoded) if encoded else case["reply"].encode()


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    out = pathlib.Path(sys.argv[1])
    for name, head in (("check_fuzz", b""), ("feed_fuzz", bytes((1, 7, 3, 64))), ("kernels_fuzz", b"")):
        folder = out / name
        folder.mkdir(parents=True, exist_ok=True)
        for number, (case, reply) in enumerate(replies(pathlib.Path(__file__).resolve().parent.parent)):
            setting = bytes((SETTINGS[number % len(SETTINGS)],))
            (folder / case).write_bytes(setting + head + reply)


if __name__ == "__main__":
    main()
