"""How hypothesis runs here: the same examples every time, no clock, no files left behind."""

from counts import count
from hypothesis import HealthCheck, settings

settings.register_profile(
    "hexlab",
    max_examples=count(60, 3_000),
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("hexlab")
