"""Domains that come with the package: what executes, and its words as data."""
