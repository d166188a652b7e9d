#!/usr/bin/env python3
"""Distributes a simulation over a Ray cluster whose machines share the folder of `--out`.

    pip install ray
    python3 clients/ray_simulate.py 64 mohacs --games 1000000 --out /shared/runs

The first argument is the number of shards; all others go to `casus simulate`. The environment variable CASUS is the path of
the program (default: `casus`). If a worker dies, its shard starts again on another one. Finished units are skipped, and each
unit is one file, so nothing is counted twice.
"""

import os
import subprocess
import sys

import ray

CASUS = os.environ.get("CASUS", "casus")


@ray.remote(num_cpus=1, max_retries=-1)
def shard(order, k, n):
    subprocess.run([CASUS, "simulate", *order, "--jobs", "1", "--shard", f"{k}/{n}"], check=True, stdout=sys.stderr)
    return k


def main():
    shards, order = int(sys.argv[1]), sys.argv[2:]
    ray.init()
    waiting = [shard.remote(order, k, shards) for k in range(1, shards + 1)]
    while waiting:
        done, waiting = ray.wait(waiting)
        print(f"shard {ray.get(done[0])}, {len(waiting)} to come", flush=True)
    # All units are there: this run adds them up and reports.
    subprocess.run([CASUS, "simulate", *order], check=True)


if __name__ == "__main__":
    main()
