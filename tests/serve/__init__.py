"""The hosted evals API."""
