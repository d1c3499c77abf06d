"""The clients that users have, unmodified, each in an environment of its own (`make clients`)."""
