"""Running experiments: scales, claims, notebooks, reports."""
