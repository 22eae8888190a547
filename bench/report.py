"""Turns what bench/run measured into a table for the terminal, and into performance.md with its picture.

usage: report.py FOLDER-OF-RESULTS FOLDER-FOR-THE-PAGE
"""
import datetime
import html
import json
import pathlib
import platform
import sys

CASES = {
    "fenced": "700-byte fenced reply in prose",
    "fenced_schema": "the same, verdict schema validated",
    "pull_request": "1 MB, string-heavy (pull request)",
    "small_members": "1 MB, dense small members",
}
SCRIPTS = {"ascii": "", "mixed": ", 1 in 20 not ASCII", "chinese": ", Chinese"}
FLOORS = {"fenced": 1.0, "fenced_schema": 0.8, "pull_request": 2.0, "small_members": 0.8}
MIXED_FLOOR = 0.8  # of the speed on the ASCII row
CHINESE_FLOOR = 1.0
GENERATOR_FLOOR = 150e6  # bytes per second
SCANNER_FLOOR = 3.0
SMALL = 4096  # bytes; of less, the time is that of a call and bytes per second say nothing
NATIVE = ["simdjson_walk", "simdjson", "nlohmann", "re2_greedy", "memcpy"]
FOREIGN = ["v8_scanner", "v8_greedy", "jsonrepair", "json_repair"]
LABELS = {"simdjson_walk": "simdjson + keys", "re2_greedy": "RE2 greedy", "v8_scanner": "V8 scanner",
          "v8_greedy": "V8 greedy regex"}


class Measured:
    """Medians: NAME -> nanoseconds, and how many bytes that was for."""

    def __init__(self, folder):
        run = json.loads((folder / "check.json").read_text())
        self.context = run["context"]
        self.ns, self.bytes, self.no_value = {}, {}, set()
        units = {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}
        for row in run["benchmarks"]:
            if row.get("aggregate_name") == "median":
                name = row["run_name"].split("/repeats:")[0]
                self.ns[name] = row["cpu_time"] * units[row["time_unit"]]
                self.bytes[name] = row["bytes"]
        self.versions = []
        for other in ("node.json", "python.json"):
            if (folder / other).exists():
                self.add(json.loads((folder / other).read_text()))

    def add(self, run):
        self.versions.append(run["version"])
        for name, row in run["results"].items():
            self.ns[name], self.bytes[name] = row["ns"], row["bytes"]
            if not row["value"]:
                self.no_value.add(name)

    def speed(self, name):
        return self.bytes[name] / self.ns[name] * 1e9

    def same_bytes(self, case):
        """Where the other programs of this case are: the schema changes nothing for them."""
        return case.replace("fenced_schema", "fenced")


def time_text(ns):
    for size, unit in ((1e9, "s"), (1e6, "ms"), (1e3, "µs")):
        if ns >= size:
            return f"{ns / size:,.3g} {unit}" if ns / size < 1000 else f"{ns / size:,.0f} {unit}"
    return f"{ns:.0f} ns"


def verdict(value, floor):
    return "ok" if value >= floor else "BELOW"


def floor_rows(m):
    """case, time, GB/s, ratio to simdjson with keys, what is asked, whether it holds."""
    rows = []
    for script, script_text in SCRIPTS.items():
        for case, text in CASES.items():
            name = f"{case}/{script}/assay"
            ratio = m.ns[f"{case}/{script}/simdjson_walk"] / m.ns[name]
            if script == "mixed":
                share = m.speed(name) / m.speed(f"{case}/ascii/assay")
                asked, holds = f"{share:.2f} of the ASCII row, floor {MIXED_FLOOR}", verdict(share, MIXED_FLOOR)
            else:
                floor = FLOORS[case] if script == "ascii" else CHINESE_FLOOR
                asked, holds = f"floor {floor:.1f} x", verdict(ratio, floor)
            rows.append((text + script_text, time_text(m.ns[name]), f"{m.speed(name) / 1e9:.2f}", f"{ratio:.2f}", asked,
                         holds))
    return rows


def unclosed_rows(m):
    rows = []
    for size in ("50KB", "100KB", "200KB"):
        at = f"unclosed/{size}/"
        row = [size] + [time_text(m.ns[at + who]) if at + who in m.ns else "not run"
                        for who in ("assay", "re2_greedy", "v8_scanner", "v8_greedy")]
        if at + "v8_scanner" in m.ns:
            ratio = m.ns[at + "v8_scanner"] / m.ns[at + "assay"]
            row += [f"{ratio:.1f}", verdict(ratio, SCANNER_FLOOR)]
        else:
            row += ["not run", "NOT RUN"]
        rows.append(tuple(row))
    return rows


def other_rows(m):
    rows = []
    for script, script_text in SCRIPTS.items():
        for case in ("fenced", "pull_request", "small_members"):
            row = [CASES[case] + script_text]
            for who in ["assay"] + NATIVE + FOREIGN:
                name = f"{case}/{script}/{who}"
                row.append(time_text(m.ns[name]) + ("*" if name in m.no_value else "") if name in m.ns else "not run")
            rows.append(tuple(row))
    return rows


