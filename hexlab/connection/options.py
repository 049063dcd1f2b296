"""What the search for connections does: presets and overrides, as the kernels read them."""
from __future__ import annotations

import numpy as np

NO_EDGE_ENDS = np.empty((0, 2), np.int32)

def options(**overrides) -> np.ndarray:
    d = dict(side=0, stone=1, exact=2, limit=0, maxsize=400, early=1, maxsemis=1000, ornodes=30)
    d.update(overrides)
    return np.array(list(d.values()), np.int64)

def no_edge_carriers(n):
    return np.empty((0, (n * n + 63) // 64), np.uint64)
