"""Score a model on the multiple-choice examples. Give the server's address and the model's name as arguments."""

import sys

from evalwright import TaskConfig, run_task

url, model = sys.argv[1:]
task_cfg = TaskConfig(
    model=model,
    api_url=url,
    api_key="${OPENAI_API_KEY}" if "openai" in url else "EMPTY",
    datasets=["general_mcq"],
    dataset_args={
        "general_mcq": {
            "local_path": "examples/mcq",
            "subset_list": ["science", "geography"],
            "few_shot_num": 1,
        }
    },
)
run_task(task_cfg=task_cfg)
