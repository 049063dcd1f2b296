"""Makes ``tables/phase.json``, the classifiers that `ezo` asks, and the table of their positions.

``python -m hexlab.learn.phase_table`` reads the data set "phase-labels".
"""

from __future__ import annotations

import hashlib
import io
import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from hexlab.data.experiment import Row
from hexlab.data.manifest import new_entry, write_entry
from hexlab.data.phase_labels import phase_labels
from hexlab.learn.phase import label_frame, phase_model
from hexlab.learn.phase_svm import trainable, tuned
from hexlab.model.phase import TABLE, PhaseModel, write_phases
from hexlab.run.files import write_atomic
from hexlab.run.places import datasets_folder

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["POSITIONS", "train"]

POSITIONS = "phase-positions"
COMMAND = "python -m hexlab.learn.phase_table"
SEED = 2019


def train(rows: Sequence[Row]) -> tuple[pd.DataFrame, dict[tuple[int, str], PhaseModel]]:
    """The labelled positions, and a classifier for each board size and color among them.

    Parameters
    ----------
    rows : sequence of dict
        Of the experiment "phase-labels".

    Notes
    -----
    Where positives come from fewer than two groups of games nothing can be told about the
    parameters. Then the classifier of the nearest board size serves, scaled by the size's own
    positions; without any it never says high.
    """
    frame = label_frame(row for row in rows if row["stage"] == "labels")
    models = {}
    for color in sorted(set(frame["color"])):
        those = frame[frame["color"] == color]
        parts = {
            int(n): those[those["n"] == n].reset_index(drop=True) for n in sorted(set(those["n"]))
        }
        trained = {n: tuned(part, SEED) for n, part in parts.items() if trainable(part)}
        for n, part in parts.items():
            near = min(trained, key=lambda m: (abs(m - n), m), default=n)
            other = None if near == n else part
            models[n, color] = phase_model(parts[near], trained.get(near), other)
    return frame, models


def _main() -> None:
    """Train on the data set and write both tables with their manifest entries."""
    frame, models = train(phase_labels().read())
    for (n, color), model in sorted(models.items()):
        taught = f"{model.positives} of {model.positions} positions of size {model.learned}"
        print(f"size {n}, {color}: {taught} positive, {len(model.weights)} support vectors")
    folder = datasets_folder()
    sink = io.BytesIO()
    frame.to_parquet(sink, index=False)
    path = write_atomic(folder / f"{POSITIONS}.parquet", sink.getvalue())
    about = "The positions of phase-labels with R and the 12 characteristics that the phase reads"
    content = hashlib.sha256(frame.to_csv(index=False).encode()).hexdigest()
    write_entry(replace(new_entry(POSITIONS, path, len(frame), content, about), command=COMMAND))
    write_phases(models)
    content = hashlib.sha256(TABLE.read_bytes()).hexdigest()
    about = "Phase classifiers by board size and color, trained on phase-labels"
    entry = new_entry("phase", TABLE, len(models), content, about)
    name = Path(os.path.relpath(TABLE, folder)).as_posix()
    write_entry(replace(entry, file=name, command=COMMAND))


if __name__ == "__main__":
    _main()
