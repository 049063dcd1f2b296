"""How hypothesis runs here (the same examples every time, no clock, no files left), and Ctrl-C."""

import signal

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

# Started in the background of a script, this process ignores Ctrl-C, and tests of it would hang.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
