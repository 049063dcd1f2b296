"""Boards as pictures, figures and widgets."""
