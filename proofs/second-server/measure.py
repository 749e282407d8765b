#!/usr/bin/env python3
"""Runs the suite against every fault and every style of this server, several at once (`--jobs`), and prints the table.

The suite should catch each fault, and blame no style. Each result becomes a line of the results file, so an interrupted run
continues where it stopped. A fault is first tested with the feature of its requirement. If the suite does not find it, the
full profile follows.
"""

import argparse
import json
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE))
sys.dont_write_bytecode = True

from faults import FAULTS  # noqa: E402
from faults_second_order import SECOND_ORDER, SECOND_ORDER_FAULTS  # noqa: E402
from styles import STYLES  # noqa: E402


def features() -> dict[str, str]:
    """Returns the feature of each requirement in the contract, or core."""
    found = {}
    for line in (ROOT / "openapi/openapi.yaml").read_text().splitlines():
        if match := re.search(r"\{ id: ([a-z0-9-]+),.* support: (core|extended, feature: ([a-z-]+))", line):
            found[match[1]] = match[3] or "core"
    return found


running: set[subprocess.Popen[str]] = set()
ended = False  # True once Ctrl-C or a termination signal has ended the run.


def run_suite(switch: list[str], profile: list[str], limit: float) -> dict[str, Any]:
    """Runs the suite once against a server that is started with the options in `switch`."""
    out = Path(tempfile.mkdtemp(prefix="second-"))
    command = [
        *("nice", "node", str(ROOT / "conformance/bin/conformance.ts")),
        *("--start", f"{sys.executable} {HERE / 'main.py'} {' '.join(switch)}"),
        *("--adapter", str(HERE / "adapter.mjs"), "--callback-listen", "127.0.0.1:0", "--out", str(out)),
        *profile,
        *(("--bail",) if any(name in SECOND_ORDER_FAULTS for name in switch) else ("--callback-wait", "30")),
    ]
    began = time.monotonic()
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    running.add(child)
    try:
        output = child.communicate(timeout=limit)[0]
    except subprocess.TimeoutExpired:
        child.send_signal(signal.SIGINT)
        output = child.communicate(timeout=30)[0] + "\nended by the driver"
    finally:
        running.discard(child)
    result: dict[str, Any] = {"exit": child.returncode, "seconds": round(time.monotonic() - began, 1), "profile": " ".join(profile)}
    report = out / "report.json"
    failing: list[dict[str, Any]] = []
    if report.exists():
        found = json.loads(report.read_text())
        result["counts"] = found.get("counts")
        failing = [one for one in found["results"] if one["verdict"] not in ("pass", "not-supported", "skipped")]
    result["cases"] = [f"{one['id']} {one['verdict']}" for one in failing][:12]
    result["requirements"] = sorted({one.get("requirement") or "" for one in failing})[:12]
    result["said"] = output.strip()[-1500:] if result["exit"] != 0 else output.strip()[-200:]
    shutil.rmtree(out, ignore_errors=True)
    return result


def judge(name: str, where: str, limit: float, feature_only: bool) -> dict[str, Any]:
    """Runs the suite against the server with one fault or style, and returns the result."""
    if name in STYLES:
        profile = ["--profile", "full"] if STYLES[name][0] == "full" else ["--profile", "core"]
        result = run_suite(["--style", name], [*profile, "--strict"], limit)
        outcome = "clean" if result["exit"] == 0 else "blamed"
    else:
        # A second-order fault affects several features, so a run with one feature would miss it.
        feature_only |= name in SECOND_ORDER_FAULTS
        where = "full" if name in SECOND_ORDER_FAULTS else where
        first = ["--profile", where] if where in ("core", "full") else ["--features", where]
        result = run_suite(["--fault", name], [*first, "--strict"], limit)
        if result["exit"] == 0 and not feature_only:
            result = run_suite(["--fault", name], ["--profile", "full", "--strict"], limit)
        outcome = {0: "missed", 1: "caught"}.get(result["exit"], "unproven")
    if result["said"].endswith("ended by the driver"):
        outcome = "hung"
    return {"name": name, "outcome": outcome, **result}


def main() -> None:
    """Reads the options, runs everything that has no stored result, and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--results", type=Path, default=Path("second-server-results.jsonl"))
    parser.add_argument("--only", action="append", help="a name, or its beginning")
    parser.add_argument("--limit", type=float, default=180, help="seconds for one run of the suite")
    parser.add_argument("--until", type=float, default=36_000, help="seconds for all of them")
    parser.add_argument("--feature-only", action="store_true", help="never the full profile: quicker, and misses more")
    parser.add_argument("--missed", action="store_true", help="only what was missed, again")
    parser.add_argument("--second-order", action="store_true", help="only the defects that need two features, or show late")
    parser.add_argument("--jobs", type=int, default=2, help="runs of the suite at once")
    parser.add_argument("--again", action="store_true", help="run what has a result already")
    options = parser.parse_args()
    done = {}
    if options.results.exists():
        done = {one["name"]: one for one in map(json.loads, options.results.read_text().splitlines())}
    everything = [*STYLES, *FAULTS]
    random.Random(22).shuffle(everything)  # So the results of a run that ends early are a fair sample.
    names = everything
    if options.only:
        names = list(dict.fromkeys(name for begin in options.only for name in everything if name.startswith(begin)))
    if options.second_order:
        names = [name for name in names if name in SECOND_ORDER_FAULTS]
    if options.missed:
        names = [name for name in names if name in done and done.pop(name)["outcome"] == "missed"]
    # Handles both signals alike. The handler for Ctrl-C must be set, because a shell makes background processes ignore it.
    for ending in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ending, signal.default_int_handler)
    where = features()
    end = time.monotonic() + options.until
    left = [name for name in names if name not in done or options.again]

    def one(name: str) -> dict[str, Any] | None:
        if ended or time.monotonic() > end:
            return None
        requirement = FAULTS[name][0] if name in FAULTS else ""
        return judge(name, where.get(requirement, "core"), options.limit, options.feature_only)

    pool = ThreadPoolExecutor(options.jobs)
    try:
        for judged in as_completed([pool.submit(one, name) for name in left]):
            result = judged.result()
            if result is None:
                continue
            done[result["name"]] = result
            with options.results.open("a") as file:
                file.write(json.dumps(result) + "\n")
            print(f"{result['outcome']:8} {result['name']} ({result['seconds']} s)", flush=True)
    except KeyboardInterrupt:
        # Only this thread receives the signal. It forwards the signal to the suites that other threads wait for.
        global ended
        ended = True
        for child in list(running):
            child.send_signal(signal.SIGINT)
        print("ended; the next run goes on here")
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
    tell([done[name] for name in names if name in done], len(names))


def tell(results: list[dict[str, Any]], most: int) -> None:
    """Prints the missed faults, the styles that the suite wrongly reported, and the totals."""
    for result in results:
        if result["outcome"] not in ("caught", "clean"):
            row = (FAULTS.get(result["name"]) or STYLES[result["name"]])
            print(f"{result['outcome']}: {result['name']} [{row[0]}] {row[1]}")
    by_name = {result["name"]: result["outcome"] for result in results}
    for kind, table in SECOND_ORDER.items():
        tried = [by_name[name] for name in table if name in by_name]
        if tried:
            print(f"{kind}: {tried.count('caught')} of {len(tried)} caught")
    outcomes = [result["outcome"] for result in results]
    counts = ", ".join(f"{outcomes.count(one)} {one}" for one in dict.fromkeys(outcomes))
    print(f"{len(results)} of {most}: {counts}")


if __name__ == "__main__":
    main()
