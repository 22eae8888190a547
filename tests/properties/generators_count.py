#!/usr/bin/env python3
"""Linear time, counted: valgrind's instructions for each generator at N and 2N, at most 2.1 x.

usage: generators_count.py DRIVER [NAME...]
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

BYTES = 60_000  # of the smaller reply: large enough to drown what does not depend on it
MOST = 2.1


def instructions(driver, name, size):
    with tempfile.NamedTemporaryFile(suffix=".callgrind") as out:
        run = subprocess.run(
            ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out.name}", "--toggle-collect=measured_check",
             driver, name, str(size)], capture_output=True, text=True)
    if run.returncode != 0:
        sys.exit(f"{name} at {size}: {run.stdout}{run.stderr}")
    counted = int(re.search(r"Collected : (\d+)", run.stderr).group(1))
    real = int(run.stdout.split()[1])
    return counted, real, run.stdout.split()[2]


def row(driver, name):
    once, size, kind = instructions(driver, name, BYTES)
    twice, double_size, _ = instructions(driver, name, 2 * BYTES)
    # Some sizes do not double exactly (digits of a counter): the bound is for each byte.
    ratio = twice / once * (2 * size / double_size)
    return name, kind, size, once / size, ratio


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    if shutil.which("valgrind") is None:
        print("NOT RUN: valgrind is not installed")
        sys.exit(1 if os.environ.get("CI") == "true" else 0)
    driver = sys.argv[1]
    names = sys.argv[2:] or subprocess.run([driver], capture_output=True, text=True, check=True).stdout.split()
    failed = []
    print(f"{'generator':20} {'kind':10} {'bytes':>8} {'instr/byte':>10} {'2N / N':>7}")
    with ThreadPoolExecutor(2) as pool:
        for name, kind, size, per_byte, ratio in pool.map(lambda n: row(driver, n), names):
            wrong = ratio > MOST
            print(f"{name:20} {kind:10} {size:8} {per_byte:10.1f} {ratio:7.3f}{'  TOO MUCH' if wrong else ''}", flush=True)
            if wrong:
                failed.append(name)
    if failed:
        sys.exit(f"more than {MOST} x the instructions for twice the bytes: {', '.join(failed)}")


if __name__ == "__main__":
    main()
