"""Run every benchmark, each in a process of its own: ``python -m benchmarks``."""

import subprocess
import sys

from benchmarks.harness import topics

for topic in topics():
    print(f"benchmarks.{topic}", flush=True)
    subprocess.run([sys.executable, "-m", f"benchmarks.{topic}"], check=True)
