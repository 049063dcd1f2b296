"""What is connected already, and which cells do not matter."""
