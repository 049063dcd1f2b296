"""Timings of hexlab beside its peers, one script a topic; `make bench` writes results.md."""
