"""Measurements: ratios in one run against the barest thing that does the same job, never bare seconds."""
