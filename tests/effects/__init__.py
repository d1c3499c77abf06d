"""Grading by effect."""
