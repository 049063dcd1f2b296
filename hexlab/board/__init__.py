"""The rules of Hex and its notations: boards, games, file formats. Plain Python."""
