"""`setup`: what every notebook says about itself before it computes anything."""

from __future__ import annotations

import os
import platform
from importlib.metadata import version

import hexlab
from hexlab.data.manifest import describe_machine
from hexlab.lab.scale import Scale

__all__ = ["setup"]


def setup(scale: Scale | str, seed: int) -> None:
    """Print the versions, the machine, the scale, the seed and where games come from.

    Parameters
    ----------
    scale : Scale or str
        That of this run.
    seed : int
        The one the notebook's random choices start from.
    """
    packages = ", ".join(f"{name} {version(name)}" for name in ("numpy", "scipy", "numba"))
    print(f"hexlab {hexlab.__version__}, Python {platform.python_version()}, {packages}")
    print(f"{describe_machine()}; computing on the CPU")
    named = "and those of HEXLAB_GAMES" if os.environ.get("HEXLAB_GAMES") else "only"
    print(f"scale {Scale(scale)}, seed {seed}; hexlab's own games {named}")
