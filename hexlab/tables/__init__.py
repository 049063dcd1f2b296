"""Files that code needs at run time."""
