"""What every room may use: lazy names, compiled kernels, progress."""
