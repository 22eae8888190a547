"""Holds the sources to layers.txt: who may include whom, how long things may be, where CPU-specific code stands.

usage: layers_check.py [ROOT]      prints a line for each thing that is wrong; exit code 1 if there is any
"""
import pathlib
import re
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
CONDITION = re.compile(r"^\s*#\s*(if|ifdef|ifndef|elif|else)\b")
CPU = re.compile(r"gnu::target|__attribute__\s*\(\(\s*target|<(?:\w*mmintrin|immintrin|x86intrin|arm_neon|cpuid)\.h>"
                 r"|__builtin_cpu_|#\s*pragma\s+(?:GCC|clang)\s+(?:target|optimize)")
TOP = 12  # a longer file says why within this many lines


class Layers:
    def __init__(self, path):
        self.allowed, self.headers, self.fronts, self.budgets = {}, {}, set(), {}
        self.tier1, self.cpu = [], []
        self.errors = []
        for number, line in enumerate(path.read_text().splitlines(), 1):
            words = line.split("#")[0].split()
            if words:
                self.read(words, f"{path.name}:{number}")
        self.close()

    def read(self, words, where):
        if words[0].endswith(":"):
            module, names = words[0][:-1], words[1:]
            if not names:
                self.errors.append(f'{where}: "{module}" says nothing; write "-" for no module')
            self.allowed[module] = names
        elif words[0] == "header" and len(words) == 3:
            self.headers[words[1]] = words[2]
        elif words[0] == "front" and len(words) == 2:
            self.fronts.add(words[1])
        elif words[0] == "budget" and len(words) == 3:
            self.budgets[words[1]] = int(words[2])
        elif words[0] in ("tier1", "cpu"):
            setattr(self, words[0], words[1:])
        else:
            self.errors.append(f"{where}: cannot be read: {' '.join(words)}")

    def close(self):
        """Replaces what each module may include directly by all that it reaches; a cycle is an error."""
        reach = {}
        while len(reach) < len(self.allowed):
            ready = [m for m in self.allowed if m not in reach and all(
                n in reach or n in ("-", "*") for n in self.allowed[m])]
            if not ready:
                stuck = sorted(set(self.allowed) - set(reach))
                self.errors.append(f"layers.txt: these are in a circle or name an unknown module: {' '.join(stuck)}")
                break
            for module in ready:
                names = [n for n in self.allowed[module] if n != "-"]
                reach[module] = set(self.allowed) if "*" in names else set(names).union(*(reach[n] for n in names))
        self.reach = reach


def module_of(root, path, layers):
    """The module that a file belongs to, or None."""
    name = path.relative_to(root).as_posix()
    if name in layers.headers:
        return layers.headers[name]
    parts = name.split("/")
    if parts[0] == "src" and len(parts) >= 3:
        return parts[1]
    if parts[:2] == ["include", "assay"] and len(parts) == 3:
        return path.stem
    return None


def target_of(root, source, text):
    """The file of this project that an include names, or None where it names another's."""
    for base in (root / "include", root / "src", source.parent):
        if (base / text).is_file():
            return base / text
    return None


def check_includes(root, layers, source, lines, errors):
    name = source.relative_to(root).as_posix()
    module = module_of(root, source, layers)
    front = name in layers.fronts
    if not front and module not in layers.allowed:
        errors.append(f'{name}:1: belongs to no module of layers.txt ("{module}")')
        return
    for number, line in enumerate(lines, 1):
        found = INCLUDE.match(line)
        target = found and target_of(root, source, found[2])
        if not target:
            if found and found[1] == '"':
                errors.append(f'{name}:{number}: includes "{found[2]}", which is not in this tree; write <...> for '
                              "another library's header")
            continue
        target_name = target.relative_to(root).as_posix()
        other = module_of(root, target, layers)
        if front:
            if not target_name.startswith("include/assay/"):
                errors.append(f"{name}:{number}: is an index and includes {target_name}, which is not a public header")
        elif target_name in layers.fronts:
            errors.append(f"{name}:{number}: includes the index {target_name}; include the header that is meant")
        elif other != module and other not in layers.reach.get(module, ()):
            allowed = " ".join(sorted(layers.reach.get(module, ()))) or "no other module"
            errors.append(f'{name}:{number}: includes "{found[2]}" of `{other}`, and `{module}` may include {allowed}')
        elif name.startswith("include/") and target_name.startswith("src/"):
            errors.append(f"{name}:{number}: is public and includes {target_name}, which is not installed")


def check_shape(root, layers, source, lines, errors):
    name = source.relative_to(root).as_posix()
    limit = layers.budgets["file"]
    if len(lines) > limit and not any(f"{limit} lines" in line for line in lines[:TOP]):
        errors.append(f"{name}:1: has {len(lines)} lines; past {limit} lines its top says why, with these words")
    if module_of(root, source, layers) in layers.cpu or name == "include/assay_c.h":
        return
    for number, line in enumerate(lines, 1):
        if CONDITION.match(line):
            errors.append(f"{name}:{number}: conditional compilation stands in src/{layers.cpu[0]} only")
        elif CPU.search(line):
            errors.append(f"{name}:{number}: CPU-specific code stands in src/{layers.cpu[0]} only")


def check_budgets(root, layers, lengths, errors):
    tier1 = set(layers.tier1)
    totals = {
        "public-headers": sum(n for p, n in lengths.items() if root / "include" in p.parents),
        "tier1": sum(n for p, n in lengths.items() if module_of(root, p, layers) in tier1),
        "all": sum(lengths.values()),
    }
    for name, lines in totals.items():
        if lines > layers.budgets[name]:
            errors.append(f"layers.txt: {name} has {lines} lines, and its budget is {layers.budgets[name]}")
    return totals


def check(root):
    """(what is wrong, lines counted by budget)"""
    layers = Layers(root / "layers.txt")
    errors = list(layers.errors)
    sources = sorted(p for base in ("include", "src") for p in (root / base).rglob("*") if p.suffix in (".h", ".cpp"))
    if not sources:
        errors.append(f"{root}: no sources to check")
    lengths = {}
    for source in sources:
        lines = source.read_text(encoding="utf-8").splitlines()
        lengths[source] = len(lines)
        check_includes(root, layers, source, lines, errors)
        check_shape(root, layers, source, lines, errors)
    totals = check_budgets(root, layers, lengths, errors)
    return errors, totals


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parents[2]).resolve()
    errors, totals = check(root)
    for error in errors:
        print(error)
    print("lines: " + ", ".join(f"{name} {lines}" for name, lines in totals.items()))
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