def generator_rows(m):
    rows = []
    for name in m.ns:
        if name.startswith("generator/") and name.endswith("/whole"):
            half = name.replace("/whole", "/half")
            growth = (m.ns[name] / m.ns[half]) / (m.bytes[name] / m.bytes[half])
            speed = m.speed(name)
            small = m.bytes[name] < SMALL
            holds = "too short to say" if small else verdict(speed, GENERATOR_FLOOR)
            rows.append((name.split("/")[1], f"{m.bytes[name]:,.0f}", time_text(m.ns[name]), f"{speed / 1e6:,.0f}",
                         f"{growth:.2f}", holds))
    return sorted(rows, key=lambda row: float(row[3].replace(",", "")))


TABLES = [
    ("Floors", ("case", "time", "GB/s", "x simdjson + keys", "asked", ""), floor_rows),
    ("Beside others", ("case", "assay") + tuple(LABELS.get(who, who) for who in NATIVE + FOREIGN), other_rows),
    ("Unclosed", ("`{\"a\":` repeated", "assay", "RE2 greedy", "V8 scanner", "V8 greedy regex", "x V8 scanner", ""),
     unclosed_rows),
    ("Generated inputs", ("input", "bytes", "time", "MB/s", "growth", ""), generator_rows),
]


def plain_table(head, rows):
    widths = [max(len(row[i]) for row in [head] + rows) for i in range(len(head))]
    return "\n".join("  ".join(cell.ljust(width) if i == 0 else cell.rjust(width)
                               for i, (cell, width) in enumerate(zip(row, widths))) for row in [head] + rows)


def markdown_table(head, rows):
    lines = [head, ("---",) + ("---:",) * (len(head) - 1)] + rows
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)


def picture(m):
    """A bar for each row of the floors: how many times simdjson's speed. Its colours suit a light and a dark page."""
    rows = [(row[0], float(row[3]), row[5]) for row in floor_rows(m)]
    left, unit, step = 330, 130, 26
    most = max(4.0, max(ratio for _, ratio, _ in rows) + 0.3)
    width, height = left + int(most * unit) + 60, step * len(rows) + 50
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" '
           f'font-size="13" fill="#777" role="img" aria-label="speed of assay, in multiples of simdjson with a look for '
           f'duplicate keys">']
    for i, (text, ratio, holds) in enumerate(rows):
        y = 30 + i * step
        colour = "#2a9d6f" if holds == "ok" else "#c8553d"
        out.append(f'<text x="{left - 10}" y="{y + 14}" text-anchor="end">{html.escape(text)}</text>'
                   f'<rect x="{left}" y="{y + 2}" width="{ratio * unit:.0f}" height="16" rx="2" fill="{colour}"/>'
                   f'<text x="{left + ratio * unit + 6:.0f}" y="{y + 14}">{ratio:.2f}</text>')
    x = left + unit
    out.append(f'<line x1="{x}" y1="22" x2="{x}" y2="{height - 18}" stroke="#777" stroke-dasharray="4 3"/>'
               f'<text x="{x}" y="16" text-anchor="middle">simdjson + keys = 1</text></svg>')
    return "\n".join(out) + "\n"


def cpu():
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.processor()


def page(m):
    tables = {title: markdown_table(head, make(m)) for title, head, make in TABLES}
    where = ", ".join([f"{cpu()}, {m.context['num_cpus']} cores", platform.system() + " " + platform.machine(),
                       "g++ " + m.context["compiler"], "simdjson's kernel " + m.context["simdjson"]] + m.versions)
    return f"""# Performance

How fast replies are read, beside what people would use instead, on the same bytes in the same run. Written by
`make bench`; a row that misses its floor says BELOW.

Measured on {datetime.date.today()}: {where}. Load of the machine at the start: {m.context['load_avg'][0]:.1f}. Times are
CPU time, the median of 9 interleaved repetitions (generated inputs: of 3).

```sh no-run
make bench
```

![speed of assay in multiples of simdjson](performance.svg)

## Floors

assay is given the reply: it finds the object in the prose, copies the reply, parses strictly and looks for duplicate keys.
simdjson is given less to do: the object alone, already found, in a padded buffer, with a parser that is kept; then a
walk refuses duplicate keys. The ratio is simdjson's time over assay's, so the bytes of prose count for nothing.

{tables["Floors"]}

## Beside others

`nlohmann` parses the object alone. A greedy regex only finds it (in V8, `JSON.parse` reads what it found); the V8
scanner is a warm loop over the braces with `JSON.parse` behind it, on a string that is decoded already. `jsonrepair` and
`json_repair` are given the reply, in processes of their own. Only assay refuses duplicate keys here. A star: no object came out.

{tables["Beside others"]}

## Unclosed objects

The reply that breaks regexes: an object that begins again and again and never ends. A backtracking regex takes time
with the square of the length.

{tables["Unclosed"]}

## Generated inputs

Inputs made to be slow, the slowest first; no floor for those shorter than {SMALL} bytes, where a call is what takes the time.
`growth` is the time of the whole over twice the time of its half: 1 is linear.

{tables["Generated inputs"]}
"""


def main():
    results, pages = map(pathlib.Path, sys.argv[1:3])
    m = Measured(results)
    for title, head, make in TABLES:
        print(f"{title}\n{plain_table(head, make(m))}\n")
    (pages / "performance.md").write_text(page(m), encoding="utf-8")
    (pages / "performance.svg").write_text(picture(m), encoding="utf-8")
    print(f"wrote {pages / 'performance.md'} and {pages / 'performance.svg'}")


if __name__ == "__main__":
    main()
