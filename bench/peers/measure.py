"""Measures json_repair in its own process and prints one JSON object: NAME/json_repair -> {ns, bytes, value}.

usage: python3 measure.py FOLDER-OF-REPLIES
"""
import json
import pathlib
import statistics
import sys
import time

import json_repair

MOST_SECONDS = 4.0  # for one reply


def once(text):
    begin = time.process_time_ns()
    value = json_repair.loads(text)
    return time.process_time_ns() - begin, isinstance(value, dict)


def measure(text):
    first, is_object = once(text)
    times = [first]
    while len(times) < 9 and sum(times) < MOST_SECONDS * 1e9:
        times.append(once(text)[0])
    return statistics.median(times), is_object


def main():
    results = {}
    for path in sorted(pathlib.Path(sys.argv[1]).glob("*.txt")):
        name = path.stem.replace("-", "/")
        if name.startswith("unclosed"):
            continue
        raw = path.read_bytes()
        ns, is_object = measure(raw.decode())
        results[f"{name}/json_repair"] = {"ns": ns, "bytes": len(raw), "value": is_object}
    print(json.dumps({"version": f"python {sys.version.split()[0]}", "results": results}, indent=1))


main()
