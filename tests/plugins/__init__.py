"""What strangers add: packages, tasks, scorers and models that are not ours."""
