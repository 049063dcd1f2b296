"""Making data sets and keeping account of them."""
