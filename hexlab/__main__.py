"""``python -m hexlab`` is the command ``hexlab``."""

from hexlab.cli import main

if __name__ == "__main__":
    main()
