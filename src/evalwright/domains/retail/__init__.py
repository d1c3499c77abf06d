"""The retail shop as a pack: what executes, and its tools, policies, catalogue and phrases as files."""
