"""What a package can add to evalwright: a task, a scorer, a model and a domain."""
