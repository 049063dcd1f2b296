"""What a trained or chosen model of a position is: evaluations and, later, learned ones."""
